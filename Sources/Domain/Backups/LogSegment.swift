package import Basics
import Crypto
import JSON

/// The commits to a database between two positions of its log.
package struct LogPart: Hashable, Sendable {
  /// The file's name in a data folder.
  package let database: String
  /// As the database names positions. It is that where the part before has ended, or the beginning of a new log.
  package let start: String
  package let end: String
  package let frames: [UInt8]

  package init(database: String, start: String, end: String, frames: [UInt8]) {
    (self.database, self.start, self.end, self.frames) = (database, start, end, frames)
  }
}

/// A piece of what was committed to the databases of an installation. Those of a generation follow each other without a
/// gap; a backup of the generation names the one that it continues with.
package struct LogSegment: Hashable, Sendable {
  package let generation: BackupID
  /// Counts from 0.
  package let number: Int
  /// The hash of the segment before; empty for the first.
  let previous: String
  /// Everything that was committed before is in this segment or an earlier one, if this `isEnd`.
  package let instant: Timestamp
  /// Whether the databases are in one state after it. A large commit takes several segments.
  let isEnd: Bool
  let parts: [LogPart]
  /// The position in each database's log at which the next segment continues.
  let positions: [String: String]
  /// Photo files that were stored beside it.
  let photos: [LogPhoto]
}

/// A photo file that was stored beside the segments of a log.
struct LogPhoto: Hashable, Sendable {
  let key: String
  let size: Int
  let name: String
  let number: Int
}

// MARK: Bytes

extension LogSegment {
  private static let format = 1

  /// A line of JSON, and the frames.
  var bytes: [UInt8] {
    let header = JSONValue.object([
      "format": .integer(Self.format), "generation": .string(generation.description), "number": .integer(number),
      "previous": .string(previous), "milliseconds": .integer(Int(instant.milliseconds)), "end": .bool(isEnd),
      "parts": .array(parts.map(\.json)), "photos": .array(photos.map(\.json)),
      "positions": .object(
        positions.sorted { $0.key < $1.key }.map { JSONMember(key: $0.key, value: .string($0.value)) }),
    ])
    return parts.reduce(into: header.bytes + [0x0A]) { $0 += $1.frames }
  }

  /// Names the segment in the next one.
  static func hash(of bytes: [UInt8]) -> String { hexadecimal(Digest.bytes(of: bytes)) }

  /// Reads a segment; nil for anything that this program has not written.
  /// - Throws: `DomainError` `backup-newer` (conflict).
  init?(_ bytes: [UInt8]) throws(DomainError) {
    guard let end = bytes.firstIndex(of: 0x0A), let header = try? JSONReader.value(of: Array(bytes[..<end])),
      let format = header["format"]?.integer
    else { return nil }
    guard format == Self.format else { throw BackupManifest.newer }
    guard let generation = BackupID(header.text("generation")), let number = header["number"]?.segmentNumber,
      let milliseconds = header["milliseconds"]?.count, case .bool(let isEnd)? = header["end"],
      let parts = header["parts"]?.array, case .object(let positions)? = header["positions"],
      let photos = header["photos"]?.array
    else { return nil }
    var frames = bytes[(end + 1)...]
    let readParts = parts.compactMap { LogPart($0, from: &frames) }
    let readPhotos = photos.compactMap { LogPhoto($0) }
    guard frames.isEmpty, readParts.count == parts.count, readPhotos.count == photos.count else { return nil }
    self.init(
      generation: generation, number: number, previous: header.text("previous"),
      instant: Timestamp(milliseconds: Int64(milliseconds)), isEnd: isEnd, parts: readParts,
      positions: positions.reduce(into: [:]) { $0[$1.key] = $1.value.string }, photos: readPhotos)
  }
}

extension LogPart {
  fileprivate var json: JSONValue {
    .object([
      "database": .string(database), "start": .string(start), "end": .string(end), "size": .integer(frames.count),
    ])
  }

  /// - Parameter bytes: begins with the frames, which are removed.
  fileprivate init?(_ value: JSONValue, from bytes: inout ArraySlice<UInt8>) {
    guard let size = value["size"]?.integer, (0...bytes.count).contains(size) else { return nil }
    self.init(
      database: value.text("database"), start: value.text("start"), end: value.text("end"),
      frames: Array(bytes.prefix(size)))
    bytes = bytes.dropFirst(size)
  }
}

extension LogPhoto {
  fileprivate var json: JSONValue {
    .object(["key": .string(key), "size": .integer(size), "name": .string(name), "number": .integer(number)])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let size = value["size"]?.count, let number = value["number"]?.segmentNumber,
      BackupManifest.isPhotoKey(value.text("key")[...]), BackupManifest.isObjectName(value.text("name")[...])
    else { return nil }
    self.init(key: value.text("key"), size: size, name: value.text("name"), number: number)
  }
}

// MARK: Paths

extension BackupPath {
  static let log = "log/"

  static func log(of generation: BackupID) -> String { "\(log)\(generation)/" }

  static let maxSegment = 999_999_999

  /// Sorts by number, at most `maxSegment`.
  static func segment(_ number: Int, of generation: BackupID) -> String {
    "\(log(of: generation))\(String(1_000_000_000 + number).dropFirst())"
  }

  static func photo(_ photo: LogPhoto, of generation: BackupID) -> String {
    "\(segment(photo.number, of: generation)).\(photo.name)"
  }

  /// The generation and the number in the path of a segment, of a photo beside it, or of an unfinished file.
  static func logEntry(_ path: String) -> (generation: BackupID, number: Int, isSegment: Bool)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "log", let generation = BackupID(parts[1]) else { return nil }
    let digits = parts[2].prefix { $0.isASCII && $0.isNumber }
    guard digits.utf8.count == 9, let number = Int(digits) else { return nil }
    return (generation, number, digits.endIndex == parts[2].endIndex)
  }
}

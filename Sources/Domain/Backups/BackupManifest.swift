package import Basics
import JSON

/// The content of a backup. It is stored last, so a backup without one does not exist.
package struct BackupManifest: Hashable, Sendable {
  /// An object by the backup that stored it: a later one refers to what it has in common with an earlier one.
  package struct ObjectReference: Hashable, Sendable {
    let backup: BackupID
    let name: String

    var path: String { "\(BackupPath.objects(of: backup))\(name.prefix(2))/\(name)" }
  }

  /// A file as a list of objects, which follow each other.
  package struct File: Hashable, Sendable {
    package let name: String
    /// In bytes.
    package internal(set) var size: Int
    var objects: [ObjectReference]
  }

  /// The installation at the time of the backup.
  package struct Origin: Hashable, Sendable {
    package let program: String
    /// `sqlite` or `postgresql`; the databases of the backup are SQLite files in either case.
    package let engine: String
    package let instant: Timestamp

    package init(program: String, engine: String, instant: Timestamp) {
      (self.program, self.engine, self.instant) = (program, engine, instant)
    }
  }

  package let id: BackupID
  package let origin: Origin
  /// When everything was stored.
  package internal(set) var finished: Timestamp
  /// Databases and secrets.
  package internal(set) var files: [File] = []
  var photoLists: [File] = []
  package internal(set) var photos = 0
  package internal(set) var photoBytes = 0
  /// Photo files that were recorded, and missing or damaged.
  package internal(set) var missingPhotos = 0
  /// Photo files that were removed while the backup was made.
  package internal(set) var removedPhotos = 0
  package internal(set) var addedBytes = 0
  /// The log that continues it; nil if none was shipped.
  package internal(set) var log: Log?

  package var restoredBytes: Int { files.reduce(photoBytes) { $0 + $1.size } }

  init(id: BackupID, origin: Origin, finished: Timestamp) {
    (self.id, self.origin, self.finished) = (id, origin, finished)
  }
}

// MARK: JSON

extension BackupManifest {
  /// Grows when older programs could misunderstand what newer ones write.
  private static let format = 1

  var json: [UInt8] {
    JSONValue.object([
      "format": .integer(Self.format), "id": .string(id.description), "program": .string(origin.program),
      "engine": .string(origin.engine), "instant": .string(origin.instant.rfc3339),
      "finished": .string(finished.rfc3339), "files": .array(files.map(\.json)),
      "photo_lists": .array(photoLists.map(\.json)), "photos": .integer(photos), "photo_bytes": .integer(photoBytes),
      "missing_photos": .integer(missingPhotos), "removed_photos": .integer(removedPhotos),
      "added_bytes": .integer(addedBytes), "log": log?.json,
    ]).bytes
  }

  static let newer = DomainError(
    .conflict, "backup-newer", "The backup was made by a newer program: use that one, or a newer one.")

  /// Reads a manifest; nil for anything that this program has not written, such as more than 2^53 bytes.
  /// - Throws: `DomainError` `backup-newer` (conflict).
  init?(json bytes: [UInt8]) throws(DomainError) {
    guard let value = try? JSONReader.value(of: bytes), let format = value["format"]?.integer else { return nil }
    guard format == Self.format else { throw Self.newer }
    guard let id = BackupID(value.text("id")), let instant = Timestamp(rfc3339: value.text("instant")),
      let finished = Timestamp(rfc3339: value.text("finished")), let files = File.list(value["files"]),
      let lists = File.list(value["photo_lists"]), let photos = value["photos"]?.count,
      let photoBytes = value["photo_bytes"]?.count, let missing = value["missing_photos"]?.count,
      let removed = value["removed_photos"]?.count, let added = value["added_bytes"]?.count,
      // So that their sum does not overflow either.
      files.reduce(photoBytes, { min($0 + $1.size, maxCount + 1) }) <= maxCount
    else { return nil }
    self.init(
      id: id, origin: Origin(program: value.text("program"), engine: value.text("engine"), instant: instant),
      finished: finished)
    (self.files, photoLists, self.photos, self.photoBytes) = (files, lists, photos, photoBytes)
    (missingPhotos, removedPhotos, addedBytes) = (missing, removed, added)
    if let log = value["log"] {
      guard let read = Log(log) else { return nil }
      self.log = read
    }
  }
}

extension BackupManifest.Log {
  fileprivate var json: JSONValue {
    .object([
      "generation": .string(generation.description), "after": .integer(after), "through": .integer(through),
    ])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let generation = BackupID(value.text("generation")), let after = value["after"]?.segmentNumber,
      let through = value["through"]?.segmentNumber
    else { return nil }
    self.init(generation: generation, after: after, through: through)
  }
}

extension BackupManifest.File {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name), "size": .integer(size),
      "objects": .array(objects.map { .string("\($0.backup)/\($0.name)") }),
    ])
  }

  fileprivate static func list(_ value: JSONValue?) -> [Self]? {
    guard let values = value?.array else { return nil }
    let files = values.compactMap { Self($0) }
    return files.count == values.count ? files : nil
  }

  private init?(_ value: JSONValue) {
    guard let size = value["size"]?.count, let values = value["objects"]?.array else { return nil }
    let objects = values.compactMap { $0.string.flatMap { BackupManifest.ObjectReference($0[...]) } }
    guard objects.count == values.count else { return nil }
    self.init(name: value.text("name"), size: size, objects: objects)
  }
}

extension BackupManifest.ObjectReference {
  /// Parses `backup/name`; nil when malformed.
  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let backup = BackupID(parts[0]) else { return nil }
    self.init(backup, name: parts[1])
  }

  /// Nil unless the name is one of an object: 64 hexadecimal digits.
  init?(_ backup: BackupID, name: Substring) {
    guard BackupManifest.isObjectName(name) else { return nil }
    self.init(backup: backup, name: String(name))
  }
}

/// The largest number of files, bytes or milliseconds that is read: any program can write it, and adding a few does not
/// overflow.
private let maxCount = 1 << 53

extension JSONValue {
  /// A number of files, bytes or milliseconds; nil for anything else. A place of backups can be written by others.
  var count: Int? { integer.flatMap { (0...maxCount).contains($0) ? $0 : nil } }
  /// The number of a segment, which its path has in nine digits; nil for anything else.
  var segmentNumber: Int? { integer.flatMap { (0...BackupPath.maxSegment).contains($0) ? $0 : nil } }
  func text(_ key: String) -> String { self[key]?.string ?? "" }
}

// MARK: Lists of photos

/// The object with the bytes of a photo, or of a smaller form of it.
package struct PhotoObject: Hashable, Sendable {
  /// Its file name.
  package let key: String
  /// In bytes.
  package let size: Int
  let object: BackupManifest.ObjectReference

  package var path: String { object.path }
}

extension [PhotoObject] {
  /// Lines `key size object`, by key. All objects are of one backup.
  var list: [UInt8] {
    let photos = sorted { $0.key < $1.key }
    return photos.flatMap { "\($0.key) \($0.size) \($0.object.name)\n".utf8 }
  }

  /// Reads a list; nil when it is malformed.
  init?(list: [UInt8], of backup: BackupID) {
    var photos: [PhotoObject] = []
    for line in list.split(separator: 0x0A) {
      let parts = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 3, let size = Int(parts[1]), size >= 0, BackupManifest.isPhotoKey(parts[0]),
        let object = BackupManifest.ObjectReference(backup, name: parts[2])
      else { return nil }
      photos.append(PhotoObject(key: String(parts[0]), size: size, object: object))
    }
    self = photos
  }
}

extension BackupManifest {
  /// Whether a text is the name of an object: 64 hexadecimal digits.
  static func isObjectName(_ text: Substring) -> Bool {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
    return text.utf8.count == 64 && text.utf8.allSatisfy(isDigit)
  }

  /// Whether a text is safe as a file name.
  static func isPhotoKey(_ text: Substring) -> Bool {
    text.first != "." && !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte == 0x2E || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
      }
  }
}

import Basics
import Compression
import Foundation
import Geo
import TOML
import TextForms

@testable import Crypto
@testable import Images
@testable import JSON
@testable import PlaceFiles
@testable import SQLite
@testable import Segments
@testable import Tabular

let imageTargets = [
  FuzzTarget("heif") { _ = try? Container($0, .heif) },
  FuzzTarget("container") { bytes in
    guard let format = ImageFormat(beginning: bytes), let container = try? Container(bytes, format) else { return }
    require(container.bytes.count <= bytes.count, "a container grew")
    if format == .webp, let plain = withoutWebPMetadata(bytes) {
      require(withoutWebPMetadata(plain) == nil, "metadata was left")
    }
  },
  FuzzTarget("image") { bytes in
    let limits = ImageLimits(pixels: 250_000, side: 2000, frames: 20)
    let outcome = ImageOutcome.bytes(of: bytes, widths: [16], limits: limits)
    require(ImageOutcome.read(outcome, smaller: 1, limits: limits) != nil, "an outcome cannot be read")
    if let other = ImageOutcome.read(bytes, smaller: 1, limits: limits), case .success(let image) = other {
      require(image.smaller.count == 1, "a number of images")
    }
  },
]

let jsonTargets = [
  FuzzTarget("json") { bytes in
    _ = JSONReader.path(ofTruncated: bytes)
    guard let value = try? JSONReader.value(of: bytes) else { return }
    require((try? JSONReader.value(of: value.bytes)) == value, "written JSON is read as another value")
  },
  FuzzTarget("json-foundation") { bytes in
    let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    do throws(DomainError) {
      let value = try JSONReader.value(of: bytes)
      // Foundation drops byte order marks.
      guard !bytes.text.unicodeScalars.contains("\u{FEFF}") else { return }
      require(other.map { isSame(value, $0) } == true, "Foundation reads \(String(describing: other)), not \(value)")
    } catch {
      guard error.code == "json-malformed", other != nil else { return }
      require(isLenient(bytes), "Foundation accepts what is refused: \(error.message)")
    }
  },
]

/// Whether Foundation accepts a text that is no JSON: it permits a comma before a closing bracket and byte order marks,
/// and guesses encodings from zeros.
private func isLenient(_ bytes: [UInt8]) -> Bool {
  let dense = bytes.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  return bytes.contains(0) || [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]].contains { bytes.starts(with: $0) }
    || zip(dense, dense.dropFirst()).contains { $0 == 0x2C && [0x5D, 0x7D].contains($1) }
}

private func isSame(_ value: JSONValue, _ other: Any) -> Bool {
  switch value {
  case .null: return other is NSNull
  case .bool(let bool): return other as? Bool == bool
  case .integer(let integer): return (other as? NSNumber)?.int64Value == Int64(integer)
  case .number(let number):
    // Foundation reads numbers of many digits as decimals, and rounds twice.
    guard let other = (other as? NSNumber)?.doubleValue else { return false }
    return abs(other - number) <= abs(number) * 1e-15
  case .string(let text): return (other as? String)?.utf8.elementsEqual(text.utf8) == true
  case .array(let items):
    guard let others = other as? [Any], others.count == items.count else { return false }
    return zip(items, others).allSatisfy { isSame($0, $1) }
  case .object(let members):
    // Equal keys of Foundation's dictionary may have been different ones: it compares them canonically.
    guard let others = other as? [String: Any], others.count <= members.count else { return false }
    guard others.count == members.count else { return true }
    return members.allSatisfy { member in others[member.key].map { isSame(member.value, $0) } == true }
  }
}

let textTargets = [
  FuzzTarget("toml") { _ = try? TOMLDocument($0) },
  FuzzTarget("texts") { bytes in
    let text = bytes.text
    let (once, fold) = (composed(text), folded(text))
    require(composed(once).utf8.elementsEqual(once.utf8), "composing again changes a text")
    require(folded(fold).utf8.elementsEqual(fold.utf8), "folding again changes a text")
    _ = (withoutMarks(text), CombiningMarks.areTooMany(in: text))
  },
  FuzzTarget("dates") { bytes in
    if let instant = Timestamp(rfc3339: bytes.text) {
      require(Timestamp(rfc3339: instant.rfc3339) == instant, "\(instant.milliseconds) is written otherwise")
    }
    _ = (CivilDate(rfc3339: bytes.text), AccountID(bytes.text), PhotoName(bytes.text))
  },
  FuzzTarget("coordinates") { _ = try? CoordinateText.parse($0.text) },
  FuzzTarget("base64") { bytes in
    if let decoded = Base64URL.decode(bytes.text) { require(Base64URL.encode(decoded) == bytes.text, "a second text") }
    if let decoded = Base64.decode(bytes.text) { require(Base64.encode(decoded) == bytes.text, "a second text") }
  },
  FuzzTarget("token") { bytes in
    // Lines of a text that was made without a key: whole, or the parts of a token.
    let parts = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
    let tokens = AccessTokens(keys: SigningKeys(random: { [UInt8](repeating: 7, count: $0) }))
    let compact = parts.count == 3 ? parts.map(Base64URL.encode).joined(separator: ".") : bytes.text
    require((try? tokens.verify(compact, at: Timestamp(milliseconds: 0))) == nil, "a token was forged")
    _ = try? IdentityToken(compact)
    if let form = CompactForm(compact), let signature = JOSESignature(form) {
      _ = (signature.header("alg"), signature.hasHeader("crit"), signature.payload)
    }
  },
  FuzzTarget("keys") { bytes in
    for key in (try? PublicKeySet(json: bytes))?.keys ?? [] { _ = JOSEKey(key) }
    _ = try? PrivateKey(id: "key", pem: bytes.text)
  },
  FuzzTarget("gzip") { bytes in
    require(Gzip.expanded(bytes, maxCount: 1 << 20)?.count ?? 0 <= 1 << 20, "too many bytes")
  },
]

let tableTargets = [
  FuzzTarget("csv") { bytes in
    var input = InputReader(bytes)
    let choice = Int(input.byte())
    let encodings = [nil] + TextEncoding.allCases
    let encoding = encodings[choice % encodings.count]
    let content = Array(input.rest)
    guard let records = try? readRecords(content, encoding) else { return }
    var sizes = TableReader.Sizes()
    sizes.page = choice % 13 + 1
    require((try? readRecords(content, encoding, sizes)) == records, "small pages are read otherwise")
    var writer = TableWriter()
    let sound = records.filter { $0.fault == nil }.map(\.fields)
    for record in sound { writer.append(record) }
    guard !sound.isEmpty, let again = try? readRecords(writer.drain(), .utf8, delimiter: 0x2C) else { return }
    require(again.map(\.fields) == sound, "a written table is read otherwise")
  }
]

private struct ReadRecord: Equatable {
  let fields: [String]
  let line: Int
  let fault: RecordFault?
}

private func readRecords(
  _ bytes: [UInt8], _ encoding: TextEncoding?, _ sizes: TableReader.Sizes = TableReader.Sizes(), delimiter: UInt8? = nil
) throws -> [ReadRecord] {
  var reader = try TableReader(MemorySource(bytes), encoding: encoding, delimiter: delimiter, sizes: sizes)
  var records: [ReadRecord] = []
  while let batch = try reader.next() {
    records += (0..<batch.count).map { record in
      ReadRecord(fields: batch.texts(record), line: batch.line(record), fault: batch.fault(record))
    }
  }
  return records
}

/// The formats of files of places, each by its own corpus.
let placeTargets = ["geojson", "geopackage", "kml", "gpx", "osm", "spreadsheet"].map { name in
  FuzzTarget(name) { bytes in
    let whole = places { MemorySource(bytes) }
    let pieces = places { PiecewiseSource(bytes, size: 7) }
    require(whole == pieces, "places in pieces: \(pieces), as a whole: \(whole)")
  }
}

/// The records of a file, or the code of its error.
private func places(_ open: () -> any ByteSource) -> [[String]] {
  var records: [[String]] = []
  do {
    var table = try PlaceFile.table(PlaceFile.Options(sampledPlaces: 100) { $0 == "lat" }, open: open)
    while let batch = try table.next() {
      for record in 0..<batch.count { records.append(["\(batch.line(record))"] + batch.texts(record)) }
    }
  } catch {
    // The places before a fault depend on the pieces.
    return [[(error as? DomainError)?.code ?? "\(error)"]]
  }
  return records
}

let fileTargets = [
  FuzzTarget("segment-header") { bytes in
    var bytes = bytes
    guard bytes.count >= SegmentHeader.fixedSize else { return }
    // A header with the right digest.
    let size = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 16, as: UInt64.self) }
    if let size = Int(exactly: size), (SegmentDigest.size...bytes.count).contains(size) {
      let digest = SegmentDigest.of(Array(bytes[..<(size - SegmentDigest.size)]))
      bytes.replaceSubrange((size - SegmentDigest.size)..<size, with: digest)
    }
    // The file that the header says, of which only the beginning is there.
    let length = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 24, as: UInt64.self) }
    let fileSize = max(bytes.count, Int(clamping: length))
    let header = bytes.withUnsafeBytes { try? SegmentHeader(parsing: $0, fileSize: fileSize) }
    for section in header?.sections ?? [] {
      require(section.offset + section.stride * section.count <= fileSize, "\(section.name) lies outside")
    }
  },
  FuzzTarget("wal") { bytes in
    if let position = WALPosition(bytes.text) {
      require(WALPosition(position.description) == position, "a position is written otherwise")
    }
    func checksum(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
      var sum = WALChecksum(0, 0)
      Array(bytes).withUnsafeBytes { sum.add($0, bigEndian: bigEndian) }
      return [sum.first, sum.second].flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) }
    }
    // The header of a log and then frames; a half of the header of its index. With the right checksums.
    var header = Array(bytes.prefix(WALFormat.headerSize))
    if header.count == WALFormat.headerSize {
      header.replaceSubrange(24..., with: checksum(header[..<24], bigEndian: header[3] & 1 == 1))
    }
    if let (position, bigEndian) = WALFormat.beginning(header) {
      let frames = Array(bytes.dropFirst(WALFormat.headerSize))
      if let end = WALFormat.end(of: frames, after: position, bigEndian: bigEndian), end != position {
        let isFollowing = end.follows(position) && WALFrames(start: position, end: end, bytes: frames) != nil
        require(isFollowing, "frames do not fit")
      }
    }
    guard bytes.count >= 40 else { return }
    let sums = checksum(bytes[..<40], bigEndian: false)
    let half = bytes[..<40] + sums[..<4].reversed() + sums[4...].reversed()
    _ = WALIndex(Array(half + half))
  },
]

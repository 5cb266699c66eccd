package import Basics
import Geo

/// The texts and numbers of booths, packed: about 200 contiguous bytes a booth, read without copying.
///
/// Append-only; copies share storage.
struct BoothTable: Sendable {
  /// Booths that share a buffer. Offsets fit in 32 bits because a record is at most 600,000 bytes.
  fileprivate struct Segment: Sendable {
    var bytes: [UInt8] = []
    var starts: [UInt32] = []
  }

  static let segmentSize = 4096

  private(set) var ids: [Int64] = []
  private var segments: [Segment] = []

  var count: Int { ids.count }

  mutating func reserve(_ count: Int) {
    ids.reserveCapacity(count)
    segments.reserveCapacity(count / Self.segmentSize + 1)
  }

  mutating func append(_ booth: Booth) {
    let attributes = booth.attributes
    guard let coordinate = attributes.coordinate else {
      preconditionFailure("a booth without a coordinate in the catalogue")
    }
    let segment = startRecord(booth.id)
    segments[segment].bytes.append(
      numbers: RecordNumbers(
        id: booth.id.number, latitude: coordinate.latitudeE7, longitude: coordinate.longitudeE7,
        lastVerified: attributes.lastVerified?.milliseconds ?? .min, price: packed(attributes.price),
        cuts: packed(attributes.cuts),
        shots: packed(attributes.shots), capacity: packed(attributes.capacity), status: attributes.status.code,
        evenPrintsOnly: attributes.evenPrintsOnly.map { $0 ? 1 : 0 } ?? 2))
    let tags = attributes.tags.joined(separator: ",")
    for text in [
      attributes.name, attributes.brand, booth.source, attributes.externalID, attributes.roadAddress,
      attributes.lotAddress, attributes.phone,
      attributes.openingHours, tags,
    ] {
      segments[segment].bytes.append(text: text ?? "")
    }
  }

  /// Appends a record of another table unchanged.
  mutating func append(_ record: BoothRecord) {
    segments[startRecord(record.id)].bytes.append(contentsOf: record.packedBytes)
  }

  /// The record at a position. Complexity: O(1).
  func record(_ position: Int) -> BoothRecord {
    BoothRecord(segments[position / Self.segmentSize], slot: position % Self.segmentSize)
  }

  /// Begins a record and returns the index of its segment.
  private mutating func startRecord(_ id: BoothID) -> Int {
    if ids.count % Self.segmentSize == 0 { segments.append(Segment()) }
    ids.append(id.number)
    let last = segments.count - 1
    segments[last].starts.append(UInt32(segments[last].bytes.count))
    return last
  }
}

/// The numeric fields of a record, in the order of their bytes, little-endian.
private struct RecordNumbers {
  var id: Int64
  var latitude: Int32
  var longitude: Int32
  var lastVerified: Int64
  var price: Int32
  var cuts: Int16
  var shots: Int16
  var capacity: Int16
  var status: UInt8
  /// 0 no, 1 yes, 2 unknown.
  var evenPrintsOnly: UInt8

  static let size = 36
}

extension [UInt8] {
  fileprivate mutating func append(numbers: RecordNumbers) {
    append(number: numbers.id)
    append(number: numbers.latitude)
    append(number: numbers.longitude)
    append(number: numbers.lastVerified)
    append(number: numbers.price)
    append(number: numbers.cuts)
    append(number: numbers.shots)
    append(number: numbers.capacity)
    append(number: numbers.status)
    append(number: numbers.evenPrintsOnly)
  }

  private mutating func append(number: some FixedWidthInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  fileprivate func number<Number: FixedWidthInteger>(at position: Int, as: Number.Type) -> Number {
    unsafe withUnsafeBytes { unsafe Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self)) }
  }

  /// Appends a text after its length in two bytes. A text over 65,535 bytes is cut at a character boundary.
  fileprivate mutating func append(text: String) {
    let utf8 = text.utf8
    var end = utf8.index(utf8.startIndex, offsetBy: Int(UInt16.max), limitedBy: utf8.endIndex) ?? utf8.endIndex
    while end < utf8.endIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    let bytes = utf8[..<end]
    append(number: UInt16(bytes.count))
    append(contentsOf: bytes)
  }
}

/// The fields of one booth, read from a catalogue without copying. Texts are UTF-8, empty when unknown.
package struct BoothRecord: Sendable {
  package let id: BoothID
  package let coordinate: StoredCoordinate
  /// Whether the booth is in operation.
  package let status: BoothStatus
  /// Pictures on one print.
  package let cuts: Int?
  /// Pictures taken, from which the customer chooses.
  package let shots: Int?
  /// The lowest price of a session, in KRW.
  package let price: Int?
  /// Whether prints are sold in even numbers only.
  package let evenPrintsOnly: Bool?
  /// The number of people who fit in.
  package let capacity: Int?
  /// When the source last verified the booth.
  package let lastVerified: Timestamp?
  private let buffer: [UInt8]
  private let start: Int
  private let end: Int

  fileprivate init(_ segment: BoothTable.Segment, slot: Int) {
    let buffer = segment.bytes
    let start = Int(segment.starts[slot])
    self.buffer = buffer
    self.start = start
    end = slot + 1 < segment.starts.count ? Int(segment.starts[slot + 1]) : buffer.count
    id = BoothID(buffer.number(at: start, as: Int64.self))
    coordinate = StoredCoordinate(
      unchecked: buffer.number(at: start + 8, as: Int32.self), buffer.number(at: start + 12, as: Int32.self))
    let verified = buffer.number(at: start + 16, as: Int64.self)
    lastVerified = verified == .min ? nil : Timestamp(milliseconds: verified)
    price = unpacked(buffer.number(at: start + 24, as: Int32.self))
    cuts = unpacked(buffer.number(at: start + 28, as: Int16.self))
    shots = unpacked(buffer.number(at: start + 30, as: Int16.self))
    capacity = unpacked(buffer.number(at: start + 32, as: Int16.self))
    status = BoothStatus(code: buffer[start + 34])
    evenPrintsOnly = buffer[start + 35] == 2 ? nil : buffer[start + 35] == 1
  }

  /// The name on the sign.
  package var name: ArraySlice<UInt8> { text(.name) }
  /// The chain.
  package var brand: ArraySlice<UInt8> { text(.brand) }
  /// The name of its source.
  package var source: ArraySlice<UInt8> { text(.source) }
  /// The source's own identifier.
  package var externalID: ArraySlice<UInt8> { text(.externalID) }
  /// Address by road name.
  package var roadAddress: ArraySlice<UInt8> { text(.roadAddress) }
  /// Address by lot number.
  package var lotAddress: ArraySlice<UInt8> { text(.lotAddress) }
  /// As the source writes it.
  package var phone: ArraySlice<UInt8> { text(.phone) }
  /// OpenStreetMap `opening_hours` syntax.
  package var openingHours: ArraySlice<UInt8> { text(.openingHours) }
  /// Comma-separated.
  package var tags: ArraySlice<UInt8> { text(.tags) }

  /// The texts of a record, in the order of storage.
  package enum Text: Int, Sendable {
    case name
    case brand
    case source
    case externalID
    case roadAddress
    case lotAddress
    case phone
    case openingHours
    case tags
  }

  /// Calls `body` with the bytes of a text. For long lists, where reference counting would cost more than copying.
  package func withText(_ text: Text, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    unsafe buffer.withUnsafeBufferPointer { unsafe body(UnsafeBufferPointer(rebasing: $0[range(text)])) }
  }

  fileprivate var packedBytes: ArraySlice<UInt8> { buffer[start..<end] }

  private func text(_ text: Text) -> ArraySlice<UInt8> { buffer[range(text)] }

  /// Walks over the texts before the requested one: at most eight short steps within one or two cache lines.
  private func range(_ text: Text) -> Range<Int> {
    var position = start + RecordNumbers.size
    for _ in 0..<text.rawValue { position += 2 + length(at: position) }
    return (position + 2)..<(position + 2 + length(at: position))
  }

  private func length(at position: Int) -> Int {
    Int(buffer[position]) | Int(buffer[position + 1]) << 8
  }
}

/// A number in fewer bits. The smallest value stands for nil; values out of range are clamped.
private func packed<Narrow: FixedWidthInteger>(_ value: Int?) -> Narrow {
  guard let value else { return .min }
  return Narrow(clamping: max(value, Int(Narrow.min) + 1))
}

private func unpacked<Narrow: FixedWidthInteger>(_ value: Narrow) -> Int? {
  value == .min ? nil : Int(value)
}

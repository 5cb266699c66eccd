public import Basics
public import Geo

/// The texts and numbers of booths, packed: about 200 bytes a booth, read without copying.
///
/// Append-only while it is built; a copy shares what it does not change.
struct BoothTable: Sendable {
  /// Booths that share one buffer. Offsets stay within 32 bits because a record is at most `largestRecord` bytes.
  private struct Segment: Sendable {
    var text: [UInt8] = []
    var starts: [UInt32] = []
  }

  /// The part of a record that is no text.
  private struct Numbers: Sendable {
    var place: StoredCoordinate
    var lastVerified: Int64
    var price: Int32
    var cuts: Int16
    var shots: Int16
    var capacity: Int16
    var status: UInt8
    var evenPrintsOnly: Int8
  }

  static let segmentSize = 4096
  private static let textCount = 9

  private(set) var ids: [Int64] = []
  private var numbers: [Numbers] = []
  private var segments: [Segment] = []

  /// How many records.
  var count: Int { ids.count }

  mutating func reserve(_ count: Int) {
    ids.reserveCapacity(count)
    numbers.reserveCapacity(count)
    segments.reserveCapacity(count / Self.segmentSize + 1)
  }

  mutating func append(_ booth: Booth) {
    let facts = booth.facts
    startRecord(
      booth.id,
      Numbers(
        place: facts.place, lastVerified: facts.lastVerified?.milliseconds ?? .min, price: packed(facts.price),
        cuts: packed(facts.cuts), shots: packed(facts.shots), capacity: packed(facts.capacity),
        status: facts.status.packed, evenPrintsOnly: facts.evenPrintsOnly.map { $0 ? 1 : 0 } ?? -1))
    let segment = segments.count - 1
    appendText(facts.name, to: segment)
    appendText(facts.brand ?? "", to: segment)
    appendText(booth.source, to: segment)
    appendText(facts.externalID, to: segment)
    appendText(facts.roadAddress ?? "", to: segment)
    appendText(facts.lotAddress ?? "", to: segment)
    appendText(facts.phone ?? "", to: segment)
    appendText(facts.openingHours ?? "", to: segment)
    appendText(facts.tags.joined(separator: ","), to: segment)
  }

  /// Appends a record of another table as it is.
  mutating func append(_ record: BoothRecord) {
    startRecord(
      record.id,
      Numbers(
        place: record.place, lastVerified: record.lastVerified?.milliseconds ?? .min, price: packed(record.price),
        cuts: packed(record.cuts), shots: packed(record.shots), capacity: packed(record.capacity),
        status: record.status.packed, evenPrintsOnly: record.evenPrintsOnly.map { $0 ? 1 : 0 } ?? -1))
    segments[segments.count - 1].text.append(contentsOf: record.packedText)
  }

  /// The record at a position. Complexity: O(1).
  func record(_ position: Int) -> BoothRecord {
    let row = numbers[position]
    let segment = segments[position / Self.segmentSize]
    let slot = position % Self.segmentSize
    let end = slot + 1 < segment.starts.count ? Int(segment.starts[slot + 1]) : segment.text.count
    return BoothRecord(
      id: BoothID(ids[position]), place: row.place, status: BoothStatus(packed: row.status),
      cuts: unpacked(row.cuts), shots: unpacked(row.shots), price: unpacked(row.price),
      evenPrintsOnly: row.evenPrintsOnly < 0 ? nil : row.evenPrintsOnly == 1, capacity: unpacked(row.capacity),
      lastVerified: row.lastVerified == .min ? nil : Timestamp(milliseconds: row.lastVerified),
      buffer: segment.text, start: Int(segment.starts[slot]), end: end)
  }

  private mutating func startRecord(_ id: BoothID, _ row: Numbers) {
    if ids.count % Self.segmentSize == 0 { segments.append(Segment()) }
    ids.append(id.number)
    numbers.append(row)
    let last = segments.count - 1
    segments[last].starts.append(UInt32(segments[last].text.count))
  }

  /// Texts follow one another, each after its length in two bytes; what is longer than 65,535 bytes is cut at a
  /// character boundary.
  private mutating func appendText(_ text: String, to segment: Int) {
    let utf8 = text.utf8
    var end = utf8.index(utf8.startIndex, offsetBy: Int(UInt16.max), limitedBy: utf8.endIndex) ?? utf8.endIndex
    while end < utf8.endIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    let bytes = utf8[..<end]
    let length = UInt16(bytes.count)
    segments[segment].text.append(UInt8(length & 0xFF))
    segments[segment].text.append(UInt8(length >> 8))
    segments[segment].text.append(contentsOf: bytes)
  }
}

/// The columns of one booth, read from a catalogue without copying: UTF-8 bytes, empty where not known.
public struct BoothRecord: Sendable {
  /// The number of the booth.
  public let id: BoothID
  /// Where it stands.
  public let place: StoredCoordinate
  /// Whether it is there to be used.
  public let status: BoothStatus
  /// Pictures on one print.
  public let cuts: Int?
  /// Pictures taken to choose from.
  public let shots: Int?
  /// The lowest price of a session, in KRW.
  public let price: Int?
  /// Whether prints are sold in even numbers only.
  public let evenPrintsOnly: Bool?
  /// How many people fit in.
  public let capacity: Int?
  /// When the source last looked.
  public let lastVerified: Timestamp?
  fileprivate let buffer: [UInt8]
  fileprivate let start: Int
  fileprivate let end: Int

  /// What the sign says.
  public var name: ArraySlice<UInt8> { text(0) }
  /// The chain.
  public var brand: ArraySlice<UInt8> { text(1) }
  /// Which source it came from.
  public var source: ArraySlice<UInt8> { text(2) }
  /// The source's own identifier.
  public var externalID: ArraySlice<UInt8> { text(3) }
  /// Address by road name.
  public var roadAddress: ArraySlice<UInt8> { text(4) }
  /// Address by lot number.
  public var lotAddress: ArraySlice<UInt8> { text(5) }
  /// As written by the source.
  public var phone: ArraySlice<UInt8> { text(6) }
  /// OpenStreetMap `opening_hours` text.
  public var openingHours: ArraySlice<UInt8> { text(7) }
  /// Comma-separated.
  public var tags: ArraySlice<UInt8> { text(8) }

  fileprivate var packedText: ArraySlice<UInt8> { buffer[start..<end] }

  /// Walks over the texts before the one asked for: at most eight short steps within one cache line or two.
  private func text(_ index: Int) -> ArraySlice<UInt8> {
    var position = start
    for _ in 0..<index { position += 2 + length(at: position) }
    return buffer[(position + 2)..<(position + 2 + length(at: position))]
  }

  private func length(at position: Int) -> Int {
    Int(buffer[position]) | Int(buffer[position + 1]) << 8
  }
}

extension BoothStatus {
  var packed: UInt8 {
    switch self {
    case .operating: 0
    case .unknown: 1
    case .closed: 2
    }
  }

  init(packed: UInt8) {
    self = packed == 0 ? .operating : packed == 1 ? .unknown : .closed
  }
}

/// A number in fewer bits: the smallest value stands for nil, what is out of range is brought to its end.
private func packed<Narrow: FixedWidthInteger>(_ value: Int?) -> Narrow {
  guard let value else { return .min }
  return Narrow(clamping: max(value, Int(Narrow.min) + 1))
}

private func unpacked<Narrow: FixedWidthInteger>(_ value: Narrow) -> Int? {
  value == .min ? nil : Int(value)
}

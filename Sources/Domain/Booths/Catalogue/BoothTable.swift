package import Basics
import Geo
import JSON
package import Segments

/// The texts and numbers of booths, packed: about 300 contiguous bytes a booth, read without copying.
///
/// In memory records are in the order of their positions. In a file they are in the order of the grid: those that a
/// search finds together lie on few pages.
struct BoothTable: Sendable {
  /// What has to be known of a record before it is read. Files have it as it is.
  fileprivate struct Entry: BitwiseCopyable {
    /// The record's offset in its chunk.
    let start: UInt32
    /// The number of the booth's schedule; in a file only.
    var schedule: UInt32 = 0
  }

  /// Consecutive records. Offsets fit in 32 bits: see `maxRecordBytes`.
  fileprivate struct Chunk: Sendable {
    let bytes: PackedArray<UInt8>
    let entries: PackedArray<Entry>

    /// The bytes of a record. Wherever a file says that they are, they are part of the chunk.
    func packed(_ slot: Int) -> PackedArray<UInt8> { bytes.slice(range(slot)) }

    func range(_ slot: Int) -> Range<Int> {
      let start = Int(entries[slot].start)
      let end = slot + 1 < entries.count ? Int(entries[slot + 1].start) : bytes.count
      return start..<max(start, end)
    }
  }

  fileprivate static let chunkSize = 4096
  /// The maximum size of a record, so that a chunk has offsets of 32 bits.
  static let maxRecordBytes = Int(UInt32.max) / chunkSize

  let count: Int
  private let chunks: [Chunk]
  /// Which record is that of each position; nil if they are in the order of positions.
  private let places: PackedArray<UInt32>?

  fileprivate init(_ chunks: [Chunk], count: Int, places: PackedArray<UInt32>? = nil) {
    self.count = count
    self.chunks = chunks
    self.places = places
  }

  /// The place of a record: one of `count`, whatever a file says.
  private func place(_ position: Int) -> Int { places.map { min(Int($0[position]), count - 1) } ?? position }

  private func packed(_ position: Int) -> PackedArray<UInt8> {
    let place = place(position)
    return chunks[place / Self.chunkSize].packed(place % Self.chunkSize)
  }

  /// The record at a position below `count`. Complexity: O(1).
  func record(_ position: Int) -> BoothRecord { BoothRecord(packed: packed(position)) }

  /// The number of the schedule of the booth at a position below `count`; nil in memory.
  func schedule(_ position: Int) -> UInt32? {
    guard places != nil else { return nil }
    let place = place(position)
    return chunks[place / Self.chunkSize].entries[place % Self.chunkSize].schedule
  }

  /// The summary of the record at a position below `count`, valid as long as the table: see `BoothRecord.withSummary`.
  func summary(_ position: Int) -> UnsafeBufferPointer<UInt8> {
    let place = place(position)
    let chunk = chunks[place / Self.chunkSize]
    let range = chunk.range(place % Self.chunkSize).clamped(to: 0..<chunk.bytes.count)
    return unsafe RecordTexts.summary(
      of: UnsafeRawBufferPointer(start: chunk.bytes.unchecked + range.lowerBound, count: range.count))
  }

  /// Begins to fetch the place of a record, which `prefetchEntry` reads.
  func prefetchPlace(_ position: Int) { places?.prefetch(position..<position + 1) }

  /// Begins to fetch the position of a record, which `prefetchRecord` reads.
  func prefetchEntry(_ position: Int) {
    let place = place(position)
    let slot = place % Self.chunkSize
    chunks[place / Self.chunkSize].entries.prefetch(slot..<slot + 2)
  }

  /// Begins to fetch a record.
  func prefetchRecord(_ position: Int) {
    let place = place(position)
    let chunk = chunks[place / Self.chunkSize]
    chunk.bytes.prefetch(chunk.range(place % Self.chunkSize))
  }
}

extension BoothTable {
  /// Adds the table to a file.
  /// - Parameters:
  ///   - places: Those of the records in the file; each is there once.
  ///   - schedules: The number of each booth's schedule.
  func add(to draft: inout SegmentDraft, in places: PackedArray<UInt32>, schedules: (Int) -> UInt32) {
    var positions = [Int](repeating: 0, count: count)
    // Those of a damaged file may be any.
    for position in 0..<count { positions[min(Int(places[position]), count - 1)] = position }
    var records: [PackedArray<UInt8>] = []
    var entries: [Entry] = []
    var lengths: [UInt64] = []
    records.reserveCapacity(count)
    entries.reserveCapacity(count)
    for (place, position) in positions.enumerated() {
      if place % Self.chunkSize == 0 { lengths.append(0) }
      // Only a damaged file has longer ones.
      let record = packed(position).slice(0..<Self.maxRecordBytes)
      entries.append(Entry(start: UInt32(lengths[lengths.count - 1]), schedule: schedules(position)))
      lengths[lengths.count - 1] += UInt64(record.count)
      records.append(record)
    }
    draft.add("bytes", pieces: records)
    draft.add("entries", PackedArray(entries))
    draft.add("lengths", PackedArray(lengths))
  }

  /// The table of `count` booths in a file, whose places are those of the grid. What its records say is not checked.
  init(_ part: SegmentPart, count: Int, places: PackedArray<UInt32>) throws(SegmentFault) {
    let bytes: PackedArray<UInt8> = try part.elements("bytes")
    let entries: PackedArray<Entry> = try part.elements("entries", count: count)
    let chunkCount = (count + Self.chunkSize - 1) / Self.chunkSize
    let lengths: PackedArray<UInt64> = try part.elements("lengths", count: chunkCount)
    var chunks: [Chunk] = []
    var position = 0
    for index in 0..<chunkCount {
      let end = position + Int(min(lengths[index], UInt64(bytes.count - position)))
      let slots = index * Self.chunkSize..<min((index + 1) * Self.chunkSize, count)
      chunks.append(Chunk(bytes: bytes.slice(position..<end), entries: entries.slice(slots)))
      position = end
    }
    self.init(chunks, count: count, places: places)
  }
}

struct BoothTableBuilder: Sendable {
  private var chunks: [BoothTable.Chunk] = []
  private var bytes: [UInt8] = []
  private var entries: [BoothTable.Entry] = []

  mutating func append(_ booth: Booth) {
    entries.append(BoothTable.Entry(start: UInt32(bytes.count)))
    bytes.append(booth)
    endRecord()
  }

  /// Appends a record of another table unchanged.
  mutating func append(_ record: BoothRecord) {
    entries.append(BoothTable.Entry(start: UInt32(bytes.count)))
    // Only a damaged file has longer ones.
    bytes.append(contentsOf: record.bytes.prefix(BoothTable.maxRecordBytes))
    endRecord()
  }

  private mutating func endRecord() {
    if entries.count == BoothTable.chunkSize { endChunk() }
  }

  private mutating func endChunk() {
    chunks.append(BoothTable.Chunk(bytes: PackedArray(bytes), entries: PackedArray(entries)))
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  func finish() -> BoothTable {
    var whole = self
    let count = chunks.count * BoothTable.chunkSize + entries.count
    if !entries.isEmpty { whole.endChunk() }
    return BoothTable(whole.chunks, count: count)
  }
}

/// The numeric fields of a record, in the order of their bytes, in the byte order of the machine.
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

/// Where the texts of a record are, behind its numbers:
///
///     36  UInt32       bytes of the summary
///     40  3 × UInt32   where name, brand and road address begin
///     52  10 × UInt16  bytes of each text
///     72               the summary; then the other texts
///
/// The summary is JSON, ready to be sent. Name, brand and road address lie within it, or at the end where JSON escapes
/// some of their characters.
private enum RecordTexts {
  static let summaryLength = RecordNumbers.size
  static let starts = summaryLength + 4
  static let lengths = starts + summarized * 4
  static let summary = lengths + BoothRecord.Text.count * 2
  /// How many texts are part of the summary: the first ones.
  static let summarized = 3

  /// The summary of a record, clamped to the record.
  static func summary(of record: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
    guard record.count > summary else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    let length = unsafe Int(record.loadUnaligned(fromByteOffset: summaryLength, as: UInt32.self))
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: record[summary..<min(summary + length, record.count)])
    return unsafe bytes.assumingMemoryBound(to: UInt8.self)
  }

  /// The range of a text, clamped to the record.
  static func range(_ text: BoothRecord.Text, of record: UnsafeRawBufferPointer) -> Range<Int> {
    guard record.count > summary else { return 0..<0 }
    func length(_ index: Int) -> Int {
      unsafe Int(record.loadUnaligned(fromByteOffset: lengths + index * 2, as: UInt16.self))
    }
    func word(_ offset: Int) -> Int { unsafe Int(record.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    var start: Int
    if text.rawValue < summarized {
      start = word(starts + text.rawValue * 4)
    } else {
      start = summary + word(summaryLength)
      for index in summarized..<text.rawValue { start += length(index) }
    }
    start = min(start, record.count)
    return start..<min(start + length(text.rawValue), record.count)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ booth: Booth) {
    let attributes = booth.attributes
    guard let coordinate = attributes.coordinate else {
      preconditionFailure("a booth without a coordinate in the catalogue")
    }
    append(
      numbers: RecordNumbers(
        id: booth.id.number, latitude: coordinate.latitudeE7, longitude: coordinate.longitudeE7,
        lastVerified: attributes.lastVerified?.milliseconds ?? .min, price: packed(attributes.price),
        cuts: packed(attributes.cuts),
        shots: packed(attributes.shots), capacity: packed(attributes.capacity), status: attributes.status.code,
        evenPrintsOnly: attributes.evenPrintsOnly.map { $0 ? 1 : 0 } ?? 2))
    append(
      texts: [
        attributes.name, attributes.brand, attributes.roadAddress, booth.source, attributes.externalID,
        attributes.lotAddress, attributes.phone, attributes.openingHours, attributes.tags.joined(separator: ","),
        attributes.englishName,
      ].map { cut($0 ?? "") }, of: booth.id, at: coordinate, attributes.status)
  }

  /// Appends the texts of a record, and the summary: see `RecordTexts`.
  private mutating func append(
    texts: [[UInt8]], of id: BoothID, at coordinate: StoredCoordinate, _ status: BoothStatus
  ) {
    // Most summaries have less than 300 bytes.
    var summary = JSONWriter(capacity: 512)
    var starts: [Int] = []
    summary.key("id")
    summary.integer(id.number)
    summary.key("name")
    starts.append(summary.write(texts[0]))
    summary.key("brand")
    starts.append(summary.write(texts[1]))
    summary.key("road_address")
    starts.append(summary.write(texts[2]))
    summary.key("latitude")
    summary.degrees(e7: coordinate.latitudeE7)
    summary.key("longitude")
    summary.degrees(e7: coordinate.longitudeE7)
    summary.key("status")
    summary.string(status.rawValue)

    append(number: UInt32(summary.count))
    let others = texts[RecordTexts.summarized...]
    var end = RecordTexts.summary + summary.count + others.reduce(0) { $0 + $1.count }
    for (start, text) in zip(starts, texts) {
      if start >= 0 {
        append(number: UInt32(RecordTexts.summary + start))
      } else {
        append(number: UInt32(end))
        end += text.count
      }
    }
    for text in texts { append(number: UInt16(text.count)) }
    append(contentsOf: summary.finish())
    for text in others { append(contentsOf: text) }
    for (start, text) in zip(starts, texts) where start < 0 { append(contentsOf: text) }
  }

  private mutating func append(numbers: RecordNumbers) {
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
    unsafe Swift.withUnsafeBytes(of: number) { unsafe append(contentsOf: $0) }
  }
}

/// The maximum length of a text, of which a lot is left to what imports and edits accept. JSON may need six bytes for
/// each of three texts, which then are kept beside it, too: nine texts stay within `BoothTable.maxRecordBytes`.
private let maxTextBytes = 32_767

/// The bytes of a text; one over `maxTextBytes` is cut at a character boundary.
private func cut(_ text: String) -> [UInt8] {
  let utf8 = text.utf8
  var end = utf8.index(utf8.startIndex, offsetBy: maxTextBytes, limitedBy: utf8.endIndex) ?? utf8.endIndex
  while end < utf8.endIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
  return Array(utf8[..<end])
}

extension JSONWriter {
  /// Writes a text, or null for none.
  /// - Returns: Its position if it is unchanged; -1 if some characters had to be escaped.
  fileprivate mutating func write(_ text: [UInt8]) -> Int {
    if text.isEmpty {
      null()
      return count
    }
    let before = count
    string(text[...])
    return count - before == text.count + 2 ? before + 1 : -1
  }
}

/// The fields of one booth, read from a catalogue without copying. Texts are UTF-8, empty when unknown.
package struct BoothRecord: Sendable {
  package let id: BoothID
  package let coordinate: StoredCoordinate
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
  package let lastVerified: Timestamp?
  fileprivate let bytes: PackedArray<UInt8>
  var byteCount: Int { bytes.count }

  package init(_ booth: Booth) {
    var bytes: [UInt8] = []
    bytes.append(booth)
    self.init(packed: PackedArray(bytes))
  }

  /// Reads a record. Any bytes are one: what is cut off is unknown, a coordinate out of range is moved into it.
  init(packed bytes: PackedArray<UInt8>) {
    let bytes = bytes.count < RecordTexts.summary ? Self.blank : bytes
    self.bytes = bytes
    id = BoothID(bytes.number(at: 0, as: Int64.self))
    coordinate = StoredCoordinate(
      clamping: bytes.number(at: 8, as: Int32.self), bytes.number(at: 12, as: Int32.self))
    let verified = bytes.number(at: 16, as: Int64.self)
    lastVerified = verified == .min ? nil : Timestamp(milliseconds: verified)
    price = unpacked(bytes.number(at: 24, as: Int32.self))
    cuts = unpacked(bytes.number(at: 28, as: Int16.self))
    shots = unpacked(bytes.number(at: 30, as: Int16.self))
    capacity = unpacked(bytes.number(at: 32, as: Int16.self))
    status = BoothStatus(code: bytes[34])
    evenPrintsOnly = bytes[35] == 2 ? nil : bytes[35] == 1
  }

  private static let blank = PackedArray([UInt8](repeating: 0, count: RecordTexts.summary))

  package var name: PackedArray<UInt8> { text(.name) }
  package var brand: PackedArray<UInt8> { text(.brand) }
  package var source: PackedArray<UInt8> { text(.source) }
  /// The source's own identifier.
  package var externalID: PackedArray<UInt8> { text(.externalID) }
  package var roadAddress: PackedArray<UInt8> { text(.roadAddress) }
  package var lotAddress: PackedArray<UInt8> { text(.lotAddress) }
  /// As the source writes it.
  package var phone: PackedArray<UInt8> { text(.phone) }
  /// OpenStreetMap `opening_hours` syntax.
  package var openingHours: PackedArray<UInt8> { text(.openingHours) }
  /// Comma-separated.
  package var tags: PackedArray<UInt8> { text(.tags) }
  /// The name in English that the source gives.
  package var englishName: PackedArray<UInt8> { text(.englishName) }

  /// The texts of a record, in the order of storage: first those of the summary.
  package enum Text: Int, Sendable {
    case name
    case brand
    case roadAddress
    case source
    case externalID
    case lotAddress
    case phone
    case openingHours
    case tags
    case englishName

    static let count = 10
  }

  /// Calls `body` with the members id, name, brand, road_address, latitude, longitude and status as JSON, without the
  /// braces around them: most of what a list says of a booth, ready to be sent.
  package func withSummary(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    unsafe bytes.withUnsafeBytes { unsafe body(RecordTexts.summary(of: $0)) }
  }

  /// Calls `body` with the bytes of a text. For long lists, in which reference counting would cost more than copying.
  package func withText(_ text: Text, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    unsafe bytes.withUnsafeBufferPointer { unsafe body(UnsafeBufferPointer(rebasing: $0[range(text)])) }
  }

  private func text(_ text: Text) -> PackedArray<UInt8> { bytes.slice(range(text)) }

  private func range(_ text: Text) -> Range<Int> {
    unsafe bytes.withUnsafeBytes { unsafe RecordTexts.range(text, of: $0) }
  }
}

extension PackedArray<UInt8> {
  fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(at position: Int, as: Number.Type) -> Number {
    precondition(position + MemoryLayout<Number>.size <= count)
    return unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: position, as: Number.self) }
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

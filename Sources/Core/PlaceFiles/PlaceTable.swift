import Basics
import Tabular
import TextForms

/// The places of a file as records: the header first, then longitude, latitude, the identifier and the fields of each
/// place. The line of a record is the number of its place, from 1.
struct PlaceTable: RecordTable {
  private var source: any PlaceSource
  private var keys: KeyTable
  /// The column of each key of `keys`; -1 for one that is not read.
  private let columns: [Int]
  private let hasCoordinate: Bool
  private let hasID: Bool
  private let headers: [String]
  let terms: FileTerms
  private var isStarted = false

  private var place = PlaceFields()
  /// The value of each column in the current place, valid if the stamp is that of the place.
  private var values: [Range<Int>]
  private var stamps: [Int]
  private var keyStamps: [Int]
  private var touched: [Int] = []

  private static let batchSize = 1000
  /// The approximate size of a batch in bytes.
  private static let batchBytes = 1 << 19
  static let maxKeys = 4096

  /// Collects the keys of the first places.
  /// - Parameter isCoordinate: whether a key names a coordinate. Such fields are left out if the places have a geometry.
  /// - Throws: `DomainError` if there are no places or too many keys.
  init(
    _ source: any PlaceSource, from sample: any PlaceSource, sampling maxPlaces: Int, isCoordinate: (String) -> Bool
  ) throws {
    var sampler = sample
    var keys = KeyTable()
    var hasID = false
    var hasCoordinate = false
    var place = PlaceFields()
    while sampler.count < maxPlaces, try sampler.next(&place) {
      hasID = hasID || !place.id.isEmpty
      hasCoordinate = hasCoordinate || !place.longitude.isEmpty
      for field in place.fields { _ = keys.insert(place.bytes, field.key) }
      guard keys.count <= Self.maxKeys else {
        throw DomainError(
          .tooLarge, "too-many-columns",
          "The file has more than \(Self.maxKeys) properties, \(Self.list(keys)) and so on.")
      }
      place.removeAll()
    }
    guard sampler.count > 0 else {
      throw DomainError(
        .invalid, "empty-file", "The \(sampler.format.rawValue) has no places; check that it is the right file.")
    }
    var headers: [String] = []
    if hasCoordinate { headers = ["longitude", "latitude"] }
    let names = (0..<keys.count).map { composed(keys.text($0)) }
    hasID = hasID && !names.contains("id")
    if hasID { headers.append("id") }
    // Keys that differ in their normal form only are one column.
    var known: [String: Int] = [:]
    var columns: [Int] = []
    for name in names {
      if let column = known[name] {
        columns.append(column)
      } else if hasCoordinate && isCoordinate(name) {
        columns.append(-1)
      } else {
        known[name] = headers.count
        columns.append(headers.count)
        headers.append(name)
      }
    }
    self.source = source
    terms = sampler.terms
    self.keys = keys
    self.columns = columns
    self.headers = headers
    self.hasID = hasID
    self.hasCoordinate = hasCoordinate
    values = [Range<Int>](repeating: 0..<0, count: headers.count)
    stamps = [Int](repeating: 0, count: headers.count)
    keyStamps = [Int](repeating: 0, count: keys.count)
  }

  var dialect: Dialect? { nil }

  var format: PlaceFormat? { source.format }

  var bytesRead: Int { source.bytesRead }

  mutating func next() throws -> RecordBatch? {
    var builder = RecordBatchBuilder()
    guard isStarted else {
      isStarted = true
      builder.append(headers, line: 0)
      return builder.finish()
    }
    while builder.count < Self.batchSize, builder.byteCount < Self.batchBytes {
      place.removeAll()
      guard try source.next(&place) else { break }
      try append(to: &builder)
    }
    return builder.count == 0 ? nil : builder.finish()
  }

  /// Appends the record of the current place: columns that it has no value for cost nothing.
  private mutating func append(to builder: inout RecordBatchBuilder) throws(DomainError) {
    let number = source.count
    touched.removeAll(keepingCapacity: true)
    if hasCoordinate {
      set(0, place.longitude, number)
      set(1, place.latitude, number)
    }
    if hasID { set(hasCoordinate ? 2 : 0, place.id, number) }
    var isAscending = true
    for field in place.fields {
      guard let key = keys.find(place.bytes, field.key) else { continue }
      if keyStamps[key] == number, let error = source.duplicate(keys.text(key)) { throw error }
      keyStamps[key] = number
      guard columns[key] >= 0 else { continue }
      if let last = touched.last, last > columns[key] { isAscending = false }
      set(columns[key], field.value, number)
    }
    if !isAscending { touched.sort() }
    let values = values
    builder.append(touched.lazy.map { (position: $0, range: values[$0]) }, of: place.bytes, line: number)
  }

  /// If a column has two values, the last one counts.
  private mutating func set(_ column: Int, _ value: Range<Int>, _ stamp: Int) {
    values[column] = value
    guard stamps[column] != stamp else { return }
    stamps[column] = stamp
    touched.append(column)
  }

  private static func list(_ keys: KeyTable) -> String {
    (0..<12).map { "“\(keys.text($0).prefix(60))”" }.joined(separator: ", ")
  }
}

/// The different keys of places, numbered in the order of their appearance.
struct KeyTable: Sendable {
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []
  /// Numbers of keys plus 1, by hash with linear probing; 0 for none.
  private var slots = [Int](repeating: 0, count: 256)
  /// For each key, the one that followed it last time: places of a file are mostly alike.
  private var successors: [Int] = []
  private var last = -1

  var count: Int { ranges.count }

  func text(_ key: Int) -> String { String(decoding: bytes[ranges[key]], as: UTF8.self) }

  /// The number of a key; nil for an unknown one. Complexity: O(length).
  mutating func find(_ text: [UInt8], _ range: Range<Int>) -> Int? {
    if last >= 0, successors[last] >= 0, isEqual(successors[last], text, range) {
      last = successors[last]
      return last
    }
    let key = slots[slot(text, range)] - 1
    guard key >= 0 else { return nil }
    if last >= 0 { successors[last] = key }
    last = key
    return key
  }

  mutating func insert(_ text: [UInt8], _ range: Range<Int>) -> Int {
    if let key = find(text, range) { return key }
    if ranges.count * 2 >= slots.count { grow() }
    let key = ranges.count
    slots[slot(text, range)] = key + 1
    ranges.append(bytes.count..<bytes.count + range.count)
    bytes += text[range]
    successors.append(-1)
    return key
  }

  private mutating func grow() {
    slots = [Int](repeating: 0, count: slots.count * 4)
    for (key, range) in ranges.enumerated() { slots[slot(bytes, range)] = key + 1 }
  }

  private func isEqual(_ key: Int, _ text: [UInt8], _ range: Range<Int>) -> Bool {
    let own = ranges[key]
    guard own.count == range.count else { return false }
    for offset in 0..<range.count where bytes[own.lowerBound + offset] != text[range.lowerBound + offset] {
      return false
    }
    return true
  }

  /// The slot of a key, or the free one where it belongs.
  private func slot(_ text: [UInt8], _ range: Range<Int>) -> Int {
    var hash = StableHash()
    for byte in text[range] { hash.combine(UInt64(byte)) }
    var slot = Int(truncatingIfNeeded: hash.value >> 20) & (slots.count - 1)
    while slots[slot] > 0, !isEqual(slots[slot] - 1, text, range) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}

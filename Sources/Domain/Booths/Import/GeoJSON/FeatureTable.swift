import Basics
import JSON
import Tabular

/// The features of a GeoJSON text as records: longitude, latitude, the feature's own identifier, then the properties.
///
/// The line of a record is the number of its feature, from 1.
struct FeatureTable {
  private var scanner: FeatureScanner
  /// The column of each property.
  private let columns: [String: Int]
  private let hasIdentifier: Bool

  /// The maximum number of records in a batch.
  private static let batchSize = 1000
  /// The approximate size of a batch in bytes.
  private static let batchBytes = 1 << 19
  /// The maximum number of properties.
  private static let maxKeys = 4096

  let headers: [String]

  /// Collects the properties of the first features.
  /// - Throws: `DomainError` if the text is no feature collection, or has no features or too many properties.
  init(_ source: any ByteSource, from sample: any ByteSource) throws {
    var sampler = FeatureScanner(sample)
    var keys: [String] = []
    var known: Set<String> = []
    var hasIdentifier = false
    while sampler.count < ImportSample.maxRows, let feature = try sampler.next() {
      if feature["id"] != nil { hasIdentifier = true }
      guard case .object(let members)? = feature["properties"] else { continue }
      for member in members where known.insert(member.key).inserted { keys.append(member.key) }
      guard keys.count <= Self.maxKeys else {
        throw DomainError(
          .tooLarge, "too-many-columns",
          "The features have more than \(Self.maxKeys) properties, \(HeaderColumns.list(Array(keys.prefix(12)))) and so on."
        )
      }
    }
    guard sampler.count > 0 else {
      throw DomainError(.invalid, "empty-file", "The GeoJSON has no features; check that it is the right file.")
    }
    scanner = FeatureScanner(source)
    // The geometry gives the coordinate, not the properties.
    let coordinates: Set<ImportField> = [.latitude, .longitude, .x, .y]
    keys.removeAll { coordinates.contains(HeaderSynonyms.field(HeaderText.folded($0))?.field ?? .name) }
    self.hasIdentifier = hasIdentifier && !known.contains("id")
    let first = ["longitude", "latitude"] + (self.hasIdentifier ? ["id"] : [])
    columns = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, first.count + $0) })
    headers = first + keys
  }

  var bytesRead: Int { scanner.bytesRead }

  /// The next records; nil at the end.
  mutating func next() throws -> RecordBatch? {
    var builder = RecordBatchBuilder()
    while builder.count < Self.batchSize, builder.byteCount < Self.batchBytes, let feature = try scanner.next() {
      builder.append(record(feature), line: scanner.count)
    }
    return builder.count == 0 ? nil : builder.finish()
  }

  /// The fields of a feature's own members: others of the file cost nothing.
  private func record(_ feature: JSONValue) -> [(position: Int, text: String)] {
    let (longitude, latitude) = Self.coordinates(feature["geometry"])
    var fields = [(position: 0, text: longitude), (1, latitude)]
    if hasIdentifier { fields.append((2, Self.text(feature["id"]))) }
    guard case .object(let members)? = feature["properties"] else { return fields }
    // Keys that differ in their normal form only are one column, of which the last counts.
    var own: [Int: String] = [:]
    for member in members {
      if let column = columns[member.key] { own[column] = Self.text(member.value) }
    }
    return fields + own.sorted { $0.key < $1.key }.map { (position: $0.key, text: $0.value) }
  }

  /// The numbers of a point. For other geometries their type, which is not a number, so that the record is rejected.
  private static func coordinates(_ geometry: JSONValue?) -> (longitude: String, latitude: String) {
    guard let geometry, geometry != .null else { return ("", "") }
    guard geometry["type"] == .string("Point"), case .array(let numbers)? = geometry["coordinates"], numbers.count >= 2
    else { return (text(geometry["type"]), "") }
    return (text(numbers[0]), text(numbers[1]))
  }

  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case .string(let text)?: text
    case .integer(let number)?: String(number)
    case .number(let number)?: "\(number)"
    case .bool(let value)?: value ? "yes" : "no"
    case .array(let values)?: values.map { text($0) }.joined(separator: ",")
    case .null?, .object?, nil: ""
    }
  }
}

import Basics
import Tabular

/// Reads the places of a file one by one, in bounded memory.
protocol PlaceSource: Sendable {
  var format: PlaceFormat { get }
  /// The bytes read so far, for progress.
  var bytesRead: Int { get }
  /// The number of places read so far, also of those without a field.
  var count: Int { get }
  /// The terms in the file, in the part read so far.
  var terms: FileTerms { get }

  /// Reads the next place into `place`, which is empty before. Returns false at the end.
  /// - Throws: `DomainError`, and errors of the byte source.
  mutating func next(_ place: inout PlaceFields) throws -> Bool

  /// The error for a place that has two values under one key; nil if the last one counts.
  func duplicate(_ key: String) -> DomainError?
}

extension PlaceSource {
  var terms: FileTerms { FileTerms() }

  func duplicate(_ key: String) -> DomainError? { nil }
}

/// The formats of files of places, other than delimited text.
package enum PlaceFormat: String, Hashable, Sendable, CaseIterable {
  case geoJSON = "GeoJSON"
  case json = "JSON"
  case overpassJSON = "Overpass JSON"
  case osmXML = "OSM XML"
  case kml = "KML"
  case gpx = "GPX"
  case geoPackage = "GeoPackage"
  case xlsx = "an Excel workbook"
  case ods = "an OpenDocument spreadsheet"

  package var unit: String {
    switch self {
    case .geoJSON: "a feature"
    case .json: "an object"
    case .overpassJSON, .osmXML: "an element"
    case .kml: "a placemark"
    case .gpx: "a waypoint"
    case .geoPackage, .xlsx, .ods: "a row"
    }
  }
}

/// The fields of one place as a file has them. Reused from place to place, so that a place costs no allocation.
struct PlaceFields: Sendable {
  struct Field: Sendable {
    var key: Range<Int>
    var value: Range<Int>
  }

  /// UTF-8.
  private(set) var bytes: [UInt8] = []
  private(set) var fields: [Field] = []
  /// The coordinate as written; both empty without one.
  private(set) var longitude = 0..<0
  private(set) var latitude = 0..<0
  /// The identifier of the place in the file, apart from its fields.
  private(set) var id = 0..<0

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    longitude = 0..<0
    latitude = 0..<0
    id = 0..<0
  }

  /// The offset at which the next text begins.
  var end: Int { bytes.count }

  mutating func write(_ text: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: text) }

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes a text that was written once more.
  mutating func copy(_ range: Range<Int>) { bytes.append(contentsOf: bytes[range]) }

  /// Adds a field of texts that were written.
  mutating func add(key: Range<Int>, value: Range<Int>) { fields.append(Field(key: key, value: value)) }

  mutating func add(_ key: String, _ value: String) {
    let start = bytes.count
    write(key)
    let middle = bytes.count
    write(value)
    add(key: start..<middle, value: middle..<bytes.count)
  }

  mutating func setCoordinate(longitude: Range<Int>, latitude: Range<Int>) {
    self.longitude = longitude
    self.latitude = latitude
  }

  mutating func setCoordinate(longitude: String, latitude: String) {
    let start = bytes.count
    write(longitude)
    let middle = bytes.count
    write(latitude)
    setCoordinate(longitude: start..<middle, latitude: middle..<bytes.count)
  }

  mutating func setID(_ range: Range<Int>) { id = range }

  mutating func setID(_ text: String) {
    let start = bytes.count
    write(text)
    id = start..<bytes.count
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

import Basics
package import Tabular
import Zip

package enum PlaceFile {
  package struct Options: Sendable {
    /// The encoding of delimited text; nil: detected.
    package var encoding: TextEncoding?
    /// The delimiter of delimited text; nil: detected.
    package var delimiter: UInt8?
    /// The number of places that the columns are collected from.
    package var sampledPlaces: Int
    /// Whether a key names a coordinate. Such a field is left out if places have a geometry.
    package var isCoordinate: @Sendable (String) -> Bool

    package init(
      encoding: TextEncoding? = nil, delimiter: UInt8? = nil, sampledPlaces: Int = 20_000,
      isCoordinate: @escaping @Sendable (String) -> Bool
    ) {
      self.encoding = encoding
      self.delimiter = delimiter
      self.sampledPlaces = sampledPlaces
      self.isCoordinate = isCoordinate
    }
  }

  /// Opens a file as a table. `open` is called several times, for each pass over the file.
  /// - Throws: `DomainError` if the file cannot be read as a table, and errors of the source.
  package static func table(
    _ options: Options, open: () throws -> any ByteSource
  ) throws -> any RecordTable {
    let beginning = try beginning(open())
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning[...]
    let first = text.first { $0 > 0x20 || $0 == 0x1E }
    if beginning.starts(with: "PK\u{3}\u{4}".utf8), let table = try archive(options, open) { return table }
    guard !beginning.dropFirst(6).starts(with: "OSMHeader".utf8) else {
      throw DomainError(
        .invalid, "pbf-unsupported",
        "The file is OSM PBF; choose the elements and write OSM XML: osmium tags-filter FILE amenity=photo_booth -o booths.osm."
      )
    }
    if GeoPackage.isOne(beginning) { return try GeoPackage(open()) }
    if first == 0x7B || first == 0x5B || first == 0x1E { return try json(options, open) }
    if let root = XMLRoot.name(beginning), let table = try xml(root, options, open) { return table }
    return DelimitedTable(try TableReader(open(), encoding: options.encoding, delimiter: options.delimiter))
  }

  private static func json(_ options: Options, _ open: () throws -> any ByteSource) throws -> any RecordTable {
    guard try JSONPlaces.isOverpass(open()) else { return try places(options) { JSONPlaces(try open()) } }
    let centres = try ElementCentres { JSONPlaces(try open(), centres: $0, collecting: $1) }
    return try places(options) { JSONPlaces(try open(), centres: centres) }
  }

  /// Nil for an unknown root element.
  private static func xml(
    _ root: String, _ options: Options, _ open: () throws -> any ByteSource
  ) throws -> (any RecordTable)? {
    switch root {
    case "kml": return try places(options) { XMLPlaces(try open(), KMLHandler()) }
    case "gpx": return try places(options) { XMLPlaces(try open(), GPXHandler()) }
    case "osm":
      let centres = try ElementCentres { XMLPlaces(try open(), OSMHandler($0, collecting: $1)) }
      return try places(options) { XMLPlaces(try open(), OSMHandler(centres)) }
    default: return nil
    }
  }

  /// Nil for an archive of something else.
  private static func archive(
    _ options: Options, _ open: () throws -> any ByteSource
  ) throws -> (any RecordTable)? {
    let archive = try ZipArchive.of(open())
    let size = (try open() as? FileSource)?.size ?? 0
    if ExcelWorkbook.isOne(archive) { return try ExcelWorkbook(archive).table(fileSize: size) }
    if try OpenDocument.isOne(archive) { return try OpenDocument.table(archive, fileSize: size) }
    let documents = archive.entries.filter { $0.name.lowercased().hasSuffix(".kml") }
    // The main document of a KMZ is the first one.
    guard let document = documents.first else { return nil }
    return try places(options) { XMLPlaces(try EntrySource(archive, document), KMLHandler()) }
  }

  private static func places(
    _ options: Options, _ source: () throws -> any PlaceSource
  ) throws -> any RecordTable {
    try PlaceTable(source(), from: source(), sampling: options.sampledPlaces, isCoordinate: options.isCoordinate)
  }

  private static let beginningBytes = 1 << 14

  private static func beginning(_ source: any ByteSource) throws -> [UInt8] {
    var source = source
    var bytes: [UInt8] = []
    while bytes.count < beginningBytes, let chunk = try source.read(upTo: beginningBytes - bytes.count) {
      bytes += chunk
    }
    return bytes
  }
}

import Basics
import SQLite
import Tabular

/// A layer of a GeoPackage (OGC 12-128) as records: the coordinate, then the columns of the layer.
struct GeoPackage: RecordTable {
  private static let batchSize = 1000
  /// The approximate size of a batch in bytes.
  private static let batchBytes = 1 << 19
  /// The maximum size in bytes of a file that has no path.
  private static let maxMemoryBytes = 256 << 20

  private let rows: SQLiteRows
  private let headers: [String]
  /// The column of the geometry in the rows; nil for a table without one.
  private let geometry: Int?
  private var isStarted = false
  private var line = 0
  private(set) var bytesRead = 0

  var dialect: Dialect? { nil }

  var format: PlaceFormat? { .geoPackage }

  static func isOne(_ beginning: [UInt8]) -> Bool { beginning.starts(with: "SQLite format 3\0".utf8) }

  /// Opens the first layer of points; if there is none, the first layer, or the first table.
  /// - Throws: `DomainError` `sqlite-malformed` and `geopackage-unsupported`, and errors of the source.
  init(_ source: any ByteSource) throws {
    let file =
      if let named = source as? FileSource {
        try SQLiteFile(reading: named.path)
      } else {
        try SQLiteFile(bytes: wholeContent(of: source, maxCount: Self.maxMemoryBytes))
      }
    guard try file.hasTable("gpkg_contents") else {
      throw Self.unsupported("is an SQLite database, but no GeoPackage; export its table as CSV")
    }
    let layer = try Layer(of: file)
    guard try file.hasTable(layer.table) else {
      throw Self.unsupported("has its layer “\(layer.table.prefix(60))” in a view; save it as a table (QGIS: Export)")
    }
    rows = try file.rows(of: "SELECT * FROM \"\(layer.table.replacing("\"", with: "\"\""))\"")
    let columns = rows.columns
    guard columns.count <= PlaceTable.maxKeys else { throw Self.unsupported("has too many columns") }
    let position = layer.geometry.flatMap { name in columns.firstIndex { $0.lowercased() == name.lowercased() } }
    let own = columns.indices.filter { $0 != position }.map { columns[$0] }
    geometry = position
    headers = (geometry == nil ? [] : layer.coordinateHeaders) + own
  }

  mutating func next() throws -> RecordBatch? {
    var builder = RecordBatchBuilder()
    guard isStarted else {
      isStarted = true
      builder.append(headers, line: 0)
      return builder.finish()
    }
    while builder.count < Self.batchSize, builder.byteCount < Self.batchBytes, try rows.next() {
      line += 1
      builder.append(record, line: line)
    }
    bytesRead += builder.byteCount
    return builder.count == 0 ? nil : builder.finish()
  }

  private var record: [String] {
    var cells: [String] = []
    if let geometry {
      if case .blob(let bytes) = rows.value(geometry) { cells = GeometryBlob.cells(bytes) } else { cells = ["", ""] }
    }
    for column in 0..<(headers.count - cells.count + (geometry == nil ? 0 : 1)) where column != geometry {
      cells.append(Self.text(rows.value(column)))
    }
    return cells
  }

  private static func text(_ value: SQLiteFile.Value) -> String {
    switch value {
    case .integer(let number): String(number)
    case .number(let number): CellFormat.text(number)
    case .text(let text): text
    case .null, .blob: ""
    }
  }

  private static func unsupported(_ reason: String) -> DomainError {
    DomainError(.invalid, "geopackage-unsupported", "The file \(reason).")
  }

  private struct Layer {
    var table: String
    var geometry: String?
    var coordinateHeaders = ["longitude", "latitude"]

    init(of file: SQLiteFile) throws {
      var found: (table: String, geometry: String?, system: Int64, rank: Int)?
      let hasGeometries = try file.hasTable("gpkg_geometry_columns")
      let rows = try file.rows(
        of: hasGeometries
          ? """
          SELECT c.table_name, g.column_name, g.srs_id, upper(g.geometry_type_name), c.data_type FROM gpkg_contents c
          LEFT JOIN gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
          WHERE c.data_type IN ('features', 'attributes') LIMIT 1000
          """
          : "SELECT table_name, NULL, 0, NULL, data_type FROM gpkg_contents WHERE data_type = 'attributes' LIMIT 1000")
      while try rows.next() {
        guard let table = rows.text(0) else { continue }
        let types = ["POINT": 0, "MULTIPOINT": 1, "GEOMETRY": 2]
        let rank = rows.text(1) == nil ? 4 : types[rows.text(3) ?? ""] ?? 3
        guard rank < found?.rank ?? .max else { continue }
        var system: Int64 = 4326
        if case .integer(let number) = rows.value(2) { system = number }
        found = (table, rows.text(1), system, rank)
      }
      guard let found else { throw GeoPackage.unsupported("is a GeoPackage without a layer of features") }
      table = found.table
      geometry = found.geometry
      if geometry != nil { coordinateHeaders = try Self.headers(of: found.system, file) }
    }

    /// Systems in degrees that differ by less than a metre in Korea.
    private static let degrees: Set<Int64> = [0, 4326, 4258, 4737, 4979]

    /// The headers of a coordinate name the system, so that the import reads it as the publisher's.
    private static func headers(of system: Int64, _ file: SQLiteFile) throws -> [String] {
      guard system >= 0 else { return ["x", "y"] }
      var code = system
      if try file.hasTable("gpkg_spatial_ref_sys") {
        let query = "SELECT organization_coordsys_id FROM gpkg_spatial_ref_sys WHERE srs_id = \(system)"
        let rows = try file.rows(of: query)
        if try rows.next(), case .integer(let number) = rows.value(0) { code = number }
      }
      return degrees.contains(code) ? ["longitude", "latitude"] : ["x (EPSG:\(code))", "y (EPSG:\(code))"]
    }
  }
}

/// A geometry of a GeoPackage: its header, then well-known binary (ISO 13249-3).
struct GeometryBlob {
  private var bytes: ArraySlice<UInt8>
  private var bounds = CoordinateBounds()
  private static let maxDepth = 8

  /// East and north of a point or of the middle of a small area; otherwise the type, which is not a number.
  static func cells(_ bytes: [UInt8]) -> [String] {
    guard bytes.count > 8, bytes.starts(with: "GP".utf8) else { return ["", ""] }
    let envelopes = [0, 32, 48, 48, 64]
    let code = Int(bytes[3] >> 1 & 7)
    guard code < envelopes.count, bytes[3] & 0x10 == 0 else { return ["", ""] }
    var blob = GeometryBlob(bytes: bytes.dropFirst(8 + envelopes[code]))
    guard let name = blob.read(depth: 0) else { return ["", ""] }
    if name == "Point", let point = blob.point { return [text(point.x), text(point.y)] }
    if Self.areas.contains(name), let centre = blob.bounds.centre {
      var place = PlaceFields()
      place.setCoordinate(centre)
      return [place.text(place.longitude), place.text(place.latitude)]
    }
    return [name, ""]
  }

  private static let areas: Set = ["Polygon", "MultiPoint", "MultiPolygon"]
  private static let names = [
    "", "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection",
  ]

  private var point: (x: Double, y: Double)?

  private init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  private static func text(_ number: Double) -> String {
    guard number.isFinite else { return "" }
    let text = "\(number)"
    return text.contains("e") ? CellFormat.text(number) : text
  }

  /// Reads a geometry and returns its type; nil for a malformed one.
  private mutating func read(depth: Int) -> String? {
    guard depth < Self.maxDepth, let order = bytes.popFirst(), order <= 1 else { return nil }
    let isLittle = order == 1
    guard var type = number(isLittle) else { return nil }
    // PostGIS marks more dimensions by bits, ISO by thousands.
    let flags = type >> 28
    type &= 0x0FFF_FFFF
    let dimensions = 2 + Int(flags >> 3 & 1) + Int(flags >> 2 & 1) + [0, 1, 1, 2][Int(type / 1000 % 4)]
    if flags & 2 != 0, number(isLittle) == nil { return nil }
    type %= 1000
    guard (1...7).contains(type) else { return "Geometry" }
    switch type {
    case 1: guard position(dimensions, isLittle) else { return nil }
    case 2: guard positions(dimensions, isLittle) else { return nil }
    case 3:
      guard let rings = number(isLittle) else { return nil }
      for _ in 0..<rings { guard positions(dimensions, isLittle) else { return nil } }
    default:
      guard let parts = number(isLittle) else { return nil }
      for _ in 0..<parts { guard read(depth: depth + 1) != nil else { return nil } }
    }
    return Self.names[Int(type)]
  }

  private mutating func positions(_ dimensions: Int, _ isLittle: Bool) -> Bool {
    guard let count = number(isLittle) else { return false }
    for _ in 0..<count { guard position(dimensions, isLittle) else { return false } }
    return true
  }

  private mutating func position(_ dimensions: Int, _ isLittle: Bool) -> Bool {
    guard bytes.count >= 8 * dimensions else { return false }
    let x = double(isLittle)
    let y = double(isLittle)
    bytes = bytes.dropFirst(8 * (dimensions - 2))
    point = (x, y)
    // A point without a position has no numbers.
    if x.isFinite, y.isFinite { bounds.add(longitude: x, latitude: y) }
    return true
  }

  private mutating func number(_ isLittle: Bool) -> UInt32? {
    guard bytes.count >= 4 else { return nil }
    let word = bytes.prefix(4)
    bytes = bytes.dropFirst(4)
    return (isLittle ? Array(word.reversed()) : Array(word)).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func double(_ isLittle: Bool) -> Double {
    let word = bytes.prefix(8)
    bytes = bytes.dropFirst(8)
    return Double(bitPattern: (isLittle ? Array(word.reversed()) : Array(word)).reduce(0) { $0 << 8 | UInt64($1) })
  }
}

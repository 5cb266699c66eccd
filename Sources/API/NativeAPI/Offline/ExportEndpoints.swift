import APIKit
import Basics
import Booths
import Crypto
import Glibc
import HTTP
import JSON

/// The catalogue as files that map programs and spreadsheets open.
struct ExportEndpoints: Sendable {
  private let store: any CatalogueStore
  private let directory: String
  private let downloads: [ExportFormat: CatalogueDownloadCache]

  /// - Parameters:
  ///   - store: Knows the terms of the sources.
  ///   - directory: For the files; they are removed from it at once, and live as long as they are open.
  init(_ catalogue: CatalogueHolder, _ store: any CatalogueStore, directory: String) {
    (self.store, self.directory) = (store, directory)
    downloads = Dictionary(uniqueKeysWithValues: ExportFormat.allCases.map { ($0, CatalogueDownloadCache(catalogue)) })
  }

  var all: [Endpoint] { [file] }

  private static let format = Parameter<ExportFormat>(
    "file", .file(), "The file; its ending is the format.", isRequired: true, example: "booths.geojson")

  private var file: Endpoint {
    Endpoint(
      path: "/api/catalogue/exports/{file}", group: .booths, summary: "All booths in a format of map programs",
      cost: .search,
      details: """
        The output of `fourcuts booths export` for booths that are not closed and have a coordinate: a table \
        (`csv`), GeoJSON (`geojson`; `geojsonseq` with one feature on each line), waypoints (`gpx`), placemarks \
        (`kml`), a GeoPackage (`gpkg`) or nodes with the keys of OpenStreetMap (`osm`). Each booth has the licence \
        and the attribution of its source, which must be named where the booths are shown. Booths of sources whose \
        licence reserves all rights are left out. At most ten minutes older than the catalogue. Supports `Range` \
        and conditional requests, so that QGIS and GDAL (`/vsicurl/`) open it by its address.
        """,
      pathParameters: [Self.format],
      answers: [ResponseDescription(200, "The file.", ExportFormat.allCases.map { ($0.mediaType, nil) })],
      deadline: .uploads,
      handler: .deferred { context in
        let format = try context.pathParameter(Self.format)
        guard let cache = downloads[format] else { preconditionFailure("every format has a cache") }
        let download = try await cache.current { [store, directory, now = context.now] catalogue in
          let sources = try await store.sources()
          return try CatalogueDownload(exporting: catalogue, of: sources, format, at: now, in: directory)
        }
        var response = download.response(to: context.request, type: format.mediaType)
        response.headers.add("Content-Disposition", "attachment; filename=\"\(format.fileName)\"")
        return response
      })
  }
}

extension ValueKind<ExportFormat> {
  fileprivate static func file() -> ValueKind {
    let names = ExportFormat.allCases.map(\.fileName)
    return ValueKind(
      "one of \(names.joined(separator: ", "))",
      schema: .object(["type": "string", "enum": .array(names.map(JSONValue.string))])
    ) { text in ParsedParameter(ExportFormat.allCases.first { $0.fileName == text }) }
  }
}

extension ExportFormat {
  fileprivate var fileName: String { "booths.\(rawValue)" }

  fileprivate var mediaType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8; header=present"
    case .geojson: MediaType.geoJSON
    case .geojsonseq: "application/x-ndjson"
    case .gpx: "application/gpx+xml"
    case .kml: "application/vnd.google-earth.kml+xml"
    case .gpkg: "application/geopackage+sqlite3"
    case .osm: "application/vnd.openstreetmap.data+xml"
    }
  }
}

extension CatalogueDownload {
  /// - Throws: `DomainError` `sqlite-unwritable`; `FileFault`.
  fileprivate init(
    exporting catalogue: Catalogue, of sources: [BoothSource], _ format: ExportFormat, at now: Timestamp,
    in directory: String
  ) throws {
    let path = "\(directory)/export-\(hexadecimal(systemRandom(8))).gpkg"
    defer { unlink(path) }
    var export = try BoothExport(format, of: sources, changed: now) { path }
    let pieces = try UnnamedFile(in: directory)
    var digest = Digest()
    try export.write(catalogue, without: sources.unpublished) { piece in
      digest.update(piece)
      try pieces.append(piece)
    }
    // No two packages have the same bytes.
    if format == .gpkg { digest.update(Array(path.utf8)) }
    let file = format == .gpkg ? try openFile(path) : try pieces.opened()
    try self.init(file, of: catalogue, tag: String(hexadecimal(digest.bytes).prefix(32)), in: directory)
  }
}

extension BoothExport {
  fileprivate mutating func write(
    _ catalogue: Catalogue, without unpublished: Set<String>, _ write: ([UInt8]) throws -> Void
  ) throws {
    try write(beginning)
    var rest = catalogue.all(limit: .max)[...]
    while !rest.isEmpty {
      let booths = rest.prefix(2000).map { catalogue.record($0).booth }.filter { !unpublished.contains($0.source) }
      if !booths.isEmpty { try write(bytes(of: booths)) }
      rest = rest.dropFirst(2000)
    }
    try write(finish())
  }
}

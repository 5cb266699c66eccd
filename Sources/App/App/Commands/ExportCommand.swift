import Basics
import Booths
import CommandLineKit
import Foundation
import Geo
import JSON
import PlaceFiles

extension Command {
  static let exportBooths = Command(
    specification: CommandSpecification(
      path: ["booths", "export"], summary: "Write the catalogue to standard output",
      options: listOptions + [.format("csv", "geojson", "geojsonseq", "gpx", "kml", "gpkg", "osm")],
      discussion: """
        Importing the output again under the same source changes nothing:
          fourcuts booths export --source NAME --format geojson > booths.geojson
          fourcuts import booths.geojson --source NAME
        geojsonseq has a feature in each line, gpkg is a GeoPackage, osm is OSM XML for map programs: its nodes have
        the numbers of the booths, so it is not to be uploaded.

        Booths without a coordinate are included; import them again with --keep-unplaced. GPX and OSM XML have no such
        places: these are left out.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let store = try await Assembly.open(command, for: .read).store
    let filter = try listFilter(command)
    let output = try BoothOutput(try command.choice("format", ExportFormat.self) ?? .csv, at: context.now())
    try context.console.out(output.beginning)
    var last: BoothID?
    while true {
      let booths = try await store.booths(after: last, limit: 2000, matching: filter)
      if booths.isEmpty { break }
      try context.console.out(try output.bytes(of: booths, isFirst: last == nil))
      last = booths.last?.id
    }
    try output.finish { bytes throws(DomainError) in try context.console.out(bytes) }
  }
}

private enum ExportFormat: String, CaseIterable { case csv, geojson, geojsonseq, gpx, kml, gpkg, osm }

/// Booths in the format of an export.
private struct BoothOutput {
  private enum Writer {
    case csv
    case geoJSON
    case lines
    case document(PlaceWriter)
    /// A package is a file, which is passed on when it is whole.
    case package(GeoPackageWriter, TemporaryDirectory)
  }

  private let writer: Writer

  /// The fields of a booth besides its name and its coordinate.
  private static let fields = BoothField.allCases.filter { ![.name, .latitude, .longitude].contains($0) }
  private static let packageName = "booths.gpkg"

  init(_ format: ExportFormat, at now: Timestamp) throws {
    switch format {
    case .csv: writer = .csv
    case .geojson: writer = .geoJSON
    case .geojsonseq: writer = .lines
    case .kml: writer = .document(.kml)
    case .gpx: writer = .document(.gpx)
    case .osm: writer = .document(.osm)
    case .gpkg:
      let directory = try TemporaryDirectory.outsideDataDirectories()
      let path = directory.url.appendingPathComponent(Self.packageName).path
      writer = .package(
        try GeoPackageWriter(path: path, layer: "booths", keys: Self.fields.map(\.rawValue), changed: now.rfc3339),
        directory)
    }
  }

  /// What stands before the booths.
  var beginning: [UInt8] {
    switch writer {
    case .csv: csv([], withHeader: true)
    case .geoJSON: Array(#"{"type":"FeatureCollection","features":["#.utf8)
    case .document(let writer): Array(writer.beginning.utf8)
    case .lines, .package: []
    }
  }

  /// The next booths.
  func bytes(of booths: [Booth], isFirst: Bool) throws -> [UInt8] {
    switch writer {
    case .csv: return csv(booths, withHeader: false)
    case .geoJSON:
      var bytes: [UInt8] = []
      for (index, booth) in booths.enumerated() {
        bytes += Array((isFirst && index == 0 ? "\n" : ",\n").utf8)
        bytes += booth.feature.bytes
      }
      return bytes
    case .lines: return booths.flatMap { $0.feature.bytes + [0x0A] }
    case .document(.osm): return booths.flatMap { PlaceWriter.osm.element($0.written(tags: true)).utf8 }
    case .document(let writer): return booths.flatMap { writer.element($0.written(tags: false)).utf8 }
    case .package(let writer, _):
      for booth in booths { try writer.append(booth.written(tags: false)) }
      return []
    }
  }

  /// Writes what stands behind the booths.
  func finish(_ write: ([UInt8]) throws -> Void) throws {
    switch writer {
    case .csv, .lines: break
    case .geoJSON: try write(Array("\n]}\n".utf8))
    case .document(let writer): try write(Array(writer.end.utf8))
    case .package(let writer, let directory):
      defer { directory.remove() }
      try writer.finish()
      let file = try FileHandle(forReadingFrom: directory.url.appendingPathComponent(Self.packageName))
      while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty { try write(Array(chunk)) }
    }
  }
}

extension Booth {
  /// The booth as a place of a file; with `tags`, also by the keys of OpenStreetMap.
  fileprivate func written(tags: Bool) -> WrittenPlace {
    var fields: [(key: String, text: String)] = []
    if tags {
      fields.append((attributes.status == .closed ? "disused:amenity" : "amenity", "photo_booth"))
      fields.append(("addr:full", attributes.text(.roadAddress)))
      fields.append(("check_date", String(attributes.text(.lastVerified).prefix(10))))
    }
    for field in BoothField.allCases where ![.name, .latitude, .longitude].contains(field) {
      fields.append((field.rawValue, attributes.text(field)))
    }
    return WrittenPlace(
      number: id.number, name: attributes.name,
      coordinate: attributes.coordinate.map { _ in (attributes.text(.longitude), attributes.text(.latitude)) },
      fields: fields.filter { !$0.text.isEmpty })
  }
}

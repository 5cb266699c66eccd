import Basics
import Booths
import CommandLineKit
import Foundation

extension Command {
  static let exportBooths = Command(
    specification: CommandSpecification(
      path: ["booths", "export"], summary: "Write the catalogue to standard output",
      options: listOptions + [.format("csv", "geojson", "geojsonseq", "gpx", "kml", "gpkg", "osm")],
      discussion: """
        Importing the output again under the same source changes nothing:
          fourcuts booths export --source NAME --format geojson > booths.geojson
          fourcuts import booths.geojson --source NAME
        geojsonseq has one feature on each line, gpkg is a GeoPackage, osm is OSM XML for map programs: its nodes have
        the numbers of the booths, so do not upload it.

        Booths without a coordinate are included; import them again with --keep-unplaced. GPX and OSM XML have no such
        places: these are left out. So are booths of a source whose licence reserves all rights, unless --source names
        it.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let store = try await Assembly.open(command, for: .read).store
    let filter = try listFilter(command)
    let format = try command.choice("format", ExportFormat.self) ?? .csv
    var directory: TemporaryDirectory?
    defer { directory?.remove() }
    let sources = try await store.sources()
    var export = try BoothExport(format, of: sources, changed: context.now()) { () throws(DomainError) in
      let made = try TemporaryDirectory.outsideDataDirectories()
      directory = made
      return made.url.appendingPathComponent(packageName).path
    }
    let unpublished = filter.source == nil ? sources.unpublished : []
    try context.console.out(export.beginning)
    var last: BoothID?
    while true {
      let booths = try await store.booths(after: last, limit: 2000, matching: filter)
      if booths.isEmpty { break }
      try context.console.out(try export.bytes(of: booths.filter { !unpublished.contains($0.source) }))
      last = booths.last?.id
    }
    try context.console.out(try export.finish())
    guard let directory else { return }
    let file = try FileHandle(forReadingFrom: directory.url.appendingPathComponent(packageName))
    while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty { try context.console.out(Array(chunk)) }
  }
}

private let packageName = "booths.gpkg"

package import Basics
import Geo
import JSON
import PlaceFiles
import Tabular

/// Writes booths as a file of a format, in pieces.
package struct BoothExport {
  private enum Writer {
    case csv
    case geoJSON
    case lines
    case document(PlaceWriter)
    case package(GeoPackageWriter)
  }

  private let writer: Writer
  private let terms: [String: SourceTerms]
  private var isEmpty = true

  /// The fields of a booth besides its name and its coordinate.
  fileprivate static let fields = BoothField.allCases.filter { ![.name, .latitude, .longitude].contains($0) }

  /// - Parameters:
  ///   - sources: Those whose terms are known.
  ///   - changed: When the content changed.
  ///   - packagePath: Where a GeoPackage is made, which gives no pieces.
  /// - Throws: `DomainError` `sqlite-unwritable`.
  package init(
    _ format: ExportFormat, of sources: [BoothSource], changed: Timestamp,
    packagePath: () throws(DomainError) -> String
  ) throws(DomainError) {
    terms = Dictionary(sources.map { ($0.name, $0.terms) }) { first, _ in first }
    switch format {
    case .csv: writer = .csv
    case .geojson: writer = .geoJSON
    case .geojsonseq: writer = .lines
    case .kml: writer = .document(.kml)
    case .gpx: writer = .document(.gpx)
    case .osm: writer = .document(.osm)
    case .gpkg:
      writer = .package(
        try GeoPackageWriter(
          path: packagePath(), layer: "booths",
          keys: Self.fields.map(\.rawValue) + SourceTerm.allCases.map(\.rawValue), changed: changed.rfc3339))
    }
  }

  package var beginning: [UInt8] {
    switch writer {
    case .csv: Self.csv([], [:], withHeader: true)
    case .geoJSON: Array(#"{"type":"FeatureCollection","features":["#.utf8)
    case .document(let writer): Array(writer.beginning.utf8)
    case .lines, .package: []
    }
  }

  /// The next booths.
  /// - Throws: `DomainError` `sqlite-unwritable`.
  package mutating func bytes(of booths: [Booth]) throws(DomainError) -> [UInt8] {
    var bytes: [UInt8] = []
    for booth in booths {
      let terms = terms[booth.source]
      switch writer {
      case .csv: break
      case .geoJSON:
        bytes += Array((isEmpty ? "\n" : ",\n").utf8)
        bytes += booth.feature(terms).bytes
      case .lines: bytes += booth.feature(terms).bytes + [0x0A]
      case .document(.osm): bytes += PlaceWriter.osm.element(booth.written(terms, tags: true)).utf8
      case .document(let writer): bytes += writer.element(booth.written(terms, tags: false)).utf8
      case .package(let writer): try writer.append(booth.written(terms, tags: false))
      }
      isEmpty = false
    }
    if case .csv = writer { bytes = Self.csv(booths, terms, withHeader: false) }
    return bytes
  }

  /// The text after the booths. A GeoPackage is complete afterwards.
  /// - Throws: `DomainError` `sqlite-unwritable`.
  package func finish() throws(DomainError) -> [UInt8] {
    switch writer {
    case .csv, .lines: return []
    case .geoJSON: return Array("\n]}\n".utf8)
    case .document(let writer): return Array(writer.end.utf8)
    case .package(let writer):
      try writer.finish()
      return []
    }
  }

  /// Booths as rows of a table.
  /// - Parameter terms: Those of their sources; nil: without columns for them.
  package static func csv(_ booths: [Booth], _ terms: [String: SourceTerms]? = nil, withHeader: Bool) -> [UInt8] {
    var writer = TableWriter()
    let more = terms == nil ? [] : SourceTerm.allCases
    if withHeader {
      writer.append(["id", "source"] + BoothField.allCases.map(\.rawValue) + more.map(\.rawValue))
    }
    for booth in booths {
      let fields =
        BoothField.allCases.map { booth.attributes.text($0) } + more.map { $0.text(terms?[booth.source]) ?? "" }
      writer.append([booth.id.description] + ([booth.source] + fields).map(FormulaGuard.guarded))
    }
    return writer.drain()
  }
}

extension Booth {
  /// The price by the keys of OpenStreetMap.
  private var charge: [(key: String, text: String)] {
    guard let price = attributes.price else { return [] }
    if price == 0 { return [("fee", "no")] }
    let currency = attributes.coordinate.flatMap { BoothRegion.at(Coordinate($0)).currency }
    return [("fee", "yes")] + (currency.map { [("charge", "\(price) \($0)")] } ?? [])
  }

  /// The booth as a place of a file; with `tags`, also by the keys of OpenStreetMap.
  fileprivate func written(_ terms: SourceTerms?, tags: Bool) -> WrittenPlace {
    var fields: [(key: String, text: String)] = []
    if tags {
      fields.append((attributes.status == .closed ? "disused:amenity" : "amenity", "photo_booth"))
      fields.append(("name:en", attributes.text(.englishName)))
      fields += KoreanAddressTags.all(of: attributes.text(.roadAddress))
      fields.append(("addr:full", attributes.text(.roadAddress)))
      fields += charge
      fields += PaymentTags.all(of: attributes.tags)
      fields.append(("check_date", String(attributes.text(.lastVerified).prefix(10))))
    }
    for field in BoothExport.fields where !tags || field != .englishName {
      fields.append((field.rawValue, attributes.text(field)))
    }
    for term in SourceTerm.allCases { fields.append((term.rawValue, term.text(terms) ?? "")) }
    return WrittenPlace(
      number: id.number, name: attributes.name,
      coordinate: attributes.coordinate.map { _ in (attributes.text(.longitude), attributes.text(.latitude)) },
      fields: fields.filter { !$0.text.isEmpty })
  }
}

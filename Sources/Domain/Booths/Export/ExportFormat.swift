/// The fields that an export has besides those of a booth.
enum ExportField: String, CaseIterable {
  case licence
  case attribution

  var term: WritableKeyPath<SourceTerms, String?> {
    switch self {
    case .licence: \.licence
    case .attribution: \.attribution
    }
  }

  func text(_ terms: SourceTerms?) -> String? { terms?[keyPath: term] }
}

/// The formats in which booths leave the catalogue.
package enum ExportFormat: String, Sendable, CaseIterable {
  case csv
  case geojson
  /// GeoJSON with a feature in each line.
  case geojsonseq
  case gpx
  case kml
  /// A GeoPackage.
  case gpkg
  /// OSM XML.
  case osm
}

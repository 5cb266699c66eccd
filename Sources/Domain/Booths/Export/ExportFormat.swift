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

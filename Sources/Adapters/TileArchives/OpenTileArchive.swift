import JSON
package import MapTiles

/// Opens a file of tiles by its extension: `.mbtiles` or `.pmtiles`.
/// - Throws: `DomainError` that names the file.
package func openTileArchive(_ path: String) async throws -> any TileArchive {
  path.hasSuffix(".pmtiles") ? try PMTilesArchive(path: path) : try await MBTilesArchive(path: path)
}

/// The names of the layers of vector tiles in an archive's metadata; empty if it has none.
func vectorLayers(of metadata: JSONValue?) -> [String] {
  // Archives made of MBTiles have its metadata as text.
  if let text = metadata?["json"]?.string, metadata?["vector_layers"] == nil {
    return vectorLayers(of: try? JSONReader.value(of: Array(text.utf8)))
  }
  return metadata?["vector_layers"]?.array?.compactMap { $0["id"]?.string } ?? []
}

package import MapTiles

/// Opens a file of tiles by its extension: `.mbtiles` or `.pmtiles`.
/// - Throws: `DomainError` that names the file.
package func openTileArchive(_ path: String) async throws -> any TileArchive {
  path.hasSuffix(".pmtiles") ? try PMTilesArchive(path: path) : try await MBTilesArchive(path: path)
}

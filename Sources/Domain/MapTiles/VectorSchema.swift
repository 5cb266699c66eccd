package import Basics

/// How vector tiles name what they hold. The page draws these schemas.
package enum VectorSchema: String, Sendable, CaseIterable {
  case openMapTiles = "openmaptiles"
  case protomaps, shortbread

  /// By the layers that an archive names; nil for any other schema.
  package init?(layers: some Sequence<String>) {
    let layers = Set(layers)
    let found = Self.allCases.first { $0.distinctiveLayers.isSubset(of: layers) }
    guard let found else { return nil }
    self = found
  }

  /// Layers that only this schema has together.
  private var distinctiveLayers: Set<String> {
    switch self {
    case .openMapTiles: ["transportation", "water"]
    case .protomaps: ["roads", "earth"]
    case .shortbread: ["streets", "street_labels"]
    }
  }

  /// The schema of the layers given.
  /// - Throws: `DomainError` `tiles-invalid`, which names the file and the layers.
  package static func recognized(by layers: [String], in path: String) throws(DomainError) -> VectorSchema {
    if let schema = VectorSchema(layers: layers) { return schema }
    let known = "OpenMapTiles, Protomaps 4 or Shortbread 1"
    guard !layers.isEmpty else {
      throw .tileArchiveInvalid(
        path, "holds vector tiles and does not list their layers (vector_layers): write it in the schema \(known)")
    }
    let listed = layers.prefix(8).map { String($0.prefix(40)) }.joined(separator: ", ")
    throw .tileArchiveInvalid(
      path, "holds vector tiles of a schema that is not drawn, with the layers \(listed): take one of \(known)")
  }
}

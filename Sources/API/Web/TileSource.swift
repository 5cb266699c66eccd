package import Basics
package import MapTiles

/// The source of the map's tiles, over the base map.
package struct TileSource: Hashable, Sendable {
  /// The URL template with `{z}`, `{x}` and `{y}` for a tile's zoom, column and row.
  package let template: String
  /// The attribution on the map, as plain text.
  package let attribution: String
  /// The link of the attribution; nil if there is none.
  package let attributionLink: String?
  /// The zoom levels with tiles; the tiles of the last one are enlarged.
  package let zooms: ClosedRange<Int>
  /// The schema of vector tiles; nil for images.
  package let schema: VectorSchema?
  /// Scheme, host and port of the template, as a CSP source; nil for this server.
  let origin: String?
  /// The day that the data of a file are of, as `2026-06-09`; nil if it is not known.
  package let date: String?

  /// The tiles of OpenStreetMap. Its policy (operations.osmfoundation.org/policies/tiles) asks for the linked attribution,
  /// for a Referer, for browsers to cache, and for no tiles in advance.
  package static let openStreetMap = TileSource(
    template: "https://tile.openstreetmap.org/{z}/{x}/{y}.png", attribution: "© OpenStreetMap",
    attributionLink: "https://www.openstreetmap.org/copyright", zooms: 0...19, origin: "https://tile.openstreetmap.org")

  private init(
    template: String, attribution: String, attributionLink: String?, zooms: ClosedRange<Int>,
    schema: VectorSchema? = nil, origin: String?, date: String? = nil
  ) {
    (self.template, self.attribution, self.attributionLink) = (template, attribution, attributionLink)
    (self.zooms, self.schema, self.origin, self.date) = (zooms, schema, origin, date)
  }

  /// A source of XYZ tiles.
  /// - Throws: `DomainError` `tile-url-invalid` when the template is not an HTTP URL with the three placeholders,
  ///   each once and after the host; `tile-attribution-missing`.
  package init(template: String, attribution: String?) throws(DomainError) {
    guard let origin = hostSource(of: template), template.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      ["{z}", "{x}", "{y}"].allSatisfy({ Self.containsOnce(template.dropFirst(origin.count), $0) })
    else {
      throw DomainError(
        .invalid, "tile-url-invalid",
        "The tiles' address must start with https:// or http:// and hold {z}, {x} and {y} after the host, such as "
          + "https://tiles.example/{z}/{x}/{y}.png.", field: "tiles")
    }
    self.init(
      template: template, attribution: try Self.given(attribution), attributionLink: nil, zooms: 0...19, origin: origin)
  }

  /// The tiles of a file, served by this server.
  /// - Parameter attribution: Takes the place of the file's own.
  /// - Throws: `DomainError` `tile-attribution-missing`.
  package init(_ archive: TileArchiveInformation, attribution: String?) throws(DomainError) {
    self.init(
      template: Self.path, attribution: try Self.given(attribution ?? archive.attribution), attributionLink: nil,
      zooms: archive.zooms, schema: archive.schema, origin: nil, date: archive.date)
  }

  private static func given(_ attribution: String?) throws(DomainError) -> String {
    guard let attribution, !attribution.isEmpty else {
      throw DomainError(
        .invalid, "tile-attribution-missing", "Set the attribution that the tiles require with --tile-attribution.",
        field: "tile-attribution")
    }
    return attribution
  }

  private static func containsOnce(_ text: Substring, _ placeholder: String) -> Bool {
    text.split(separator: placeholder, omittingEmptySubsequences: false).count == 2
  }
}

/// Scheme, host and port of an address, as a content security policy source (`host-source`); nil without one. It
/// contains only letters, digits and separators: nothing that could end a directive.
package func hostSource(of address: String) -> String? {
  guard let scheme = ["https://", "http://"].first(where: address.hasPrefix) else { return nil }
  let host = address.dropFirst(scheme.count).prefix { $0 != "/" }
  let isPlain = host.utf8.allSatisfy { byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D: true
    default: false
    }
  }
  return host.isEmpty || !isPlain ? nil : scheme + host
}

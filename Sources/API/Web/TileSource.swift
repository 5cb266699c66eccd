package import Basics

/// The source of the map's tiles. Without one, the map draws its own base map.
package struct TileSource: Hashable, Sendable {
  /// The URL template with `{z}`, `{x}` and `{y}` for a tile's zoom, column and row.
  package let template: String
  /// The attribution on the map, as plain text.
  package let attribution: String
  /// Scheme, host and port of the template, as a CSP source.
  let origin: String

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
          + "https://tiles.example/{z}/{x}/{y}.png.", field: "tile-url")
    }
    guard let attribution, !attribution.isEmpty else {
      throw DomainError(
        .invalid, "tile-attribution-missing", "Say whom the map has to name for its tiles, with --tile-attribution.",
        field: "tile-attribution")
    }
    self.template = template
    self.attribution = attribution
    self.origin = origin
  }

  private static func containsOnce(_ text: Substring, _ placeholder: String) -> Bool {
    text.split(separator: placeholder, omittingEmptySubsequences: false).count == 2
  }
}

/// Scheme, host and port of an address, as a content security policy source (`host-source`); nil without one. It
/// contains only letters, digits and separators: nothing that could end a directive.
func hostSource(of address: String) -> String? {
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

/// The site that passkeys are for.
package struct RelyingParty: Hashable, Sendable {
  /// The host: `booths.example`.
  package let id: String
  /// The one origin whose pages may use its passkeys: `https://booths.example`, with a port unless it is the usual one.
  package let origin: String

  /// The site of an origin in lower case; nil if browsers offer no passkeys there: for an IP address, and without TLS
  /// except on `localhost`.
  package init?(origin: String) {
    let isEncrypted = origin.hasPrefix("https://")
    guard isEncrypted || origin.hasPrefix("http://") else { return nil }
    let address = origin.dropFirst(isEncrypted ? 8 : 7)
    let parts = address.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let host = parts[0]
    guard Self.isDomain(host), parts.count == 1 || Self.isPort(parts[1]),
      isEncrypted || host == "localhost" || host.hasSuffix(".localhost")
    else { return nil }
    (id, self.origin) = (String(host), origin)
  }

  /// Whether a host is a name and no address: the last label of an address is a number (URL Standard, 3.5).
  private static func isDomain(_ host: Substring) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard host.utf8.count <= 253, let last = labels.last, last.utf8.first.map({ !(0x30...0x39).contains($0) }) == true
    else { return false }
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count)
        && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
  }

  private static func isPort(_ text: Substring) -> Bool {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

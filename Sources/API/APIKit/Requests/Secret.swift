import Crypto
package import HTTP

/// Secrets that clients show.
package enum Secret {
  /// Whether two texts are the same, in a time that does not tell where they differ (only whether their lengths do).
  package static func isSame(_ shown: String, _ kept: String) -> Bool {
    !kept.isEmpty && areEqualSecrets(Array(shown.utf8), Array(kept.utf8))
  }
}

extension Headers {
  /// What `Authorization: Bearer` holds; nil where there is no such header.
  package var bearerToken: String? {
    let scheme = "bearer "
    guard let value = self["Authorization"], value.lowercased().hasPrefix(scheme) else { return nil }
    return String(value.dropFirst(scheme.count))
  }
}

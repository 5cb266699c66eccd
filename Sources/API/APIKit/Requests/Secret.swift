import Crypto
package import HTTP

/// Comparison of secrets.
package enum Secret {
  /// Whether two texts are equal, in constant time (only their lengths may leak).
  package static func isSame(_ presented: String, _ kept: String) -> Bool {
    !kept.isEmpty && areEqualSecrets(Array(presented.utf8), Array(kept.utf8))
  }
}

extension Headers {
  /// The token of `Authorization: Bearer`; nil without one.
  package var bearerToken: String? {
    let scheme = "bearer "
    guard let value = self["Authorization"], value.lowercased().hasPrefix(scheme) else { return nil }
    return String(value.dropFirst(scheme.count))
  }
}

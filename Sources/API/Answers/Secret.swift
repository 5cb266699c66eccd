import HTTP

/// Secrets that clients show.
enum Secret {
  /// Whether two texts are the same, in a time that does not tell where they differ (only whether their lengths do).
  static func isSame(_ shown: String, _ kept: String) -> Bool {
    let (shown, kept) = (Array(shown.utf8), Array(kept.utf8))
    guard shown.count == kept.count, !kept.isEmpty else { return false }
    var difference: UInt8 = 0
    for index in kept.indices { difference |= shown[index] ^ kept[index] }
    return difference == 0
  }
}

extension Headers {
  /// What `Authorization: Bearer` holds; nil where there is no such header.
  var bearerToken: String? {
    let scheme = "bearer "
    guard let value = self["Authorization"], value.lowercased().hasPrefix(scheme) else { return nil }
    return String(value.dropFirst(scheme.count))
  }
}

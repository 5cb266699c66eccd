/// Media types of answers, and content negotiation.
package enum MediaType {
  package static let json = "application/json"
  package static let geoJSON = "application/geo+json"
  package static let openAPI = "application/vnd.oai.openapi+json;version=3.1"
  package static let openAPI30 = "application/vnd.oai.openapi+json;version=3.0"

  /// Whether the value of a `Content-Type` header names JSON.
  package static func isJSON(_ contentType: String?) -> Bool {
    let type = contentType?.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    return type == json || type.map { $0.hasPrefix("application/") && $0.hasSuffix("+json") } == true
  }

  /// Whether an `Accept` header names a type explicitly (not only by a wildcard) with a quality above 0.
  package static func isNamed(_ type: String, by accept: String?) -> Bool {
    guard let accept, accept.utf8.count <= 4096 else { return false }
    return accept.split(separator: ",").compactMap(MediaRange.init).contains {
      $0.specificity == 2 && $0.quality > 0 && $0.matches(type)
    }
  }

  /// The offered type that `Accept` prefers, the first without a preference; nil when none is acceptable.
  ///
  /// As RFC 9110, 12.5.1: the most specific range decides the quality of a type, 0 refuses it. Malformed ranges are
  /// ignored; a header without any range accepts everything. Complexity: O(length).
  package static func choose(_ accept: String?, among offered: [String]) -> String? {
    guard let accept, accept != "*/*" else { return offered.first }
    let ranges = accept.utf8.count <= 4096 ? accept.split(separator: ",").compactMap(MediaRange.init) : []
    if ranges.isEmpty { return offered.first }
    var best: (type: String, quality: Int)?
    for type in offered {
      let quality = ranges.filter { $0.matches(type) }.max { $0.specificity < $1.specificity }?.quality ?? 0
      if quality > best?.quality ?? 0 { best = (type, quality) }
    }
    return best?.type
  }
}

/// A media range of an `Accept` header.
private struct MediaRange {
  package let type: Substring
  package let subtype: Substring
  /// 0...1000
  package var quality = 1000

  package init?(_ text: Substring) {
    let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased()[...] }
    guard let names = parts.first?.split(separator: "/", omittingEmptySubsequences: false), names.count == 2,
      !names[0].isEmpty, !names[1].isEmpty
    else { return nil }
    (type, subtype) = (names[0], names[1])
    for parameter in parts.dropFirst() where parameter.hasPrefix("q=") {
      guard let value = DecimalText.number(String(parameter.dropFirst(2))), (0...1).contains(value) else { return nil }
      quality = Int((value * 1000).rounded())
    }
  }

  package var specificity: Int { (type == "*" ? 0 : 1) + (subtype == "*" ? 0 : 1) }

  package func matches(_ offered: String) -> Bool {
    let names = offered.split(separator: "/")
    return (type == "*" || type == names[0]) && (subtype == "*" || subtype == names[1])
  }
}

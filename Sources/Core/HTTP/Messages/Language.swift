package import Basics

extension Language {
  /// The cookie with the language that was chosen on a page.
  private static let cookie = "fourcuts-language="

  /// The language of a request's page: the chosen one, else the browser's.
  package init(of request: Request) {
    let cookies = request.headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
    let chosen = cookies.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(Self.cookie) }
    self =
      chosen.flatMap { Language(rawValue: String($0.dropFirst(Self.cookie.count))) }
      ?? Language(accepting: request.headers["Accept-Language"])
  }

  /// The preferred language of an `Accept-Language` header (RFC 9110, 12.5.4); Korean without a header, English when it
  /// lists only other languages. Complexity: O(length); only the first 1,000 bytes are read.
  package init(accepting header: String?) {
    guard let header, !header.utf8.prefix(1).isEmpty else {
      self = .korean
      return
    }
    var best: (language: Language, quality: Int)?
    for range in String(decoding: header.utf8.prefix(1000), as: UTF8.self).split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let tag = parts.first, let language = Self.named(tag) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Self.thousandths($0.dropFirst(2)) } ?? 1000
      if quality > best?.quality ?? 0 { best = (language, quality) }
    }
    self = best?.language ?? .english
  }

  private static func named(_ tag: String) -> Language? {
    tag == "*" ? .korean : allCases.first { tag == $0.rawValue || tag.hasPrefix($0.rawValue + "-") }
  }

  /// A weight of 0...1 in thousandths; invalid ones count as 0.
  private static func thousandths(_ text: Substring) -> Int {
    guard let weight = Double(text), (0...1).contains(weight) else { return 0 }
    return Int((weight * 1000).rounded())
  }
}

/// What a person recognises a device by: its program and its system, such as "Chrome, Android".
package struct DeviceName: Hashable, Sendable, CustomStringConvertible {
  /// At most `maxLength` characters; empty if nothing is known.
  package let description: String

  package static let unknown = DeviceName(stored: "")
  package static let maxLength = 60

  /// Reads the header `User-Agent`, of which the version numbers and everything else are left out.
  package init(userAgent: String) {
    let start = String(userAgent.prefix(512))
    description = [Self.program(of: start), Self.system(of: start)].compactMap(\.self).joined(separator: ", ")
  }

  package init(stored: String) { description = String(stored.prefix(Self.maxLength)) }

  /// Browsers name those they descend from, so the descendants come first.
  private static let programs = [
    ("KAKAOTALK", "KakaoTalk"), ("NAVER(", "NAVER"), ("Instagram", "Instagram"),
    ("SamsungBrowser/", "Samsung Internet"), ("Whale/", "Whale"), ("Edg/", "Edge"), ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
    ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]

  /// iPhones name the Mac, and Android names Linux.
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("Darwin/", "iOS"), ("Linux", "Linux"),
  ]

  private static func program(of userAgent: String) -> String? {
    programs.first { userAgent.contains($0.0) }?.1 ?? product(of: userAgent)
  }

  private static func system(of userAgent: String) -> String? { systems.first { userAgent.contains($0.0) }?.1 }

  /// The name of the first product (RFC 9110, 10.1.5), for apps and commands. Without dots: it is in mails, whose readers
  /// would make a link of it.
  private static func product(of userAgent: String) -> String? {
    let name = userAgent.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    return (1...30).contains(name.count) && name != "Mozilla" ? String(name) : nil
  }
}

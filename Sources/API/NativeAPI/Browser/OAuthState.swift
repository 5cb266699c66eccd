import APIKit
import Accounts
import Basics
import Crypto
import HTTP

/// The state of an OAuth login, kept in a cookie of the browser that started it. A callback with the state of another
/// browser is rejected (login CSRF).
struct OAuthState {
  /// Sent when the provider redirects back, but not with subresources that another site loads.
  static let cookie = BrowserCookie(name: "fourcuts-login", path: "/login", sameSite: .lax)
  /// Seconds that the login may take.
  static let lifetime: Int64 = 600
  private static let secretLength = 32

  let provider: ProviderName
  let next: PagePath
  /// The key from which `state`, `nonce` and `verifier` are derived.
  private let secret: [UInt8]

  init(to provider: ProviderName, then next: PagePath, random: RandomBytes = systemRandom) {
    self.provider = provider
    self.next = next
    secret = random(Self.secretLength)
  }

  /// Parses the cookie's value; nil when it is malformed.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let provider = ProviderName(rawValue: String(parts[0])),
      let secret = Base64URL.decode(parts[1]), secret.count == Self.secretLength,
      let path = Base64URL.decode(parts[2]), let next = PagePath(String(decoding: path, as: UTF8.self))
    else { return nil }
    self.provider = provider
    self.next = next
    self.secret = secret
  }

  var text: String {
    "\(provider.rawValue).\(Base64URL.encode(secret)).\(Base64URL.encode(Array(next.text.utf8)))"
  }

  func authorizationRequest(redirectURI address: String) -> AuthorizationRequest {
    AuthorizationRequest(
      state: derived("state"), nonce: derived("nonce"), verifier: derived("verifier"), redirectURI: address)
  }

  /// Whether a returned `state` is the one that was sent.
  func isState(_ presented: String) -> Bool { Secret.isSame(presented, derived("state")) }

  /// An HMAC of the purpose: no derived value reveals another one.
  private func derived(_ purpose: String) -> String {
    Base64URL.encode(HMAC.sha256(of: Array(purpose.utf8), key: secret))
  }
}

/// The path of a page of this service, never of another site: that of the map or of a booth, or below `/app/`, with an
/// optional query.
struct PagePath: Hashable {
  static let map = PagePath(unchecked: "/")
  private static let maxLength = 1024

  let text: String

  /// Nil for any text that a browser could resolve to another site.
  init?(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maxLength,
      ["/", "/booths"].contains(parts[0]) || parts[0].hasPrefix("/booths/") || parts[0].hasPrefix("/app/"),
      parts[0].utf8.allSatisfy(Self.isOfPath), !parts[0].contains("//"),
      parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy(Self.isOfQuery) })
    else { return nil }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  /// Without dots, so that no path leads upwards.
  private static func isOfPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The characters allowed in a query (RFC 3986, 3.4), and the percent sign.
  private static func isOfQuery(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !##""#<>\^`{|}"##.utf8.contains(byte)
  }

  /// Percent-encoded as the value of a query parameter.
  var escaped: String {
    text.utf8.map { byte in
      Self.isOfPath(byte) ? String(UnicodeScalar(byte)) : "%" + hexadecimal([byte]).uppercased()
    }.joined()
  }
}

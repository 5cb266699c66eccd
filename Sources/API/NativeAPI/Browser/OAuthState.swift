import APIKit
import Accounts
import Basics
import Crypto
import HTTP

/// Somebody's way to a provider's page and back, as their browser keeps it meanwhile. It belongs to that browser alone:
/// whoever is sent here with the state of another one's journey does not arrive.
struct OAuthState {
  /// Goes along when the person comes back from another site, but with nothing that is loaded by one.
  static let cookie = BrowserCookie(name: "fourcuts-login", path: "/login", sameSite: .whenEntering)
  /// Seconds that a person may take.
  static let lifetime: Int64 = 600
  private static let secretLength = 32

  let provider: ProviderName
  /// Where the person goes afterwards.
  let next: PagePath
  /// From which all that tells this journey from others follows.
  private let secret: [UInt8]

  /// A new journey.
  init(to provider: ProviderName, then next: PagePath, random: RandomBytes = systemRandom) {
    self.provider = provider
    self.next = next
    secret = random(Self.secretLength)
  }

  /// A journey as a browser kept it; nil where that is none.
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

  /// For the browser to keep.
  var text: String {
    "\(provider.rawValue).\(Base64URL.encode(secret)).\(Base64URL.encode(Array(next.text.utf8)))"
  }

  /// What the provider is told of it.
  func visit(returningTo address: String) -> AuthorizationRequest {
    AuthorizationRequest(
      state: derived("state"), nonce: derived("nonce"), verifier: derived("verifier"), redirectURI: address)
  }

  /// Whether what came back is what was sent.
  func isState(_ shown: String) -> Bool { Secret.isSame(shown, derived("state")) }

  /// What is told of one gives away none of the others.
  private func derived(_ purpose: String) -> String {
    Base64URL.encode(HMAC.sha256(of: Array(purpose.utf8), key: secret))
  }
}

/// The address of a page of this service, and of nothing else: `/` or one below `/app/`, with a query if need be.
struct PagePath: Hashable {
  /// The map.
  static let map = PagePath(unchecked: "/")
  private static let maxLength = 1024

  let text: String

  /// Nil for every text that a browser could understand as leading elsewhere.
  init?(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maxLength, parts[0] == "/" || parts[0].hasPrefix("/app/"),
      parts[0].utf8.allSatisfy(Self.isOfPath), !parts[0].contains("//"),
      parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy(Self.isOfQuery) })
    else { return nil }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  /// No dot: nothing leads upwards.
  private static func isOfPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// What stands in a query by itself (RFC 3986, 3.4), and the percent sign.
  private static func isOfQuery(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !##""#<>\^`{|}"##.utf8.contains(byte)
  }

  /// As the value of a parameter.
  var escaped: String {
    text.utf8.map { byte in
      Self.isOfPath(byte) ? String(UnicodeScalar(byte)) : "%" + hexadecimal([byte]).uppercased()
    }.joined()
  }
}

package import Basics
import FoundationEssentials

/// Where somebody else's service is reached, to which paths are appended: `https` anywhere, `http` on this machine
/// only.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// Without slashes at its end.
  package let description: String
  /// Whether what is said is encrypted, and whoever answers has proved who it is: `https`.
  package let isSecure: Bool
  /// Whether it is on this machine and goes over no network.
  let isLocal: Bool

  /// Reads an address.
  /// - Parameter field: what a refusal names.
  /// - Throws: `DomainError` (invalid) `address-invalid`, or `address-insecure` for `http` to another machine.
  package init(_ text: String, field: String) throws(DomainError) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil,
      parts.password == nil, parts.query == nil, parts.fragment == nil,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw DomainError(
        .invalid, "address-invalid", "'\(field)' must be an address such as https://example.com.", field: field)
    }
    isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    isSecure = scheme == "https"
    guard isSecure || isLocal else {
      throw DomainError(
        .invalid, "address-insecure",
        "'\(field)' must be an https address: over http others could read and change what is said.", field: field)
    }
    let end = text.lastIndex { $0 != "/" }.map { text.index(after: $0) } ?? text.startIndex
    description = String(text[..<end])
  }
}

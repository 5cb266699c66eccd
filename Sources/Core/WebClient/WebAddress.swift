package import Basics
import FoundationEssentials

/// The base URL of an external service, to which paths are appended: `https`, or `http` for this machine only.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// Without trailing slashes.
  package let description: String
  /// Whether the scheme is `https`: encrypted, and the server is authenticated.
  package let isSecure: Bool
  /// A name or an address, in lower case.
  let host: String

  var isLocal: Bool { ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) }

  /// Parses a URL.
  /// - Parameter field: the field of a thrown error.
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
    self.host = host
    isSecure = scheme == "https"
    let end = text.lastIndex { $0 != "/" }.map { text.index(after: $0) } ?? text.startIndex
    description = String(text[..<end])
    guard isSecure || isLocal else {
      throw DomainError(
        .invalid, "address-insecure",
        "'\(field)' must be an https address: over http others could read and change the traffic.", field: field)
    }
  }
}

package import Basics

/// An address that mail is sent to or from, with the name that is shown beside it.
package struct Mailbox: Hashable, Sendable {
  package let name: HeaderText?
  /// Letters, digits and some signs of ASCII with one `@`, so that it can stand in a header and in an SMTP command.
  package let address: String

  /// - Throws: `DomainError` `mailbox-invalid`.
  package init(_ address: String, name: HeaderText? = nil) throws(DomainError) {
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, address.utf8.count <= 254, parts.allSatisfy({ !$0.isEmpty }),
      parts[0].allSatisfy({ Self.isAlphanumeric($0) || "._%+-".utf8.contains($0) }),
      parts[1].allSatisfy({ Self.isAlphanumeric($0) || ".-".utf8.contains($0) })
    else {
      throw DomainError(
        .invalid, "mailbox-invalid", "This is no sender of mails: write one like 'Four Cuts <mail@example.com>'.")
    }
    (self.address, self.name) = (address, name)
  }

  /// Parses `name@example.com`, or `Some Name <name@example.com>`.
  /// - Throws: `DomainError` `mailbox-invalid`, `mail-header-invalid`.
  package init(parsing text: String) throws(DomainError) {
    guard let start = text.firstIndex(of: "<"), text.last == ">" else {
      try self.init(text)
      return
    }
    let name = trimmed(String(text[..<start]))
    let address = String(text[text.index(after: start)..<text.index(before: text.endIndex)])
    try self.init(address, name: name.isEmpty ? nil : HeaderText(name))
  }

  /// As it stands in a header.
  var encoded: String { name.map { "\($0.encoded)\r\n <\(address)>" } ?? "<\(address)>" }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }
}

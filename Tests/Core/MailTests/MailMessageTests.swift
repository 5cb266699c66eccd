import Basics
import Foundation
import Mail
import Testing

@Suite("Mails")
struct MailMessageTests {
  private static func message(subject: String = "비밀번호 재설정", name: String? = "네컷 지도") throws -> MailMessage {
    MailMessage(
      from: try Mailbox("mail@booths.example", name: try name.map { try HeaderText($0) }),
      to: try Mailbox("mina@example.com"), subject: try HeaderText(subject),
      date: Timestamp(seconds: 1_795_897_565), id: try #require(MailID("0199c0ffee0123456789abcd")), language: "ko",
      text: "안녕하세요.\n.\n" + String(repeating: "가나다라", count: 100), html: "<p>안녕하세요.</p>")
  }

  /// Header lines by name, unfolded, and the body.
  private static func parsed(_ bytes: [UInt8]) throws -> (headers: [String: String], body: String) {
    let text = String(decoding: bytes, as: UTF8.self)
    let end = try #require(text.range(of: "\r\n\r\n"))
    let head = text[..<end.lowerBound].replacingOccurrences(of: "\r\n ", with: " ")
    let lines = head.components(separatedBy: "\r\n").map { $0.components(separatedBy: ": ") }
    return (Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) }), String(text[end.upperBound...]))
  }

  /// The text of encoded words.
  private static func decoded(_ words: String) -> String {
    let bytes = words.matches(of: /=\?UTF-8\?B\?([^?]*)\?=/).flatMap { Data(base64Encoded: String($0.1)) ?? Data() }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A mail has its headers, and its text as plain text and as HTML")
  func complete() throws {
    let message = try Self.message()
    let (headers, body) = try Self.parsed(message.rendered)
    #expect(headers["From"]?.hasSuffix(" <mail@booths.example>") == true)
    #expect(Self.decoded(try #require(headers["From"])) == "네컷 지도")
    #expect(headers["To"] == "<mina@example.com>")
    #expect(Self.decoded(try #require(headers["Subject"])) == "비밀번호 재설정")
    #expect(headers["Date"] == "Sat, 28 Nov 2026 20:26:05 +0000")
    #expect(headers["Message-ID"] == "<0199c0ffee0123456789abcd@booths.example>")
    #expect(headers["MIME-Version"] == "1.0" && headers["Auto-Submitted"] == "auto-generated")
    let boundary = try #require(headers["Content-Type"]?.firstMatch(of: /boundary="([^"]+)"/)?.1)
    let parts = body.components(separatedBy: "--\(boundary)")
    #expect(parts.count == 4 && parts[0].isEmpty && parts[3] == "--\r\n")
    for (part, (type, text)) in zip(parts[1...], [("plain", message.text), ("html", message.html)]) {
      #expect(part.contains("Content-Type: text/\(type); charset=utf-8\r\n") && part.contains("Content-Language: ko"))
      let data = try #require(part.components(separatedBy: "\r\n\r\n").dropFirst().first)
      #expect(Data(base64Encoded: data, options: .ignoreUnknownCharacters) == Data(text.utf8))
    }
  }

  @Test("A mail that can be stopped says where, so that a program for mail does it with one press")
  func unsubscribing() throws {
    var message = try Self.message()
    #expect(try Self.parsed(message.rendered).headers["List-Unsubscribe"] == nil)
    message.unsubscribe = "https://booths.example/stop?token=a.b"
    let headers = try Self.parsed(message.rendered).headers
    #expect(headers["List-Unsubscribe"] == "<https://booths.example/stop?token=a.b>")
    #expect(headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click")
  }

  @Test("No line is longer than 76 characters, ends otherwise than by CR LF, or has anything but ASCII")
  func lines() throws {
    let long = String(repeating: "가🎞️", count: 60)
    let bytes = try Self.message(subject: long, name: long).rendered
    #expect(bytes.allSatisfy { $0 < 0x80 })
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.replacingOccurrences(of: "\r\n", with: "").utf8.allSatisfy { $0 >= 0x20 })
    let (headers, _) = try Self.parsed(bytes)
    #expect(Self.decoded(try #require(headers["Subject"])) == long)
    #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 76 })
  }

  @Test(
    "A text that could add a header is refused",
    arguments: [
      "a\r\nBcc: x@example.com", "a\nb", "a\rb", "a\0b", "a\u{2028}b", "\u{85}", "", String(repeating: "a", count: 201),
    ])
  func injectedText(text: String) {
    let error = #expect(throws: DomainError.self) { try HeaderText(text) }
    #expect(error?.code == "mail-header-invalid")
  }

  @Test("A plain text stands as it is; one that looks like an encoded word does not")
  func plainText() throws {
    let plain = try Self.parsed(Self.message(subject: "Reset your password").rendered)
    #expect(plain.headers["Subject"] == "Reset your password")
    let word = "=?UTF-8?B?YQ==?="
    let subject = try #require(try Self.parsed(Self.message(subject: word).rendered).headers["Subject"])
    #expect(subject != word && Self.decoded(subject) == word)
  }

  @Test("A sender is an address with or without a name")
  func senders() throws {
    let named = try Mailbox(parsing: " Four Cuts <mail@booths.example>")
    #expect(named.name?.description == "Four Cuts" && named.address == "mail@booths.example")
    let plain = try Mailbox(parsing: "mail@booths.example")
    #expect(plain.name == nil && plain.address == "mail@booths.example")
    #expect(try Mailbox(parsing: "<mail@localhost>").address == "mail@localhost")
    for text in [
      "", "mail", "@a.example", "mail@", "a b@c.example", "a@b@c", "x <a@b", "a@b>\r\nBcc: <c@d.example", "<a@b\r\n>",
      "a@b.example\r\nRCPT TO:<c@d>", "가@b.example", "\"a\"@b.example", "a@[127.0.0.1]",
    ] {
      #expect(throws: DomainError.self, "\(text)") { try Mailbox(parsing: text) }
    }
  }
}

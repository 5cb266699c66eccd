package import Basics
import FoundationEssentials

/// A mail with the same text as plain text and as HTML (RFC 5322, RFC 2046).
package struct MailMessage: Sendable {
  package var from: Mailbox
  package var to: Mailbox
  package var subject: HeaderText
  package var date: Timestamp
  /// The same in each attempt to send the mail, so that a mailbox shows it once.
  package var id: MailID
  /// The language of the text, such as `ko`.
  package var language: String
  package var text: String
  package var html: String
  /// Where a POST stops mails like this one (RFC 8058); nil for mails that cannot be stopped. It has no blanks.
  package var unsubscribe: String?

  package init(
    from: Mailbox, to: Mailbox, subject: HeaderText, date: Timestamp, id: MailID, language: String, text: String,
    html: String
  ) {
    (self.from, self.to, self.subject) = (from, to, subject)
    (self.date, self.id, self.language) = (date, id, language)
    (self.text, self.html) = (text, html)
  }

  /// The message as SMTP takes it, with CR LF after each line. Complexity: O(length).
  package var rendered: [UInt8] {
    // Base64 has no underscore: no part contains the boundary.
    let boundary = "part_\(id)"
    var headers = [
      "From: \(from.encoded)", "To: \(to.encoded)", "Subject: \(subject.encoded)", "Date: \(Self.text(of: date))",
      "Message-ID: <\(id)@\(from.address.split(separator: "@")[1])>", "MIME-Version: 1.0",
      // No answer of an absent person's mailbox is wanted (RFC 3834).
      "Auto-Submitted: auto-generated", "Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"",
    ]
    if let unsubscribe {
      headers += ["List-Unsubscribe: <\(unsubscribe)>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
    }
    let parts = [("plain", text), ("html", html)].map { kind, text in
      """
      --\(boundary)\r
      Content-Type: text/\(kind); charset=utf-8\r
      Content-Language: \(language)\r
      Content-Transfer-Encoding: base64\r
      \r
      \(Self.base64(text))\r

      """
    }
    return Array("\(headers.joined(separator: "\r\n"))\r\n\r\n\(parts.joined())--\(boundary)--\r\n".utf8)
  }

  private static func base64(_ text: String) -> String {
    Data(text.utf8).base64EncodedString(
      options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
  }

  /// `Sat, 28 Nov 2026 20:26:05 +0000`
  private static func text(of instant: Timestamp) -> String {
    let (days, second) = floorDivide(floorDivide(instant.milliseconds, 1000).quotient, 86_400)
    let date = CivilDate(daysSince1970: Int(days))
    let time = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let (weekday, month) = (weekdays[date.weekday], months[date.month - 1])
    return "\(weekday), \(date.day) \(month) \(date.year) \(time.joined(separator: ":")) +0000"
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// The identifier of a mail, from when it was asked for until it was sent.
package typealias MailID = Identifier<MailSubject>

/// The subject of `MailID`.
package enum MailSubject {}

import Basics
import CommandLineKit
import Mail
import WebClient

/// Settings of mail.
struct MailSettings: Sendable {
  static let options: [OptionSpecification] =
    OptionSpecification.secret(
      "smtp-url",
      "The relay that sends mails: smtps://USER:PASSWORD@HOST, or smtp:// for STARTTLS; unset, mails are only written to "
        + "mail/ in the data folder")
    + [.setting("mail-from", "ADDRESS", nil, "The sender of mails, such as 'Four Cuts <mail@booths.example>'")]

  /// Nil: mails are written to a directory.
  var relay: SMTPAddress?
  var sender: Mailbox?
  /// The address of the pages in links of mails, without a slash at its end.
  var base = "http://127.0.0.1:8080"

  /// No relay.
  init() {}

  /// The settings of a command line.
  /// - Throws: `DomainError` of the command line.
  init(_ command: ParsedCommand) throws(DomainError) {
    let url = try command.secret("smtp-url")
    do throws(DomainError) {
      relay = try url.map { text throws(DomainError) in try SMTPAddress(text) }
      sender = try command.text("mail-from").map { text throws(DomainError) in try Mailbox(parsing: text) }
    } catch {
      throw .usage(error.code, error.message)
    }
    if relay != nil, sender == nil || command.text("public-url") == nil {
      throw .usage(
        "mail-incomplete", "--smtp-url needs --mail-from, the sender, and --public-url, to which links in mails lead.")
    }
  }
}

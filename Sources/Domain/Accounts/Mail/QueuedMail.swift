package import Basics
package import Mail

/// The language of a mail.
package enum MailLanguage: String, Hashable, Sendable, CaseIterable {
  case korean = "ko"
  case english = "en"
}

/// What a mail is about.
package enum MailKind: String, Hashable, Sendable, CaseIterable {
  /// A link with which the owner of an address sets a new password.
  case passwordReset = "password-reset"

  /// Seconds for which sending is tried.
  var lifetime: Int64 {
    switch self {
    case .passwordReset: 3600
    }
  }
}

/// A mail to be sent. It is composed when it is sent: until then nothing in the database opens an account.
package struct QueuedMail: Hashable, Sendable {
  package let id: MailID
  package let kind: MailKind
  /// Whether somebody has this address is found out when the mail is sent.
  package let recipient: EmailAddress
  package let language: MailLanguage
  package let createdAt: Timestamp
  /// Attempts so far, including a leased one.
  package let attempts: Int
  /// When it is due. A leased mail is not given to another process before.
  package let dueAt: Timestamp

  package init(
    id: MailID, kind: MailKind, recipient: EmailAddress, language: MailLanguage, createdAt: Timestamp,
    attempts: Int = 0, dueAt: Timestamp
  ) {
    (self.id, self.kind, self.recipient, self.language) = (id, kind, recipient, language)
    (self.createdAt, self.attempts, self.dueAt) = (createdAt, attempts, dueAt)
  }
}

/// The store of mails to be sent. Every method is one transaction.
package protocol MailOutbox: Sendable {
  /// Adds a mail, unless one of the same kind waits for the same recipient. It costs the same whether or not anybody has
  /// the address.
  func add(_ mail: QueuedMail) async throws

  /// Leases the mail that has been due longest, until `lease`: no other process gets it meanwhile, and it is due again
  /// should this process crash. Nil if none is due.
  func lease(dueAt instant: Timestamp, until lease: Timestamp) async throws -> QueuedMail?

  /// Stores the hash of a reset link for the account with the mail's address, and replaces that of an earlier mail.
  /// - Returns: False if there is no such account, or if it is suspended.
  func addResetLink(_ hash: String, for mail: QueuedMail, until end: Timestamp) async throws -> Bool

  /// Deletes a mail, unless its lease has ended and another process has it.
  func finish(_ mail: QueuedMail) async throws

  /// Postpones a mail, unless its lease has ended and another process has it.
  func postpone(_ mail: QueuedMail, until instant: Timestamp) async throws
}

/// Hands mails on.
package protocol MailTransport: Sendable {
  /// Returns once the mail was accepted.
  /// - Throws: `MailFailure`.
  func send(_ message: MailMessage) async throws(MailFailure)
}

/// Why a mail was not accepted. It names neither the recipient nor the text.
package enum MailFailure: Error, Hashable, Sendable {
  /// For good, with the relay's reply.
  case refused(Int)
  /// For now, with the reason.
  case unavailable(String)
}

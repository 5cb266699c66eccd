package import Basics
package import Mail

/// What a mail is about.
package enum MailKind: String, Hashable, Sendable, CaseIterable {
  /// A link with which the owner of an address sets a new password.
  case passwordReset = "password-reset"
  /// A link with which the owner of an address confirms that it is theirs.
  case addressCheck = "address-check"
  /// The same to the new address of an account.
  case newAddress = "new-address"
  /// A link with which the owner of an account's address agrees to another one.
  case addressConsent = "address-consent"
  /// Tells the owner of an account that a browser has logged in that had not before.
  case newDevice = "new-device"
  /// Tells the owner of an account that a passkey was added to it.
  case newPasskey = "new-passkey"
  /// Tells a buyer what was paid.
  case receipt
  /// Tells somebody once a day what they have not read.
  case notices

  /// Whether it has a link that proves that somebody reads the mails of the address.
  var hasToken: Bool { ![.newDevice, .newPasskey, .receipt, .notices].contains(self) }

  /// Seconds for which sending is tried.
  var lifetime: Int64 { self == .passwordReset ? 3600 : 86_400 }

  /// Seconds for which the link is valid.
  var linkLifetime: Int64 { self == .passwordReset ? 1800 : 86_400 }

  /// The path of the page that the mail leads to, below `/app/`.
  func path(_ detail: String?) -> String {
    switch self {
    case .passwordReset: "reset"
    case .addressCheck, .newAddress, .addressConsent: "confirm"
    case .newDevice: "me/devices"
    case .newPasskey: "me/passkeys"
    case .receipt: "orders/\(detail?.split(separator: " ").first ?? "")"
    case .notices: "me/notices"
    }
  }
}

/// A mail to be sent. It is composed when it is sent: until then nothing in the database opens an account.
package struct QueuedMail: Hashable, Sendable {
  package let id: MailID
  package let kind: MailKind
  /// Whether somebody has this address is found out when the mail is sent.
  package let recipient: EmailAddress
  /// For a change: the new address in the mail to the present one, and the other way round. Nil for other mails.
  package let other: EmailAddress?
  package let language: Language
  /// The name of a new device; an order's identifier, amount and currency for a receipt; an account's identifier and how
  /// many notices of which kinds it has not read. Empty for a passkey, nil for mails with links.
  package let detail: String?
  package let createdAt: Timestamp
  /// Attempts so far, including a leased one.
  package let attempts: Int
  /// When it is due. A leased mail is not given to another process before.
  package let dueAt: Timestamp

  package init(
    id: MailID, kind: MailKind, recipient: EmailAddress, other: EmailAddress? = nil, language: Language,
    detail: String? = nil, createdAt: Timestamp, attempts: Int = 0, dueAt: Timestamp
  ) {
    (self.id, self.kind, self.recipient, self.other, self.language) = (id, kind, recipient, other, language)
    self.detail = detail
    (self.createdAt, self.attempts, self.dueAt) = (createdAt, attempts, dueAt)
  }
}

/// The store of mails to be sent. Every method is one transaction.
package protocol MailOutbox: Sendable {
  /// Adds mails, but none that one of the same kind waits for the same recipient. It costs the same whether or not anybody
  /// has the addresses.
  func add(_ mails: [QueuedMail]) async throws

  /// Adds a mail without a link for an account that has a verified address.
  func add(_ kind: MailKind, _ id: MailID, to account: AccountID, detail: String, at instant: Timestamp) async throws

  /// The mails that wait, the oldest first.
  func waiting(limit: Int) async throws -> [QueuedMail]

  /// Makes all mails due that wait for another attempt.
  /// - Returns: Their number.
  func retry(at instant: Timestamp) async throws -> Int

  /// Leases the mail that has been due longest, until `lease`: no other process gets it meanwhile, and it is due again
  /// should this process crash. Nil if none is due.
  func lease(dueAt instant: Timestamp, until lease: Timestamp) async throws -> QueuedMail?

  /// Stores the hash of a link for the account that a mail is about, and replaces that of an earlier mail of its kind.
  /// - Returns: False if there is no such account or it is suspended, or if the address to check is verified.
  func addLink(_ hash: String, for mail: QueuedMail, until end: Timestamp) async throws -> Bool

  /// Confirms an address by a link; the account gets a new address once both links of its change are confirmed. Both may
  /// be used again until then.
  /// - Returns: Nil if the link is not valid.
  /// - Throws: `DomainError` `email-taken`.
  func confirm(byLinkHashed hash: String, at instant: Timestamp) async throws -> AddressConfirmation?

  /// Deletes a mail, unless its lease has ended and another process has it.
  func finish(_ mail: QueuedMail) async throws

  /// Postpones a mail, unless its lease has ended and another process has it.
  func postpone(_ mail: QueuedMail, until instant: Timestamp) async throws
}

/// What became of an address whose owner confirmed it.
package enum AddressConfirmation: String, Hashable, Sendable, CaseIterable {
  /// It is the account's, and verified now.
  case verified
  /// The owner of the other address has to confirm the change, too.
  case waiting
  /// It is the account's from now on.
  case changed
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

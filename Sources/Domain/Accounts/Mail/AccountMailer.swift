package import Basics
package import Crypto
package import Mail

/// Mails about accounts.
///
/// A request only records that a mail is wanted. Whether an account has the address is looked up when the mail is sent,
/// so that neither the response nor the work before it depends on that.
package struct AccountMailer: Sendable {
  /// Requests of one address, so that nobody floods a mailbox.
  static let limitsOfAddress = [AttemptLimit(maxCount: 3, seconds: 3600), AttemptLimit(maxCount: 10, seconds: 86_400)]
  /// Requests of one network.
  static let limitsOfNetwork = [
    AttemptLimit(maxCount: 20, seconds: 3600), AttemptLimit(maxCount: 100, seconds: 86_400),
  ]
  /// Seconds for which a mail is leased: longer than the timeout of the relay.
  private static let lease: Int64 = 120
  /// From ten seconds to five minutes.
  private static let backoff = Backoff(first: 10_000, limit: 300_000)

  private let outbox: any MailOutbox
  private let transport: any MailTransport
  private let sender: Mailbox
  /// The address of the pages, without a slash at its end. It is never that of a request, whose header may lie.
  private let base: String
  private let attempts: AttemptLimiter
  private let authenticator: MessageAuthenticator
  private let now: @Sendable () -> Timestamp
  private let random: RandomBytes
  /// To be called when a mail was added elsewhere.
  package let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - authenticator: derives the tokens of links.
  ///   - wake: called when a mail was added.
  package init(
    outbox: any MailOutbox, transport: any MailTransport, sender: Mailbox, base: String, attempts: AttemptLimiter,
    authenticator: MessageAuthenticator, clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    (self.outbox, self.transport, self.sender, self.base) = (outbox, transport, sender, base)
    (self.attempts, self.authenticator) = (attempts, authenticator)
    (self.now, self.random, self.wake) = (clock, random, wake)
  }

  /// Requests a mail with a link for setting a new password, which is sent if an account has the address.
  /// - Throws: `DomainError` `too-many-mails` (rateLimited).
  package func requestPasswordReset(
    of recipient: EmailAddress, in language: Language, from network: ClientNetwork
  ) async throws {
    try await count(recipient, from: network)
    try await add([mail(.passwordReset, to: recipient, in: language)])
  }

  /// A mail with which the owner of a new account confirms its address, for the transaction that adds the account; nil if
  /// too many were requested.
  package func addressCheck(
    of recipient: EmailAddress, in language: Language, from network: ClientNetwork
  ) async throws -> QueuedMail? {
    do { try await count(recipient, from: network) } catch let error as DomainError where error.kind == .rateLimited {
      return nil
    }
    return mail(.addressCheck, to: recipient, in: language)
  }

  /// Requests another mail for confirming an account's address; none is sent if it is verified.
  /// - Throws: `DomainError` `too-many-mails` (rateLimited), `account-without-email` (conflict).
  package func requestAddressCheck(
    of account: Account, in language: Language, from network: ClientNetwork
  ) async throws {
    guard let recipient = account.email else { throw DomainError.accountWithoutEmail }
    try await count(recipient, from: network)
    try await add([mail(.addressCheck, to: recipient, in: language)])
  }

  /// Requests the mails for changing an account's address: its owner and that of the new address have to confirm it.
  /// - Throws: As `requestAddressCheck`.
  package func requestAddressChange(
    of account: Account, to new: EmailAddress, in language: Language, from network: ClientNetwork
  ) async throws {
    guard let present = account.email else { throw DomainError.accountWithoutEmail }
    try await count(new, from: network)
    try await add([
      mail(.addressConsent, to: present, other: new, in: language),
      mail(.newAddress, to: new, other: present, in: language),
    ])
  }

  /// Confirms an address by a link.
  /// - Throws: `DomainError` `confirmation-link-unusable` (invalid, field `token`), `email-taken` (conflict).
  package func confirmAddress(by token: String) async throws -> AddressConfirmation {
    guard let link = ResetToken(token), let result = try await outbox.confirm(byLinkHashed: link.hash, at: now()) else {
      throw DomainError.confirmationLinkUnusable
    }
    return result
  }

  /// Notifies the owner of an account of something that concerns its security, if they have confirmed their address. A
  /// failure is ignored: it must not keep anybody out.
  package func notify(_ account: AccountID, _ kind: MailKind, _ detail: String) async {
    let instant = now()
    try? await outbox.add(kind, MailID(at: instant, random: random), to: account, detail: detail, at: instant)
    wake()
  }

  private func mail(
    _ kind: MailKind, to recipient: EmailAddress, other: EmailAddress? = nil, in language: Language
  ) -> QueuedMail {
    let instant = now()
    return QueuedMail(
      id: MailID(at: instant, random: random), kind: kind, recipient: recipient, other: other, language: language,
      createdAt: instant, dueAt: instant)
  }

  private func add(_ mails: [QueuedMail]) async throws {
    try await outbox.add(mails)
    wake()
  }

  /// Counts a request.
  /// - Throws: `DomainError` `too-many-mails` (rateLimited).
  private func count(_ recipient: EmailAddress, from network: ClientNetwork) async throws {
    let instant = now()
    let keys = [
      AttemptKey("mail address", Array(recipient.description.utf8), Self.limitsOfAddress),
      AttemptKey("mail network", network.bytes, Self.limitsOfNetwork),
    ]
    if case .full(let until) = try await attempts.count(keys, at: instant) {
      throw DomainError.tooManyMails(max(1, (until.milliseconds - instant.milliseconds + 999) / 1000))
    }
  }

  /// Sends the mails that are due, one after the other, until none is left or one could not be sent; to be called
  /// periodically, by any number of processes.
  ///
  /// A failed mail is retried after ten seconds, twenty, forty and so on up to five minutes, for as long as its kind
  /// says. One whose process died is due again when its lease ends; the relay may have accepted it before.
  package func sendDue() async throws -> MailReport {
    var report = MailReport()
    while report.problem == nil, !Task.isCancelled {
      let instant = now()
      let lease = instant.advanced(seconds: Self.lease)
      guard let mail = try await outbox.lease(dueAt: instant, until: lease) else { return report }
      if let message = try await compose(mail) {
        try await send(message, of: mail, &report)
      } else {
        try await outbox.finish(mail)
      }
    }
    return report
  }

  private func send(_ message: MailMessage, of mail: QueuedMail, _ report: inout MailReport) async throws {
    do throws(MailFailure) {
      try await transport.send(message)
      report.sent += 1
    } catch {
      let next = now().advanced(milliseconds: Self.backoff.pause(after: mail.attempts))
      let isLast = next >= mail.createdAt.advanced(seconds: mail.kind.lifetime)
      report.problem = .mailProblem(error, of: mail.kind, isLast: isLast)
      if case .unavailable = error, !isLast { return try await outbox.postpone(mail, until: next) }
    }
    try await outbox.finish(mail)
  }

  /// The mail as it is sent; nil if nobody is to get it.
  private func compose(_ mail: QueuedMail) async throws -> MailMessage? {
    // Each attempt sends the same link, and the database never has it.
    let token = ResetToken(bytes: authenticator.code(for: Array("\(mail.kind.rawValue) \(mail.id)".utf8)))
    let end = now().advanced(seconds: mail.kind.linkLifetime)
    if mail.kind.hasToken {
      guard try await outbox.addLink(token.hash, for: mail, until: end) else { return nil }
    }
    let page = "\(base)/app/\(mail.kind.path(mail.detail))"
    let text = MailText(mail, link: mail.kind.hasToken ? "\(page)#\(token.text)" : page)
    var message = MailMessage(
      from: sender, to: try Mailbox(mail.recipient.description), subject: try HeaderText(text.subject),
      date: mail.createdAt, id: mail.id, language: mail.language.rawValue, text: text.plain, html: text.html)
    if mail.kind == .notices, let account = mail.detail?.split(separator: " ").first.flatMap({ AccountID($0) }) {
      message.unsubscribe = "\(base)\(Self.unsubscribePath)?token=\(unsubscribeToken(of: account))"
    }
    return message
  }

  // MARK: Daily mails

  /// Where daily mails are stopped without a login (RFC 8058).
  package static let unsubscribePath = "/api/notice-mail/stop"

  /// What the daily mail of an account has.
  package func unsubscribeToken(of account: AccountID) -> String {
    "\(account).\(Base64URL.encode(authenticator.code(for: Self.unsubscribeText(account))))"
  }

  /// In bytes; the authenticator takes shorter ones, too.
  private static let unsubscribeCodeLength = 32

  private static func unsubscribeText(_ account: AccountID) -> [UInt8] { Array("stop notices \(account)".utf8) }

  /// The account whose daily mail has a token; nil for others.
  package func account(byUnsubscribeToken token: String) -> AccountID? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let account = AccountID(parts[0]), let code = Base64URL.decode(String(parts[1])),
      code.count == Self.unsubscribeCodeLength, authenticator.isCode(code, for: Self.unsubscribeText(account))
    else { return nil }
    return account
  }
}

/// What became of the due mails.
package struct MailReport: Sendable {
  package var sent = 0
  /// Why the last mail was not sent; for the operator.
  package var problem: DomainError?
}

extension DomainError {
  fileprivate static var accountWithoutEmail: DomainError {
    DomainError(.conflict, "account-without-email", "This account has no e-mail address: it is opened by a provider.")
  }

  fileprivate static var confirmationLinkUnusable: DomainError {
    DomainError(
      .invalid, "confirmation-link-unusable",
      "This link was used, has expired or is not complete: request another one in the settings.", field: "token")
  }

  fileprivate static func tooManyMails(_ seconds: Int64) -> DomainError {
    DomainError(
      .rateLimited, "too-many-mails",
      "Too many mails were requested for this address or from this network: try again in \(seconds) seconds.",
      retryAfter: seconds)
  }

  /// The problem of a mail, without its recipient.
  fileprivate static func mailProblem(_ failure: MailFailure, of kind: MailKind, isLast: Bool) -> DomainError {
    let message =
      switch failure {
      case .refused(let reply): "The relay refused a mail (\(kind.rawValue)) with reply \(reply); it is not sent."
      case .unavailable(let reason):
        "A mail (\(kind.rawValue)) cannot be sent: \(reason). " + (isLast ? "It was given up." : "It is tried again.")
      }
    let code = if case .refused = failure { "mail-refused" } else { "mail-unsent" }
    return DomainError(.unavailable, code, "Mail cannot be sent now.", condition: ServiceCondition(.mail, message))
  }
}

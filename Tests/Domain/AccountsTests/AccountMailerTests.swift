import Accounts
import Basics
import Crypto
import Mail
import SQL
import Stores
import Support
import Synchronization
import Testing
import Workload

@Suite("Mails about accounts")
struct AccountMailerTests {
  private let fixture: AccountsUnderTest
  private let relay = Relay()
  private let client = IPAddress(v4: 0xCB00_7109).network

  init() async throws { fixture = try await AccountsUnderTest() }

  private func mailer(_ relay: Relay? = nil, over database: (any Database)? = nil) throws -> AccountMailer {
    let clock = fixture.clock
    return AccountMailer(
      outbox: SQLMailOutbox(database ?? fixture.statements), transport: relay ?? self.relay,
      sender: try Mailbox("mail@booths.example"), base: "https://booths.example", attempts: fixture.accounts.attempts,
      authenticator: MessageAuthenticator(key: [UInt8](repeating: 7, count: MessageAuthenticator.keyLength)),
      clock: { clock.now }, random: systemRandom)
  }

  private func request(
    _ address: String, in language: Language = .korean, from network: ClientNetwork? = nil
  ) async throws {
    try await mailer().requestPasswordReset(of: try EmailAddress(address), in: language, from: network ?? client)
  }

  @Test("A mail's link sets a password once, ends every session, and only its hash is stored")
  func resets() async throws {
    let (_, tokens) = try await fixture.newcomer("mina")
    try await request("MINA@example.com")
    let report = try await mailer().sendDue()
    #expect(report.sent == 1 && report.problem == nil && relay.messages.count == 1)
    let message = try #require(relay.messages.first)
    #expect(message.to.address == "mina@example.com" && message.from.address == "mail@booths.example")
    let token = try token(in: message)
    #expect(message.html.contains("https://booths.example/app/reset#\(token)"))
    #expect(try await !contains(token))
    #expect(try await fixture.count("mail") == 0)
    try await fixture.accounts.resetPassword(by: token, to: "another horse")
    await expectDomainError("token-unusable") { _ = try await fixture.accounts.caller(withAccessToken: tokens.access) }
    _ = try await fixture.accounts.logIn(email: "mina@example.com", password: "another horse", .rotating)
    await expectDomainError("reset-link-unusable", .invalid, field: "token") {
      try await fixture.accounts.resetPassword(by: token, to: "third horse!")
    }
  }

  @Test("Somebody learns of a new browser at a verified address, and not of the first one or one that is known")
  func newDevices() async throws {
    let mailer = try mailer()
    try await fixture.signUp("mina")
    var service = fixture.accounts
    service.notifyOwner = { await mailer.notify($0, $1, $2) }
    let accounts = service
    func logIn(_ device: DeviceToken, _ name: String) async throws {
      _ = try await accounts.logIn(
        email: "mina@example.com", password: AccountsUnderTest.password, .rotating,
        from: LoginClient(network: client, device: device, name: DeviceName(stored: name), language: .english))
    }
    let (laptop, phone) = (DeviceToken(random: seededBytes(1)), DeviceToken(random: seededBytes(2)))
    try await logIn(laptop, "Firefox, Linux")
    try await logIn(phone, "Chrome, Android")
    #expect(try await fixture.count("mail") == 0, "the address is not verified")
    try await fixture.database.write { _ = try $0.run("UPDATE account SET email_verified_at = 1", []) }
    for _ in 0..<2 { try await logIn(laptop, "Firefox, Linux") }
    #expect(try await fixture.count("mail") == 0)
    try await logIn(DeviceToken(random: seededBytes(3)), "Safari, iPhone")
    #expect(try await mailer.sendDue().sent == 1)
    let message = try #require(relay.messages.first)
    #expect(message.to.address == "mina@example.com" && message.language == "en")
    #expect(message.text.contains("Safari, iPhone") && message.text.contains("https://booths.example/app/me/devices\n"))
    #expect(try await fixture.count("account_link") == 0)
  }

  @Test("Waiting mails are listed, and can be made due")
  func waiting() async throws {
    try await fixture.signUp("mina")
    try await request("mina@example.com")
    relay.fail(with: .unavailable("closed"))
    _ = try await mailer().sendDue()
    let outbox = SQLMailOutbox(fixture.database)
    let mail = try #require(try await outbox.waiting(limit: 10).first)
    #expect(mail.attempts == 1 && mail.dueAt > fixture.clock.now && mail.kind == .passwordReset)
    #expect(try await outbox.retry(at: fixture.clock.now) == 1)
    #expect(try await outbox.retry(at: fixture.clock.now) == 0)
    // One that is being sent is left alone.
    let instant = fixture.clock.now
    let leased = try #require(try await outbox.lease(dueAt: instant, until: instant.advanced(seconds: 120)))
    #expect(try await outbox.retry(at: instant) == 0)
    try await outbox.postpone(leased, until: instant.advanced(seconds: 20))
    #expect(try await outbox.retry(at: instant) == 1)
    relay.fail(with: nil)
    #expect(try await mailer().sendDue().sent == 1)
    #expect(try await outbox.waiting(limit: 10).isEmpty)
  }

  @Test("A link is refused after 30 minutes, and after a newer mail; an operator's link stays valid beside it")
  func uselessLinks() async throws {
    try await fixture.signUp("mina")
    let clock = fixture.clock
    let control = AccountAdministration(
      store: SQLAccountControlStore(fixture.database), clock: { clock.now }, random: seededBytes(5))
    let operators = try await control.makeResetLink(for: "mina").token
    for _ in 0..<2 {
      try await request("mina@example.com")
      _ = try await mailer().sendDue()
    }
    let tokens = try relay.messages.map(token)
    #expect(Set(tokens).count == 2)
    await expectDomainError("reset-link-unusable") {
      try await fixture.accounts.resetPassword(by: tokens[0], to: "another horse")
    }
    fixture.wait(seconds: 1800)
    await expectDomainError("reset-link-unusable") {
      try await fixture.accounts.resetPassword(by: tokens[1], to: "another horse")
    }
    try await fixture.accounts.resetPassword(by: operators, to: "another horse")
  }

  @Test("A link that was just valid is accepted, and consumes the operator's link")
  func consumesAll() async throws {
    try await fixture.signUp("mina")
    let clock = fixture.clock
    let control = AccountAdministration(
      store: SQLAccountControlStore(fixture.database), clock: { clock.now }, random: seededBytes(5))
    let operators = try await control.makeResetLink(for: "mina").token
    try await request("mina@example.com")
    _ = try await mailer().sendDue()
    fixture.clock.advance(milliseconds: 1_799_999)
    try await fixture.accounts.resetPassword(by: try token(in: try #require(relay.messages.first)), to: "another horse")
    await expectDomainError("reset-link-unusable") {
      try await fixture.accounts.resetPassword(by: operators, to: "third horse!")
    }
  }

  @Test("A request runs the same statements and leaves as many rows whether or not anybody has the address")
  func enumeration() async throws {
    try await fixture.signUp("mina")
    try await fixture.signUp("juno")
    let clock = fixture.clock
    let control = AccountAdministration(
      store: SQLAccountControlStore(fixture.database), clock: { clock.now }, random: seededBytes(5))
    _ = try await control.suspend("juno")
    // The first attempt of a process counts the counters.
    try await request("first@example.com")
    _ = try await mailer().sendDue()
    for (number, name) in ["mina", "nobody", "juno"].enumerated() {
      try await fixture.statements.expect(2) { try await request("\(name)@example.com") }
      #expect(try await fixture.count("mail") == Int64(number + 1))
      try await fixture.statements.expect(2) { try await request("\(name)@example.com") }
      #expect(try await fixture.count("mail") == Int64(number + 1), "one mail for two requests")
    }
    #expect(try await mailer().sendDue().sent == 1)
    #expect(relay.messages.map(\.to.address) == ["mina@example.com"])
    #expect(try await fixture.count("mail") == 0)
  }

  @Test("Requests are limited for an address and for a network, whether or not anybody has the address")
  func limits() async throws {
    try await fixture.signUp("mina")
    for name in ["mina", "nobody"] {
      for number in 0..<3 { try await request("\(name)@example.com", from: IPAddress(v4: UInt32(number)).network) }
      let other = IPAddress(v4: 77).network
      await expectDomainError("too-many-mails", .rateLimited) { try await request("\(name)@example.com", from: other) }
    }
    for number in 0..<20 { try await request("m\(number)@example.com") }
    await expectDomainError("too-many-mails", .rateLimited) { try await request("one-more@example.com") }
    fixture.wait(seconds: 3600)
    try await request("mina@example.com")
  }

  @Test("A mail waits for the relay at growing intervals with the same link, and is given up after an hour")
  func retries() async throws {
    try await fixture.signUp("mina")
    try await request("mina@example.com")
    relay.fail(with: .unavailable("down"))
    let begin = fixture.clock.now
    var attempts: [Int64] = []
    while fixture.clock.now < begin.advanced(seconds: 7200) {
      let before = relay.attempts.count
      let report = try await mailer().sendDue()
      if relay.attempts.count > before {
        #expect(report.problem?.code == "mail-unsent" && report.problem?.condition?.subject == .mail)
        #expect(report.problem?.condition?.message.contains("mina") == false)
        attempts.append((fixture.clock.now.milliseconds - begin.milliseconds) / 1000)
      }
      fixture.wait(seconds: 5)
    }
    #expect(attempts.prefix(6) == [0, 10, 30, 70, 150, 310] && attempts.count < 20)
    #expect((3000..<3600).contains(try #require(attempts.last)))
    #expect(Set(try relay.attempts.map(token)).count == 1 && Set(relay.attempts.map(\.id)).count == 1)
    #expect(try await fixture.count("mail") == 0)
  }

  @Test("The daily mail counts what is unread, and can be stopped by what is in it alone")
  func daily() async throws {
    let account = try await fixture.signUp("mina").id
    try await fixture.database.write { _ = try $0.run("UPDATE account SET email_verified_at = 1", []) }
    let mailer = try mailer()
    await mailer.notify(account, .notices, "\(account) 좋아요 3 · 댓글 1")
    #expect(try await mailer.sendDue().sent == 1)
    let message = try #require(relay.messages.first)
    #expect(message.text.contains("좋아요 3 · 댓글 1") && message.text.contains("https://booths.example/app/me/notices\n"))
    #expect(!message.text.contains(account.description))
    let address = try #require(message.unsubscribe)
    let parts = address.split(separator: "=")
    #expect(parts.count == 2 && parts[0] == "https://booths.example/api/notice-mail/stop?token")
    let token = String(parts[1])
    #expect(mailer.account(byUnsubscribeToken: token) == account)
    let other = "\(AccountID.numbered(7))\(token.dropFirst(24))"
    for forged in [other, String(token.dropLast()), "\(account).", "\(account)", "", ".", token + "."] {
      #expect(mailer.account(byUnsubscribeToken: forged) == nil, "\(forged)")
    }
  }

  @Test("A mail that the relay takes later arrives once, and its link is valid from then on")
  func recovers() async throws {
    try await fixture.signUp("mina")
    try await request("mina@example.com", in: .english)
    relay.fail(with: .unavailable("down"))
    for _ in 0..<2 {
      _ = try await mailer().sendDue()
      fixture.wait(seconds: 30)
    }
    relay.fail(with: nil)
    #expect(try await mailer().sendDue().sent == 1)
    #expect(try await mailer().sendDue().sent == 0)
    #expect(relay.messages.count == 1 && relay.messages.first?.language == "en")
    fixture.wait(seconds: 1799)
    try await fixture.accounts.resetPassword(by: try token(in: try #require(relay.messages.first)), to: "another horse")
  }

  @Test("A mail that the relay refuses is not tried again, and the operator is told the reply but not the address")
  func refused() async throws {
    try await fixture.signUp("mina")
    try await request("mina@example.com")
    relay.fail(with: .refused(550))
    let problem = try #require(try await mailer().sendDue().problem)
    #expect(problem.code == "mail-refused" && problem.condition?.subject == .mail)
    let message = try #require(problem.condition?.message)
    #expect(message.contains("550") && message.contains("password-reset") && !message.contains("mina"))
    #expect(try await fixture.count("mail") == 0)
  }

  @Test("Several workers send each mail once")
  func concurrent() async throws {
    for number in 0..<12 {
      try await fixture.signUp("m\(number)")
      try await request("m\(number)@example.com", from: IPAddress(v4: UInt32(number)).network)
    }
    let databases = try await [TestDatabase.open(fixture.path), TestDatabase.open(fixture.path)]
    let sent = try await withThrowingTaskGroup(of: Int.self) { group in
      for database in databases {
        let mailer = try mailer(over: database)
        group.addTask {
          var sent = 0
          // A worker that another is in the way of looks again.
          for _ in 0..<12 { sent += try await mailer.sendDue().sent }
          return sent
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sent == 12)
    #expect(Set(relay.messages.map(\.to.address)).count == 12 && relay.messages.count == 12)
  }

  @Test("A mail of a process that died is sent by another after its lease, and a late return changes nothing")
  func leases() async throws {
    try await fixture.signUp("mina")
    try await request("mina@example.com")
    let outbox = SQLMailOutbox(fixture.database)
    let instant = fixture.clock.now
    let lost = try #require(try await outbox.lease(dueAt: instant, until: instant.advanced(seconds: 120)))
    #expect(try await mailer().sendDue().sent == 0)
    fixture.wait(seconds: 120)
    relay.fail(with: .unavailable("down"))
    #expect(try await mailer().sendDue().problem != nil)
    try await outbox.finish(lost)
    try await outbox.postpone(lost, until: fixture.clock.now.advanced(seconds: 9999))
    relay.fail(with: nil)
    fixture.wait(seconds: 20)
    #expect(try await mailer().sendDue().sent == 1)
  }

  @Test("Nobody is sent a mail whose account is gone or suspended meanwhile; a waiting mail goes with the account")
  func withdrawn() async throws {
    let (caller, _) = try await fixture.newcomer("mina")
    try await fixture.signUp("juno")
    try await request("mina@example.com")
    try await request("juno@example.com")
    _ = try await fixture.accounts.withdraw(caller)
    #expect(try await fixture.count("mail") == 1)
    let clock = fixture.clock
    _ = try await AccountAdministration(
      store: SQLAccountControlStore(fixture.database), clock: { clock.now }, random: seededBytes(5)
    ).suspend("juno")
    #expect(try await mailer().sendDue().sent == 0)
    #expect(relay.attempts.isEmpty)
    #expect(try await fixture.count("mail") == 0)
  }

  @Test("A mail has nothing that its recipient's account says", arguments: Language.allCases)
  func content(language: Language) async throws {
    try await fixture.signUp("mina")
    try await request("mina@example.com", in: language)
    _ = try await mailer().sendDue()
    let message = try #require(relay.messages.first)
    #expect(message.language == language.rawValue && message.html.contains("lang=\"\(language.rawValue)\""))
    for text in [message.text, message.html, message.subject.description] { #expect(!text.contains("mina")) }
    #expect(message.html.contains("color-scheme"))
  }

  /// A sign-up with a mail for confirming the address.
  private func signUpChecked(_ name: String) async throws -> Account {
    var new = SignUp(
      email: try EmailAddress("\(name)@example.com"), password: AccountsUnderTest.password,
      nickname: try Nickname(name))
    new.mail = try await mailer().addressCheck(of: new.email, in: .korean, from: client)
    return try await fixture.accounts.signUp(new)
  }

  /// The profile's account.
  private func account(_ id: AccountID) async throws -> Account {
    try await fixture.accounts.profile(of: id, for: id).account
  }

  @Test("An address is verified by the link of a mail that is recorded with the account, once")
  func verifies() async throws {
    let mina = try await signUpChecked("mina")
    #expect(try await fixture.count("mail") == 1)
    #expect(try await account(mina.id).emailVerifiedAt == nil)
    #expect(try await mailer().sendDue().sent == 1)
    let token = try token(in: try #require(relay.messages.first))
    // It opens nothing else.
    await expectDomainError("reset-link-unusable") {
      try await fixture.accounts.resetPassword(by: token, to: "another horse")
    }
    #expect(try await mailer().confirmAddress(by: token) == .verified)
    #expect(try await account(mina.id).emailVerifiedAt == fixture.clock.now)
    await expectDomainError("confirmation-link-unusable", .invalid, field: "token") {
      _ = try await mailer().confirmAddress(by: token)
    }
    // A verified address needs no other mail.
    try await mailer().requestAddressCheck(of: mina, in: .korean, from: client)
    #expect(try await mailer().sendDue().sent == 0)
  }

  @Test("A sign-up that is refused records no mail; a link is refused after a day")
  func uselessChecks() async throws {
    let mina = try await signUpChecked("mina")
    await expectDomainError("email-taken") { _ = try await signUpChecked("mina") }
    #expect(try await fixture.count("mail") == 1)
    _ = try await mailer().sendDue()
    fixture.wait(seconds: 86_400)
    let token = try token(in: try #require(relay.messages.first))
    await expectDomainError("confirmation-link-unusable") { _ = try await mailer().confirmAddress(by: token) }
    for token in ["", "x", String(repeating: "A", count: 43)] {
      await expectDomainError("confirmation-link-unusable") { _ = try await mailer().confirmAddress(by: token) }
    }
    #expect(try await account(mina.id).emailVerifiedAt == nil)
  }

  @Test("A password reset by mail verifies the address; an operator's link does not, and confirms nothing")
  func resetVerifies() async throws {
    let (mina, juno) = (try await fixture.signUp("mina"), try await fixture.signUp("juno"))
    let clock = fixture.clock
    let link = try await AccountAdministration(
      store: SQLAccountControlStore(fixture.database), clock: { clock.now }, random: seededBytes(5)
    ).makeResetLink(for: "juno")
    await expectDomainError("confirmation-link-unusable") { _ = try await mailer().confirmAddress(by: link.token) }
    try await fixture.accounts.resetPassword(by: link.token, to: "another horse")
    try await request("mina@example.com")
    _ = try await mailer().sendDue()
    let token = try token(in: try #require(relay.messages.first))
    await expectDomainError("confirmation-link-unusable") { _ = try await mailer().confirmAddress(by: token) }
    try await fixture.accounts.resetPassword(by: token, to: "another horse")
    #expect(try await account(mina.id).emailVerifiedAt == fixture.clock.now)
    #expect(try await account(juno.id).emailVerifiedAt == nil)
  }

  @Test("An address changes once the owners of both have confirmed it, in any order", arguments: [[0, 1], [1, 0]])
  func changes(order: [Int]) async throws {
    let mina = try await fixture.signUp("mina")
    try await mailer().requestAddressChange(
      of: mina, to: try EmailAddress("new@example.com"), in: .english, from: client)
    #expect(try await mailer().sendDue().sent == 2)
    #expect(Set(relay.messages.map(\.to.address)) == ["mina@example.com", "new@example.com"])
    let consent = try #require(relay.messages.first { $0.to.address == "mina@example.com" })
    #expect(consent.text.contains("new@example.com"))
    #expect(relay.messages.allSatisfy { $0.to.address != "new@example.com" || !$0.text.contains("mina") })
    let tokens = try relay.messages.map(token)
    #expect(try await mailer().confirmAddress(by: tokens[order[0]]) == .waiting)
    #expect(try await mailer().confirmAddress(by: tokens[order[0]]) == .waiting)
    #expect(try await account(mina.id).email?.description == "mina@example.com")
    #expect(try await mailer().confirmAddress(by: tokens[order[1]]) == .changed)
    let changed = try await account(mina.id)
    #expect(changed.email?.description == "new@example.com" && changed.emailVerifiedAt == fixture.clock.now)
    await expectDomainError("confirmation-link-unusable") { _ = try await mailer().confirmAddress(by: tokens[0]) }
    _ = try await fixture.accounts.logIn(
      email: "new@example.com", password: AccountsUnderTest.password, .rotating)
  }

  @Test("Confirmations of two different changes do not count together, and a taken address is refused at the end")
  func mixedChanges() async throws {
    let mina = try await fixture.signUp("mina")
    func change(to address: String) async throws -> (consent: String, new: String) {
      try await mailer().requestAddressChange(of: mina, to: try EmailAddress(address), in: .korean, from: client)
      let before = relay.messages.count
      #expect(try await mailer().sendDue().sent == 2)
      let sent = relay.messages[before...]
      return (
        try token(in: try #require(sent.first { $0.to.address == "mina@example.com" })),
        try token(in: try #require(sent.first { $0.to.address == address }))
      )
    }
    let first = try await change(to: "first@example.com")
    #expect(try await mailer().confirmAddress(by: first.consent) == .waiting)
    let second = try await change(to: "second@example.com")
    for token in [first.consent, first.new] {
      await expectDomainError("confirmation-link-unusable") { _ = try await mailer().confirmAddress(by: token) }
    }
    #expect(try await mailer().confirmAddress(by: second.new) == .waiting)
    try await fixture.signUp("second")
    await expectDomainError("email-taken", .conflict) { _ = try await mailer().confirmAddress(by: second.consent) }
    #expect(try await account(mina.id).email?.description == "mina@example.com")
  }

  private func token(in message: MailMessage) throws -> String {
    let link = /https:\/\/booths\.example\/app\/(?:reset|confirm)#([A-Za-z0-9_-]{43})\n/
    return String(try #require(message.text.firstMatch(of: link)).1)
  }

  /// Whether any row of the tables of mails and links has a text.
  private func contains(_ text: String) async throws -> Bool {
    try await fixture.database.read { connection in
      var found = false
      for table in ["mail", "account_link"] {
        try connection.each("SELECT * FROM \(table)", []) { row in
          for column in 0..<4 where row.optionalText(column)?.contains(text) == true { found = true }
        }
      }
      return found
    }
  }
}

/// A relay that keeps what it accepts.
private final class Relay: MailTransport {
  private struct State {
    var attempts: [MailMessage] = []
    var messages: [MailMessage] = []
    var failure: MailFailure?
  }

  private let state = Mutex(State())

  var attempts: [MailMessage] { state.withLock(\.attempts) }
  var messages: [MailMessage] { state.withLock(\.messages) }

  func fail(with failure: MailFailure?) { state.withLock { $0.failure = failure } }

  func send(_ message: MailMessage) async throws(MailFailure) {
    let failure = state.withLock { state in
      state.attempts.append(message)
      if state.failure == nil { state.messages.append(message) }
      return state.failure
    }
    if let failure { throw failure }
  }
}

import Accounts
import Basics
import Stores
import Support
import Testing
import Workload

/// Over a network each statement is a round trip.
@Suite("The number of statements about an account")
struct AccountStatementTests {
  private let fixture: AccountsUnderTest
  private let page: PageRequest

  init() async throws {
    fixture = try await AccountsUnderTest()
    page = try PageRequest(limit: 20)
  }

  @Test("The own profile takes two statements with the check of the session, and another one takes one")
  func profiles() async throws {
    let (accounts, statements) = (fixture.accounts, fixture.statements)
    let (caller, tokens) = try await fixture.newcomer("mina")
    let other = try await fixture.signUp("juno")
    let own = try await statements.expect(2) {
      try await accounts.profile(try await accounts.caller(withAccessToken: tokens.access))
    }
    #expect(own.account.id == caller.account)
    _ = try await statements.expect(1) { try await accounts.profile(of: other.id, for: caller.account) }
    let numbered = try await statements.expect(1) { try await accounts.numbered([caller.account, other.id]) }
    #expect(numbered.count == 2)
    let numbers = Set(numbered.values.map(\.number))
    #expect(try await statements.expect(1) { try await accounts.numbered(numbers).count } == 2)
  }

  @Test("A change of the profile takes two to four statements")
  func changing() async throws {
    let (accounts, statements) = (fixture.accounts, fixture.statements)
    let caller = try await fixture.newcomer("mina").0
    let photo = try await fixture.database.addPhoto(1, by: caller.account)
    var bio = ProfileChange()
    bio.bio = "hello"
    _ = try await statements.expect(2) { [bio] in try await accounts.change(caller, bio) }
    var change = ProfileChange()
    (change.nickname, change.photo, change.bio) = (try Nickname("nana"), photo, "bye")
    let changed = try await statements.expect(4) { [change] in try await accounts.change(caller, change).account }
    #expect(changed.nickname.description == "nana" && changed.photo == photo && changed.bio == "bye")
    var removal = ProfileChange()
    removal.photo = .some(nil)
    let plain = try await statements.expect(2) { [removal] in try await accounts.change(caller, removal).account }
    #expect(plain.photo == nil && plain.nickname.description == "nana" && plain.bio == "bye")
  }

  @Test("A page of followers takes two statements, one of blocked accounts one, and a change at most seven")
  func relations() async throws {
    let (relations, statements) = (fixture.relations, fixture.statements)
    var people: [AccountID] = []
    for name in ["mina", "juno", "nana"] { people.append(try await fixture.signUp(name).id) }
    let (mina, juno, nana) = (people[0], people[1], people[2])
    _ = try await statements.expect(3) { try await relations.follow(juno, by: mina) }
    _ = try await relations.follow(mina, by: juno)
    _ = try await relations.follow(juno, by: nana)
    let followers = try await statements.expect(2) { try await relations.followers(of: juno, for: mina, page) }
    #expect(followers.items.map(\.id) == [nana, mina])
    _ = try await statements.expect(2) { try await relations.following(by: mina, for: nil, page) }
    _ = try await statements.expect(3) { try await relations.unfollow(juno, by: nana) }
    try await statements.expect(7) { try await relations.block(juno, by: mina) }
    let blocked = try await statements.expect(1) { try await relations.blocked(by: mina, page) }
    #expect(blocked.items.map(\.id) == [juno])
    try await statements.expect(1) { try await relations.unblock(juno, by: mina) }
  }

  @Test(
    "A login takes six statements, the first refresh of a day four, another three, and a check of sessions one"
  )
  func sessions() async throws {
    let (accounts, statements) = (fixture.accounts, fixture.statements)
    try await fixture.signUp("mina")
    let client = LoginClient(network: IPAddress(v4: 0xCB00_7109).network)
    let tokens = try await statements.expect(6) {
      try await accounts.logIn(
        email: "mina@example.com", password: AccountsUnderTest.password, .rotating, from: client
      ).1
    }
    let first = try await accounts.caller(withAccessToken: tokens.access)
    let second = try await accounts.caller(withAccessToken: try await fixture.logIn("mina").access)
    #expect(try await statements.expect(1) { try await accounts.endedSessions(among: [first, second]) }.isEmpty)
    fixture.wait(seconds: 60)
    let later = try await statements.expect(4) { try await accounts.refresh(tokens.refresh, .rotating, from: client) }
    _ = try await statements.expect(3) { try await accounts.refresh(later.refresh, .rotating, from: client) }
    try await statements.expect(1) { try await accounts.logOut(first, everywhere: false) }
    #expect(try await accounts.endedSessions(among: [first, second]) == [first])
  }

  @Test("A first login with a provider takes five statements, and a later one takes one or two")
  func socialLogins() async throws {
    let (fixture, identities) = (fixture, SQLIdentityStore(fixture.statements))
    for name in ["mina", "juno"] { try await fixture.signUp(name) }
    func logIn(_ subject: String, _ names: [String], grant: [UInt8]? = nil) async throws -> (Account, isNew: Bool) {
      let email = try EmailAddress("\(subject)@kakao.com")
      let identity = StoredIdentity(
        key: IdentityKey(provider: .kakao, subject: subject), email: email, isEmailVerified: true,
        linkedAt: fixture.clock.now, sealedGrant: grant)
      let newcomer = NewAccount(
        id: AccountID(at: fixture.clock.now, random: seededBytes(9)), email: email,
        nicknames: try names.map { try Nickname($0) }, createdAt: fixture.clock.now)
      return try await identities.account(identity, orCreate: newcomer)
    }
    for (subject, names) in [("7", ["nana"]), ("8", ["mina", "juno", "nana", "bora"])] {
      fixture.wait(seconds: 1)
      let (account, isNew) = try await fixture.statements.expect(5) { try await logIn(subject, names) }
      #expect(isNew && account.nickname.description == names.last)
      let again = try await fixture.statements.expect(1) { try await logIn(subject, ["other"]) }
      #expect(again.0 == account && !again.isNew)
      _ = try await fixture.statements.expect(2) { try await logIn(subject, ["other"], grant: [1]) }
    }
  }

  @Test("Linking an identity takes five statements, unlinking it four, and listing identities one")
  func identities() async throws {
    let social = try await SocialLoginFixture()
    let statements = social.accounts.statements
    for subject in ["7", "8"] { social.kakao.know(subject, grant: "grant") }
    let caller = try await social.accounts.newcomer("mina").0
    let linked = try await statements.expect(5) { try await social.link(.kakao, "7", to: caller) }
    #expect(try await statements.expect(3) { try await social.link(.kakao, "7", to: caller) } == linked)
    #expect(try await statements.expect(1) { try await social.identities.identities(of: caller) } == [linked])
    try await statements.expect(4) { try await social.identities.unlink(.kakao, from: caller) }
    #expect(try await social.identities.identities(of: caller) == [])
    // A look and the lease, the end of the revocation, and a look for more.
    let report = try await statements.expect(4) { try await social.identities.revokeDue() }
    #expect(report.finished == 1)
    #expect(try await statements.expect(1) { try await social.identities.revokeDue() } == RevocationReport())
  }

  @Test("A sign-up takes three statements, a new password five, and a reset and a suspension two each")
  func security() async throws {
    let (accounts, statements, instant) = (fixture.accounts, fixture.statements, fixture.clock.now)
    let control = SQLAccountControlStore(statements)
    _ = try await statements.expect(3) { try await fixture.signUp("juno") }
    let caller = try await fixture.newcomer("mina").0
    try await statements.expect(5) {
      try await accounts.changePassword(caller, from: AccountsUnderTest.password, to: "battery staple")
    }
    try await statements.expect(1) {
      try await control.addResetLink("hash", for: caller.account, until: instant.advanced(seconds: 60))
    }
    let isReset = try await statements.expect(2) {
      try await SQLAccountStore(statements).resetPassword(byLinkHashed: "hash", to: "hash", at: instant)
    }
    #expect(isReset)
    try await statements.expect(2) { try await control.setSuspended(caller.account, at: instant) }
    try await statements.expect(1) { try await control.setSuspended(caller.account, at: nil) }
  }

  @Test("A withdrawal takes two statements, whatever the account has made")
  func removal() async throws {
    let account = try await fixture.signUp("mina").id
    let (statements, instant) = (fixture.statements, fixture.clock.now)
    let removed = try await statements.expect(2) { try await SQLAccountStore(statements).remove(account, at: instant) }
    #expect(removed?.id == account)
  }

  @Test("A list of accounts takes two statements")
  func managedAccounts() async throws {
    for name in ["mina", "juno", "nana"] { try await fixture.signUp(name) }
    let control = SQLAccountControlStore(fixture.statements)
    let listed = try await fixture.statements.expect(2) { try await control.accounts(onlySuspended: false, limit: 9) }
    #expect(listed.map(\.account.nickname.description) == ["nana", "juno", "mina"])
  }

  @Test("The beginning of a request with a key takes two statements, and its end and its stored answer one each")
  func keys() async throws {
    let account = try await fixture.signUp("mina").id
    let (statements, keys) = (fixture.statements, SQLIdempotencyStore(fixture.statements))
    let request = IdempotencyKey(account: account, key: "key", fingerprint: "aa")
    let operation = OperationID(at: fixture.clock.now, random: seededBytes(1))
    let begun = try await statements.expect(2) {
      try await keys.begin(request, operation: operation, at: fixture.clock.now)
    }
    #expect(begun == .begin(operation: operation))
    let answer = StoredResponse(status: 200, body: [], type: "")
    try await statements.expect(1) { try await keys.finish(request, answer) }
    let kept = try await statements.expect(1) {
      try await keys.begin(request, operation: operation, at: fixture.clock.now)
    }
    #expect(kept == .answered(answer))
  }
}

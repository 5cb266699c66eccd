import Basics
import Chat
import Stores
import Support
import Testing
import Workload

/// People who come, go and are graded at random, in every way there is, beside a plain list of who stands where.
@Suite("Party histories")
struct PartyHistoryLaws {
  @Test("Every account has the grade of a plain list, at every step", arguments: 1...8)
  func grades(_ seed: Int) async throws {
    var history = try await PartyHistory(seed: UInt64(seed))
    for _ in 0..<120 { try await history.step() }
    try await history.withdraw()
    for _ in 0..<40 { try await history.step() }
  }
}

/// One party, and what is known of it without looking.
private struct PartyHistory {
  let chat: ChatUnderTest
  let id: WorkspaceID
  var numbers: SeededNumbers
  var people: [AccountID]
  /// In the order of joining or applying; whoever applied is in neither order of the other.
  var snapshot: [(person: AccountID, grade: PartyGrade)] = []

  init(seed: UInt64) async throws {
    chat = try await ChatUnderTest()
    numbers = SeededNumbers(seed: seed)
    people = try await chat.accounts(6)
    id = try await chat.party(of: [people[0]]).workspace.id
    snapshot = [(people[0], .master)]
  }

  private func grade(_ person: AccountID) -> PartyGrade? { snapshot.first { $0.person == person }?.grade }

  private mutating func set(_ grade: PartyGrade?, _ person: AccountID) {
    guard let index = snapshot.firstIndex(where: { $0.person == person }) else {
      if let grade { snapshot.append((person, grade)) }
      return
    }
    let isNew = grade == nil || snapshot[index].grade == .applicant
    if !isNew { return snapshot[index].grade = grade! }
    snapshot.remove(at: index)
    if let grade { snapshot.append((person, grade)) }
  }

  private mutating func someone() -> AccountID { people.randomElement(using: &numbers)! }

  mutating func step() async throws {
    chat.clock.advance(milliseconds: 1)
    let (caller, other, third) = (someone(), someone(), someone())
    switch numbers.next() % 9 {
    case 0, 1: try await apply(caller)
    case 2, 3: try await accept([other, third], by: caller)
    case 4:
      let grades = [(other, someGrade()), (third, someGrade())]
      try await gradeAll(Dictionary(grades) { $1 }, by: caller)
    case 5: try await remove([other, third], by: caller)
    case 6: try await leave(caller)
    case 7: try await handOver(to: other, by: caller)
    default: try await invite(other)
    }
    try await check()
  }

  private mutating func someGrade() -> PartyGrade {
    [.admin, .member, .admin, .member, .master, .applicant].randomElement(using: &numbers)!
  }

  /// Does something, and compares how it ends with what should be.
  private func expect(_ isAllowed: Bool, _ body: () async throws -> Void) async throws {
    do {
      try await body()
      #expect(isAllowed)
    } catch is DomainError { #expect(!isAllowed) }
  }

  private mutating func apply(_ caller: AccountID) async throws {
    let isAllowed = grade(caller) == nil
    try await expect(isAllowed) { _ = try await chat.parties.apply(to: id, by: caller) }
    if isAllowed { set(.applicant, caller) }
  }

  private mutating func accept(_ accounts: Set<AccountID>, by caller: AccountID) async throws {
    let isAllowed = [.master, .admin].contains(grade(caller)) && accounts.allSatisfy { grade($0) != nil }
    try await expect(isAllowed) { try await chat.parties.accept(accounts, into: id, by: caller) }
    // Of one moment the lower identifier is first.
    for account in accounts.sorted() where isAllowed && grade(account) == .applicant { set(.member, account) }
  }

  private mutating func gradeAll(_ grades: [AccountID: PartyGrade], by caller: AccountID) async throws {
    let isAllowed =
      grade(caller) == .master && grades[caller] == nil && !grades.values.contains(.applicant)
      && grades.values.count { $0 == .master } < 2
      && grades.keys.allSatisfy { grade($0) == .admin || grade($0) == .member }
    try await expect(isAllowed) { try await chat.parties.grade(grades, in: id, by: caller) }
    guard isAllowed else { return }
    if grades.values.contains(.master) { set(.member, caller) }
    for (account, grade) in grades { set(grade, account) }
  }

  private mutating func remove(_ accounts: Set<AccountID>, by caller: AccountID) async throws {
    let lower: [PartyGrade?] = grade(caller) == .master ? [.admin, .member, .applicant] : [.member, .applicant]
    let isAllowed =
      [.master, .admin].contains(grade(caller)) && accounts.allSatisfy { lower.contains(grade($0)) }
      && !accounts.contains(caller)
    try await expect(isAllowed) { try await chat.parties.remove(accounts, from: id, by: caller) }
    if isAllowed { for account in accounts { set(nil, account) } }
  }

  private mutating func leave(_ caller: AccountID) async throws {
    let isAllowed = grade(caller) != nil && grade(caller) != .master
    let isByParty = numbers.next() % 2 == 0 || grade(caller) == .applicant
    try await expect(isAllowed) {
      if isByParty {
        try await chat.parties.leave(id, by: caller)
      } else {
        try await chat.service.leave(id, by: caller)
      }
    }
    if isAllowed { set(nil, caller) }
  }

  /// As the workspace that it is.
  private mutating func handOver(to other: AccountID, by caller: AccountID) async throws {
    let isAllowed = grade(caller) == .master && grade(other) != nil && grade(other) != .applicant
    try await expect(isAllowed) { _ = try await chat.service.handOver(id, to: other, by: caller) }
    guard isAllowed, other != caller else { return }
    set(.member, caller)
    set(.master, other)
  }

  /// Takes somebody in as into the workspace that it is.
  private mutating func invite(_ other: AccountID) async throws {
    let master = snapshot.first { $0.grade == .master }!.person
    let isAllowed = grade(other) == nil || grade(other) == .applicant
    try await expect(isAllowed) {
      _ = try await chat.service.addOrInvite(
        ChatUnderTest.email(Int(other.description, radix: 16)!), to: id, by: master)
    }
    if isAllowed { set(.member, other) }
  }

  /// The master goes; whoever has been in it longest follows, or the party goes as well.
  mutating func withdraw() async throws {
    let master = snapshot.first { $0.grade == .master }!.person
    if snapshot.count(where: { $0.grade != .applicant }) == 1 { try await invite(people.first { $0 != master }!) }
    #expect(try await SQLAccountStore(chat.database).remove(master, at: chat.clock.now) != nil)
    people.removeAll { $0 == master }
    snapshot.removeAll { $0.person == master }
    set(.master, snapshot.first { $0.grade != .applicant }!.person)
    try await check()
  }

  private func check() async throws {
    let master = snapshot.first { $0.grade == .master }!.person
    let members = try await chat.parties.members(of: id, grade: nil, for: master)
    let expected = PartyGrade.allCases.flatMap { grade in snapshot.filter { $0.grade == grade } }
    #expect(members.map(\.person.id) == expected.map(\.person) && members.map(\.grade) == expected.map(\.grade))
    let workspace = try await chat.service.workspace(id, for: master)
    #expect(workspace.owner == master && workspace.memberCount == snapshot.count { $0.grade != .applicant })
    for person in people {
      #expect(try await chat.parties.party(id, for: person).grade == grade(person))
      #expect(try await chat.parties.parties(of: person).map(\.grade) == (grade(person).map { [$0] } ?? []))
    }
  }
}

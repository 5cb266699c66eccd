import Basics
import Booths
import Foundation
import Geo
import SQL
import Support
import Testing
import Workload

@testable import Stores

/// Reports about booths over a new database.
private struct EvidenceUnderTest {
  let database: any Database
  let store: SQLEvidenceStore
  let clock = ManualClock()
  private let directory: ScratchDirectory

  init() async throws {
    directory = try ScratchDirectory()
    database = try await TestDatabase.open(directory.url.appendingPathComponent("evidence.sqlite").path)
    try await database.prepareStores()
    store = SQLEvidenceStore(database)
  }

  func add(
    _ kind: ConfirmationKind, _ booth: Int64 = 1, by account: AccountID, network: String = "n", onSpot: Bool = true
  ) async throws {
    clock.advance(milliseconds: 1)
    let report = BoothReport(
      account: account, kind: kind, isOnSpot: onSpot, network: network, reportedAt: clock.now)
    try await store.add(report, about: BoothID(booth)) { EvidenceRule.refuted($0) }
  }

  func decide(_ exists: Bool, _ booth: Int64 = 1) async throws {
    clock.advance(milliseconds: 1)
    let decision = BoothDecision(exists: exists, decidedAt: clock.now)
    try await store.decide(decision, about: BoothID(booth)) { EvidenceRule.judged($0, by: decision) }
  }

  func evidence(_ booth: Int64 = 1) async throws -> BoothEvidence {
    let since = Timestamp(milliseconds: 0)
    return try await store.evidence(about: [BoothID(booth)], since: since)[BoothID(booth)] ?? BoothEvidence()
  }

  func reported() async throws -> [Int64] {
    try await store.reportedGone(since: Timestamp(milliseconds: 0), minNetworks: 2, limit: 10).map(\.number)
  }
}

@Suite("The store of evidence")
struct EvidenceStoreTests {
  @Test("An account has one report about a booth on a day: the last, but none from anywhere replaces one from the spot")
  func days() async throws {
    let reports = try await EvidenceUnderTest()
    let (mina, juno) = (try await reports.database.addAccount(1), try await reports.database.addAccount(2))
    try await reports.add(.present, by: mina)
    try await reports.add(.gone, by: mina, network: "m")
    try await reports.add(.gone, by: juno, onSpot: false)
    try await reports.add(.gone, 2, by: juno)
    var found = try await reports.evidence().reports
    #expect(found.map(\.account) == [juno, mina] && found.map(\.isOnSpot) == [false, true])
    #expect(found[1].kind == .gone && found[1].network == "m")
    try await reports.add(.gone, by: mina, network: "x", onSpot: false)
    found = try await reports.evidence().reports
    #expect(found.count == 2 && found.contains { $0.account == mina && $0.network == "m" })
    reports.clock.advance(seconds: 86_400)
    try await reports.add(.present, by: mina)
    #expect(try await reports.evidence().reports.count == 3)
    #expect(
      try await domainError { try await reports.add(.present, by: AccountID.numbered(7)) }.code == "token-unusable")
  }

  @Test("A decision judges the reports before it, which makes the record of their authors, each booth once")
  func decisions() async throws {
    let reports = try await EvidenceUnderTest()
    let (mina, juno) = (try await reports.database.addAccount(1), try await reports.database.addAccount(2))
    for booth in Int64(1)...2 {
      try await reports.add(.gone, booth, by: mina)
      try await reports.add(.present, booth, by: juno)
    }
    reports.clock.advance(seconds: 86_400)
    try await reports.add(.gone, by: mina)
    try await reports.decide(false)
    try await reports.decide(true, 2)
    let evidence = try await reports.evidence()
    #expect(evidence.decision == BoothDecision(exists: false, decidedAt: reports.clock.now.advanced(milliseconds: -1)))
    #expect(evidence.records[mina] == ReporterRecord(agreed: 1, disagreed: 1))
    #expect(evidence.records[juno] == ReporterRecord(agreed: 1, disagreed: 0))
    // A judged report stays as it was judged.
    try await reports.add(.present, 2, by: juno)
    #expect(try await reports.evidence(2).reports.allSatisfy { $0.agreed != nil || $0.account == juno })
    try await reports.decide(true)
    #expect(try await reports.evidence().decision?.exists == true)
  }

  @Test("Booths that people of two networks report as gone are listed, last first, until somebody decides")
  func gone() async throws {
    let reports = try await EvidenceUnderTest()
    var accounts: [AccountID] = []
    for number in 1...3 { accounts.append(try await reports.database.addAccount(number)) }
    for booth in Int64(1)...3 {
      for (number, account) in accounts.enumerated() {
        try await reports.add(.gone, booth, by: account, network: booth == 3 ? "one" : "network \(number)")
      }
    }
    #expect(try await reports.reported() == [2, 1])
    try await reports.decide(true, 2)
    #expect(try await reports.reported() == [1])
    #expect(try await reports.store.evidence(about: [], since: Timestamp(milliseconds: 0)).isEmpty)
  }

  @Test("A withdrawal removes the reports of the account")
  func withdrawal() async throws {
    let reports = try await EvidenceUnderTest()
    let account = try await reports.database.addAccount(1)
    try await reports.add(.gone, by: account)
    try await reports.database.write {
      try $0.run("UPDATE account SET email = 'mina@example.com' WHERE id = $1", [.text(account.description)])
    }
    _ = try await reports.database.write { try Withdrawal.run(account, at: Timestamp(milliseconds: 0), on: $0) }
    #expect(try await reports.evidence().reports.isEmpty)
  }
}

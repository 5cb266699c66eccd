import Basics
import Support
import Testing

@testable import Booths

/// Evidence about one booth, written down report by report.
private struct Reports {
  static let now = Timestamp(seconds: 1_800_000_000)
  var evidence = BoothEvidence()

  /// - Parameters:
  ///   - days: before now.
  ///   - age: of the account now, in days.
  ///   - record: right and wrong reports so far.
  mutating func add(
    _ kind: ConfirmationKind, by number: Int, daysAgo days: Double = 0, network: String? = nil, age: Double = 1000,
    onSpot: Bool = true, record: (Int, Int) = (0, 0)
  ) {
    let reportedAt = Self.instant(days)
    let account = AccountID(
      at: Self.instant(age),
      random: { count in (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } })
    evidence.reports.append(
      BoothReport(
        account: account, kind: kind, isOnSpot: onSpot, network: network ?? "network \(number)",
        reportedAt: reportedAt))
    evidence.records[account] = ReporterRecord(agreed: record.0, disagreed: record.1)
  }

  static func instant(_ daysAgo: Double) -> Timestamp {
    now.advanced(milliseconds: Int64(-daysAgo * 86_400_000))
  }

  func outcome(verified daysAgo: Double? = nil, isClosed: Bool = false) -> EvidenceOutcome {
    EvidenceRule.outcome(
      of: evidence, verifiedAt: daysAgo.map(Self.instant), isClosed: isClosed, at: Self.now)
  }

  var probability: Double { outcome().probability }
}

@Suite("The rule of evidence")
struct EvidenceRuleTests {
  @Test("Without evidence a booth of the catalogue is presumed to exist, and a source's date says so more")
  func prior() {
    let none = Reports().outcome()
    #expect(none.probability == 2 / 3.0 && none.confirmedAt == nil && !none.isClosureCandidate)
    #expect(Reports().outcome(verified: 0).probability == 0.75)
    #expect(Reports().outcome(verified: 120).probability == 2.5 / 3.5)
  }

  @Test("Two people who say that it is gone make a candidate; one does not, nor two of one network")
  func candidates() {
    var reports = Reports()
    reports.add(.gone, by: 1, record: (20, 0))
    #expect(reports.probability < EvidenceRule.candidateThreshold && !reports.outcome().isClosureCandidate)
    reports.add(.gone, by: 2, network: "network 1")
    #expect(!reports.outcome().isClosureCandidate && reports.outcome().goneCount == 2)
    reports.add(.gone, by: 3)
    #expect(reports.outcome().isClosureCandidate)
    #expect(!reports.outcome(isClosed: true).isClosureCandidate)
  }

  @Test("A report loses half of its weight in 120 days")
  func decay() {
    var (fresh, old) = (Reports(), Reports())
    fresh.add(.gone, by: 1)
    old.add(.gone, by: 1, daysAgo: EvidenceRule.halfLife)
    // Half of 3, by an account without a record.
    #expect(abs(fresh.probability - 2 / (3 + 1.5)) < 1e-12)
    #expect(abs(old.probability - 2 / (3 + 0.75)) < 1e-12)
  }

  @Test("A reporter counts by the share of reports that were right, and less while the account is new")
  func reliability() {
    func probability(age: Double, _ record: (Int, Int)) -> Double {
      var reports = Reports()
      reports.add(.gone, by: 1, age: age, record: record)
      return reports.probability
    }
    let order = [
      probability(age: 1000, (9, 0)), probability(age: 1000, (0, 0)), probability(age: 1000, (0, 3)),
      probability(age: 3, (0, 0)),
    ]
    #expect(order == order.sorted() && Set(order).count == 4)
    #expect(probability(age: 3, (1, 0)) == probability(age: 1000, (1, 0)))
    #expect(EvidenceRule.reliability(ReporterRecord(agreed: 1, disagreed: 2)) == 0.4)
  }

  @Test("A report from anywhere weighs less than one from the spot")
  func remote() {
    var (near, far) = (Reports(), Reports())
    near.add(.gone, by: 1)
    far.add(.gone, by: 1, onSpot: false)
    #expect(near.probability < far.probability && far.probability < 2 / 3.0)
  }

  @Test("One day counts as three, however many people report on it")
  func day() {
    var (crowd, week) = (Reports(), Reports())
    for number in 1...9 {
      crowd.add(.gone, by: number)
      week.add(.gone, by: number, daysAgo: Double(number) / 4)
    }
    #expect(abs(crowd.probability - 2 / (3 + EvidenceRule.maxDayWeight)) < 1e-12)
    #expect(week.probability < crowd.probability)
  }

  @Test("Many who saw it in the past do not outweigh those who find it gone")
  func past() {
    var reports = Reports()
    for number in 1...40 { reports.add(.present, by: number, daysAgo: 20 + Double(number), record: (10, 0)) }
    for number in 41...43 { reports.add(.gone, by: number, daysAgo: Double(44 - number), record: (2, 0)) }
    #expect(reports.outcome(verified: 0).isClosureCandidate)
  }

  @Test("Who finds it there after somebody did not counts in full")
  func later() {
    var (before, after) = (Reports(), Reports())
    for number in 1...4 {
      before.add(.present, by: number, daysAgo: Double(number) + 2)
      after.add(.present, by: number, daysAgo: Double(number) / 2)
    }
    for number in 5...6 {
      before.add(.gone, by: number, daysAgo: Double(number - 4))
      after.add(.gone, by: number, daysAgo: Double(number))
    }
    #expect(before.outcome().isClosureCandidate && !after.outcome().isClosureCandidate)
  }

  @Test("Readers are told who confirmed it within ninety days, by the last word of each")
  func counts() {
    var reports = Reports()
    reports.add(.present, by: 1, daysAgo: 100)
    #expect(reports.outcome().confirmedByCount == 0 && reports.outcome().confirmedAt == Reports.instant(100))
    for number in 2...5 { reports.add(.present, by: number, daysAgo: Double(number)) }
    reports.add(.gone, by: 5, daysAgo: 1)
    let outcome = reports.outcome()
    #expect((outcome.confirmedByCount, outcome.goneCount) == (3, 1))
    #expect(outcome.confirmedAt == Reports.instant(2) && outcome.lastGoneAt == Reports.instant(1))
  }

  @Test("The evidence starts anew with an operator's decision")
  func decision() {
    var reports = Reports()
    for number in 1...3 { reports.add(.gone, by: number, daysAgo: Double(10 + number)) }
    #expect(reports.outcome().isClosureCandidate)
    reports.evidence.decision = BoothDecision(exists: true, decidedAt: Reports.instant(5))
    let outcome = reports.outcome()
    #expect(outcome.goneCount == 0 && outcome.probability > 0.8 && outcome.confirmedAt == Reports.instant(5))
    reports.add(.gone, by: 4)
    #expect(reports.outcome().goneCount == 1)
  }

  @Test("A decision that it exists judges all; one that it is closed no earlier confirmation")
  func judging() {
    var reports = Reports()
    reports.add(.present, by: 1, daysAgo: 40)
    reports.add(.gone, by: 2, daysAgo: 30)
    reports.add(.present, by: 3, daysAgo: 25)
    reports.add(.gone, by: 4, daysAgo: 20)
    reports.add(.present, by: 5, daysAgo: 10)
    reports.add(.gone, by: 6, daysAgo: 400)
    func judged(_ exists: Bool) -> [Bool?] {
      let decision = BoothDecision(exists: exists, decidedAt: Reports.now)
      let judged = EvidenceRule.judged(reports.evidence.reports, by: decision)
      return reports.evidence.reports.map { report in judged.first { $0.account == report.account }?.agreed }
    }
    #expect(judged(true) == [true, false, true, false, true, nil])
    #expect(judged(false) == [nil, true, nil, true, false, nil])
  }

  @Test("Two others on the spot, of other networks, refute a report that it is gone, and earn nothing by it")
  func refuting() {
    var reports = Reports()
    reports.add(.gone, by: 1, daysAgo: 50)
    reports.add(.present, by: 1, daysAgo: 45)
    reports.add(.present, by: 2, daysAgo: 40)
    reports.add(.present, by: 3, daysAgo: 39, network: "network 2")
    reports.add(.present, by: 4, daysAgo: 38, network: "network 1")
    #expect(EvidenceRule.refuted(reports.evidence.reports).isEmpty)
    reports.add(.present, by: 5, daysAgo: 30)
    let refuted = EvidenceRule.refuted(reports.evidence.reports)
    #expect(refuted.map(\.kind) == [.gone] && refuted.map(\.agreed) == [false])
  }

  @Test(
    "A hundred new accounts of three networks flip nothing that three old ones confirmed",
    arguments: [true, false])
  func hundred(onSpot: Bool) {
    for (verified, daysAgo) in [(nil, 0.0), (0, 30), (nil, 60)] as [(Double?, Double)] {
      var reports = Reports()
      for number in 1...3 { reports.add(.present, by: number, daysAgo: daysAgo + 1) }
      for number in 100..<200 {
        reports.add(
          .gone, by: number, daysAgo: Double(number % 10) / 20, network: "bots \(number % 3)", age: 2, onSpot: onSpot)
      }
      let outcome = reports.outcome(verified: verified)
      #expect(outcome.goneCount == 100 && !outcome.isClosureCandidate && outcome.probability > 0.5)
    }
  }

  @Test("Times in the future and at the ends of what can be said are no errors")
  func extremes() {
    var evidence = BoothEvidence(decision: BoothDecision(exists: true, decidedAt: Timestamp(milliseconds: .max)))
    for milliseconds in [Int64.min, 0, .max] {
      evidence.reports.append(
        BoothReport(
          account: .numbered(1), kind: .gone, isOnSpot: true, network: "",
          reportedAt: Timestamp(milliseconds: milliseconds)))
      let outcome = EvidenceRule.outcome(
        of: evidence, verifiedAt: Timestamp(milliseconds: .min), isClosed: false, at: Reports.now)
      #expect((0...1).contains(outcome.probability))
    }
  }
}

import Basics
import Support
import Testing
import Workload

@testable import Booths

/// A year of 5,000 booths, of which a tenth closes, and of 2,000 accounts that report what they find. One in twenty
/// always says the opposite. The source never notices a closure. An operator goes to look three days after a booth has
/// become a candidate.
private struct SeededWorld {
  private static let (booths, accounts, networks) = (5_000, 2_000, 1_000)
  private static let start = Timestamp(seconds: 1_800_000_000)
  /// The mean number of reports about a booth in the year.
  private static let meanReports = 8.0

  private var numbers: SeededNumbers
  private var closesAt: [Int: Double] = [:]
  private var people: [(id: AccountID, joined: Double, network: String, lies: Bool)] = []
  private var evidence: [Int: BoothEvidence] = [:]
  private var records: [AccountID: ReporterRecord] = [:]
  private var honestReports: [Int: Int] = [:]
  private var candidates: Set<Int> = []
  private var waiting: [(day: Double, booth: Int)] = []

  /// Closures that became candidates by the honest report with this number.
  private(set) var foundBy: [Int: Int] = [:]
  /// Candidates that were there.
  private(set) var falseCandidates = 0
  private(set) var reports = 0

  /// Closures about which there were at least three honest reports, or that became candidates before.
  var judgedClosures: Int { foundBy.values.reduce(0, +) + missed }
  var foundByThird: Int { (0...3).reduce(0) { $0 + (foundBy[$1] ?? 0) } }
  private var missed: Int { closesAt.keys.count { !candidates.contains($0) && honestReports[$0, default: 0] >= 3 } }

  init(seed: UInt64) {
    numbers = SeededNumbers(seed: seed)
    for booth in Array(0..<Self.booths).shuffled(using: &numbers).prefix(Self.booths / 10) {
      closesAt[booth] = numbers.unit() * 365
    }
    let liars = Set(Array(0..<Self.accounts).shuffled(using: &numbers).prefix(Self.accounts / 20))
    for number in 0..<Self.accounts {
      let joined = numbers.unit() * 665 - 365
      let id = AccountID(
        at: Self.instant(joined),
        random: { count in (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } })
      people.append((id, joined, "\(Int(numbers.unit() * Double(Self.networks)))", liars.contains(number)))
    }
    for (day, booth) in visits() {
      while let first = waiting.first, first.day <= day { decide(waiting.removeFirst()) }
      report(booth, on: day)
    }
  }

  private static func instant(_ day: Double) -> Timestamp { start.advanced(milliseconds: Int64(day * 86_400_000)) }

  /// Visits in order of time. Some booths have many, some hardly any.
  private mutating func visits() -> [(day: Double, booth: Int)] {
    var visits: [(day: Double, booth: Int)] = []
    for booth in 0..<Self.booths {
      let perDay = Self.meanReports * (0.3 + 0.7 * exponential()) / 365
      var day = exponential() / perDay
      while day < 365 {
        visits.append((day, booth))
        day += exponential() / perDay
      }
    }
    return visits.sorted { ($0.day, $0.booth) < ($1.day, $1.booth) }
  }

  private mutating func exponential() -> Double {
    let normal = (numbers.normal(), numbers.normal())
    // Half the square of a vector of two standard normal numbers.
    return (normal.0 * normal.0 + normal.1 * normal.1) / 2
  }

  /// Half of the reports are mostly by few people.
  private mutating func reporter() -> Int {
    let unit = numbers.unit()
    return Int((numbers.unit() < 0.5 ? unit * unit : unit) * Double(Self.accounts))
  }

  private mutating func report(_ booth: Int, on day: Double) {
    let person = people[reporter()]
    let isClosed = closesAt[booth].map { $0 <= day } ?? false
    guard person.joined <= day, !(isClosed && candidates.contains(booth)) else { return }
    reports += 1
    let kind: ConfirmationKind = isClosed != person.lies ? .gone : .present
    let report = BoothReport(
      account: person.id, kind: kind, isOnSpot: true, network: person.network, reportedAt: Self.instant(day))
    var known = evidence[booth] ?? BoothEvidence()
    known.reports.removeAll { $0.account == report.account && $0.day == report.day && $0.agreed == nil }
    known.reports.append(report)
    if isClosed, !person.lies { honestReports[booth, default: 0] += 1 }
    mark(EvidenceRule.refuted(known.reports), in: &known)
    evidence[booth] = known
    if !candidates.contains(booth), kind == .gone { look(at: booth, isClosed, on: day) }
  }

  private mutating func look(at booth: Int, _ isClosed: Bool, on day: Double) {
    guard var known = evidence[booth] else { return }
    for account in known.reports.map(\.account) { known.records[account] = records[account] }
    let outcome = EvidenceRule.outcome(
      of: known, verifiedAt: Self.instant(day - day.truncatingRemainder(dividingBy: 30)), isClosed: false,
      at: Self.instant(day))
    guard outcome.isClosureCandidate else { return }
    candidates.insert(booth)
    waiting.append((day + 3, booth))
    if isClosed { foundBy[honestReports[booth] ?? 0, default: 0] += 1 } else { falseCandidates += 1 }
  }

  private mutating func decide(_ task: (day: Double, booth: Int)) {
    let isClosed = closesAt[task.booth].map { $0 <= task.day } ?? false
    let decision = BoothDecision(exists: !isClosed, decidedAt: Self.instant(task.day))
    guard var known = evidence[task.booth] else { return }
    mark(EvidenceRule.judged(known.reports, by: decision), in: &known)
    known.decision = decision
    evidence[task.booth] = known
    if !isClosed { candidates.remove(task.booth) }
  }

  private mutating func mark(_ judged: [BoothReport], in known: inout BoothEvidence) {
    for report in judged {
      let index = known.reports.firstIndex { $0.account == report.account && $0.reportedAt == report.reportedAt }
      if let index { known.reports[index].agreed = report.agreed }
      if report.agreed == true {
        records[report.account, default: ReporterRecord()].agreed += 1
      } else {
        records[report.account, default: ReporterRecord()].disagreed += 1
      }
    }
  }
}

@Suite("A seeded world of booths and reporters")
struct EvidenceWorldTests {
  /// What the article "Freshness" states.
  struct Line: Hashable, Sendable, CustomTestStringConvertible {
    let seed: UInt64
    let reports: Int
    let judged: Int
    let foundByThird: Int
    let candidates: Int
    let falseCandidates: Int
    var testDescription: String { "seed \(seed)" }
  }

  static let table = [
    Line(seed: 1, reports: 31217, judged: 287, foundByThird: 279, candidates: 287, falseCandidates: 2),
    Line(seed: 2, reports: 31680, judged: 295, foundByThird: 286, candidates: 299, falseCandidates: 7),
    Line(seed: 3, reports: 31547, judged: 298, foundByThird: 291, candidates: 301, falseCandidates: 5),
    Line(seed: 4, reports: 31016, judged: 276, foundByThird: 268, candidates: 279, falseCandidates: 5),
    Line(seed: 5, reports: 30246, judged: 281, foundByThird: 271, candidates: 286, falseCandidates: 7),
  ]

  @Test("Nineteen of twenty closures are candidates by the third honest report", arguments: table)
  func world(_ line: Line) {
    let world = SeededWorld(seed: line.seed)
    #expect(Double(world.foundByThird) >= 0.95 * Double(world.judgedClosures))
    let found = Line(
      seed: line.seed, reports: world.reports, judged: world.judgedClosures, foundByThird: world.foundByThird,
      candidates: world.foundBy.values.reduce(0, +) + world.falseCandidates, falseCandidates: world.falseCandidates)
    #expect(found == line)
  }

  @Test("One of fifty candidates is false at most")
  func falseCandidates() {
    let (candidates, wrong) = Self.table.reduce((0, 0)) { ($0.0 + $1.candidates, $0.1 + $1.falseCandidates) }
    #expect(Double(wrong) <= 0.02 * Double(candidates))
  }
}

package import Basics

/// Whether a booth still exists, by all that is known about it.
///
/// The probability is the mean of a Beta distribution whose two parameters count weighted evidence for and against, as
/// in A. Jøsang and R. Ismail, "The Beta Reputation System" (2002): evidence loses half of its weight in each half-life,
/// and counts by what is known of its source. Everything that the rule depends on is a constant of this type; the
/// article "Freshness" states them.
package enum EvidenceRule {
  /// Days.
  package static let halfLife = 120.0
  /// Evidence older than this many days counts nothing: five half-lives.
  package static let maxAge: Int64 = 600
  /// The weights before any evidence: a booth of the catalogue is presumed to exist.
  package static let priorPresent = 2.0
  package static let priorGone = 1.0
  /// The weight of an operator's decision.
  package static let operatorWeight = 4.0
  /// The weight of a source that says when it last verified the booth.
  package static let sourceWeight = 1.0
  /// The weight of a report from the spot by a reporter who was always right.
  package static let onSpotWeight = 3.0
  /// The weight of the same from anywhere.
  package static let remoteWeight = 1.0
  /// The limit of the weight of all confirmations before the first report that the booth is gone: together they say that
  /// it was there, not that it is. Later ones contradict that report and have no such limit.
  package static let maxPastWeight = 1.0
  /// The limit of the weight of all reports of one kind on one day.
  package static let maxDayWeight = 3.0
  /// An account counts by this factor for its first days, unless a report of it was right.
  package static let newcomerFactor = 0.25
  package static let newcomerDays = 30.0
  /// Below this probability a booth may be a candidate for closing …
  package static let candidateThreshold = 0.5
  /// … if people of so many networks say that it is gone.
  package static let minNetworks = 2
  /// The number of other people on the spot who refute a report that a booth is gone, and the days that they have.
  package static let refutingPeople = 2
  package static let refutingDays = 90.0
  /// Reports up to this many days before a decision are judged by it.
  package static let judgedDays = 180.0
  /// The days whose reporters are counted for readers.
  package static let countedDays = 90.0
  /// Reports about one booth that are read.
  package static let maxReports = 500

  // MARK: The outcome

  /// - Parameter verifiedAt: when the source verified the booth.
  package static func outcome(
    of evidence: BoothEvidence, verifiedAt: Timestamp?, isClosed: Bool, at now: Timestamp
  ) -> EvidenceOutcome {
    let counted = reports(of: evidence)
    var (present, gone) = (priorPresent, priorGone)
    if let verifiedAt { present += sourceWeight * decay(since: verifiedAt, at: now) }
    if let decision = evidence.decision {
      let weight = operatorWeight * decay(since: decision.decidedAt, at: now)
      if decision.exists { present += weight } else { gone += weight }
    }
    let goneReports = counted.filter { $0.kind == .gone }
    let firstGone = goneReports.map(\.reportedAt).min()
    let confirmations = Dictionary(grouping: counted.filter { $0.kind == .present }) { confirmation in
      firstGone.map { confirmation.reportedAt < $0 } ?? true
    }
    present += min(weight(of: confirmations[true] ?? [], evidence.records, at: now), maxPastWeight)
    present += weight(of: confirmations[false] ?? [], evidence.records, at: now)
    gone += weight(of: goneReports, evidence.records, at: now)
    let probability = present / (present + gone)
    let hasNetworks = Set(goneReports.map(\.network)).count >= minNetworks
    return EvidenceOutcome(
      probability: probability, confirmedAt: confirmedAt(evidence),
      confirmedByCount: people(.present, in: evidence.reports, at: now), goneCount: people(.gone, in: counted, at: now),
      lastGoneAt: goneReports.map(\.reportedAt).max(),
      isClosureCandidate: !isClosed && hasNetworks && probability < candidateThreshold)
  }

  /// The reports that count: the last one of each person, since the operator's last decision, unless it was judged.
  private static func reports(of evidence: BoothEvidence) -> [BoothReport] {
    lastOfEach(
      evidence.reports.filter { report in
        report.agreed == nil && (evidence.decision.map { report.reportedAt > $0.decidedAt } ?? true)
      })
  }

  private static func lastOfEach(_ reports: [BoothReport]) -> [BoothReport] {
    Array(
      Dictionary(reports.map { ($0.account, $0) }) { $0.reportedAt < $1.reportedAt ? $1 : $0 }.values)
  }

  private static func confirmedAt(_ evidence: BoothEvidence) -> Timestamp? {
    let decided = evidence.decision.flatMap { $0.exists ? $0.decidedAt : nil }
    let reported = evidence.reports.lazy.filter { $0.kind == .present && $0.agreed != false }.map(\.reportedAt).max()
    return [decided, reported].compactMap(\.self).max()
  }

  private static func people(_ kind: ConfirmationKind, in reports: [BoothReport], at now: Timestamp) -> Int {
    lastOfEach(reports.filter { days(from: $0.reportedAt, to: now) < countedDays && $0.agreed != false })
      .count { $0.kind == kind }
  }

  // MARK: Weights

  /// The weight of reports of one kind. A network counts as its most reliable reporter, and a day is limited.
  private static func weight(
    of reports: [BoothReport], _ records: [AccountID: ReporterRecord], at now: Timestamp
  ) -> Double {
    let weighed = reports.map { report in
      let weight = weight(of: report, records[report.account] ?? ReporterRecord())
      return (report: report, weight: weight, decayed: weight * decay(since: report.reportedAt, at: now))
    }
    let networks = Dictionary(weighed.map { ($0.report.network, $0) }) { $0.decayed < $1.decayed ? $1 : $0 }
    return Dictionary(grouping: networks.values) { $0.report.day }.values.reduce(0) { sum, day in
      let (total, decayed) = day.reduce((0, 0)) { ($0.0 + $1.weight, $0.1 + $1.decayed) }
      return sum + decayed * min(1, maxDayWeight / total)
    }
  }

  /// The weight of a report when it was made.
  private static func weight(of report: BoothReport, _ record: ReporterRecord) -> Double {
    let isNew = record.agreed == 0 && days(from: report.account.createdAt, to: report.reportedAt) < newcomerDays
    return (report.isOnSpot ? onSpotWeight : remoteWeight) * reliability(record) * (isNew ? newcomerFactor : 1)
  }

  /// The share of a reporter's judged reports that were right, by Laplace's rule of succession: a half for none.
  package static func reliability(_ record: ReporterRecord) -> Double {
    Double(record.agreed + 1) / Double(record.agreed + record.disagreed + 2)
  }

  private static func decay(since instant: Timestamp, at now: Timestamp) -> Double {
    halved(days(from: instant, to: now) / halfLife)
  }

  /// 2 to the power of −x, for x from 0. By a square root for each binary digit: rules have no C library.
  private static func halved(_ x: Double) -> Double {
    let whole = min(x.rounded(.down), 1000)
    var (rest, root) = (min(x - whole, 1), 0.5)
    var result = Double(sign: .plus, exponent: -Int(whole), significand: 1)
    for _ in 0..<52 where rest > 0 {
      root.formSquareRoot()
      rest *= 2
      if rest >= 1 {
        result *= root
        rest -= 1
      }
    }
    return result
  }

  /// At least 0: clocks of nodes differ.
  private static func days(from instant: Timestamp, to now: Timestamp) -> Double {
    max(0, Double(now.milliseconds) - Double(instant.milliseconds)) / 86_400_000
  }

  // MARK: Judging

  /// The reports that a decision judges, with `agreed` set.
  ///
  /// Of a booth that exists, each report was right or wrong. Of one that is closed nobody knows since when: `gone` was
  /// right, and `present` is judged as wrong only after two other people had said that it is gone.
  package static func judged(_ reports: [BoothReport], by decision: BoothDecision) -> [BoothReport] {
    let open = reports.filter { report in
      report.agreed == nil && report.reportedAt <= decision.decidedAt
        && days(from: report.reportedAt, to: decision.decidedAt) <= judgedDays
    }
    return open.compactMap { report in
      var report = report
      if decision.exists {
        report.agreed = report.kind == .present
      } else if report.kind == .gone {
        report.agreed = true
      } else {
        let others = open.filter {
          $0.kind == .gone && $0.account != report.account && $0.reportedAt < report.reportedAt
        }
        guard Set(others.map(\.account)).count >= 2 else { return nil }
        report.agreed = false
      }
      return report
    }
  }

  /// The reports that a booth is gone which other people on the spot, of other networks, have refuted since, with
  /// `agreed` set to false. Confirmations earn nothing by it, so that people cannot raise each other's record.
  package static func refuted(_ reports: [BoothReport]) -> [BoothReport] {
    reports.compactMap { report in
      guard report.kind == .gone, report.agreed == nil else { return nil }
      let others = reports.filter {
        $0.kind == .present && $0.isOnSpot && $0.account != report.account && $0.network != report.network
          && $0.reportedAt > report.reportedAt && days(from: report.reportedAt, to: $0.reportedAt) <= refutingDays
      }
      guard
        min(Set(others.map(\.account)).count, Set(others.map(\.network)).count) >= refutingPeople
      else { return nil }
      var report = report
      report.agreed = false
      return report
    }
  }
}

/// What the evidence about a booth says at an instant.
package struct EvidenceOutcome: Hashable, Sendable {
  /// That it exists.
  package let probability: Double
  /// When somebody last said that it is there: a person or an operator.
  package let confirmedAt: Timestamp?
  /// The number of people who said so last within `EvidenceRule.countedDays`.
  package let confirmedByCount: Int
  /// The number of people who said within the same days that it is gone, since the operator's last decision.
  package let goneCount: Int
  package let lastGoneAt: Timestamp?
  /// Whether an operator should look whether it is closed.
  package let isClosureCandidate: Bool
}

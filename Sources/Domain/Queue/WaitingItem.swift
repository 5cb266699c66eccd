package import Basics

/// What waits until an operator or a moderator decides about it.
package struct WaitingItem: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case payment
    case refund
    case report
    case correction
    case proposal
    /// A booth that is probably gone, by what people report.
    case closure
  }

  package let kind: Kind
  /// The identifier within its kind, by which it is decided.
  package let id: String
  /// What it is about: items of one kind with the same subject are decided together,
  /// and a closure with the correction that says so.
  package let subject: String
  /// For people, in the words of whoever wrote it: a name, or the beginning of a text.
  package let title: String
  /// What is wrong, as a code of the kind; nil if the kind says it all.
  package var reason: String?
  package let harm: Harm
  /// The number of people who say so.
  package var reporterCount = 1
  /// Since when it waits.
  package let since: Timestamp
  /// The booth in question, if there is one.
  package let booth: BoothID?

  package init(
    _ kind: Kind, id: String, subject: String, title: String, reason: String? = nil, harm: Harm, since: Timestamp,
    booth: BoothID? = nil
  ) {
    (self.kind, self.id, self.subject, self.title, self.reason) = (kind, id, subject, title, reason)
    (self.harm, self.since, self.booth) = (harm, since, booth)
  }

  /// The harm that a day of waiting does to people.
  package enum Harm: Int, Hashable, Sendable {
    case slight = 1
    case little = 2
    case some = 4
    /// People walk to a booth that is gone, or wait for money.
    case much = 8
    /// People are hurt.
    case grave = 16
  }

  /// Harm times reporters times days, of which the first counts at once. More than ten people count as ten, so that
  /// nobody puts an item before all others with many accounts.
  package func urgency(at now: Timestamp) -> Double {
    let days = Double(max(0, now.milliseconds - since.milliseconds)) / 86_400_000
    return Double(harm.rawValue * min(reporterCount, Self.maxReporters)) * (1 + days)
  }

  private static let maxReporters = 10
}

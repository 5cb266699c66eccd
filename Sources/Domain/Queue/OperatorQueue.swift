package import Basics

/// Everything that waits for a decision, in one list.
package struct OperatorQueue: Sendable {
  /// The waiting items of a feature, at most `limit`.
  package typealias Source = @Sendable (_ limit: Int) async throws -> [WaitingItem]

  /// The number of items that are read of each source.
  package static let maxRead = 2_000

  private let sources: [Source]

  package init(_ sources: [Source]) { self.sources = sources }

  /// All items, the most urgent first; of equally urgent ones the oldest. Items about the same subject are one, which
  /// has the identifier and the time of the oldest and the reason of the gravest.
  /// - Returns: The items, and whether there may be more than were read.
  package func items(at now: Timestamp) async throws -> (items: [WaitingItem], isComplete: Bool) {
    var items: [WaitingItem] = []
    var isComplete = true
    for source in sources {
      let read = try await source(Self.maxRead)
      isComplete = isComplete && read.count < Self.maxRead
      items += read
    }
    return (Self.ordered(Self.merged(items), at: now), isComplete)
  }

  private struct Subject: Hashable {
    let kind: WaitingItem.Kind
    let subject: String
  }

  private static func merged(_ items: [WaitingItem]) -> [WaitingItem] {
    let corrected = Set(items.filter { $0.kind == .correction }.map(\.subject))
    let apart = items.filter { $0.kind != .closure || !corrected.contains($0.subject) }
    return Dictionary(grouping: apart) { Subject(kind: $0.kind, subject: $0.subject) }.values.map { group in
      let byAge = group.sorted { ($0.since, $0.id) < ($1.since, $1.id) }
      let oldest = byAge[0]
      let gravest = byAge.reduce(oldest) { $1.harm.rawValue > $0.harm.rawValue ? $1 : $0 }
      var item = WaitingItem(
        oldest.kind, id: oldest.id, subject: oldest.subject, title: oldest.title, reason: gravest.reason,
        harm: gravest.harm, since: oldest.since, booth: oldest.booth)
      item.reporterCount = group.reduce(0) { $0 + $1.reporterCount }
      return item
    }
  }

  private static func ordered(_ items: [WaitingItem], at now: Timestamp) -> [WaitingItem] {
    items.map { (item: $0, urgency: $0.urgency(at: now)) }
      .sorted { one, other in
        (other.urgency, one.item.since, one.item.kind.rawValue, one.item.id)
          < (one.urgency, other.item.since, other.item.kind.rawValue, other.item.id)
      }
      .map(\.item)
  }
}

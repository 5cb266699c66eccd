import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import JSON
package import Queue

struct QueueEndpoints: Sendable {
  let queue: OperatorQueue

  var all: [Endpoint] { [list] }

  private static let limit = Parameter<Int>.limit(of: "items")

  private var list: Endpoint {
    Endpoint(
      path: "/api/queue", group: .reports, summary: "What waits for a decision",
      details: """
        Payments that failed a check, requested refunds, reports, corrections, proposals and booths that are \
        probably gone (`closure`) in one list, the most urgent first: harm times reporters (at most ten) times days. What concerns one subject is one item, with \
        the identifier of the oldest. `counts` has all items by kind; it is complete up to \
        \(OperatorQueue.maxRead) of each kind, else `is_complete` is false.
        """,
      query: [Self.limit],
      caller: .role(.moderator), action: "queue list",
      answers: [ResponseDescription(200, "The items.", [(MediaType.json, "Queue")])],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let (items, isComplete) = try await queue.items(at: context.now)
        let limit = try context.query.required(Self.limit)
        return .forOperator(QueueDocument(items, isComplete: isComplete, limit: limit))
      })
  }
}

struct QueueDocument: NativeDocument {
  let items: [WaitingItemDocument]
  let counts: Counts
  let isComplete: Bool

  enum CodingKeys: String, CodingKey {
    case items, counts
    case isComplete = "is_complete"
  }

  struct Counts: NativeDocument {
    var payment = 0
    var refund = 0
    var report = 0
    var correction = 0
    var proposal = 0
    var closure = 0
  }

  init(_ items: [WaitingItem], isComplete: Bool, limit: Int) {
    self.items = items.prefix(limit).map { WaitingItemDocument($0) }
    var counts = Counts()
    for item in items {
      switch item.kind {
      case .payment: counts.payment += 1
      case .refund: counts.refund += 1
      case .report: counts.report += 1
      case .correction: counts.correction += 1
      case .proposal: counts.proposal += 1
      case .closure: counts.closure += 1
      }
    }
    (self.counts, self.isComplete) = (counts, isComplete)
  }
}

package struct WaitingItemDocument: NativeDocument {
  let kind: WaitingKindValue
  /// By which it is decided: of a refund that of the order, of a closure the booth's number.
  let id: String
  /// A name or the beginning of a text; may be empty.
  let title: String
  let reason: String?
  let reporterCount: Int
  let since: Timestamp
  let booth: BoothID?

  enum CodingKeys: String, CodingKey {
    case kind, id, title, reason, since, booth
    case reporterCount = "reporter_count"
  }

  package init(_ item: WaitingItem) {
    kind = WaitingKindValue(rawValue: item.kind.rawValue)
    (id, title, reason, reporterCount) = (item.id, item.title, item.reason, item.reporterCount)
    (since, booth) = (item.since, item.booth)
  }
}

struct WaitingKindValue: OpenEnum {
  let rawValue: String

  static let all = WaitingItem.Kind.allCases.map { WaitingKindValue(rawValue: $0.rawValue) }
}

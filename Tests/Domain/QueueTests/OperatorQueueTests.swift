import Basics
import Support
import Testing
import Workload

@testable import Queue

@Suite("The operator's queue")
struct OperatorQueueTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  private static func item(
    _ id: String, about subject: String? = nil, _ harm: WaitingItem.Harm = .some, reason: String? = nil,
    days: Double = 0, as kind: WaitingItem.Kind = .report
  ) -> WaitingItem {
    WaitingItem(
      kind, id: id, subject: subject ?? id, title: id, reason: reason, harm: harm,
      since: now.advanced(milliseconds: -Int64(days * 86_400_000)))
  }

  private static func ids(_ items: [WaitingItem]) async throws -> [String] {
    try await OperatorQueue([{ _ in items }]).items(at: now).items.map(\.id)
  }

  @Test("What does more harm comes first, and what waits longer overtakes it")
  func harmAndAge() async throws {
    #expect(try await Self.ids([Self.item("price", .some), Self.item("gone", .much)]) == ["gone", "price"])
    #expect(
      try await Self.ids([Self.item("price", .some, days: 2), Self.item("gone", .much)]) == ["price", "gone"])
    #expect(
      try await Self.ids([Self.item("old", days: 1), Self.item("older", days: 3), Self.item("new")])
        == ["older", "old", "new"])
  }

  @Test("Items about one subject are one: the oldest, with the gravest reason and all reporters")
  func merging() async throws {
    let items = [
      Self.item("b", about: "post 1", .some, reason: "spam", days: 1),
      Self.item("a", about: "post 1", .grave, reason: "violence"),
      Self.item("c", about: "post 2", .much, reason: "hate"),
    ]
    let queue = try await OperatorQueue([{ _ in items }]).items(at: Self.now).items
    #expect(queue.map(\.id) == ["b", "c"])
    #expect(queue[0].reason == "violence" && queue[0].reporterCount == 2 && queue[0].since == items[0].since)
  }

  @Test("A correction and a report with one identifier are two items")
  func kinds() async throws {
    #expect(try await Self.ids([Self.item("x"), Self.item("x", as: .correction)]).count == 2)
  }

  @Test("A booth that is probably gone waits once: as a correction that says so, if there is one")
  func closures() async throws {
    let items = [
      Self.item("1", about: "1 closed", as: .closure), Self.item("x", about: "1 closed", as: .correction),
      Self.item("2", about: "2 closed", as: .closure), Self.item("y", about: "2 price", as: .correction),
    ]
    #expect(try await Self.ids(items).sorted() == ["2", "x", "y"])
  }

  @Test("A hundred accounts count as ten")
  func manyAccounts() async throws {
    let crowd = (0..<100).map { Self.item("crowd \($0)", about: "one", .slight) }
    #expect(try await Self.ids(crowd + [Self.item("grave", .grave)]).first == "grave")
  }

  @Test("An item from the future is as urgent as one of now")
  func future() {
    #expect(Self.item("x", .some, days: -3).urgency(at: Self.now) == 4)
  }

  @Test("A source with more than is read is said to be incomplete")
  func limit() async throws {
    let many = (0..<OperatorQueue.maxRead).map { Self.item("\($0)") }
    let queue = OperatorQueue([{ limit in Array(many.prefix(limit)) }, { _ in [] }])
    #expect(try await queue.items(at: Self.now).isComplete == false)
    #expect(try await OperatorQueue([{ _ in Array(many.dropLast()) }]).items(at: Self.now).isComplete)
  }

  @Test("The order does not depend on the order of the sources")
  func deterministic() async throws {
    var random = SeededNumbers(seed: 7)
    let items = (0..<200).map { index in
      Self.item(
        "\(index % 50)", about: "\(index % 40)", [.slight, .little, .some, .much, .grave][index % 5],
        days: Double(index % 9), as: WaitingItem.Kind.allCases[index % WaitingItem.Kind.allCases.count])
    }
    let first = try await Self.ids(items)
    for _ in 0..<20 { #expect(try await Self.ids(items.shuffled(using: &random)) == first) }
  }
}

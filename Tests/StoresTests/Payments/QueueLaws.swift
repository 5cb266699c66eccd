import Basics
import Payments
import SQL
import Support
import Testing

@Suite("The queue of payments to look at")
struct QueueLaws {
  private struct Fault: Error {}

  private let shop: PaymentsUnderTest

  init() async throws {
    shop = try await PaymentsUnderTest()
  }

  private func task(_ name: String, in seconds: Int64 = 0) -> PaymentTask {
    PaymentTask(
      gateway: .portOneV1, reference: .transaction(name), dueAt: shop.clock.now.advanced(seconds: seconds))
  }

  private func take(_ limit: Int = 10, from other: PaymentsUnderTest? = nil) async throws -> [LeasedTask] {
    try await (other ?? shop).queue.lease(at: shop.clock.now, seconds: 30, limit: limit)
  }

  @Test("Tasks are taken when they are due, those due longest first, no more than asked for")
  func order() async throws {
    try await shop.queue.add([task("c", in: 3), task("a", in: 1), task("b", in: 2), task("d", in: 9)])
    #expect(try await take() == [])
    shop.clock.advance(seconds: 3)
    let due = [task("a", in: -2), task("b", in: -1)]
    #expect(try await take(2).map(\.task) == due)
    #expect(try await take().map(\.task) == [task("c")])
    let end = shop.clock.now.advanced(seconds: 6)
    let waiting = try await shop.queue.waiting()
    #expect(waiting.count == 4 && waiting.nextDue == end)
  }

  @Test("Gateways and kinds of references are kept apart")
  func references() async throws {
    let now = shop.clock.now
    let tasks = GatewayName.allCases.flatMap { gateway in
      [PaymentReference.transaction("1"), .order("1")].map {
        PaymentTask(gateway: gateway, reference: $0, dueAt: now)
      }
    }
    try await shop.queue.add(tasks)
    #expect(Set(try await take().map(\.task)) == Set(tasks))
  }

  @Test("Nobody takes a task that somebody has, until the lease is over")
  func leases() async throws {
    let other = try await shop.otherProcess()
    try await shop.queue.add([task("a")])
    #expect(try await take().map(\.attempts) == [0])
    shop.clock.advance(milliseconds: 29_999)
    #expect(try await take(from: other) == [])
    shop.clock.advance(milliseconds: 1)
    #expect(try await take(from: other).map(\.attempts) == [1])
    #expect(try await take() == [])
  }

  @Test("While nothing is due, whoever is writing is not waited for")
  func idle() async throws {
    try await shop.queue.add([task("a", in: 1)])
    let readOnly = InterruptedDatabase(shop.database, before: 2) { throw Fault() }
    #expect(try await take(from: shop.over(readOnly)) == [])
    #expect(readOnly.isWaiting)
  }

  @Test("Many workers of two processes share the tasks out: each is taken once")
  func workers() async throws {
    let other = try await shop.otherProcess()
    let tasks = (0..<100).map { task("\($0)") }
    try await shop.queue.add(tasks)
    let taken = try await withThrowingTaskGroup(of: [LeasedTask].self) { group in
      for worker in 0..<40 {
        group.addTask { try await take(5, from: worker.isMultiple(of: 2) ? shop : other) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.count == 100)
    #expect(Set(taken.map(\.task)) == Set(tasks))
  }

  @Test("A task that is done is gone, and can be asked for again")
  func finish() async throws {
    try await shop.queue.add([task("a")])
    try await shop.queue.finish(take()[0])
    let waiting = try await shop.queue.waiting()
    #expect(waiting.count == 0 && waiting.nextDue == nil)
    try await shop.queue.add([task("a")])
    #expect(try await take().count == 1)
  }

  @Test("A task that waits is brought forward and never put off, and its attempts begin anew")
  func bringsForward() async throws {
    try await shop.queue.add([task("a", in: 60)])
    try await shop.queue.add([task("a", in: 90)])
    #expect(try await shop.queue.waiting().nextDue == shop.clock.now.advanced(seconds: 60))
    try await shop.queue.add([task("a")])
    let first = try await take()
    try await shop.queue.postpone(first[0], until: shop.clock.now, because: "gateway-unavailable")
    #expect(try await take().map(\.attempts) == [1])
    shop.clock.advance(seconds: 30)
    try await shop.queue.add([task("a", in: 50)])
    let again = try await take()
    #expect(again.map(\.attempts) == [0])
    #expect(again[0].generation > first[0].generation)
  }

  @Test("A task that is given back waits until its time, counts the attempt and keeps the reason")
  func postpone() async throws {
    try await shop.queue.add([task("a")])
    let lease = try await take()[0]
    try await shop.queue.postpone(lease, until: shop.clock.now.advanced(seconds: 5), because: "gateway-unavailable")
    // It is not theirs any more.
    try await shop.queue.finish(lease)
    #expect(try await take() == [])
    shop.clock.advance(seconds: 5)
    #expect(try await take().map(\.attempts) == [1])
    let reason = try await shop.database.read { try $0.first("SELECT reason FROM payment_task", []) { $0.text(0) } }
    #expect(reason == "gateway-unavailable")
  }

  @Test("A task that is asked for while somebody works on it is due again once they are done, and not before")
  func askedAnew() async throws {
    try await shop.queue.add([task("a")])
    let lease = try await take()[0]
    try await shop.queue.add([task("a")])
    #expect(try await take() == [])
    try await shop.queue.finish(lease)
    let again = try await take()
    #expect(again.map(\.attempts) == [0])
    try await shop.queue.finish(again[0])
    #expect(try await shop.queue.waiting().count == 0)
  }

  @Test("Asked for later while somebody works on it, it is due later: nobody goes round in circles")
  func askedForLater() async throws {
    try await shop.queue.add([task("a")])
    let lease = try await take()[0]
    try await shop.queue.add([task("a", in: 100)])
    try await shop.queue.add([task("a", in: 200)])
    try await shop.queue.finish(lease)
    #expect(try await shop.queue.waiting().nextDue == shop.clock.now.advanced(seconds: 100))
  }

  @Test("Given back, it is due at the earlier of both moments", arguments: [(50, 100), (100, 50)] as [(Int64, Int64)])
  func postponedAndAskedAnew(_ asked: Int64, _ postponed: Int64) async throws {
    try await shop.queue.add([task("a")])
    let lease = try await take()[0]
    try await shop.queue.add([task("a", in: asked)])
    try await shop.queue.postpone(lease, until: shop.clock.now.advanced(seconds: postponed), because: "slow")
    #expect(try await shop.queue.waiting().nextDue == shop.clock.now.advanced(seconds: 50))
  }

  @Test("Whoever comes back after their lease was over changes nothing for whoever has the task now")
  func late() async throws {
    for isAskedAnew in [false, true] {
      try await shop.queue.add([task("a")])
      let late = try await take()[0]
      if isAskedAnew { try await shop.queue.add([task("a")]) }
      shop.clock.advance(seconds: 30)
      let now = try await take()
      #expect(now.count == 1)
      try await shop.queue.finish(late)
      try await shop.queue.postpone(late, until: shop.clock.now, because: "late")
      #expect(try await take() == [])
      #expect(try await shop.queue.waiting().count == 1)
      try await shop.queue.finish(now[0])
      #expect(try await shop.queue.waiting().count == 0)
    }
  }

  @Test("A message is taken once, until it is forgotten")
  func messages() async throws {
    let now = shop.clock.now
    #expect(try await shop.queue.add([task("a")], message: "m", at: now))
    #expect(try await !shop.queue.add([task("b")], message: "m", at: now))
    #expect(try await shop.queue.add([task("b")], message: "n", at: now.advanced(seconds: 1)))
    #expect(try await take().map(\.task) == [task("a"), task("b")])
    try await shop.queue.forgetMessages(before: now.advanced(seconds: 1))
    #expect(try await shop.queue.add([], message: "m", at: now))
    #expect(try await !shop.queue.add([], message: "n", at: now))
  }

  @Test("Of the same message many times at once one is new")
  func messagesAtOnce() async throws {
    let other = try await shop.otherProcess()
    let new = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        group.addTask {
          let queue = number.isMultiple(of: 2) ? shop.queue : other.queue
          return try await queue.add([task("\(number)")], message: "m", at: shop.clock.now)
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(new == 1)
    #expect(try await shop.queue.waiting().count == 1)
  }
}

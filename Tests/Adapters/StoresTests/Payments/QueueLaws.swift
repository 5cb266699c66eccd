import Basics
import Payments
import SQL
import Support
import Testing

extension PaymentsUnderTest {
  /// A task that is due in `seconds`.
  fileprivate func task(_ name: String, in seconds: Int64 = 0) -> PaymentTask {
    PaymentTask(gateway: .portOneV1, reference: .transaction(name), dueAt: clock.now.advanced(seconds: seconds))
  }

  /// Takes what is due, for 30 seconds.
  fileprivate func lease(_ limit: Int = 10) async throws -> [LeasedTask] {
    try await queue.lease(at: clock.now, seconds: 30, limit: limit)
  }
}

@Suite("The queue of payment tasks")
struct QueueLaws {
  @Test("Due tasks are leased up to the limit, the longest due first")
  func order() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.queue.add([
      shop.task("c", in: 3), shop.task("a", in: 1), shop.task("b", in: 2), shop.task("d", in: 9),
    ])
    #expect(try await shop.lease() == [])
    shop.clock.advance(seconds: 3)
    #expect(Set(try await shop.lease(2).map(\.task)) == [shop.task("a", in: 30), shop.task("b", in: 30)])
    #expect(try await shop.lease().map(\.task) == [shop.task("c", in: 30)])
    let end = shop.clock.now.advanced(seconds: 6)
    let waiting = try await shop.queue.waiting()
    #expect(waiting.count == 4 && waiting.nextDue == end)
  }

  @Test("Unproven tasks have their own lane until they are known")
  func lanes() async throws {
    let shop = try await PaymentsUnderTest()
    var (early, known) = (shop.task("early"), shop.task("known"))
    (early.lane, known.lane) = (.unproven, .unproven)
    shop.clock.advance(seconds: 5)
    try await shop.queue.add([early, known, shop.task("late")])
    #expect(try await shop.queue.waiting(in: .unproven) == 2)
    try await shop.queue.add([shop.task("known")])
    try await shop.queue.add([known])
    #expect(try await shop.queue.waiting(in: .unproven) == 1)
    #expect(try await shop.queue.waiting(in: .orders) == 2)
    let mine = try await shop.queue.lease(at: shop.clock.now, seconds: 30, limit: 10, from: [.orders])
    #expect(mine.map(\.task.lane) == [.orders, .orders])
    #expect(Set(mine.map(\.task.reference)) == [.transaction("known"), .transaction("late")])
    early.dueAt = shop.clock.now.advanced(seconds: 30)
    #expect(try await shop.lease().map(\.task) == [early])
  }

  @Test("Gateways and kinds of references are kept apart")
  func references() async throws {
    let shop = try await PaymentsUnderTest()
    let now = shop.clock.now
    let tasks = GatewayName.allCases.flatMap { gateway in
      [PaymentReference.transaction("1"), .order("1")].map {
        PaymentTask(gateway: gateway, reference: $0, dueAt: now)
      }
    }
    try await shop.queue.add(tasks)
    let leased = tasks.map { task in
      var task = task
      task.dueAt = now.advanced(seconds: 30)
      return task
    }
    #expect(Set(try await shop.lease().map(\.task)) == Set(leased))
  }

  @Test("A leased task is not leased again until the lease expires")
  func leases() async throws {
    let shop = try await PaymentsUnderTest()
    let other = try await shop.otherProcess()
    try await shop.queue.add([shop.task("a")])
    #expect(try await shop.lease().map(\.attempts) == [0])
    shop.clock.advance(milliseconds: 29_999)
    #expect(try await other.lease() == [])
    shop.clock.advance(milliseconds: 1)
    #expect(try await other.lease().map(\.attempts) == [1])
    #expect(try await shop.lease() == [])
  }

  @Test("Workers of two processes lease each task once")
  func workers() async throws {
    let shop = try await PaymentsUnderTest()
    let other = try await shop.otherProcess()
    let tasks = (0..<100).map { shop.task("\($0)") }
    try await shop.queue.add(tasks)
    let taken = try await withThrowingTaskGroup(of: [LeasedTask].self) { group in
      for worker in 0..<40 {
        group.addTask { try await (worker.isMultiple(of: 2) ? shop : other).lease(5) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.count == 100)
    #expect(Set(taken.map(\.task.reference)) == Set(tasks.map(\.reference)))
  }

  @Test("A finished task is gone, and can be added again")
  func finish() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.queue.add([shop.task("a")])
    try await shop.queue.finish(shop.lease()[0])
    let waiting = try await shop.queue.waiting()
    #expect(waiting.count == 0 && waiting.nextDue == nil)
    try await shop.queue.add([shop.task("a")])
    #expect(try await shop.lease().count == 1)
  }

  @Test("A waiting task can be advanced but not delayed, and adding it resets its attempts")
  func bringsForward() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.queue.add([shop.task("a", in: 60)])
    try await shop.queue.add([shop.task("a", in: 90)])
    #expect(try await shop.queue.waiting().nextDue == shop.clock.now.advanced(seconds: 60))
    try await shop.queue.add([shop.task("a")])
    let first = try await shop.lease()
    try await shop.queue.postpone(first[0], until: shop.clock.now, because: "gateway-unavailable")
    #expect(try await shop.lease().map(\.attempts) == [1])
    shop.clock.advance(seconds: 30)
    try await shop.queue.add([shop.task("a", in: 50)])
    let again = try await shop.lease()
    #expect(again.map(\.attempts) == [0])
    #expect(again[0].generation > first[0].generation)
  }

  @Test("A postponed task waits until its time, and counts the attempt")
  func postpone() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.queue.add([shop.task("a")])
    let lease = try await shop.lease()[0]
    try await shop.queue.postpone(lease, until: shop.clock.now.advanced(seconds: 5), because: "gateway-unavailable")
    // It is not theirs any more.
    try await shop.queue.finish(lease)
    #expect(try await shop.lease() == [])
    shop.clock.advance(seconds: 5)
    #expect(try await shop.lease().map(\.attempts) == [1])
  }

  @Test("A task that is added during its lease is due again after the lease")
  func askedAnew() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.queue.add([shop.task("a")])
    let lease = try await shop.lease()[0]
    try await shop.queue.add([shop.task("a")])
    #expect(try await shop.lease() == [])
    try await shop.queue.finish(lease)
    let again = try await shop.lease()
    #expect(again.map(\.attempts) == [0])
    try await shop.queue.finish(again[0])
    #expect(try await shop.queue.waiting().count == 0)
  }

  @Test("A task that is added for later during its lease is due at the earliest time")
  func askedForLater() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.queue.add([shop.task("a")])
    let lease = try await shop.lease()[0]
    try await shop.queue.add([shop.task("a", in: 100)])
    try await shop.queue.add([shop.task("a", in: 200)])
    try await shop.queue.finish(lease)
    #expect(try await shop.queue.waiting().nextDue == shop.clock.now.advanced(seconds: 100))
  }

  @Test(
    "A task that is added and postponed is due at the earlier of both times",
    arguments: [50, 100] as [Int64])
  func postponedAndAskedAnew(_ asked: Int64) async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.queue.add([shop.task("a")])
    let lease = try await shop.lease()[0]
    try await shop.queue.add([shop.task("a", in: asked)])
    try await shop.queue.postpone(lease, until: shop.clock.now.advanced(seconds: 150 - asked), because: "slow")
    #expect(try await shop.queue.waiting().nextDue == shop.clock.now.advanced(seconds: 50))
  }

  @Test("A worker whose lease has expired cannot change the task of the next worker")
  func late() async throws {
    let shop = try await PaymentsUnderTest()
    for isAskedAnew in [false, true] {
      try await shop.queue.add([shop.task("a")])
      let late = try await shop.lease()[0]
      if isAskedAnew { try await shop.queue.add([shop.task("a")]) }
      shop.clock.advance(seconds: 30)
      let now = try await shop.lease()
      #expect(now.count == 1)
      try await shop.queue.finish(late)
      try await shop.queue.postpone(late, until: shop.clock.now, because: "late")
      #expect(try await shop.lease() == [])
      #expect(try await shop.queue.waiting().count == 1)
      try await shop.queue.finish(now[0])
      #expect(try await shop.queue.waiting().count == 0)
    }
  }

  @Test("A message is accepted once, until it is forgotten")
  func messages() async throws {
    let shop = try await PaymentsUnderTest()
    let now = shop.clock.now
    #expect(try await shop.queue.add([shop.task("a")], message: "m", at: now))
    #expect(try await !shop.queue.add([shop.task("b")], message: "m", at: now))
    #expect(try await shop.queue.add([shop.task("b")], message: "n", at: now.advanced(seconds: 1)))
    #expect(Set(try await shop.lease().map(\.task)) == [shop.task("a", in: 30), shop.task("b", in: 30)])
    try await shop.queue.forgetMessages(before: now.advanced(seconds: 1))
    #expect(try await shop.queue.add([], message: "m", at: now))
    #expect(try await !shop.queue.add([], message: "n", at: now))
  }

  @Test("One of several concurrent deliveries of a message is new")
  func messagesAtOnce() async throws {
    let shop = try await PaymentsUnderTest()
    let other = try await shop.otherProcess()
    let new = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        group.addTask {
          let queue = number.isMultiple(of: 2) ? shop.queue : other.queue
          return try await queue.add([shop.task("\(number)")], message: "m", at: shop.clock.now)
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(new == 1)
    #expect(try await shop.queue.waiting().count == 1)
  }
}

@Suite("The queue of payment tasks in a database")
struct StoredQueueTests {
  private struct Fault: Error {}

  @Test("Leasing does not wait for a writer if nothing is due")
  func idle() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.queue.add([shop.task("a", in: 1)])
    // One look at each lane.
    let readOnly = InterruptedDatabase(shop.database, before: 3) { throw Fault() }
    #expect(try await shop.over(readOnly).lease() == [])
    #expect(readOnly.isWaiting)
  }

  @Test("The reason for a postponement is stored for the operator")
  func reason() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.queue.add([shop.task("a")])
    try await shop.queue.postpone(shop.lease()[0], until: shop.clock.now, because: "gateway-unavailable")
    let reason = try await shop.database.read { try $0.first("SELECT reason FROM payment_task", []) { $0.text(0) } }
    #expect(reason == "gateway-unavailable")
  }
}

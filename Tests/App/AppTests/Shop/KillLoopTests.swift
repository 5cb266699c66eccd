import Foundation
import SQL
import Sandbox
import Stores
import Support
import Testing

@Suite("A shop whose server is killed at every step")
struct KillLoopTests {
  /// The long form is `make kills KILLS=200`: on SQLite one process, with `FOURCUTS_TEST_ENGINE=postgresql` two.
  private static let kills = ProcessInfo.processInfo.environment["FOURCUTS_KILLS"].flatMap { Int($0) }

  @Test(
    "No payment is lost, and nothing is settled or refunded twice",
    .enabled(if: kills == nil || TestDatabase.engine == .sqlite))
  func oneProcess() async throws {
    try await loop(RunningShop([.v1, .v2], Self.settings), kills: Self.kills ?? 24)
  }

  @Test(
    "The same holds for two processes on PostgreSQL, one of which is killed while the client uses the other",
    .enabled(if: kills == nil || TestDatabase.engine == .postgresql))
  func twoProcesses() async throws {
    try await loop(RunningShop([.v1, .v2], Self.settings, nodeCount: 2), kills: Self.kills ?? KillStep.allCases.count)
  }

  /// An order can be paid for as long as the loop may take: what is paid late is refused, which others test.
  private static let settings = ["FOURCUTS_PAY_WITHIN": "86400"]

  private func loop(_ shop: RunningShop, kills: Int) async throws {
    var loop = KillLoop(shop, seed: 20_261_120)
    try await loop.run(kills: kills)
    try await loop.audit.checkEverything()
    try await loop.shop.end()
    #expect(loop.hits.values.reduce(0, +) >= kills)
    #expect(Set(loop.hits.keys) == Set(KillStep.allCases), "\(loop.hits)")
  }

  @Test("A task of a killed node is done by the other after the lease expires")
  func lease() async throws {
    let shop = try await RunningShop([.v2], nodeCount: 2)
    let (first, other) = (shop.server, shop.otherServer)
    let order = try await shop.order()
    // So that the first node takes the task up.
    other.process.signal(SIGSTOP)
    var held = SandboxBehaviour()
    (held.operation, held.delayMilliseconds) = (.get, 60_000)
    shop.sandbox.gateway.setBehaviour(held)
    let asked = shop.sandbox.gateway.counts[.get]
    _ = try shop.sandbox.pay(.v2, order.reference, RunningShop.price, notifies: true)
    try await eventually { shop.sandbox.gateway.counts[.get] > asked }
    try first.kill()
    shop.sandbox.gateway.setBehaviour(SandboxBehaviour())
    other.process.signal(SIGCONT)
    try await shop.goOn()
    #expect(try await shop.state(order.id) == "pending")
    let isTaken = "SELECT COUNT(*) FROM payment_task WHERE is_taken = 1"
    let database = try await shop.database()
    #expect(try await database.read { try $0.integer(isTaken) } == 1)
    // As if the lease had run out.
    _ = try await database.write { try $0.run("UPDATE payment_task SET due_at = 0") }
    try await eventually { try await shop.state(order.id) == "paid" }
    try await eventually { try await database.read { try $0.integer("SELECT COUNT(*) FROM payment_task") } == 0 }
    try await shop.restart()
    try await shop.end()
  }
}

import Foundation
import Testing

@Suite("A server that is killed during all kinds of writes")
struct WriteKillLoopTests {
  /// The long form is `make kills KILLS=1000`; with `FOURCUTS_TEST_ENGINE=postgresql` on PostgreSQL.
  private static let kills = ProcessInfo.processInfo.environment["FOURCUTS_KILLS"].flatMap { Int($0) }
  private static let seed = ProcessInfo.processInfo.environment["FOURCUTS_SEED"].flatMap { UInt64($0) }

  @Test("Acknowledged writes are kept, and others are complete or absent")
  func killed() async throws {
    var loop = try await WriteKillLoop(seed: Self.seed ?? 20_261_123)
    try await loop.run(kills: Self.kills ?? 10)
    let requests = loop.writers.map(\.requests).reduce(0, +)
    let acknowledged = loop.writers.map(\.acknowledged.count).reduce(0, +)
    print(
      "\(loop.kills) kills, \(requests) requests, \(acknowledged) acknowledged effects compared at the end, "
        + "\(loop.unanswered) requests unanswered, \(loop.unansweredWhole) of them done")
    #expect(requests > loop.kills && loop.unanswered > 0)
  }
}

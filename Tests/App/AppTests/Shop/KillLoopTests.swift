import Foundation
import Sandbox
import Support
import Testing

@Suite("A shop whose server is killed at every step")
struct KillLoopTests {
  /// The long form is `make kills KILLS=200`.
  private static let kills = ProcessInfo.processInfo.environment["FOURCUTS_KILLS"].flatMap { Int($0) } ?? 24

  @Test("Nothing that was paid is forgotten, and nothing is settled or given back twice")
  func killLoop() async throws {
    // An order can be paid for as long as the loop may take: what is paid late is refused, which others test.
    var loop = KillLoop(try await RunningShop([.v1, .v2], ["FOURCUTS_PAY_WITHIN": "86400"]), seed: 20_261_120)
    try await loop.run(kills: Self.kills)
    try await loop.audit.checkEverything()
    try await loop.shop.end()
    #expect(loop.hits.values.reduce(0, +) >= Self.kills)
    #expect(Set(loop.hits.keys) == Set(KillStep.allCases), "\(loop.hits)")
  }
}

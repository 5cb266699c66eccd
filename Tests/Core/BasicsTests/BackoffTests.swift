import Basics
import Testing

@Suite("Pauses between attempts")
struct BackoffTests {
  private let backoff = Backoff(first: 50, limit: 1000)

  @Test("The pause doubles with each failure, up to the limit")
  func doubles() {
    #expect([1, 2, 3, 4, 5, 6, 7].map { backoff.pause(after: $0) } == [50, 100, 200, 400, 800, 1000, 1000])
    #expect([0, -1, .min].map { backoff.pause(after: $0) } == [50, 50, 50])
    #expect([62, 63, 64, 1000, .max].map { backoff.pause(after: $0) } == [1000, 1000, 1000, 1000, 1000])
    #expect(Backoff(first: 1, limit: .max).pause(after: 63) == 1 << 62)
  }

  @Test("A random pause lies between half of the pause and all of it")
  func random() {
    let pauses = (0..<1000).map { _ in backoff.randomPause(after: 3) }
    #expect(pauses.allSatisfy { (.milliseconds(100) ... .milliseconds(200)).contains($0) })
    #expect(Set(pauses).count > 50)
  }
}

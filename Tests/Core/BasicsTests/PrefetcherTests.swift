import Basics
import Synchronization
import Testing

@Suite("A prefetcher")
struct PrefetcherTests {
  private struct Broken: Error {}

  @Test("The prefetcher yields every element in order, and then the end or the error")
  func order() throws {
    let whole = Prefetcher<Int>("test") { emit in
      for number in 0..<1000 where !emit(number) { return }
    }
    for number in 0..<1000 { #expect(try whole.next() == number) }
    #expect(try whole.next() == nil)
    let broken = Prefetcher<Int>("test") { emit in
      _ = emit(1)
      throw Broken()
    }
    #expect(try broken.next() == 1)
    #expect(throws: Broken.self) { try broken.next() }
  }

  @Test("The prefetcher is never more than its depth ahead, and ends when it is cancelled")
  func bounded() throws {
    let made = Mutex(0)
    let ended = Mutex(false)
    let numbers = Prefetcher<Int>("test", depth: 3) { emit in
      var number = 0
      repeat {
        number += 1
        made.withLock { $0 = number }
      } while emit(number)
      ended.withLock { $0 = true }
    }
    for number in 1...50 {
      #expect(try numbers.next() == number)
      #expect(made.withLock { $0 } <= number + 3)
    }
    numbers.cancel()
    while !ended.withLock({ $0 }) {}
    #expect(made.withLock { $0 } <= 53)
  }

  @Test("Recycled elements are freed while the next one is made")
  func recycles() throws {
    final class Piece: Sendable {}
    let pieces = Prefetcher<Piece>("test", depth: 1) { emit in while emit(Piece()) {} }
    weak var first: Piece?
    do {
      let piece = try #require(try pieces.next())
      first = piece
      pieces.recycle(piece)
    }
    for _ in 0..<3 { _ = try pieces.next() }
    #expect(first == nil)
    pieces.cancel()
  }
}

package import Basics
import Synchronization

package func seededBytes(_ seed: UInt64) -> RandomBytes {
  let numbers = NumbersBox(SeededNumbers(seed: seed))
  return { count in numbers.bytes(count) }
}

private final class NumbersBox: Sendable {
  private let numbers: Mutex<SeededNumbers>

  init(_ numbers: SeededNumbers) {
    self.numbers = Mutex(numbers)
  }

  func bytes(_ count: Int) -> [UInt8] {
    numbers.withLock { numbers in (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) } }
  }
}

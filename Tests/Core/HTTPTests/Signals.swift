import Concurrency
import Support

@testable import HTTP

/// A value that a task sets once, for the test.
final class Slot<Value: Sendable>: Sendable {
  private let slot = Locked<Value?>(nil)
  private let isSet = Gate()

  func set(_ value: Value) {
    slot.withLock { $0 = value }
    isSet.open()
  }

  func wait() async -> Value {
    await isSet.wait()
    return slot.withLock { $0! }
  }
}

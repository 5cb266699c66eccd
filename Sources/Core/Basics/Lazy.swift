import Synchronization

/// A value that is computed at first use and kept. Concurrent callers wait for it.
package final class Lazy<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  package init() {}

  /// The value, if already computed.
  package var cached: Value? { value.withLock { $0 } }

  /// The value. `make` is called the first time only.
  package func value(_ make: () -> Value) -> Value {
    value.withLock { value in
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }
}

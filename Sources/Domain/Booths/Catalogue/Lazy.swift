import Synchronization

/// A value that is made when it is first asked for, and kept. Who asks while it is being made waits.
final class Lazy<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// The value, if it was made.
  var made: Value? { value.withLock { $0 } }

  /// The value; `make` is called the first time only.
  func value(_ make: () -> Value) -> Value {
    value.withLock { value in
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }
}

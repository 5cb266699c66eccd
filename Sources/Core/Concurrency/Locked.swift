import Glibc

/// A value behind a mutex.
///
/// `Synchronization.Mutex` would do, but the thread sanitizer does not see its futex calls on Linux and reports races
/// that are none, under which a real one would not be found.
///
/// Unchecked: the value is reached only with the mutex held.
package final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  /// Holds a value.
  package init(_ value: sending Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` alone. It must not wait for anything, and not come here again.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

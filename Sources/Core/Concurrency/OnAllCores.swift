import Glibc

/// Runs `body` for 0..<count on all cores and waits; one after the other if there is little to do.
///
/// The threads are its own, not those of Dispatch: on Linux these are the two that run every task, which must stay
/// free. They inherit the priority of the calling thread. The calls of `body` must write to different memory, which the
/// compiler does not check.
package func onAllCores(_ count: Int, isSmall: Bool = false, _ body: (Int) -> Void) {
  let cores = min(count, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  if isSmall || cores < 2 {
    for index in 0..<count { body(index) }
    return
  }
  withoutActuallyEscaping(body) { body in
    nonisolated(unsafe) let task = body
    // Strides rather than a shared counter: pieces are about equally large.
    let threads = (1..<cores).map { first in
      JoinableThread { for index in stride(from: first, to: count, by: cores) { task(index) } }
    }
    for index in stride(from: 0, to: count, by: cores) { task(index) }
    for thread in threads { thread.join() }
  }
}

/// A thread of the system that is waited for.
private struct JoinableThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t?

  /// If the system has no thread left, the body runs here, before this returns.
  init(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { pointer in
        pointer.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    if code == 0 {
      self.thread = thread
    } else {
      self.thread = nil
      body.takeRetainedValue().run()
    }
  }

  func join() {
    if let thread { pthread_join(thread, nil) }
  }
}

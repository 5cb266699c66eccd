import Glibc

/// A condition that a test waited for in vain.
package struct TimedOut: Error, CustomStringConvertible {
  package let description: String

  fileprivate init(_ file: String, _ line: Int, _ limit: Duration) {
    description = "\(file):\(line): The condition did not hold within \(limit)."
  }
}

/// Waits until a condition holds that other threads or processes bring about.
/// - Throws: ``TimedOut`` if it does not hold in time, so that the test fails instead of waiting for ever.
package func eventually(
  within limit: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
  file: String = #fileID, line: Int = #line, _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !condition() {
    if .now > end { throw TimedOut(file, line, limit) }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// The same for threads that may block. In an async function the other one is meant, although this one fits as well.
@_disfavoredOverload
package func eventually(
  within limit: Duration = .seconds(30), file: String = #fileID, line: Int = #line, _ condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + limit
  while try !condition() {
    if .now > end { throw TimedOut(file, line, limit) }
    usleep(2000)
  }
}

/// A database. Transaction bodies are synchronous, so that a transaction never spans an `await`.
///
/// Bodies run on the database's own threads, never on the cooperative pool; they may block.
package protocol Database: Sendable {
  /// Runs `body` in a read transaction: a consistent snapshot. Reads run concurrently, also with a writer.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// Runs a body in a write transaction, as if one ran after the other: committed when it returns, rolled back when it
  /// throws. What is committed is on the disk when this returns.
  ///
  /// An engine may run writes beside each other, and a body again where that went wrong and nothing of it was kept: it
  /// must do nothing outside the database that can't be done twice.
  @discardableResult
  func write<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// Runs `body`, which may write, on a snapshot and discards its writes. An engine that cannot write without a lock
  /// makes a private copy, so that no writer waits for it.
  func dryRun<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// A number that changes with every commit, of this process or another. Reading it costs no more than checking
  /// whether the file has changed. Numbers of different databases cannot be compared.
  func dataVersion() async throws -> Int64
  /// Removes deleted content from the engine's internal files as soon as possible.
  func checkpoint() async
}

extension Database {
  /// Does nothing: not every engine has such files.
  package func checkpoint() async {}

  /// A write transaction that is rolled back.
  package func dryRun<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    do {
      return try await write { throw RolledBack(result: try body($0)) }
    } catch let end as RolledBack<Result> {
      return end.result
    }
  }
}

/// Rolls back a dry run.
private struct RolledBack<Result: Sendable>: Error {
  let result: Result
}

/// A database: bodies are synchronous, so that a transaction never spans an `await`.
///
/// Bodies run on threads of the database's own, never on the cooperative pool; they may block.
package protocol Database: Sendable {
  /// Runs a body in a read transaction: a consistent snapshot. Several run at the same time, also beside a writer.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// Runs a body in a write transaction, one at a time: committed when it returns, rolled back when it throws.
  /// What is committed is on the disk when this returns.
  @discardableResult
  func write<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// Runs a body that may write, on a snapshot; what it writes is thrown away. An engine that can't write without a
  /// lock gives it a copy of its own, so that no writer waits for it.
  func dryRun<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// A number that is another one once anything was committed since it was asked before, here or by another process. It
  /// costs no more than looking whether the file has changed, and says nothing to other databases.
  func changeNumber() async throws -> Int64
  /// Leaves no trace of what was deleted in files that only the engine needs, as soon as it can.
  func checkpoint() async
}

extension Database {
  /// Nothing: not every engine leaves such traces.
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

/// Ends a dry run.
private struct RolledBack<Result: Sendable>: Error {
  let result: Result
}

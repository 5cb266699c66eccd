/// A database. Transaction bodies are synchronous, so that a transaction never spans an `await`.
///
/// Bodies run on the database's own threads, never on the cooperative pool; they may block.
package protocol Database: Sendable {
  /// Its engine, for the few statements that differ.
  var engine: SQLEngine { get }
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
  /// Runs a body in a write transaction beside no other of the same name, in any process. The body is run once, so it
  /// may use up what it reads from elsewhere.
  /// - Parameter name: What is locked: only these transactions may write it.
  /// - Throws: `DomainError` `database-locked` or `database-busy` (unavailable) if another one is running for longer
  ///   than the engine waits.
  @discardableResult
  func writeExclusively<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result
  /// Runs a body as `writeExclusively` does, which writes most of what the database will hold. An engine may do that
  /// faster, and keep everybody else waiting meanwhile.
  @discardableResult
  func fill<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result
  /// Runs `body`, which may write, on a snapshot and discards its writes. An engine that cannot write without a lock
  /// makes a private copy, so that no writer waits for it. The body is run once.
  func dryRun<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// A number that changes with every commit, of this process or another. Reading it costs no more than checking
  /// whether the file has changed. Numbers of different databases cannot be compared.
  func dataVersion() async throws -> Int64
  /// Removes deleted content from the engine's internal files as soon as possible.
  func checkpoint() async
}

/// A database engine.
package enum SQLEngine: Sendable, CaseIterable {
  case sqlite
  case postgresql
}

extension Database {
  /// Fills as any other exclusive write.
  package func fill<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await writeExclusively(name, body)
  }

  /// Does nothing: not every engine has such files.
  package func checkpoint() async {}
}

/// A database. Transaction bodies are synchronous, so that a transaction never spans an `await`.
///
/// Bodies run on the database's own threads, never on the cooperative pool; they may block.
package protocol Database: Sendable {
  /// Its engine, for the few statements that differ.
  var engine: SQLEngine { get }
  /// Runs `body` in a read transaction: a consistent snapshot. Reads run concurrently, also with a writer.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// Runs a body in a write transaction, serialised with all others: committed when it returns, rolled back when it
  /// throws. A commit is on the disk when this returns.
  ///
  /// An engine may run writes concurrently, and run a body again if they conflict and its writes were discarded:
  /// outside the database, a body must do nothing that can't be done twice.
  @discardableResult
  func write<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// Runs a body in a write transaction while no other of the same name runs, in any process. The body runs once, so it
  /// may consume its input.
  /// - Parameter name: The name of what is locked: only these transactions may write it.
  /// - Throws: `DomainError` `database-locked` or `database-busy` (unavailable) if another one is running for longer
  ///   than the engine waits.
  @discardableResult
  func writeExclusively<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result
  /// As `writeExclusively`, for a body that writes most of what the database will hold. An engine may make that faster
  /// and block everybody else meanwhile.
  @discardableResult
  func fill<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result
  /// Runs `body`, which may write, on a snapshot and discards its writes. An engine that cannot write without a lock
  /// makes a private copy, so that no writer waits for it. The body runs once.
  func dryRun<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  /// A number that changes with every commit, of this process or another. Reading it costs no more than checking
  /// whether the file has changed. Numbers of different databases cannot be compared.
  func dataVersion() async throws -> Int64
  /// Removes deleted content from the engine's internal files as soon as possible.
  func checkpoint() async
}

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

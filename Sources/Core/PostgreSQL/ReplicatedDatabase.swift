import Basics
package import SQL

/// A database with replicas, on which each client reads at least its own writes (see `ConsistencySession`).
package struct ReplicatedDatabase: Database {
  package var engine: SQLEngine { .postgresql }
  private let primary: PostgreSQLDatabase
  private let replica: Replica?

  /// - Parameter replica: What answers the reads that a session allows; nil: the primary answers all, and the positions
  ///   of writes are noted.
  package init(_ primary: PostgreSQLDatabase, readingFrom replica: Replica?) {
    self.primary = primary
    self.replica = replica
  }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    if let replica, let minimum = ConsistencySession.current?.minimum,
      let result = try await replica.read(notBefore: minimum, body)
    {
      return result
    }
    return try await primary.read(body)
  }

  @discardableResult
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await noting { try await primary.write(notesPosition: $0, body) }
  }

  @discardableResult
  package func writeExclusively<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await noting { try await primary.writeExclusively(name, notesPosition: $0, body) }
  }

  package func dryRun<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await primary.dryRun(body)
  }

  package func dataVersion() async throws -> Int64 { try await primary.dataVersion() }

  /// Gives the session of the task the position of the commit.
  private func noting<Result>(_ write: (_ notesPosition: Bool) async throws -> Committed<Result>) async throws -> Result
  {
    guard let session = ConsistencySession.current else { return try await write(false).result }
    do {
      let committed = try await write(true)
      session.noteCommit(at: committed.position)
      return committed.result
    } catch let error as DomainError where error.code == "database-outcome-unknown" {
      session.noteCommit(at: nil)
      throw error
    }
  }
}

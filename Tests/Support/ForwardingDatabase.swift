package import SQL

/// A database that passes everything on to another one; a test overrides what it watches or disturbs.
package protocol ForwardingDatabase: Database {
  var base: any Database { get }
}

extension ForwardingDatabase {
  package var engine: SQLEngine { base.engine }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await base.read(body)
  }

  @discardableResult
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await base.write(body)
  }

  @discardableResult
  package func writeExclusively<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await base.writeExclusively(name, body)
  }

  package func dryRun<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await base.dryRun(body)
  }

  package func dataVersion() async throws -> Int64 { try await base.dataVersion() }

  package func checkpoint() async { await base.checkpoint() }
}

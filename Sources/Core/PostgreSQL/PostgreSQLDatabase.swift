import Basics
package import Concurrency
package import SQL

/// A database of PostgreSQL (13 or later), through libpq.
///
/// Transactions run on a bounded number of connections, each on a separate thread. A read sees one snapshot (REPEATABLE
/// READ). Writes run beside each other and are serialisable: what the server refuses for that reason (SQLSTATE 40001,
/// and deadlocks) is rolled back and run again after a random pause that grows, so a body must do nothing outside the
/// database that can't be done twice. If a connection breaks during a commit, it is unknown whether the transaction was
/// committed: that is thrown as `database-outcome-unknown` and never run again.
///
/// A task that is cancelled while its transaction runs has the statement given up and the transaction rolled back; not
/// once the commit has begun. A task that is cancelled before it calls is served: it may be cleaning up.
///
/// Behind PgBouncer, also in transaction mode: settings are made for each transaction, and once a prepared statement is
/// found missing, none is named any longer (see `PostgreSQLOptions.StatementNames`).
///
/// Connections open with the first calls. One that the server has closed meanwhile is replaced unnoticed.
package final class PostgreSQLDatabase: Database {
  package var engine: SQLEngine { .postgresql }
  private let options: PostgreSQLOptions
  private let pool: ConnectionPool
  let connector: Connector
  let schemaCheck = SchemaCheck()

  /// A database by its address; nothing is opened yet.
  /// - Parameter connectionString: `postgres://user@host/name?sslmode=verify-full…`, or libpq's keywords (`host=…
  ///   dbname=…`). What neither says is taken from the environment and the files that libpq reads (`PGPASSWORD`,
  ///   `~/.pgpass`, …).
  /// - Throws: `DomainError` `database-address-invalid` (invalid).
  package init(_ connectionString: String, options: PostgreSQLOptions = PostgreSQLOptions()) throws {
    self.options = options
    connector = try Connector(connectionString, options)
    pool = ConnectionPool(connector, options)
  }

  /// Runs a body in a read transaction; see the type for cancellation.
  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await read(notBefore: nil, body)
  }

  /// Runs a body in a read transaction of a replica.
  /// - Throws: `ServerBehind` if it has not come as far as the position.
  func read<Result: Sendable>(
    notBefore minimum: LogPosition?, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await retrying { connection, deadline, isCancellable in
      try await connection.read(notBefore: minimum, before: deadline, isCancellable: isCancellable, body)
    }
  }

  /// Runs a body in a write transaction, and again if others conflicted with it.
  @discardableResult
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await write(notesPosition: false, body).result
  }

  func write<Result: Sendable>(
    notesPosition: Bool, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Committed<Result> {
    let body = checked(body)
    return try await retrying { connection, deadline, isCancellable in
      try await connection.write(
        notesPosition: notesPosition, before: deadline, isCancellable: isCancellable, body)
    }
  }

  /// Runs a body in a write transaction that holds an advisory lock. Each statement sees what is committed; since the
  /// lock keeps others from the same rows, nothing makes the server refuse the transaction.
  @discardableResult
  package func writeExclusively<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await writeExclusively(name, notesPosition: false, body).result
  }

  func writeExclusively<Result: Sendable>(
    _ name: String, notesPosition: Bool, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Committed<Result> {
    let body = checked(body)
    return try await once {
      try await $0.writeExclusively(name, notesPosition: notesPosition, before: $1, isCancellable: $2, body)
    }
  }

  private func checked<Result>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) -> @Sendable (any DatabaseConnection) throws -> Result {
    { [schemaCheck] connection in
      try schemaCheck.run(on: connection)
      return try body(connection)
    }
  }

  /// Runs a body in a transaction that sees one snapshot, and rolls it back.
  package func dryRun<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await once { try await $0.dryRun(before: $1, isCancellable: $2, body) }
  }

  /// A number that is another one once any transaction was ended since, of this database or another of the server.
  ///
  /// It is the snapshot's text (oldest and next transaction, and those under way in between) in 64 bits. The next
  /// transaction alone would not do: one that began early may be committed late. On a standby, where snapshots don't
  /// show that, it is the position to which the log was replayed.
  package func dataVersion() async throws -> Int64 {
    let row = try await row(
      """
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text ELSE pg_current_snapshot()::text END
      """)
    var hash = StableHash()
    hash.combine(row.first)
    return Int64(bitPattern: hash.value)
  }

  /// The first row of a quick query, outside any transaction, as texts; null is empty.
  func row(_ query: String) async throws -> [String] {
    try await retrying { connection, deadline, _ in try await connection.row(query, before: deadline) }
  }

  /// The connections that run transactions, and the calls that wait for one.
  package var load: PoolLoad { pool.load }

  /// Closes the idle connections. Later calls open new ones.
  package func close() async { await pool.close() }

  // MARK: Trying again

  private func once<Result: Sendable>(
    _ body: @escaping @Sendable (ConnectionActor, ContinuousClock.Instant, Bool) async throws -> Result
  ) async throws -> Result {
    do {
      return try await served(!Task.isCancelled, body)
    } catch PostgreSQLConnection.Interruption.refused(let error, _) {
      throw error
    }
  }

  private func retrying<Result: Sendable>(
    _ body: @escaping @Sendable (ConnectionActor, ContinuousClock.Instant, Bool) async throws -> Result
  ) async throws -> Result {
    let isCancellable = !Task.isCancelled
    var attempt = 1
    while true {
      do {
        return try await served(isCancellable, body)
      } catch PostgreSQLConnection.Interruption.refused(let error, let failure) {
        guard attempt < failure.maxAttempts(options) else { throw error }
        if failure.isTransient { try? await Task.sleep(for: Self.pause(after: attempt)) }
        if isCancellable { try Task.checkCancellation() }
      }
      attempt += 1
    }
  }

  private func served<Result: Sendable>(
    _ isCancellable: Bool,
    _ body: @escaping @Sendable (ConnectionActor, ContinuousClock.Instant, Bool) async throws -> Result
  ) async throws -> Result {
    let deadline = ContinuousClock.now + .milliseconds(options.waitMilliseconds)
    return try await pool.withConnection(before: deadline) { connection in
      guard isCancellable else { return try await body(connection, deadline, false) }
      return try await withTaskCancellationHandler {
        try await body(connection, deadline, true)
      } onCancel: {
        connection.cancel()
      }
    }
  }

  /// At random below a limit that doubles, so that those who met once don't meet again.
  private static func pause(after attempt: Int) -> Duration {
    .microseconds(Int.random(in: 0...(500 << min(attempt, 8))))
  }
}

import SQL

/// The result of a transaction, and the position of the log after its commit; nil if that is not known.
struct Committed<Result> {
  let result: Result
  let position: LogPosition?
}

extension Committed: Sendable where Result: Sendable {}

/// A server has not come as far in the log as a read asks for.
struct ServerBehind: Error {}

extension LogPosition {
  /// The expression for how far a server has come. That of a primary is where the next record goes: also commits that
  /// are not flushed yet are before it.
  static let query = """
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END - '0/0'::pg_lsn
    """

  /// From the answer to `query`.
  init?(bytes: String?) {
    guard let bytes = bytes.flatMap({ UInt64($0) }) else { return nil }
    self.init(bytes)
  }
}

/// Which server a connection leads to, and how far that has come.
struct ServerState: Sendable {
  /// The same on a primary and its replicas, as they are copies of each other.
  let systemIdentifier: String
  /// The database's number in its catalogue, also the same.
  let database: String
  let isReplica: Bool
  /// Tells a server from another one.
  let startedAt: String
  let position: LogPosition
}

extension PostgreSQLDatabase {
  func serverState() async throws -> ServerState {
    let found = try await row(
      """
      SELECT system_identifier, (SELECT oid FROM pg_database WHERE datname = current_database()),
        pg_is_in_recovery()::int, pg_postmaster_start_time(), \(LogPosition.query)
      FROM pg_control_system()
      """)
    guard found.count == 5, let position = LogPosition(bytes: found[4]) else { throw ServerBehind() }
    return ServerState(
      systemIdentifier: found[0], database: found[1], isReplica: found[2] == "1", startedAt: found[3],
      position: position)
  }
}

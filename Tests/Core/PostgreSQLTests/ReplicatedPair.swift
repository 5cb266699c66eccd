import Basics
import PostgreSQL
import SQL
import Support

/// A primary with a table `item (id, value)`, and a streaming replica of it.
struct ReplicatedPair: Sendable {
  /// For tests that leave both as they were.
  static let shared = Task { try await ReplicatedPair() }

  let primary: OpenedDatabase
  let server: PostgreSQLServer

  init(replicaSettings: [String] = []) async throws {
    primary = try await OpenedDatabase(on: try PostgreSQLServer())
    server = try PostgreSQLServer(settings: replicaSettings, replicaOf: primary.server)
    try server.catchUp(with: primary.server)
  }

  /// A replica that was not looked at yet.
  func replica(at address: String? = nil) throws -> Replica {
    try Replica(
      of: primary.database, at: address ?? server.address(of: primary.name), options: PostgreSQLOptions())
  }

  /// The database with a replica that can be used.
  func database() async throws -> (ReplicatedDatabase, Replica) {
    let replica = try replica()
    try await Self.waitUntilUsable(replica)
    return (ReplicatedDatabase(primary.database, readingFrom: replica), replica)
  }
}

extension ReplicatedPair {
  /// A server writes to its log also by itself, so that its replica may be behind for a moment; and one that was away is
  /// not tried again at once.
  static func waitUntilUsable(_ replica: Replica) async throws {
    try await eventually {
      do {
        try await replica.check()
        return true
      } catch let error as DomainError where error.kind == .unavailable {
        return false
      }
    }
  }
}

extension ReplicatedDatabase {
  /// Runs calls in a session.
  func inSession<Result>(
    from minimum: LogPosition?, _ body: (ReplicatedDatabase) async throws -> Result
  ) async throws -> (result: Result, written: ConsistencySession.Written) {
    let session = ConsistencySession(replicaFrom: minimum)
    let result = try await ConsistencySession.$current.withValue(session) { try await body(self) }
    return (result, session.written)
  }

  func insert(_ value: String) async throws {
    try await write { _ = try $0.run("INSERT INTO item (value) VALUES ($1)", [.text(value)]) }
  }

  /// Which server answers, and how many rows of a value it has.
  func look(for value: String) async throws -> Look {
    try await read { connection in
      let isReplica = try connection.integer("SELECT CAST(pg_is_in_recovery() AS INTEGER)") == 1
      let count = try connection.integer("SELECT COUNT(*) FROM item WHERE value = $1", [.text(value)])
      return Look(isReplica: isReplica, count: Int(count ?? -1))
    }
  }
}

struct Look: Hashable, Sendable {
  let isReplica: Bool
  let count: Int
}

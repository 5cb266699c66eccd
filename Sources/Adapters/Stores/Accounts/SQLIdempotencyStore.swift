package import Accounts
package import Basics
import Posts
package import SQL

/// A database store of idempotency keys.
package struct SQLIdempotencyStore: IdempotencyStore {
  private let database: any Database
  private let run: String

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - run: the identifier of this run of the program.
  package init(_ database: any Database, run: String = "") {
    self.database = database
    self.run = run
  }

  /// Releases the keys of requests that crashed runs of the program had in progress. Repeated requests are executed
  /// again under the same operation id. Complexity: O(keys) for each run.
  package func releaseKeys(of crashedRuns: [String]) async throws {
    guard !crashedRuns.isEmpty else { return }
    try await database.write { connection in
      for run in crashedRuns {
        try connection.run(
          "UPDATE idempotency_key SET is_abandoned = 1 WHERE status IS NULL AND is_abandoned = 0 AND run = $1",
          [.text(run)])
      }
    }
  }

  package func begin(_ request: IdempotencyKey, operation: OperationID, at instant: Timestamp) async throws
    -> IdempotencyRecord
  {
    try await database.write { connection in
      let key = KeyRow(request, connection)
      guard let kept = try key.read() else { return try key.begin(operation, at: instant, run: run) }
      guard kept.fingerprint == request.fingerprint else {
        // An abandoned request does not block the key, but its operation id must not be used for another request.
        guard kept.isAbandoned else { throw DomainError.idempotencyKeyReused }
        return try key.begin(operation, at: instant, run: run)
      }
      if let answer = kept.answer { return .answered(answer) }
      guard kept.isAbandoned || instant >= kept.startedAt.advanced(seconds: IdempotencyKey.abandonedAfterSeconds) else {
        throw DomainError.idempotencyKeyInUse
      }
      return try key.begin(kept.operation, at: instant, run: run)
    }
  }

  package func finish(_ request: IdempotencyKey, _ answer: StoredResponse) async throws {
    try await database.write { try KeyRow(request, $0).finish(answer) }
  }

  package func abandon(_ request: IdempotencyKey) async throws {
    try await database.write { try KeyRow(request, $0).abandon() }
  }

  /// Complexity: O(keys).
  package func forgetKeys(before instant: Timestamp) async throws {
    try await database.write { try $0.run(Self.forget, [.instant(instant)]) }
  }

  static let forget = "DELETE FROM idempotency_key WHERE started_at < $1"
}

/// One key within a transaction.
struct KeyRow {
  struct Kept {
    let fingerprint: String
    let operation: OperationID
    let startedAt: Timestamp
    let isAbandoned: Bool
    let answer: StoredResponse?
  }

  private let request: IdempotencyKey
  private let connection: any DatabaseConnection

  init(_ request: IdempotencyKey, _ connection: any DatabaseConnection) {
    self.request = request
    self.connection = connection
  }

  /// The stored record; nil for a new key.
  func read() throws -> Kept? {
    try connection.first(
      """
      SELECT fingerprint, operation, started_at, is_abandoned, status, type, body FROM idempotency_key
      WHERE account_id = $1 AND key = $2
      """, [.id(request.account), .text(request.key)]
    ) { row in
      Kept(
        fingerprint: row.text(0), operation: try row.identifier(1), startedAt: row.instant(2),
        isAbandoned: row.integer(3) != 0,
        answer: row.optionalInteger(4).map { StoredResponse(status: Int($0), body: row.blob(6), type: row.text(5)) })
    }
  }

  /// - Throws: `DomainError.callerGone` if the account was deleted in the meantime.
  func begin(_ operation: OperationID, at instant: Timestamp, run: String) throws -> IdempotencyRecord {
    let begun = try connection.run(
      """
      INSERT INTO idempotency_key (account_id, key, fingerprint, operation, started_at, run)
      SELECT id, $2, $3, $4, $5, $6 FROM account WHERE id = $1
      ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, run = excluded.run,
        operation = excluded.operation, started_at = excluded.started_at, is_abandoned = 0
      """, mine + [.id(operation), .instant(instant), .text(run)])
    guard begun > 0 else { throw DomainError.callerGone }
    return .begin(operation: operation)
  }

  /// If two did the same, the first response is kept.
  func finish(_ answer: StoredResponse) throws {
    try connection.run(
      "UPDATE idempotency_key SET status = $4, type = $5, body = $6 WHERE \(Self.isMineAndOpen)",
      mine + [.integer(Int64(answer.status)), .text(answer.type), .blob(answer.body)])
  }

  /// Keeps the operation id, so that a repeated request continues with what it made before.
  func abandon() throws {
    try connection.run("UPDATE idempotency_key SET is_abandoned = 1 WHERE \(Self.isMineAndOpen)", mine)
  }

  private static let isMineAndOpen = "account_id = $1 AND key = $2 AND fingerprint = $3 AND status IS NULL"

  private var mine: [Value] { [.id(request.account), .text(request.key), .text(request.fingerprint)] }
}

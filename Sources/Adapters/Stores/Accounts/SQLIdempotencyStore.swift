package import Accounts
package import Basics
package import SQL

/// Keys of requests in a database.
package struct SQLIdempotencyStore: IdempotencyStore {
  private let database: any Database
  private let run: String

  /// A store over a database whose schema is up to date.
  /// - Parameter run: names this run of the program.
  package init(_ database: any Database, run: String = "") {
    self.database = database
    self.run = run
  }

  /// Frees the keys of requests that a run of the program began which is over: it crashed while they were being done.
  /// They are done anew under their numbers when they come again. Complexity: O(keys).
  package func releaseKeys(exceptOf runs: [String]) async throws {
    try await database.write { connection in
      let live = runs.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      try connection.run(
        """
        UPDATE idempotency_key SET is_abandoned = 1
        WHERE status IS NULL AND is_abandoned = 0 AND (run IS NULL OR run NOT IN (\(live)))
        """, runs.map(Value.text))
    }
  }

  /// Begins a request. Complexity: O(log n).
  package func begin(_ request: IdempotencyKey, operation: OperationID, at instant: Timestamp) async throws
    -> IdempotencyRecord
  {
    try await database.write { connection in
      let key = KeyRow(request, connection)
      guard let kept = try key.read() else {
        try AccountRow.checkIsHere(request.account, on: connection)
        return try key.begin(operation, at: instant, run: run)
      }
      guard kept.fingerprint == request.fingerprint else {
        // What came to nothing binds nobody, but whatever it made is not this request's.
        guard kept.isAbandoned else { throw DomainError.idempotencyKeyReused }
        return try key.begin(operation, at: instant, run: run)
      }
      if let answer = kept.answer { return .answered(answer) }
      guard kept.isAbandoned || instant >= kept.startedAt.advanced(seconds: KeyRow.secondsInUse) else {
        throw DomainError.idempotencyKeyInUse
      }
      return try key.begin(kept.operation, at: instant, run: run)
    }
  }

  /// Keeps an answer. Complexity: O(log n).
  package func finish(_ request: IdempotencyKey, _ answer: StoredResponse) async throws {
    try await database.write { try KeyRow(request, $0).finish(answer) }
  }

  /// Gives a key free. Complexity: O(log n).
  package func abandon(_ request: IdempotencyKey) async throws {
    try await database.write { try KeyRow(request, $0).abandon() }
  }

  /// Forgets keys. Complexity: O(keys).
  package func forgetKeys(before instant: Timestamp) async throws {
    try await database.write { try $0.run(Self.forget, [.instant(instant)]) }
  }

  static let forget = "DELETE FROM idempotency_key WHERE started_at < $1"
}

/// One key within one transaction.
struct KeyRow {
  /// How long a request that gives no answer is taken to be under way: longer than any that is.
  static let secondsInUse: Int64 = 60

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

  /// What is kept; nil where the key is new.
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
        answer: row.integerIfAny(4).map { StoredResponse(status: Int($0), body: row.blob(6), type: row.text(5)) })
    }
  }

  func begin(_ operation: OperationID, at instant: Timestamp, run: String) throws -> IdempotencyRecord {
    try connection.run(
      """
      INSERT INTO idempotency_key (account_id, key, fingerprint, operation, started_at, run)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, run = excluded.run,
        operation = excluded.operation, started_at = excluded.started_at, is_abandoned = 0
      """, mine + [.id(operation), .instant(instant), .text(run)])
    return .begin(operation: operation)
  }

  /// Of two that did the same, the first answer stays.
  func finish(_ answer: StoredResponse) throws {
    try connection.run(
      "UPDATE idempotency_key SET status = $4, type = $5, body = $6 WHERE \(Self.isMineAndOpen)",
      mine + [.integer(Int64(answer.status)), .text(answer.type), .blob(answer.body)])
  }

  /// The number stays, so that the same request goes on with what it made before.
  func abandon() throws {
    try connection.run("UPDATE idempotency_key SET is_abandoned = 1 WHERE \(Self.isMineAndOpen)", mine)
  }

  private static let isMineAndOpen = "account_id = $1 AND key = $2 AND fingerprint = $3 AND status IS NULL"

  private var mine: [Value] { [.id(request.account), .text(request.key), .text(request.fingerprint)] }
}

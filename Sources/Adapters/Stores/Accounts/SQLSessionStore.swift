package import Accounts
package import Basics
package import SQL

package struct SQLSessionStore: SessionStore {
  private let database: any Database

  /// The number of rows removed per transaction, so that other writers get a turn.
  private static let batch = 500

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Adds a session with its first refresh token, and records the clients it was opened from.
  package func open(
    _ session: LoginSession, _ token: StoredRefreshToken, from clients: [ClientTag], language: Language? = nil
  ) async throws -> OpenSessionResult {
    try await database.write { connection in
      let opened = try connection.run(
        """
        INSERT INTO session (id, account_id, kind, opened_at, expires_at, device, used_at)
        SELECT $1, account.id, $3, $4, $5, $6, $4 FROM account WHERE account.id = $2 AND suspended_at IS NULL
        """,
        [
          .id(session.id), .id(session.account), .text(session.kind.rawValue), .instant(session.openedAt),
          .instant(token.expiresAt), .text(session.device.description),
        ])
      guard opened > 0 else {
        let isSuspended = try AccountRow.person(session.account, on: connection) != nil
        return isSuspended ? .accountSuspended : .accountGone
      }
      let speaking = language.map {
        BoundStatement("UPDATE account SET language = $2 WHERE id = $1", [.id(session.account), .text($0.rawValue)])
      }
      try connection.run(
        [SessionRow.add(token, to: session.id.description)] + (speaking.map { [$0] } ?? [])
          + KnownClientRow.remember(clients, of: session.account, at: session.openedAt))
      return .opened
    }
  }

  package func isNew(_ client: ClientTag, to account: AccountID) async throws -> Bool {
    try await database.read {
      let query = "SELECT COUNT(*), COUNT(CASE WHEN tag = $2 THEN 1 END) FROM known_client WHERE account_id = $1"
      return try $0.first(query, [.id(account), .text(client.description)]) { row in
        row.integer(0) > 0 && row.integer(1) == 0
      } ?? false
    }
  }

  package func known(_ clients: [ClientTag], to account: AccountID) async throws -> Set<ClientTag> {
    try await database.read { connection in
      var known: Set<String> = []
      try connection.each(
        in: clients.map { .text($0.description) }, after: [.id(account)],
        { "SELECT tag FROM known_client WHERE account_id = $1 AND tag IN (\($0))" }, { known.insert($0.text(0)) })
      return Set(clients.filter { known.contains($0.description) })
    }
  }

  package func remember(_ clients: [ClientTag], of account: AccountID, at instant: Timestamp) async throws {
    try await database.write { _ = try $0.run(KnownClientRow.remember(clients, of: account, at: instant)) }
  }

  package func openedAt(_ session: SessionID) async throws -> Timestamp? {
    try await database.read {
      try $0.first("SELECT opened_at FROM session WHERE id = $1", [.id(session)]) { $0.instant(0) }
    }
  }

  package func isOpen(_ session: SessionID, of account: AccountID) async throws -> Bool {
    try await !open(among: [Caller(account: account, session: session)]).isEmpty
  }

  /// The callers whose session is open.
  package func open(among callers: Set<Caller>) async throws -> Set<Caller> {
    try await database.read { connection in
      var open: Set<Caller> = []
      // Deleting an account deletes its sessions.
      try connection.each(
        in: callers.map { .id($0.session) }, { "SELECT id, account_id FROM session WHERE id IN (\($0))" },
        { row in open.insert(Caller(account: try row.identifier(1), session: try row.identifier(0))) })
      return open.intersection(callers)
    }
  }

  package func session(ofTokenHashed hash: String) async throws -> (session: LoginSession, expiresAt: Timestamp)? {
    try await database.read { connection in
      try connection.first(
        """
        SELECT \(SessionRow.columns), refresh_token.expires_at
        FROM refresh_token JOIN session ON session.id = session_id WHERE hash = $1
        """, [.text(hash)]
      ) { (session: try SessionRow.session(of: $0), expiresAt: $0.instant(6)) }
    }
  }

  package func rotate(
    _ hash: String, into new: StoredRefreshToken, at instant: Timestamp, grace: Int64
  ) async throws -> RotationResult {
    try await database.write { connection in
      guard let old = try SessionRow.use(hash, at: instant, on: connection) else { return .unknown }
      if let usedAt = old.usedAt, instant > usedAt.advanced(seconds: grace) {
        try SessionRow.end(old.session, on: connection)
        return .replayed
      }
      guard instant < old.expiresAt else { return .expired }
      try connection.run([
        SessionRow.add(new, to: old.session),
        BoundStatement(
          "UPDATE session SET expires_at = $2, used_at = $3 WHERE id = $1",
          [.text(old.session), .instant(new.expiresAt), .instant(instant)]),
      ])
      return .done
    }
  }

  package func use(_ session: SessionID, at instant: Timestamp) async throws {
    try await database.write {
      _ = try $0.run("UPDATE session SET used_at = $2 WHERE id = $1", [.id(session), .instant(instant)])
    }
  }

  package func sessions(of account: AccountID, at instant: Timestamp, limit: Int) async throws -> [LoginSession] {
    try await database.read { connection in
      var sessions: [LoginSession] = []
      try connection.each(
        """
        SELECT \(SessionRow.columns) FROM session WHERE account_id = $1 AND expires_at > $2
        ORDER BY used_at DESC, id DESC LIMIT $3
        """, [.id(account), .instant(instant), .integer(Int64(limit))]
      ) { sessions.append(try SessionRow.session(of: $0)) }
      return sessions
    }
  }

  package func end(_ session: SessionID, of account: AccountID) async throws -> Bool {
    try await database.write {
      try $0.run("DELETE FROM session WHERE id = $1 AND account_id = $2", [.id(session), .id(account)]) > 0
    }
  }

  package func endAll(of account: AccountID, but kept: SessionID?) async throws {
    try await database.write { try SessionRow.endAll(of: account, but: kept, on: $0) }
  }

  /// Removes expired rows, a few hundred at a time.
  package func removeExpired(
    sessionsBefore: Timestamp, usedTokensBefore: Timestamp, clientsBefore: Timestamp
  ) async throws -> Int {
    try await remove(
      """
      DELETE FROM refresh_token WHERE hash IN
        (SELECT hash FROM refresh_token WHERE expires_at < $1 AND used_at IS NOT NULL LIMIT \(Self.batch))
      """, before: usedTokensBefore)
      + remove(
        "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at < $1 LIMIT \(Self.batch))",
        before: sessionsBefore)
      + remove(
        """
        DELETE FROM known_client WHERE (account_id, tag) IN
          (SELECT account_id, tag FROM known_client WHERE seen_at < $1 LIMIT \(Self.batch))
        """, before: clientsBefore)
      + remove("DELETE FROM account_link WHERE expires_at < $1", before: usedTokensBefore)
  }

  private func remove(_ statement: String, before instant: Timestamp) async throws -> Int {
    var total = 0
    while true {
      let removed = try await database.write { try $0.run(statement, [.instant(instant)]) }
      total += removed
      if removed < Self.batch { return total }
    }
  }
}

/// Reads and writes rows of sessions and refresh tokens.
enum SessionRow {
  static let columns =
    "session.id, session.account_id, session.kind, session.opened_at, session.device, session.used_at"

  static func session(of row: any Row) throws -> LoginSession {
    guard let id = SessionID(row.text(0)), let kind = SessionKind(rawValue: row.text(2)) else {
      throw Unreadable(what: "session")
    }
    return LoginSession(
      id: id, account: try row.identifier(1), kind: kind, openedAt: row.instant(3),
      device: DeviceName(stored: row.text(4)), usedAt: row.instant(5))
  }

  static func add(_ token: StoredRefreshToken, to session: String) -> BoundStatement {
    BoundStatement(
      "INSERT INTO refresh_token (hash, session_id, expires_at) VALUES ($1, $2, $3)",
      [.text(token.hash), .text(session), .instant(token.expiresAt)])
  }

  /// Records the first use of a refresh token, unless it has expired, and returns the token as it is then; nil when
  /// absent.
  static func use(
    _ hash: String, at instant: Timestamp, on connection: any DatabaseConnection
  ) throws -> (session: String, expiresAt: Timestamp, usedAt: Timestamp?)? {
    try connection.first(
      """
      UPDATE refresh_token SET used_at = CASE WHEN expires_at > $2 THEN COALESCE(used_at, $2) ELSE used_at END
      WHERE hash = $1 RETURNING session_id, expires_at, used_at
      """, [.text(hash), .instant(instant)]
    ) { row in (session: row.text(0), expiresAt: row.instant(1), usedAt: row.instantIfAny(2)) }
  }

  static func end(_ session: String, on connection: any DatabaseConnection) throws {
    try connection.run("DELETE FROM session WHERE id = $1", [.text(session)])
  }

  static func endAll(of account: AccountID, but kept: SessionID?, on connection: any DatabaseConnection) throws {
    try connection.run(
      "DELETE FROM session WHERE account_id = $1 AND id <> $2", [.id(account), .text(kept?.description ?? "")])
  }
}

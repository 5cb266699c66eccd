public import Accounts
public import Basics
public import SQL

/// Sessions in a database.
public struct SQLSessionStore: SessionStore {
  private let database: any Database

  /// How many rows are removed in one transaction, so that other writers come in between.
  private static let batch = 500

  /// A store over a database whose schema is up to date.
  public init(_ database: any Database) {
    self.database = database
  }

  /// Keeps a new session with its first refresh token.
  public func open(_ session: Session, _ token: KeptRefreshToken) async throws -> Bool {
    try await database.write { connection in
      let opened = try connection.run(
        """
        INSERT INTO session (id, account_id, kind, opened_at, expires_at)
        SELECT $1, id, $3, $4, $5 FROM account WHERE id = $2
        """,
        [
          .id(session.id), .id(session.account), .text(session.kind.rawValue), .moment(session.openedAt),
          .moment(token.expiresAt),
        ])
      guard opened > 0 else { return false }
      try SessionRow.add(token, to: session.id, on: connection)
      return true
    }
  }

  /// Whether a session of an account goes on.
  public func isOpen(_ session: SessionID, of account: AccountID) async throws -> Bool {
    let caller = Caller(account: account, session: session)
    return try await database.read { try SessionRow.isOpen(caller, on: $0) }
  }

  /// Those of some callers whose session goes on.
  public func open(among callers: Set<Caller>) async throws -> Set<Caller> {
    try await database.read { connection in try callers.filter { try SessionRow.isOpen($0, on: connection) } }
  }

  /// The session that a refresh token belongs to.
  public func session(ofTokenHashed hash: String) async throws -> (session: Session, expiresAt: Timestamp)? {
    try await database.read { connection in
      try connection.first(
        """
        SELECT session.id, account_id, kind, opened_at, refresh_token.expires_at
        FROM refresh_token JOIN session ON session.id = session_id WHERE hash = $1
        """, [.text(hash)]
      ) { (session: try SessionRow.session(of: $0), expiresAt: Timestamp(milliseconds: $0.integer(4))) }
    }
  }

  /// Puts a new refresh token in the place of one.
  public func rotate(
    _ hash: String, into new: KeptRefreshToken, at moment: Timestamp, grace: Int64
  ) async throws -> Rotation {
    try await database.write { connection in
      guard let old = try SessionRow.token(hash, on: connection) else { return .unknown }
      if let usedAt = old.usedAt, moment > usedAt.advanced(seconds: grace) {
        try SessionRow.end(old.session, on: connection)
        return .replayed
      }
      guard moment < old.expiresAt else { return .expired }
      if old.usedAt == nil {
        try connection.run("UPDATE refresh_token SET used_at = $2 WHERE hash = $1", [.text(hash), .moment(moment)])
      }
      try SessionRow.add(new, to: old.session, on: connection)
      try connection.run(
        "UPDATE session SET expires_at = $2 WHERE id = $1", [.text(old.session), .moment(new.expiresAt)])
      return .done
    }
  }

  /// Ends a session, if it goes on.
  public func end(_ session: SessionID) async throws {
    try await database.write { try SessionRow.end(session.description, on: $0) }
  }

  /// Ends all sessions of an account.
  public func endAll(of account: AccountID) async throws {
    try await database.write { try SessionRow.endAll(of: account, but: nil, on: $0) }
  }

  /// Forgets what is of no use any more, a few hundred rows at a time.
  public func removeExpired(sessionsBefore: Timestamp, usedTokensBefore: Timestamp) async throws -> Int {
    try await remove(
      """
      DELETE FROM refresh_token WHERE hash IN
        (SELECT hash FROM refresh_token WHERE expires_at < $1 AND used_at IS NOT NULL LIMIT \(Self.batch))
      """, before: usedTokensBefore)
      + remove(
        "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at < $1 LIMIT \(Self.batch))",
        before: sessionsBefore)
  }

  private func remove(_ statement: String, before moment: Timestamp) async throws -> Int {
    var total = 0
    while true {
      let removed = try await database.write { try $0.run(statement, [.moment(moment)]) }
      total += removed
      if removed < Self.batch { return total }
    }
  }
}

/// How sessions and their refresh tokens stand in their tables.
enum SessionRow {
  static func isOpen(_ caller: Caller, on connection: any Connection) throws -> Bool {
    // A session goes with its account.
    try connection.integer(
      "SELECT 1 FROM session WHERE id = $1 AND account_id = $2", [.id(caller.session), .id(caller.account)]) != nil
  }

  static func session(of row: any Row) throws -> Session {
    guard let id = SessionID(row.text(0)), let kind = SessionKind(rawValue: row.text(2)) else {
      throw Unreadable(what: "session")
    }
    return Session(
      id: id, account: try row.identifier(1), kind: kind, openedAt: row.moment(3))
  }

  static func add(_ token: KeptRefreshToken, to session: SessionID, on connection: any Connection) throws {
    try add(token, to: session.description, on: connection)
  }

  static func add(_ token: KeptRefreshToken, to session: String, on connection: any Connection) throws {
    try connection.run(
      "INSERT INTO refresh_token (hash, session_id, expires_at) VALUES ($1, $2, $3)",
      [.text(token.hash), .text(session), .moment(token.expiresAt)])
  }

  /// A refresh token; nil where there is none.
  static func token(
    _ hash: String, on connection: any Connection
  ) throws -> (session: String, expiresAt: Timestamp, usedAt: Timestamp?)? {
    try connection.first(
      "SELECT session_id, expires_at, used_at FROM refresh_token WHERE hash = $1", [.text(hash)]
    ) { row in
      (
        session: row.text(0), expiresAt: row.moment(1),
        usedAt: row.integerIfAny(2).map(Timestamp.init(milliseconds:))
      )
    }
  }

  static func end(_ session: String, on connection: any Connection) throws {
    try connection.run("DELETE FROM session WHERE id = $1", [.text(session)])
  }

  static func endAll(of account: AccountID, but kept: SessionID?, on connection: any Connection) throws {
    try connection.run(
      "DELETE FROM session WHERE account_id = $1 AND id <> $2", [.id(account), .text(kept?.description ?? "")])
  }
}

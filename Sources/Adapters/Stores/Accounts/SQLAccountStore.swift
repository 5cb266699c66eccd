package import Accounts
package import Basics
package import SQL

package struct SQLAccountStore: AccountStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  package func add(_ account: Account, passwordHash: String, mail: QueuedMail?) async throws {
    try await database.write { connection in
      // The unique keys decide; which of the two was violated is found out afterwards.
      guard try !AccountRow.add(account, passwordHash: passwordHash, on: connection) else {
        if let mail { try connection.run(MailRow.addFirst(mail, of: account.id)) }
        return
      }
      let isFree = try account.email.map { try Self.isFree($0, on: connection) } ?? true
      throw isFree ? DomainError.nicknameTaken : DomainError.emailTaken
    }
  }

  package func isFree(_ email: EmailAddress) async throws -> Bool {
    try await database.read { try Self.isFree(email, on: $0) }
  }

  static func isFree(_ email: EmailAddress, on connection: any DatabaseConnection) throws -> Bool {
    try connection.integer("SELECT 1 FROM account WHERE email = $1", [.text(email.description)]) == nil
  }

  /// Whether no account has the nickname's folded form.
  package func isFree(_ nickname: Nickname) async throws -> Bool {
    try await database.read {
      try $0.integer("SELECT 1 FROM account WHERE nickname_folded = $1", [.text(nickname.folded)]) == nil
    }
  }

  package func credentials(of email: EmailAddress) async throws -> (account: Account, passwordHash: String?)? {
    try await database.read { connection in
      try connection.first(
        "SELECT \(AccountRow.columns), password_hash FROM account WHERE email = $1", [.text(email.description)]
      ) { (account: try AccountRow.account(of: $0), passwordHash: $0.optionalText(AccountRow.width)) }
    }
  }

  package func passwordHash(of account: AccountID) async throws -> String? {
    try await database.read {
      try $0.first("SELECT password_hash FROM account WHERE id = $1", [.id(account)]) { $0.optionalText(0) } ?? nil
    }
  }

  package func replacePasswordHash(
    of account: AccountID, _ old: String, by new: String, keeping sessions: KeptSessions
  ) async throws -> Bool {
    try await database.write { connection in
      let replaced = try connection.run(
        "UPDATE account SET password_hash = $3 WHERE id = $1 AND password_hash = $2",
        [.id(account), .text(old), .text(new)])
      guard replaced > 0 else { return false }
      if case .only(let kept) = sessions { try SessionRow.endAll(of: account, but: kept, on: connection) }
      return true
    }
  }

  package func account(ofResetLinkHashed hash: String, at instant: Timestamp) async throws -> AccountID? {
    try await database.read { try ResetLinkRow.account(hash, at: instant, on: $0) }
  }

  package func resetPassword(
    byLinkHashed hash: String, to passwordHash: String, at instant: Timestamp
  ) async throws -> Bool {
    try await database.write { connection in
      guard let account = try ResetLinkRow.account(hash, at: instant, on: connection) else { return false }
      try connection.run([
        BoundStatement(PasskeyRow.forgetUnconfirmed, [.id(account)]),
        BoundStatement(IdentityRow.forgetUnconfirmed, [.id(account)]),
        // Whoever has the link from a mail has the address.
        BoundStatement(
          """
          UPDATE account SET email_verified_at = COALESCE(email_verified_at, $2) WHERE id =
            (SELECT account_id FROM account_link WHERE hash = $1 AND purpose = '\(MailKind.passwordReset.rawValue)')
          """, [.text(hash), .instant(instant)]),
        BoundStatement("DELETE FROM account_link WHERE account_id = $1", [.id(account)]),
        BoundStatement("UPDATE account SET password_hash = $2 WHERE id = $1", [.id(account), .text(passwordHash)]),
        BoundStatement("DELETE FROM session WHERE account_id = $1", [.id(account)]),
        BoundStatement("DELETE FROM known_client WHERE account_id = $1", [.id(account)]),
      ])
      return true
    }
  }

  package func profile(of account: AccountID, for viewer: AccountID?) async throws -> Profile? {
    try await database.read { try Self.profile(of: account, for: viewer, on: $0) }
  }

  private static func profile(
    of account: AccountID, for viewer: AccountID?, on connection: any DatabaseConnection
  ) throws -> Profile? {
    try connection.first(
      """
      SELECT \(AccountRow.columns), follower_count, following_count, post_count,
        EXISTS (SELECT 1 FROM follow WHERE follower_id = $2 AND followed_id = account.id)
      FROM account WHERE id = $1 AND \(Visibility.shows("account.id", to: "$2"))
      """, [.id(account), .id(orNull: viewer)]
    ) { row in
      Profile(
        account: try AccountRow.account(of: row), followerCount: Int(row.integer(AccountRow.width)),
        followingCount: Int(row.integer(AccountRow.width + 1)), postCount: Int(row.integer(AccountRow.width + 2)),
        isFollowed: row.integer(AccountRow.width + 3) != 0)
    }
  }

  package func change(_ account: AccountID, _ change: ProfileChange) async throws -> Profile? {
    try await database.write { connection in
      if let nickname = change.nickname { try Self.checkFree(nickname, for: account, on: connection) }
      if let photo = change.photo ?? nil { try Self.checkUploaded(photo, by: account, on: connection) }
      try connection.run(
        """
        UPDATE account SET nickname = COALESCE($2, nickname), nickname_folded = COALESCE($3, nickname_folded),
          photo = CASE WHEN CAST($4 AS BIGINT) = 1 THEN CAST($5 AS TEXT) ELSE photo END, bio = COALESCE($6, bio),
          phone = COALESCE($7, phone), birthday = COALESCE($8, birthday)
        WHERE id = $1
        """,
        [
          .id(account), .text(orNull: change.nickname?.description), .text(orNull: change.nickname?.folded),
          .integer(change.photo == nil ? 0 : 1), .text(orNull: (change.photo ?? nil)?.description),
          .text(orNull: change.bio), .text(orNull: change.phone), .text(orNull: change.birthday),
        ])
      return try Self.profile(of: account, for: account, on: connection)
    }
  }

  private static func checkFree(
    _ nickname: Nickname, for account: AccountID, on connection: any DatabaseConnection
  ) throws {
    let other = try connection.integer(
      "SELECT 1 FROM account WHERE nickname_folded = $1 AND id <> $2", [.text(nickname.folded), .id(account)])
    guard other == nil else { throw DomainError.nicknameTaken }
  }

  private static func checkUploaded(
    _ photo: PhotoName, by account: AccountID, on connection: any DatabaseConnection
  ) throws {
    let upload = try connection.integer(
      "SELECT 1 FROM photo_upload WHERE photo = $1 AND account_id = $2", [.text(photo.description), .id(account)])
    guard upload != nil else { throw DomainError.profilePhotoUnknown }
  }

  private static let numberedSelect = """
    SELECT \(AccountRow.columns), account_number.number, account_number.slp_since FROM account
    JOIN account_number ON account_number.account_id = account.id
    """

  package func numbered(_ accounts: Set<AccountID>) async throws -> [AccountID: NumberedAccount] {
    try await database.read { connection in
      var found: [AccountID: NumberedAccount] = [:]
      try connection.each(
        in: accounts.map(Value.id), { "\(Self.numberedSelect) WHERE account.id IN (\($0))" },
        { row in
          let account = try AccountRow.numbered(of: row)
          found[account.account.id] = account
        })
      return found
    }
  }

  package func numbered(_ numbers: Set<AccountNumber>) async throws -> [AccountNumber: NumberedAccount] {
    try await database.read { connection in
      var found: [AccountNumber: NumberedAccount] = [:]
      try connection.each(
        in: numbers.map(Value.number), { "\(Self.numberedSelect) WHERE account_number.number IN (\($0))" },
        { row in
          let account = try AccountRow.numbered(of: row)
          found[account.number] = account
        })
      return found
    }
  }

  package func recordSLPUse(by account: AccountID, at instant: Timestamp) async throws {
    try await database.write {
      try $0.run(
        "UPDATE account_number SET slp_since = $2 WHERE account_id = $1 AND slp_since IS NULL",
        [.id(account), .instant(instant)])
    }
  }

  /// Complexity: O(what it made).
  package func remove(_ account: AccountID, at instant: Timestamp) async throws -> Account? {
    let removed = try await database.write { try Withdrawal.run(account, at: instant, on: $0) }
    await database.checkpoint()
    return removed
  }
}

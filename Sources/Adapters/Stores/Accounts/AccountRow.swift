import Accounts
import Basics
import Posts
import SQL

enum AccountRow {
  /// The columns of `account(of:)`, in its order.
  static let columns = """
    account.id, email, nickname, bio, account.photo, phone, birthday, account.created_at, email_verified_at
    """
  /// The number of `columns`.
  static let width = 9
  /// The columns of `Row.person(from:)`, in its order.
  static let personColumns = "account.id, account.nickname, account.photo"

  /// Reads an account.
  /// - Throws: `Unreadable` for a malformed value.
  static func account(of row: any Row) throws -> Account {
    Account(
      id: try row.identifier(0), email: try row.optionalText(1).map { try EmailAddress($0) },
      emailVerifiedAt: row.instantIfAny(8),
      nickname: try Nickname(row.text(2)),
      bio: row.text(3), photo: row.optionalText(4).flatMap { PhotoName($0) }, phone: row.optionalText(5),
      birthday: row.optionalText(6), createdAt: row.instant(7))
  }

  static func numbered(of row: any Row) throws -> NumberedAccount {
    NumberedAccount(
      number: AccountNumber(row.integer(width)), account: try account(of: row), usesSLP: !row.isNull(width + 1))
  }

  /// Adds an account unless its address or nickname is taken. Returns whether it was added.
  /// - Parameter passwordHash: nil for an account without a password.
  static func add(_ account: Account, passwordHash: String?, on connection: any DatabaseConnection) throws -> Bool {
    try connection.run(
      """
      INSERT INTO account
        (id, email, password_hash, nickname, nickname_folded, bio, photo, phone, birthday, created_at,
        email_verified_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING
      """,
      [
        .id(account.id), .text(orNull: account.email?.description), .text(orNull: passwordHash),
        .text(account.nickname.description), .text(account.nickname.folded), .text(account.bio),
        .text(orNull: account.photo?.description), .text(orNull: account.phone), .text(orNull: account.birthday),
        .instant(account.createdAt), .instant(orNull: account.emailVerifiedAt),
      ]) > 0
  }

  /// Whether something opens an account: a password, a provider or a passkey.
  static func hasLogin(_ account: AccountID, on connection: any DatabaseConnection) throws -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM account WHERE id = $1
      AND ((password_hash IS NOT NULL AND email IS NOT NULL)
        OR EXISTS (SELECT 1 FROM identity WHERE identity.account_id = account.id)
        OR EXISTS (SELECT 1 FROM passkey WHERE passkey.account_id = account.id))
      """, [.id(account)]) != nil
  }

  static func person(_ account: AccountID, on connection: any DatabaseConnection) throws -> Person? {
    try connection.first("SELECT \(personColumns) FROM account WHERE id = $1", [.id(account)]) {
      try $0.person(from: 0)
    }
  }

  /// The people of some accounts: of those that exist and that the viewer sees.
  static func people(
    _ accounts: [AccountID], seenBy viewer: AccountID? = nil, on connection: any DatabaseConnection
  ) throws -> [AccountID: Person] {
    var people: [AccountID: Person] = [:]
    try connection.each(
      in: accounts.map(Value.id), after: [.id(orNull: viewer)],
      {
        """
        SELECT \(personColumns) FROM account WHERE id IN (\($0)) AND \(Visibility.shows("account.id", to: "$1"))
        """
      },
      { row in
        let person = try row.person(from: 0)
        people[person.id] = person
      })
    return people
  }

  /// Throws `DomainError.callerGone` if the account was deleted in the meantime.
  static func checkExists(_ account: AccountID, on connection: any DatabaseConnection) throws {
    let found = try connection.integer("SELECT 1 FROM account WHERE id = $1", [.id(account)])
    guard found != nil else { throw DomainError.callerGone }
  }
}

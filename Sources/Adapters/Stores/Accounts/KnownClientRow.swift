import Accounts
import Basics
import SQL

enum KnownClientRow {
  static func remember(
    _ clients: [ClientTag], of account: AccountID, at instant: Timestamp
  ) -> [BoundStatement] {
    guard !clients.isEmpty else { return [] }
    var bound = BoundValues()
    let (owner, seenAt) = (bound.add(.id(account)), bound.add(.instant(instant)))
    let tags = Set(clients.map(\.description)).sorted().map { "(CAST(\(bound.add(.text($0))) AS TEXT))" }
    let add = """
      INSERT INTO known_client (account_id, tag, seen_at)
      SELECT account.id, column1, CAST(\(seenAt) AS BIGINT)
      FROM account CROSS JOIN (VALUES \(tags.joined(separator: ", "))) AS seen WHERE account.id = \(owner)
      ON CONFLICT (account_id, tag) DO UPDATE SET seen_at = excluded.seen_at
      """
    let forgetOldest = """
      DELETE FROM known_client WHERE account_id = $1 AND tag NOT IN
        (SELECT tag FROM known_client WHERE account_id = $1 ORDER BY seen_at DESC, tag LIMIT $2)
      """
    return [
      BoundStatement(add, bound.values),
      BoundStatement(forgetOldest, [.id(account), .integer(Int64(ClientTag.maxCount))]),
    ]
  }
}

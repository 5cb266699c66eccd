public import Basics
public import Photos
public import SQL

/// The register of photos in a database.
public struct SQLPhotoRegister: PhotoRegister {
  private let database: any Database

  /// A register over a database, whose schema is brought up to date.
  /// - Throws: `Refusal` `schema-newer` where the database was written by a newer program, and what opening refuses.
  public init(_ database: any Database) async throws {
    try await database.prepareStores()
    self.database = database
  }

  /// Lists photos as sent by an account. Complexity: O(photos log n).
  public func record(_ photos: [Photo], by account: AccountID, at moment: Timestamp) async throws {
    try await database.write { connection in
      let owner = Value.text(account.description)
      guard try connection.integer("SELECT 1 FROM account WHERE id = $1", [owner]) != nil else {
        throw Refusal(.missing, "account-unknown", "The account does not exist any more.")
      }
      for photo in photos {
        let name = Value.text(photo.name.description)
        try connection.run(
          """
          INSERT INTO photo (name, size, width, height, uploaded_at) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (name) DO UPDATE SET uploaded_at = excluded.uploaded_at
          WHERE excluded.uploaded_at > photo.uploaded_at
          """,
          [
            name, .integer(Int64(photo.size)), .integer(Int64(photo.width)), .integer(Int64(photo.height)),
            .integer(moment.milliseconds),
          ])
        try connection.run(
          "INSERT INTO photo_upload (photo, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", [name, owner])
      }
    }
  }

  /// Takes photos off the list that nobody refers to. Complexity: O(photos) while others write, then O(log n) each.
  public func removeUnused(
    before moment: Timestamp, _ remove: @escaping @Sendable ([PhotoName]) throws -> Void
  ) async throws -> Int {
    var total = 0
    while true {
      let found = try await unused(before: moment)
      var removed = 0
      for start in stride(from: 0, to: found.count, by: Self.batch) {
        let some = Array(found[start..<min(start + Self.batch, found.count)])
        removed += try await removeStillUnused(some, before: moment, remove)
      }
      total += removed
      if removed == 0 || found.count < Self.search { return total }
    }
  }

  /// How many photos are looked for at a time.
  private static let search = 10_000
  /// How many photos one transaction removes.
  private static let batch = 100

  private static let isUnused = """
    uploaded_at < $1
    AND NOT EXISTS (SELECT 1 FROM post_photo WHERE post_photo.photo = photo.name)
    AND NOT EXISTS (SELECT 1 FROM account WHERE account.photo = photo.name)
    AND NOT EXISTS (SELECT 1 FROM message_photo WHERE message_photo.photo = photo.name)
    AND NOT EXISTS (SELECT 1 FROM workspace WHERE workspace.photo = photo.name)
    """

  private func unused(before moment: Timestamp) async throws -> [String] {
    try await database.read { connection in
      var names: [String] = []
      try connection.each(
        "SELECT name FROM photo WHERE \(Self.isUnused) ORDER BY uploaded_at LIMIT $2",
        [.integer(moment.milliseconds), .integer(Int64(Self.search))]
      ) { names.append($0.text(0)) }
      return names
    }
  }

  /// Removes those of some photos that are still unused.
  private func removeStillUnused(
    _ names: [String], before moment: Timestamp, _ remove: @escaping @Sendable ([PhotoName]) throws -> Void
  ) async throws -> Int {
    try await database.write { connection in
      let removed = try names.filter { name in
        let values = [Value.integer(moment.milliseconds), .text(name)]
        return try connection.run("DELETE FROM photo WHERE name = $2 AND \(Self.isUnused)", values) > 0
      }
      try remove(removed.compactMap { PhotoName($0) })
      return removed.count
    }
  }
}

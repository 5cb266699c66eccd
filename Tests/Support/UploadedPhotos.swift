package import Basics
package import SQL

extension PhotoName {
  /// A photo name by its number, without an upload.
  package static func numbered(_ number: Int) -> PhotoName {
    PhotoName(String(repeating: "0", count: 64 - String(number).count) + "\(number).jpg")!
  }
}

extension Database {
  /// Adds a photo uploaded by an account.
  package func addPhoto(_ number: Int, by account: AccountID) async throws -> PhotoName {
    let name = PhotoName.numbered(number)
    try await write { connection in
      try connection.run(
        """
        INSERT INTO photo (name, size, width, height, uploaded_at, is_checked) VALUES ($1, 1, 1, 1, 0, 1)
        ON CONFLICT DO NOTHING
        """, [.text(name.description)])
      try connection.run(
        "INSERT INTO photo_upload (photo, account_id) VALUES ($1, $2)",
        [.text(name.description), .text(account.description)])
    }
    return name
  }
}

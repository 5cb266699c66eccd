package import Basics
package import SQL

extension Identifier {
  /// The one that ends in a number.
  package static func numbered(_ number: Int) -> Identifier {
    let digits = String(number, radix: 16)
    return Identifier(String(repeating: "0", count: 24 - digits.count) + digits)!
  }
}

extension Database {
  /// Adds an account whose identifier ends in a number.
  @discardableResult
  package func addAccount(_ number: Int) async throws -> AccountID {
    let id = AccountID.numbered(number)
    try await write {
      try $0.run(
        """
        INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
        VALUES ($1, $2, '', $2, $2, '', 0)
        """, [.text(id.description), .text("person \(number)")])
    }
    return id
  }
}

package import Accounts
package import Basics
package import SQL

package struct SQLConsentStore: ConsentStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) { self.database = database }

  package func consents(of account: AccountID) async throws -> [LegalDocument: Consent] {
    try await database.read { connection in
      var consents: [LegalDocument: Consent] = [:]
      try connection.each(
        "SELECT document, version, agreed_at FROM consent WHERE account_id = $1 ORDER BY agreed_at", [.id(account)]
      ) { row in
        guard let document = LegalDocument(rawValue: row.text(0)) else { return }
        consents[document] = Consent(version: row.text(1), agreedAt: row.instant(2))
      }
      return consents
    }
  }

  package func add(_ consents: [LegalDocument: Consent], of account: AccountID) async throws {
    try await database.write { connection in
      try AccountRow.checkExists(account, on: connection)
      try connection.run(
        consents.map { document, consent in
          BoundStatement(
            """
            INSERT INTO consent (account_id, document, version, agreed_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account_id, document, version) DO UPDATE SET agreed_at = excluded.agreed_at
            """,
            [.id(account), .text(document.rawValue), .text(consent.version), .instant(consent.agreedAt)])
        })
    }
  }

  package func remove(_ document: LegalDocument, of account: AccountID) async throws {
    try await database.write {
      _ = try $0.run(
        "DELETE FROM consent WHERE account_id = $1 AND document = $2", [.id(account), .text(document.rawValue)])
    }
  }
}

import Basics
package import SQL

/// The schema of version 0.2.0, which a new database gets in one step, and the migrations since. A released migration is
/// never edited.
enum Schema {
  /// The migrations of a database. PostgreSQL has one for everything: an import blocks no other writer there.
  static func migrations(of kind: DatabaseKind, for engine: SQLEngine) -> [Migration] {
    let dialect = SQLDialect.of(engine)
    return switch (engine, kind) {
    case (.sqlite, .main): main(dialect, catalogue: []) + later + latest(dialect)
    case (.sqlite, .catalogue):
      [
        Migration(4, "booths, edits and imports", CatalogueSchema.statements(dialect)), CatalogueSchema.terms(5),
        CatalogueSchema.englishNames(6),
      ]
    case (.postgresql, _):
      main(dialect, catalogue: CatalogueSchema.statements(dialect)) + [CatalogueSchema.terms(30)] + later
        + [CatalogueSchema.englishNames(35)] + latest(dialect)
    }
  }

  private static let later = [
    BoothFeedbackSchema.scheduledSources, BoothFeedbackSchema.proposals, AccountSchema.mail,
    AccountSchema.verifiedAddresses,
  ]

  private static func latest(_ dialect: SQLDialect) -> [Migration] {
    [
      RoleSchema.roles(36, dialect), NoticeSchema.notices, BoothFeedbackSchema.confirmations, AccountSchema.devices,
      AccountSchema.consents, NoticeSchema.push, PasskeySchema.passkeys(42, dialect), AccountSchema.mailDetails,
      BoothFeedbackSchema.presences, BoothFeedbackSchema.savedDetails, NoticeSchema.settings,
      NoticeSchema.announcements,
    ]
  }

  private static func main(_ dialect: SQLDialect, catalogue: [String]) -> [Migration] {
    let service =
      AccountSchema.statements(dialect) + PostSchema.statements + PhotoSchema.statements
      + PaymentSchema.statements(dialect) + GrapeCardSchema.statements + ChatSchema.statements(dialect)
      + PartySchema.statements(dialect) + BoothFeedbackSchema.statements + AuditSchema.statements(dialect)
      + SecretSchema.statements(dialect)
    return [
      Migration(27, "everything of version 0.2.0", catalogue + service), PaymentSchema.deliveries,
      BoothFeedbackSchema.fruitlessSearches,
    ]
  }
}

extension Database {
  /// Migrates the schema of all stores but the catalogue; costs one read if it is up to date.
  /// - Throws: `DomainError` `schema-newer` if a newer program wrote the database; `schema-too-old` if it is older than
  ///   version 0.2.0.
  package func prepareStores() async throws {
    try await migrate(Schema.migrations(of: .main, for: engine))
  }

  /// Migrates the schema of the catalogue; costs one read if it is up to date.
  /// - Throws: As `prepareStores`.
  package func prepareCatalogue() async throws {
    try await migrate(Schema.migrations(of: .catalogue, for: engine))
  }
}

package enum DatabaseKind: Sendable, CaseIterable {
  /// Everything but the catalogue.
  case main
  case catalogue

  package func isOlder(_ database: any Database) async throws -> Bool {
    let numbers = Schema.migrations(of: self, for: database.engine).map(\.number)
    return numbers.dropLast().contains(try await database.schemaVersion())
  }

  /// Throws unless the schema is this program's.
  /// - Throws: `DomainError` `schema-older`, `schema-too-old`, `schema-newer` (conflict).
  package func check(_ database: any Database) async throws {
    try check(try await database.schemaVersion(), database.engine)
  }

  /// The same check within a transaction.
  /// - Throws: As above.
  package func check(_ engine: SQLEngine, on connection: any DatabaseConnection) throws {
    try check(Int(try connection.integer("SELECT MAX(number) FROM schema_migration") ?? 0), engine)
  }

  private func check(_ found: Int, _ engine: SQLEngine) throws(DomainError) {
    let numbers = Schema.migrations(of: self, for: engine).map(\.number)
    guard let first = numbers.first, let known = numbers.last else { return }
    if found > known { throw .newerSchema(found, than: known) }
    if (1..<first).contains(found) { throw .oldSchema(found) }
    guard found == known else {
      throw DomainError(
        .conflict, "schema-older",
        "The database has schema \(found) and this program needs \(known): run 'fourcuts migrate'"
          + (engine == .sqlite ? ", which keeps a copy." : "."))
    }
  }
}

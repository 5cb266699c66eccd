import Basics
package import SQL

/// All migrations of the schemas, in order of number. A released migration is never edited.
enum Schema {
  /// The migrations of a database. PostgreSQL has one for everything: an import blocks no other writer there.
  static func migrations(of kind: DatabaseKind, for engine: SQLEngine) -> [Migration] {
    let dialect = SQLDialect.of(engine)
    return switch (engine, kind) {
    case (.sqlite, .main):
      main(
        dialect, eleventh: CatalogueMove.migration, marks: CatalogueMark.elsewhere(22),
        history: CatalogueMark.historyElsewhere(25))
    case (.sqlite, .catalogue):
      [
        CatalogueSchema.migration(dialect), CatalogueSchema.withoutCoordinate(dialect, 2), CatalogueMark.migration(3),
        CatalogueMark.history(4),
      ]
    case (.postgresql, _):
      main(
        dialect, eleventh: CatalogueSchema.withoutCoordinate(dialect, 11), marks: CatalogueMark.migration(22),
        history: CatalogueMark.history(25))
    }
  }

  private static func main(
    _ dialect: SQLDialect, eleventh: Migration, marks: Migration, history: Migration
  ) -> [Migration] {
    [
      CatalogueSchema.migration(dialect), AccountSchema.migration(dialect), PostSchema.migration(dialect),
      PhotoSchema.migration(dialect), PaymentSchema.migration(dialect), GrapeCardSchema.migration(dialect),
      IdentitySchema.migration(dialect), ChatSchema.migration(dialect),
      AccountNumberSchema.migration(dialect), PartySchema.migration(dialect), eleventh,
      WorkspaceOriginSchema.migration, AccountContractSchema.migration, InvitationSchema.migration,
      PhotoFormSchema.migration(dialect), IdempotencyRunSchema.migration, PaymentSchema.lanes,
      AccountProtectionSchema.migration(dialect), PhotoClaimSchema.migration, SecretSchema.migration(dialect),
      AttemptSchema.migration, marks, AuditSchema.migration(dialect, 23), BoothFeedbackSchema.migration(24), history,
      RateBucketSchema.migration(26), BoothFeedbackSchema.photos(27), PaymentSchema.deliveries,
    ]
  }
}

extension Database {
  /// Migrates the schema of all stores but the catalogue; costs one read if it is up to date.
  /// - Parameter moveCatalogue: runs a body in one write transaction over the catalogue's database, in which this
  ///   database's tables are `community.table`: for a database that still holds the catalogue.
  /// - Throws: `DomainError` `schema-newer` if a newer program wrote the database.
  package func prepareStores(
    moveCatalogue: (@escaping @Sendable (any DatabaseConnection) throws -> Void) async throws -> Void = { _ in }
  ) async throws {
    let migrations = Schema.migrations(of: .main, for: engine)
    let found = engine == .sqlite ? try await schemaVersion() : 0
    if found > 0 && found < CatalogueMove.migration.number {
      // Another process may be ahead: its migrations do not make the schema newer than this program's.
      try await migrate(migrations, upTo: CatalogueMove.migration.number - 1)
      try await moveCatalogue { try CatalogueMove.run(on: $0) }
    }
    try await migrate(migrations)
  }

  /// Migrates the schema of the catalogue; costs one read if it is up to date.
  /// - Throws: `DomainError` `schema-newer` if a newer program wrote the database.
  package func prepareCatalogue() async throws {
    try await migrate(Schema.migrations(of: .catalogue, for: engine))
  }
}

/// A database of the service, by its content.
package enum DatabaseKind: Sendable, CaseIterable {
  /// Everything but the catalogue.
  case main
  case catalogue

  private func latestMigration(for engine: SQLEngine) -> Int {
    Schema.migrations(of: self, for: engine).last?.number ?? 0
  }

  /// Whether the database has the first migration but not the last.
  package func isOlder(_ database: any Database) async throws -> Bool {
    (1..<latestMigration(for: database.engine)).contains(try await database.schemaVersion())
  }

  /// Whether the catalogue of a `main` database of SQLite is in a database of its own.
  package static func hasOwnCatalogue(_ main: any Database) async throws -> Bool {
    try await main.schemaVersion() >= CatalogueMove.migration.number
  }

  /// Throws unless the schema is this program's.
  /// - Throws: `DomainError` `schema-older` (conflict), `schema-newer` (conflict).
  package func check(_ database: any Database) async throws {
    try check(try await database.schemaVersion(), database.engine)
  }

  /// The same check within a transaction.
  /// - Throws: As above.
  package func check(_ engine: SQLEngine, on connection: any DatabaseConnection) throws {
    try check(Int(try connection.integer("SELECT MAX(number) FROM schema_migration") ?? 0), engine)
  }

  private func check(_ found: Int, _ engine: SQLEngine) throws(DomainError) {
    let known = latestMigration(for: engine)
    if found > known { throw .newerSchema(found, than: known) }
    guard found == known else {
      throw DomainError(
        .conflict, "schema-older",
        "The database has schema \(found) and this program needs \(known): run 'fourcuts migrate'"
          + (engine == .sqlite ? ", which keeps a copy." : "."))
    }
  }
}

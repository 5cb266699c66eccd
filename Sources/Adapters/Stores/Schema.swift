import Basics
package import SQL

/// All migrations of the schemas, in order of number. A released migration is never edited.
enum Schema {
  /// The migrations of everything but the catalogue.
  static func migrations(_ dialect: SQLDialect) -> [Migration] {
    [
      CatalogueSchema.migration(dialect), AccountSchema.migration(dialect), PostSchema.migration(dialect),
      PhotoSchema.migration(dialect), PaymentSchema.migration(dialect), GrapeCardSchema.migration(dialect),
      IdentitySchema.migration(dialect), ChatSchema.migration(dialect),
      AccountNumberSchema.migration(dialect), PartySchema.migration(dialect), CatalogueMove.migration,
      WorkspaceOriginSchema.migration, AccountContractSchema.migration, InvitationSchema.migration,
      PhotoFormSchema.migration(dialect), IdempotencyRunSchema.migration, PaymentSchema.lanes,
      AccountProtectionSchema.migration(dialect),
    ]
  }

  /// The migrations of the catalogue, which has a file of its own: an import locks its file while it runs.
  static func catalogue(_ dialect: SQLDialect) -> [Migration] {
    [CatalogueSchema.migration(dialect), CatalogueSchema.withoutCoordinate(dialect)]
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
    let migrations = Schema.migrations(.sqlite)
    let found = try await schemaVersion()
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
    try await migrate(Schema.catalogue(.sqlite))
  }
}

/// A database of the service, by its content.
package enum DatabaseKind: Sendable, CaseIterable {
  /// Everything but the catalogue.
  case main
  case catalogue

  private var latestMigration: Int {
    let migrations = self == .main ? Schema.migrations(.sqlite) : Schema.catalogue(.sqlite)
    return migrations.last?.number ?? 0
  }

  /// Whether the database has the first migration but not the last.
  package func isOlder(_ database: any Database) async throws -> Bool {
    (1..<latestMigration).contains(try await database.schemaVersion())
  }

  /// Whether the catalogue of a `main` database is in a database of its own.
  package static func hasOwnCatalogue(_ community: any Database) async throws -> Bool {
    try await community.schemaVersion() >= CatalogueMove.migration.number
  }

  /// Throws unless the schema is this program's.
  /// - Throws: `DomainError` `schema-older` (conflict), `schema-newer` (conflict).
  package func check(_ database: any Database) async throws {
    try check(try await database.schemaVersion())
  }

  /// The same check within a transaction.
  /// - Throws: As above.
  package func check(on connection: any DatabaseConnection) throws {
    try check(Int(try connection.integer("SELECT MAX(number) FROM schema_migration") ?? 0))
  }

  private func check(_ found: Int) throws(DomainError) {
    if found > latestMigration { throw .newerSchema(found, than: latestMigration) }
    guard found == latestMigration else {
      throw DomainError(
        .conflict, "schema-older",
        "The database has schema \(found) and this program needs \(latestMigration): "
          + "run 'fourcuts migrate', which keeps a copy.")
    }
  }
}

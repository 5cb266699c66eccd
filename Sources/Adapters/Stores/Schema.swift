import Basics
package import SQL

/// Every step of the schemas, in order of number. A step that was released is never edited.
enum Schema {
  /// Of everything but the catalogue.
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

  /// Of the catalogue, which is in a file of its own: an import holds the lock of its file for as long as it takes.
  static func catalogue(_ dialect: SQLDialect) -> [Migration] {
    [CatalogueSchema.migration(dialect), CatalogueSchema.placeless(dialect)]
  }
}

extension Database {
  /// Brings the schema of all stores but the catalogue up to date; costs one read where it is.
  /// - Parameter moveCatalogue: Runs a body in one write transaction over the catalogue's database, in which this one's
  ///   tables are called `community.table`: for a database that still holds the catalogue.
  /// - Throws: `DomainError` `schema-newer` where the database was written by a newer program.
  package func prepareStores(
    moveCatalogue: (@escaping @Sendable (any DatabaseConnection) throws -> Void) async throws -> Void = { _ in }
  ) async throws {
    let migrations = Schema.migrations(.sqlite)
    let found = try await schemaVersion()
    if found > 0 && found < CatalogueMove.migration.number {
      // Another process may be ahead: what it knows is no newer schema.
      try await migrate(migrations, upTo: CatalogueMove.migration.number - 1)
      try await moveCatalogue { try CatalogueMove.run(on: $0) }
    }
    try await migrate(migrations)
  }

  /// Brings the schema of the catalogue up to date; costs one read where it is.
  /// - Throws: `DomainError` `schema-newer` where the database was written by a newer program.
  package func prepareCatalogue() async throws {
    try await migrate(Schema.catalogue(.sqlite))
  }
}

/// A database of the service, by what is in it.
package enum StoredPart: Sendable, CaseIterable {
  /// Everything but the catalogue.
  case community
  case catalogue

  private var known: Int {
    let migrations = self == .community ? Schema.migrations(.sqlite) : Schema.catalogue(.sqlite)
    return migrations.last?.number ?? 0
  }

  /// Whether the database lacks steps of the schema, none of them being the first.
  package func isOlder(_ database: any Database) async throws -> Bool {
    (1..<known).contains(try await database.schemaVersion())
  }

  /// Whether a catalogue of its own belongs to a community's database of this schema.
  package static func hasOwnCatalogue(_ community: any Database) async throws -> Bool {
    try await community.schemaVersion() >= CatalogueMove.migration.number
  }

  /// Refuses a schema that is not this program's.
  /// - Throws: `DomainError` `schema-older` (conflict), `schema-newer` (conflict).
  package func check(_ database: any Database) async throws {
    try check(try await database.schemaVersion())
  }

  /// The same within a transaction.
  /// - Throws: As above.
  package func check(on connection: any DatabaseConnection) throws {
    try check(Int(try connection.integer("SELECT MAX(number) FROM schema_migration") ?? 0))
  }

  private func check(_ found: Int) throws(DomainError) {
    if found > known { throw .newerSchema(found, than: known) }
    guard found == known else {
      throw DomainError(
        .conflict, "schema-older",
        "The database has schema \(found) and this program needs \(known): run 'fourcuts migrate', which keeps a copy.")
    }
  }
}

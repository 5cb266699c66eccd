public import SQL

/// Every step of the schemas, in order of number. A step that was released is never edited.
enum Schema {
  /// Of everything but the catalogue.
  static func migrations(_ dialect: Dialect) -> [Migration] {
    [
      CatalogueSchema.migration(dialect), AccountSchema.migration(dialect), PostSchema.migration(dialect),
      PhotoSchema.migration(dialect), PaymentSchema.migration(dialect), StampSchema.migration(dialect),
      IdentitySchema.migration(dialect), ChatSchema.migration(dialect),
      AccountNumberSchema.migration(dialect), PartySchema.migration(dialect), CatalogueMove.migration,
      WorkspaceOriginSchema.migration, AccountContractSchema.migration,
      InvitationSchema.migration,
      PhotoFormSchema.migration(dialect),
    ]
  }

  /// Of the catalogue, which is in a file of its own: an import holds the lock of its file for as long as it takes.
  static func catalogue(_ dialect: Dialect) -> [Migration] {
    [CatalogueSchema.migration(dialect)]
  }
}

extension Database {
  /// Brings the schema of all stores but the catalogue up to date; costs one read where it is.
  /// - Parameter moveCatalogue: Runs a body in one write transaction over the catalogue's database, in which this one's
  ///   tables are called `community.table`: for a database that still holds the catalogue.
  /// - Throws: `Refusal` `schema-newer` where the database was written by a newer program.
  public func prepareStores(
    moveCatalogue: (@escaping @Sendable (any Connection) throws -> Void) async throws -> Void = { _ in }
  ) async throws {
    let migrations = Schema.migrations(.sqlite)
    let found = try await schemaVersion()
    if found > 0 && found < CatalogueMove.migration.number {
      try await migrate(migrations.filter { $0.number < CatalogueMove.migration.number })
      try await moveCatalogue { try CatalogueMove.run(on: $0) }
    }
    try await migrate(migrations)
  }

  /// Brings the schema of the catalogue up to date; costs one read where it is.
  /// - Throws: `Refusal` `schema-newer` where the database was written by a newer program.
  public func prepareCatalogue() async throws {
    try await migrate(Schema.catalogue(.sqlite))
  }
}

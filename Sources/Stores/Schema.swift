public import SQL

/// Every step of the schema, in order of number. A step that was released is never edited.
enum Schema {
  static func migrations(_ dialect: Dialect) -> [Migration] {
    [
      CatalogueSchema.migration(dialect), AccountSchema.migration(dialect), PostSchema.migration(dialect),
      PhotoSchema.migration(dialect), PaymentSchema.migration(dialect), StampSchema.migration(dialect),
      IdentitySchema.migration(dialect), ChatSchema.migration(dialect),
      AccountNumberSchema.migration(dialect), PartySchema.migration(dialect),
    ]
  }
}

extension Database {
  /// Brings the schema of all stores up to date; costs one read where it is.
  /// - Throws: `Refusal` `schema-newer` where the database was written by a newer program.
  public func prepareStores() async throws {
    try await migrate(Schema.migrations(.sqlite))
  }
}

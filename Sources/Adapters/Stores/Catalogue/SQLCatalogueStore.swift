package import Basics
package import Booths
package import SQL

package struct SQLCatalogueStore: CatalogueStore {
  private let database: any Database

  /// The maximum number of booths that `changes` returns; with more it advises to load all.
  private let maxChange: Int
  /// The number of booths per batch of `loadAll`.
  private static let batch = 1024

  /// A store over a database, whose schema it migrates.
  /// - Throws: `DomainError` `schema-newer` if a newer program wrote the database, and errors of opening it.
  package init(_ database: any Database, maxChange: Int = 20_000) async throws {
    try await database.prepareCatalogue()
    (self.database, self.maxChange) = (database, maxChange)
  }

  /// - Parameter database: its schema must be up to date.
  package init(prepared database: any Database) {
    (self.database, maxChange) = (database, 20_000)
  }

  // MARK: Reading

  package func version() async throws -> Int64 {
    try await database.read { try CatalogueVersion.current(on: $0) }
  }

  /// Complexity: O(n), about a thousand booths in memory.
  package func loadAll<State: Sendable>(
    into start: State, _ add: @escaping @Sendable (inout State, [Booth]) throws -> Void
  ) async throws -> (state: State, version: Int64, mark: String) {
    try await database.read { connection in
      let reader = try BoothReader(connection)
      var state = start
      var booths: [Booth] = []
      booths.reserveCapacity(Self.batch)
      try connection.each("\(BoothReader.select) ORDER BY id", []) { row in
        booths.append(try reader.booth(of: row))
        guard booths.count == Self.batch else { return }
        try add(&state, booths)
        booths.removeAll(keepingCapacity: true)
      }
      if !booths.isEmpty { try add(&state, booths) }
      let (version, mark) = try CatalogueVersion.marked(on: connection)
      return (state, version, mark)
    }
  }

  /// Complexity: O(steps since then), independent of the catalogue's size.
  package func changes(since version: Int64, mark: String) async throws -> CatalogueChanges? {
    try await database.read { connection in
      guard try CatalogueVersion.isFormer(version, marked: mark, on: connection),
        let touched = try CatalogueVersion.touched(since: version, limit: maxChange, on: connection)
      else { return nil }
      let reader = try BoothReader(connection)
      let (version, mark) = try CatalogueVersion.marked(on: connection)
      var changes = CatalogueChanges(version: version, mark: mark, changed: [], removed: [])
      changes.changed = try reader.booths(touched.sorted(), on: connection)
      changes.removed = touched.subtracting(changes.changed.map(\.id.number)).sorted().map { BoothID($0) }
      return changes
    }
  }

  package func sources() async throws -> [BoothSource] {
    try await database.read { connection in
      var sources: [BoothSource] = []
      try connection.each(
        """
        SELECT name, licence, attribution FROM source WHERE EXISTS (SELECT 1 FROM booth WHERE source_id = source.id)
        """, []
      ) { row in
        let terms = SourceTerms(licence: row.optionalText(1), attribution: row.optionalText(2))
        sources.append(BoothSource(name: row.text(0), terms: terms))
      }
      return sources.sorted { $0.name < $1.name }
    }
  }

  package func booth(_ id: BoothID) async throws -> Booth? {
    try await database.read { connection in try BoothReader(connection).booth(id, on: connection) }
  }

  /// Complexity: O(limit) without a filter, O(n) for a rare one.
  package func booths(after id: BoothID?, limit: Int, matching filter: BoothListFilter) async throws -> [Booth] {
    try await database.read { connection in
      try BoothReader(connection).booths(after: id, limit: limit, matching: filter, on: connection)
    }
  }

  // MARK: Imports

  package func runImport(
    _ request: ImportRequest, _ reconcile: @escaping @Sendable (any ImportTransaction) throws -> ReconciledImport
  ) async throws -> ImportOutcome {
    let engine = database.engine
    let body = { @Sendable (connection: any DatabaseConnection) in
      if request.isDryRun && engine == .postgresql { try CatalogueCopy.make(on: connection) }
      let transaction = try SQLImportTransaction(connection, engine, request)
      return try transaction.finish(try reconcile(transaction))
    }
    if request.isDryRun { return try await database.dryRun(body) }
    let isFirst = try await database.read { try IdentifierKey.isInTheWay(engine, on: $0) }
    if isFirst, SQLDialect.of(engine).isRemote {
      // If a reader keeps the table too long, the import uses the index.
      try? await write { try IdentifierKey.dropIfInTheWay(engine, on: $0) }
    }
    return try await write(fills: isFirst, body)
  }

  /// Runs a write transaction. During an import, which may take long, other writes are rejected.
  private func write<Result: Sendable>(
    fills: Bool = false, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    do {
      return fills
        ? try await database.fill("catalogue", body) : try await database.writeExclusively("catalogue", body)
    } catch let error as DomainError where ["database-locked", "database-busy"].contains(error.code) {
      throw DomainError(
        .conflict, "import-running", "Another import is under way: try again when it is done.")
    }
  }

  package func importRuns(limit: Int) async throws -> [ImportRun] {
    try await database.read { try ImportRecord.newest(limit, on: $0) }
  }

  package func importRun(
    _ number: Int64
  ) async throws -> (run: ImportRun, changes: [BoothChange], duplicates: [DuplicateRow])? {
    try await database.read { connection in
      guard let run = try ImportRecord.run(number, on: connection) else { return nil }
      return (
        run, try ImportRecord.changes(of: number, on: connection),
        try ImportRecord.duplicates(of: number, on: connection)
      )
    }
  }

  /// Complexity: O(booths that it and later runs touched).
  package func rollBack(_ number: Int64, at instant: Timestamp, discardsEdits: Bool) async throws -> ImportRun {
    try await write { try ImportRollback.run(number, at: instant, discardsEdits: discardsEdits, on: $0) }
  }

  // MARK: Edits

  package func edit(
    _ id: BoothID, at instant: Timestamp,
    _ change: @escaping @Sendable (inout BoothAttributes) throws -> Set<BoothField>
  ) async throws -> Booth {
    try await write { connection in
      guard let before = try BoothReader(connection).booth(id, on: connection) else {
        throw DomainError(.notFound, "booth-unknown", "There is no booth \(id).", field: "id")
      }
      let after = try before.edited(change)
      if after != before { try Self.update(after, editedAt: instant, on: connection) }
      return after
    }
  }

  private static func update(_ booth: Booth, editedAt instant: Timestamp, on connection: any DatabaseConnection) throws
  {
    let statement = try connection.prepare(
      "UPDATE booth SET \(BoothColumns.assignments(from: 4)), edited_fields = $2, edited_at = $3 WHERE id = $1")
    try statement.bind(1, booth.id.number)
    try statement.bind(2, BoothColumns.bits(of: booth.editedFields))
    try statement.bind(3, instant.milliseconds)
    try BoothColumns.bind(booth.attributes, to: statement, from: 4)
    try statement.run()
    try CatalogueVersion.advance(on: connection, booth: booth.id.number)
  }
}

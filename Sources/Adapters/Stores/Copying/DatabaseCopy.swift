import Basics
package import SQL

/// Copies all rows of an installation into an empty one on another engine, whose schema is the same.
///
/// Each source database is read in one transaction, so in one snapshot. Each table is written in a separate transaction
/// and then noted in the target as complete: a copy that was interrupted continues with the next one.
package struct DatabaseCopy: Sendable {
  /// A table and the target database that has it.
  private struct Step: Sendable {
    let table: StoredTable
    let target: Int
  }

  private let sources: [any Database]
  private let targets: [any Database]
  private let record: CopyRecord
  private let steps: [[Step]]

  /// Prepares to copy.
  /// - Parameters:
  ///   - sources: The databases of an installation with this program's schema.
  ///   - targets: The same; the first one will hold the record of the copy.
  /// - Throws: `DomainError` `tables-differ`, `column-unknown` (conflict).
  package init(from sources: [any Database], to targets: [any Database]) async throws {
    (self.sources, self.targets) = (sources, targets)
    record = CopyRecord(in: targets[0])
    steps = try await Self.steps(
      from: Self.tables(of: sources), to: Self.tables(of: targets))
  }

  private static func tables(of databases: [any Database]) async throws -> [[StoredTable]] {
    var tables: [[StoredTable]] = []
    for database in databases {
      let engine = database.engine
      tables.append(try await database.read { try StoredSchema(engine, on: $0).tables })
    }
    return tables
  }

  private static func steps(
    from sources: [[StoredTable]], to targets: [[StoredTable]]
  ) throws(DomainError) -> [[Step]] {
    var waiting: [String: (table: StoredTable, target: Int)] = [:]
    for (target, tables) in targets.enumerated() {
      for table in tables { waiting[table.name] = (table, target) }
    }
    var steps: [[Step]] = []
    for tables in sources {
      steps.append([])
      for table in tables {
        guard let (other, target) = waiting.removeValue(forKey: table.name), other.columns == table.columns else {
          throw differing(table.name)
        }
        steps[steps.count - 1].append(Step(table: table, target: target))
      }
    }
    if let left = waiting.keys.sorted().first { throw differing(left) }
    return steps
  }

  private static func differing(_ table: String) -> DomainError {
    DomainError(
      .conflict, "tables-differ",
      "The table \(table) is not on both sides, or has other columns there: move tables and columns that are not this "
        + "program's to another schema or database.")
  }

  // MARK: Beginning and end

  /// Marks the target as unfinished, or goes on with an unfinished copy of the same source.
  /// - Throws: `DomainError` `target-not-empty`, `copy-of-another` (conflict).
  package func begin() async throws {
    let query = CopyDialect.of(sources[0].engine).identity
    let source = try await sources[0].read { try $0.first(query, []) { $0.text(0) } } ?? ""
    if try await CopyRecord.exists(in: targets[0]) { return try await record.takeOver(from: source) }
    for step in steps.joined() where try await hasRows(step) {
      throw DomainError(
        .conflict, "target-not-empty",
        "The target has rows already, in the table \(step.table.name): name an empty database or folder.")
    }
    try await record.make(from: source)
  }

  /// Whether a table of the target has rows that no migration has made.
  private func hasRows(_ step: Step) async throws -> Bool {
    try await targets[step.target].read { connection in
      if step.table.name == "catalogue" { return try CatalogueVersion.current(on: connection) > 0 }
      return try connection.integer("SELECT 1 FROM \(step.table.name) LIMIT 1") != nil
    }
  }

  /// Removes the mark: the target is an installation from now on.
  package func finish() async throws { try await record.remove() }

  // MARK: Copying

  /// Copies the tables that are not complete yet.
  /// - Parameter report: Is called with the number of rows that were read and of all.
  /// - Returns: The state of each table in the source.
  /// - Throws: `DomainError` `text-with-nul`, `text-not-utf8`, `value-of-wrong-type` (conflict), which name a row;
  ///   `copy-taken-over` (conflict), `copy-interrupted` (unavailable); errors of the databases. What is complete stays.
  package func run(_ report: @escaping @Sendable (_ rows: Int, _ total: Int) -> Void) async throws -> [String:
    TableState]
  {
    let complete = try await record.complete()
    let total = try await rows()
    var states: [String: TableState] = [:]
    for (source, steps) in zip(sources, steps) {
      let before = states.values.reduce(0) { $0 + $1.rows }
      let found = try await copy(steps, from: source, except: complete) { report(before + $0, total) }
      states.merge(found) { $1 }
    }
    return states
  }

  private func rows() async throws -> Int {
    var total = 0
    for (source, steps) in zip(sources, steps) {
      total += try await source.read { connection in
        try steps.reduce(0) { $0 + Int(try connection.integer("SELECT COUNT(*) FROM \($1.table.name)") ?? 0) }
      }
    }
    return total
  }

  private func copy(
    _ steps: [Step], from source: any Database, except complete: Set<String>,
    _ report: @escaping @Sendable (Int) -> Void
  ) async throws -> [String: TableState] {
    let channel = RowChannel()
    async let reading = read(steps, of: source, except: complete, into: channel, report)
    do {
      for step in steps where !complete.contains(step.table.name) { try await write(step, from: channel) }
    } catch {
      channel.abandon()
      // Whichever side failed first knows why.
      do { _ = try await reading } catch  where !(error is RowChannel.Interrupted) { throw error } catch {}
      throw error
    }
    return try await reading
  }

  private func read(
    _ steps: [Step], of source: any Database, except complete: Set<String>, into channel: RowChannel,
    _ report: @escaping @Sendable (Int) -> Void
  ) async throws -> [String: TableState] {
    let (engine, target) = (source.engine, targets[0].engine)
    do {
      return try await source.read { connection in
        try channel.begin()
        var states: [String: TableState] = [:]
        for step in steps {
          let reader = RowReader(table: step.table, target: target)
          try reader.checkTypes(engine, on: connection)
          let before = states.values.reduce(0) { $0 + $1.rows }
          states[step.table.name] = try Self.read(
            reader, engine, connection, into: complete.contains(step.table.name) ? nil : channel
          ) { report(before + $0) }
        }
        return states
      }
    } catch {
      channel.fail()
      throw error
    }
  }

  /// Reads a table that is complete without sending its rows: its state is compared with the target's.
  private static func read(
    _ reader: RowReader, _ engine: SQLEngine, _ connection: any DatabaseConnection, into channel: RowChannel?,
    _ report: (Int) -> Void
  ) throws -> TableState {
    var state = TableState()
    var sender = channel.map(RowSender.init)
    try connection.each(reader.table.select, []) { row in
      let values = try reader.values(of: row)
      state.add(values)
      try sender?.send(values)
      if state.rows % 1000 == 0 { report(state.rows) }
    }
    let last = try reader.table.numbered.map {
      try CopyDialect.of(engine).lastNumber(reader.table.name, $0, connection)
    }
    try sender?.end(lastNumber: last)
    return state
  }

  private func write(_ step: Step, from channel: RowChannel) async throws {
    let (table, target) = (step.table, targets[step.target])
    let dialect = CopyDialect.of(target.engine)
    try await record.checkRun()
    // Never repeated, which the rows could not be.
    try await target.writeExclusively("database copy") { connection in
      if let statement = dialect.defersReferences { try connection.run(statement) }
      try dialect.withoutTriggers(table.name, connection) {
        // Rows that a migration made, or that came before the note of them.
        try connection.run("DELETE FROM \(table.name)")
        let rows = ReceivedRows(channel)
        let insert = try connection.bulkInsert(into: table.name, table.columnNames)
        while let batch = rows.next() {
          try insert.add(batch.count) { row, values, first in
            for (column, value) in batch[row].enumerated() { try values.bind(first + column, value) }
          }
        }
        let last = try rows.lastNumber()
        if let last, let column = table.numbered { try dialect.setLastNumber(table.name, column, last, connection) }
      }
    }
    try await record.note(complete: table.name)
  }
}

// MARK: Comparing

/// A table of the source beside the same of the target.
package struct ComparedTable: Sendable {
  package let name: String
  package let source: TableState
  package let target: TableState
}

extension DatabaseCopy {
  /// Reads the target, and compares it with the states of the source.
  /// - Parameter report: As in `run`.
  /// - Returns: Each table, by name.
  package func compare(
    _ states: [String: TableState], _ report: @escaping @Sendable (_ rows: Int, _ total: Int) -> Void
  ) async throws -> [ComparedTable] {
    let total = states.values.reduce(0) { $0 + $1.rows }
    var compared: [ComparedTable] = []
    for (number, target) in targets.enumerated() {
      let engine = target.engine
      for step in steps.joined() where step.target == number {
        let before = compared.reduce(0) { $0 + $1.target.rows }
        let found = try await target.read { connection in
          let reader = RowReader(table: step.table, target: engine)
          return try Self.read(reader, engine, connection, into: nil) { report(before + $0, total) }
        }
        let state = states[step.table.name] ?? TableState()
        compared.append(ComparedTable(name: step.table.name, source: state, target: found))
      }
    }
    return compared.sorted { $0.name < $1.name }
  }
}

import Basics
import SQL

/// A table of the stores, as its database describes it.
struct StoredTable: Sendable {
  /// What a column holds.
  enum Kind: Sendable {
    case integer, real, text, blob

    /// Nil for a type that no table of the stores has.
    init?(declared type: String) {
      switch type.lowercased() {
      case "integer", "bigint": self = .integer
      case "double precision": self = .real
      case "text": self = .text
      case "blob", "bytea": self = .blob
      default: return nil
      }
    }
  }

  struct Column: Hashable, Sendable {
    let name: String
    let kind: Kind
  }

  let name: String
  /// By name: the engines may hold them in different orders.
  fileprivate(set) var columns: [Column] = []
  /// The positions of the primary key's columns.
  fileprivate(set) var key: [Int] = []
  /// The column that the engine numbers if an insert does not.
  fileprivate(set) var numbered: String?

  var columnNames: [String] { columns.map(\.name) }
  var select: String { "SELECT \(columnNames.joined(separator: ", ")) FROM \(name)" }
}

struct StoredSchema: Sendable {
  /// A table after those that it refers to.
  let tables: [StoredTable]

  /// The tables that are not copied: the steps of the schema, which both sides have; secrets, which are sealed by the
  /// key of their place; its own record.
  static let leftOut: Set<String> = ["schema_migration", "secret", CopyRecord.table]

  /// Reads the tables from the database itself, so that no list of them can be out of date.
  /// - Throws: `DomainError` `column-unknown` (conflict) for a type that no table of the stores has.
  init(_ engine: SQLEngine, on connection: any DatabaseConnection) throws {
    let dialect = CopyDialect.of(engine)
    var found: [StoredTable] = []
    try connection.each(dialect.columns, []) { row in
      let (table, column) = (row.text(0), row.text(1))
      guard !Self.leftOut.contains(table) else { return }
      guard let kind = StoredTable.Kind(declared: row.text(2)) else { throw Self.unknown(table, column, row.text(2)) }
      if found.last?.name != table { found.append(StoredTable(name: table)) }
      let last = found.count - 1
      if row.integer(3) != 0 { found[last].key.append(found[last].columns.count) }
      if row.integer(4) != 0 { found[last].numbered = column }
      found[last].columns.append(StoredTable.Column(name: column, kind: kind))
    }
    var references: [String: Set<String>] = [:]
    try connection.each(dialect.references, []) { references[$0.text(0), default: []].insert($0.text(1)) }
    tables = try Self.ordered(found, references)
  }

  private static func ordered(
    _ tables: [StoredTable], _ references: [String: Set<String>]
  ) throws(DatabaseFailure) -> [StoredTable] {
    var (ordered, waiting) = ([StoredTable](), tables)
    while !waiting.isEmpty {
      let names = Set(waiting.map(\.name))
      // A table may refer to itself: its rows come all together.
      let isReady = { (table: StoredTable) in
        references[table.name, default: []].intersection(names).subtracting([table.name]).isEmpty
      }
      let ready = waiting.filter(isReady)
      guard !ready.isEmpty else {
        throw DatabaseFailure(code: 0, message: "tables refer to each other in a circle", statement: nil)
      }
      ordered += ready
      waiting.removeAll(where: isReady)
    }
    return ordered
  }

  private static func unknown(_ table: String, _ column: String, _ type: String) -> DomainError {
    DomainError(
      .conflict, "column-unknown",
      "The column \(column) of the table \(table) has the type \(type), which this program's tables do not have: move "
        + "a table of your own to another schema or database.")
  }
}

import Foundation
import PostgreSQL
import SQL
import SQLite
import Stores
import Support
import Workload

/// The databases of an installation on one engine, with all tables.
struct Installation: Sendable {
  /// The main one first.
  let databases: [any Database]
  /// Of SQLite files; removed with the last use.
  private let directory: ScratchDirectory?

  var main: any Database { databases[0] }

  /// An empty one.
  init(on engine: SQLEngine) async throws {
    switch engine {
    case .sqlite:
      let directory = try ScratchDirectory()
      self.directory = directory
      let paths = ["fourcuts.sqlite", "booths.sqlite"].map { directory.url.appendingPathComponent($0).path }
      databases = [try await SQLiteDatabase(path: paths[0]), try await SQLiteDatabase(path: paths[1])]
      try await databases[1].prepareCatalogue()
    case .postgresql:
      directory = nil
      let server = try PostgreSQLServer.shared
      databases = [try PostgreSQLDatabase(server.address(of: try server.makeDatabase()))]
    }
    try await main.prepareStores()
  }

  /// Copies it into another one to the end.
  /// - Returns: What was compared.
  @discardableResult
  func copy(to target: Installation) async throws -> [ComparedTable] {
    try await Self.copy(databases, to: target.databases)
  }

  /// - Returns: What was compared.
  @discardableResult
  static func copy(_ sources: [any Database], to targets: [any Database]) async throws -> [ComparedTable] {
    let copy = try await DatabaseCopy(from: sources, to: targets)
    try await copy.begin()
    let tables = try await copy.compare(try await copy.run { _, _ in }) { _, _ in }
    if tables.allSatisfy({ $0.source == $0.target }) { try await copy.finish() }
    return tables
  }
}

/// A column of a table of SQLite, as SQLite describes it.
struct ListedColumn: Sendable {
  let table: String
  let name: String
  let type: String
  let allowsNull: Bool
  /// The column that it refers to.
  let reference: (table: String, column: String)?
}

extension Installation {
  /// All columns of an installation of SQLite files, by the database, but those of the schema's own record and of
  /// secrets.
  func columns() async throws -> [[ListedColumn]] {
    var columns: [[ListedColumn]] = []
    for database in databases {
      columns.append(
        try await database.read { connection in
          var columns: [ListedColumn] = []
          try connection.each(Self.columnsQuery, []) { row in
            columns.append(
              ListedColumn(
                table: row.text(0), name: row.text(1), type: row.text(2), allowsNull: row.integer(3) != 0,
                reference: row.isNull(4) ? nil : (row.text(4), row.text(5))))
          }
          return columns
        })
    }
    return columns
  }

  private static let columnsQuery = """
    SELECT t.name, c.name, c.type, c."notnull" = 0 AND c.pk = 0,
      (SELECT f."table" FROM pragma_foreign_key_list(t.name) AS f WHERE f."from" = c.name LIMIT 1),
      (SELECT f."to" FROM pragma_foreign_key_list(t.name) AS f WHERE f."from" = c.name LIMIT 1)
    FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.type = 'table' AND t.name NOT IN ('schema_migration', 'secret', 'sqlite_sequence') ORDER BY t.name, c.name
    """

  /// The rows of every table, in the order of their texts, with the columns of an installation of SQLite files.
  func contents(_ columns: [ListedColumn]) async throws -> [String: [String]] {
    var contents: [String: [String]] = [:]
    let tables = try await databases.asyncMap { Set(try await $0.tables()) }
    for (table, columns) in Dictionary(grouping: columns, by: \.table) {
      guard let database = zip(databases, tables).first(where: { $1.contains(table) })?.0 else { continue }
      contents[table] = try await database.read { connection in
        var rows: [String] = []
        try connection.each("SELECT \(columns.map(\.name).joined(separator: ", ")) FROM \(table)", []) { row in
          rows.append(columns.indices.map { text($0, of: row, columns[$0].type) }.joined(separator: "|"))
        }
        return rows.sorted()
      }
    }
    return contents
  }
}

/// A value so that different ones have different texts.
private func text(_ column: Int, of row: any Row, _ type: String) -> String {
  if row.isNull(column) { return "null" }
  return switch type {
  case "INTEGER", "BIGINT": "\(row.integer(column))"
  case "DOUBLE PRECISION": "\(row.real(column))"
  default: "\(row.blob(column))"
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}

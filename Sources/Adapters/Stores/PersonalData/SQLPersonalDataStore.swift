package import Accounts
package import Basics
import JSON
package import SQL

package struct SQLPersonalDataStore: PersonalDataStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) { self.database = database }

  package func everything(of account: AccountID) async throws -> PersonalData {
    let engine = database.engine
    return try await database.read { connection in
      try AccountRow.checkExists(account, on: connection)
      let schema = try StoredSchema(engine, on: connection)
      let tables = Dictionary(uniqueKeysWithValues: schema.tables.map { ($0.name, $0) })
      var files: [PersonalData.File] = []
      for personal in PersonalTable.all {
        guard let table = tables[personal.name] else { continue }
        let rows = try personal.rows(of: account, in: table, on: connection)
        if !rows.isEmpty { files.append(.init(name: "\(personal.file).json", content: JSONValue.array(rows).bytes)) }
      }
      return PersonalData(files: files, photos: try Self.photos(of: account, on: connection))
    }
  }

  private static func photos(of account: AccountID, on connection: any DatabaseConnection) throws -> [PhotoName] {
    var photos: [PhotoName] = []
    try connection.each("SELECT photo FROM photo_upload WHERE account_id = $1 ORDER BY photo", [.id(account)]) {
      if let name = PhotoName($0.text(0)) { photos.append(name) }
    }
    return photos
  }
}

extension PersonalTable {
  /// The rows as objects, with instants as text (RFC 3339).
  fileprivate func rows(
    of account: AccountID, in table: StoredTable, on connection: any DatabaseConnection
  ) throws -> [JSONValue] {
    let columns = table.columns.filter { !hidden.contains($0.name) && $0.kind != .blob }
    let key = table.key.map { table.columns[$0].name }.joined(separator: ", ")
    let query = "SELECT \(columns.map(\.name).joined(separator: ", ")) FROM \(name) WHERE \(condition)"
    var rows: [JSONValue] = []
    try connection.each(key.isEmpty ? query : "\(query) ORDER BY \(key)", [.id(account)]) { row in
      rows.append(
        .object(columns.indices.map { JSONMember(key: columns[$0].name, value: columns[$0].value($0, of: row)) }))
    }
    return rows
  }
}

extension StoredTable.Column {
  fileprivate func value(_ column: Int, of row: any Row) -> JSONValue {
    if row.isNull(column) { return .null }
    return switch kind {
    case .integer where isInstant: .string(row.instant(column).rfc3339)
    case .integer: .integer(Int(row.integer(column)))
    case .real: .number(row.real(column))
    case .text: .string(row.text(column))
    case .blob: .null
    }
  }

  private var isInstant: Bool { name.hasSuffix("_at") || ["at", "since", "pay_by"].contains(name) }
}

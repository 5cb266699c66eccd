import SQL

/// A prepared statement with the values bound to it. It may run again while its rows are being read.
final class PostgreSQLStatement: PreparedStatement {
  private let prepared: Prepared
  private let link: Link
  private var parameters: Parameters

  init(_ prepared: Prepared, on link: Link) {
    self.prepared = prepared
    self.link = link
    parameters = Parameters(prepared.shape.parameters, statement: prepared.text)
  }

  func bind(_ position: Int, _ number: Int64) throws { try parameters.bind(position, number) }

  func bind(_ position: Int, _ number: Double) throws { try parameters.bind(position, number) }

  func bind(_ position: Int, _ text: String) throws { try parameters.bind(position, text) }

  func bind(_ position: Int, _ bytes: [UInt8]) throws { try parameters.bind(position, bytes) }

  func bind(_ values: [Value]) throws { try parameters.bind(values) }

  @discardableResult
  func run() throws -> Int {
    let rows = try start()
    try rows.end()
    return rows.changes
  }

  func each(_ body: (any Row) throws -> Void) throws {
    let rows = try start()
    do {
      while try rows.next() { try body(rows.row) }
    } catch {
      rows.passOver()
      throw error
    }
  }

  func first<Result>(_ body: (any Row) throws -> Result) throws -> Result? {
    let rows = try start()
    let result: Result?
    do {
      result = try rows.next() ? body(rows.row) : nil
    } catch {
      rows.passOver()
      throw error
    }
    try rows.end()
    return result
  }

  private func start() throws -> RowStream {
    defer { parameters.clear() }
    return try link.query(prepared, parameters)
  }
}

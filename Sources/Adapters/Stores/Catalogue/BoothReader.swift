import Basics
import Booths
import SQL
import TextForms

/// Reads booths within one transaction.
struct BoothReader {
  static let select = "SELECT id, source_id, edited_fields, \(BoothColumns.attributeNames) FROM booth"

  /// A catalogue has few sources, so their names are read once instead of joined to every row.
  private let sources: [Int64: String]

  init(_ connection: any DatabaseConnection) throws {
    var sources: [Int64: String] = [:]
    try connection.each("SELECT id, name FROM source", []) { sources[$0.integer(0)] = $0.text(1) }
    self.sources = sources
  }

  /// The booth in a row of `select`.
  func booth(of row: any Row) throws -> Booth {
    Booth(
      id: BoothID(row.integer(0)), source: sources[row.integer(1)] ?? "",
      attributes: try BoothColumns.attributes(of: row, from: 3),
      editedFields: BoothColumns.fields(of: row.integer(2)))
  }

  /// The booth, or nil when absent.
  func booth(_ id: BoothID, on connection: any DatabaseConnection) throws -> Booth? {
    try connection.first("\(Self.select) WHERE id = $1", [.integer(id.number)], booth(of:))
  }

  /// The existing booths among some, by ascending id.
  /// - Parameter numbers: ascending.
  func booths(_ numbers: [Int64], on connection: any DatabaseConnection) throws -> [Booth] {
    var found: [Booth] = []
    try connection.each(
      in: numbers.map(Value.integer), { "\(Self.select) WHERE id IN (\($0)) ORDER BY id" },
      { found.append(try booth(of: $0)) })
    return found
  }

  /// Booths by ascending id. Brands are compared folded, which SQL cannot do portably, so pages are read and filtered
  /// here.
  func booths(
    after id: BoothID?, limit: Int, matching filter: BoothListFilter, on connection: any DatabaseConnection
  ) throws -> [Booth] {
    guard limit > 0, let source = source(filter) else { return [] }
    let brands = Set(filter.brands.map { FoldedName($0) })
    let statuses = BoothStatus.allCases.map { filter.statuses.contains($0) ? Value.integer(Int64($0.code)) : .null }
    var found: [Booth] = []
    var last = id?.number ?? 0
    var isEnd = false
    while !isEnd && found.count < limit {
      isEnd = true
      try connection.each(Self.page, [.integer(last), source, .integer(Self.pageSize)] + statuses) { row in
        let booth = try booth(of: row)
        (last, isEnd) = (booth.id.number, false)
        let isOfBrand = brands.isEmpty || booth.attributes.brand.map { brands.contains(FoldedName($0)) } ?? false
        if found.count < limit, isOfBrand { found.append(booth) }
      }
    }
    return found
  }

  private static let pageSize: Int64 = 500
  private static let page = """
    \(select) WHERE id > $1 AND (CAST($2 AS BIGINT) IS NULL OR source_id = $2)
      AND status IN ($4, $5, $6) ORDER BY id LIMIT $3
    """

  /// The value for `source_id`: null for any source; nil for an unknown one.
  private func source(_ filter: BoothListFilter) -> Value? {
    guard let name = filter.source else { return .null }
    return sources.first { $0.value == name }.map { .integer($0.key) }
  }
}

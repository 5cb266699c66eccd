import Basics

/// The column of each field, and what the headers tell about the reference system.
struct HeaderColumns: Equatable {
  /// The headers as written, trimmed.
  var headers: [String]
  /// The column of each field.
  var columns: [ImportField: Int] = [:]
  /// Names of the systems that the header of the easting column leaves possible; empty when it gives no hint.
  var hintedSystems: [String] = []
  /// Sentences that explain choices to the operator.
  var decisions: [String] = []
  /// The fields mapped explicitly, not by synonym.
  var explicit: Set<ImportField> = []
  /// Opening hours in separate columns.
  var hours = HoursColumns([], taken: [])

  /// Finds the fields' columns: explicit mappings first, then synonyms, the best-ranked of several matches.
  /// - Throws: `DomainError` `header-unknown` if an explicitly mapped header is absent; it lists the existing ones.
  init(_ headers: [String], mapping: [ImportField: String]) throws(DomainError) {
    self.headers = headers
    let folded = headers.map(HeaderText.folded)
    for field in ImportField.allCases {
      guard let header = mapping[field] else { continue }
      guard let column = folded.firstIndex(of: HeaderText.folded(header)) else {
        throw HeaderColumns.unknown(header, for: field, among: headers)
      }
      columns[field] = column
      explicit.insert(field)
      decisions.append("\(field.rawValue) is read from “\(headers[column])”, as specified.")
    }
    closeOtherUnits()
    for claim in claims(folded) { resolve(claim) }
    resolveBranch()
    hours = HoursColumns(folded, taken: Set(columns.values))
  }

  /// Whether the file is national permit data, whose coordinates are in EPSG:5174.
  var isPermitData: Bool {
    let folded = Set(headers.map(HeaderText.folded))
    let marks = ["개방서비스아이디", "개방서비스명", "개방자치단체코드", "opnsvcid", "opnsfteamcode"]
    return marks.contains(where: folded.contains)
  }

  /// The named columns that no field is read from.
  var ignored: [Int] {
    let used = Set(columns.values).union(hours.columns)
    return headers.indices.filter { !used.contains($0) && !headers[$0].isEmpty }
  }

  /// If the coordinate was mapped explicitly in one unit, the fields of the other unit are not filled.
  private mutating func closeOtherUnits() {
    let metres: Set<ImportField> = [.x, .y]
    let degrees: Set<ImportField> = [.latitude, .longitude]
    if metres.isSubset(of: explicit) && degrees.isDisjoint(with: explicit) { excludedFields = degrees }
    if degrees.isSubset(of: explicit) && metres.isDisjoint(with: explicit) { excludedFields = metres }
  }

  /// Fields that synonyms may not fill.
  private var excludedFields: Set<ImportField> = []

  /// A column's claim to a field.
  private struct Claim {
    var column: Int
    var field: ImportField
    var rank: Int
    var systems: [String]
  }

  /// The claims of all columns not mapped explicitly, best rank first, then from left to right.
  private func claims(_ folded: [String]) -> [Claim] {
    let taken = Set(columns.values)
    let claims = folded.indices.compactMap { taken.contains($0) ? nil : claim(of: folded[$0], at: $0) }
    return claims.sorted { ($0.rank, $0.column) < ($1.rank, $1.column) }
  }

  private func claim(of folded: String, at column: Int) -> Claim? {
    let hint = HeaderHint(folded: folded)
    if let (field, rank) = HeaderSynonyms.field(folded) {
      return Claim(column: column, field: field, rank: rank, systems: [])
    }
    guard let (field, rank) = HeaderSynonyms.field(hint.rest) else {
      let other = HeaderSynonyms.degrees(folded) ?? HeaderSynonyms.address(folded)
      return other.map { Claim(column: column, field: $0.field, rank: $0.rank, systems: []) }
    }
    guard hint.rest != folded || !hint.systems.isEmpty else { return nil }
    let isDegrees = hint.systems == ["EPSG:4326"]
    switch field {
    case .x: return Claim(column: column, field: isDegrees ? .longitude : .x, rank: rank, systems: hint.systems)
    case .y: return Claim(column: column, field: isDegrees ? .latitude : .y, rank: rank, systems: hint.systems)
    case .latitude, .longitude: return Claim(column: column, field: field, rank: rank, systems: hint.systems)
    default: return nil
    }
  }

  private mutating func resolve(_ claim: Claim) {
    guard !excludedFields.contains(claim.field) else { return }
    if let winner = columns[claim.field] {
      guard !explicit.contains(claim.field) else { return }
      decisions.append(
        "“\(headers[claim.column])” could be \(claim.field.rawValue) too; “\(headers[winner])” is used.")
      return
    }
    columns[claim.field] = claim.column
    if claim.field == .x { hintedSystems = claim.systems }
  }

  /// Without a name column, the name is made of brand and branch, or of the branch alone.
  private mutating func resolveBranch() {
    guard columns[.name] == nil, let branch = columns[.branch] else { return }
    if let brand = columns[.brand] {
      columns[.name] = brand
    } else {
      columns[.name] = branch
      columns[.branch] = nil
    }
  }

  private static func unknown(_ header: String, for field: ImportField, among headers: [String]) -> DomainError {
    DomainError(
      .invalid, "header-unknown",
      "No column is called “\(header)”, as given for \(field.rawValue) by --map; the columns are \(list(headers)).",
      field: "map")
  }

  /// The named headers in quotes, shortened if there are many.
  static func list(_ headers: [String], atMost limit: Int = 60) -> String {
    let named = headers.filter { !$0.isEmpty }
    let listed = named.prefix(limit).map { "“\($0.count > 60 ? $0.prefix(60) + "…" : $0[...])”" }
    return listed.joined(separator: ", ") + (named.count > limit ? " and \(named.count - limit) more" : "")
  }
}

extension HeaderColumns {
  /// How many different fields a record would name as a header, plus its matches with explicitly mapped headers.
  static func recognized(_ cells: [String], mapping: [ImportField: String]) -> Int {
    let folded = cells.map(HeaderText.folded)
    let explicit = Set(mapping.values.map(HeaderText.folded))
    var fields: Set<ImportField> = []
    var matches = 0
    for cell in folded where !cell.isEmpty {
      if explicit.contains(cell) { matches += 1 }
      let found = HeaderSynonyms.field(cell) ?? HeaderSynonyms.field(HeaderHint(folded: cell).rest)
      if let field = (found ?? HeaderSynonyms.degrees(cell))?.field {
        fields.insert(field)
      }
    }
    return fields.count + matches
  }

  /// Checks that a name and a coordinate can be read.
  /// - Throws: `DomainError` `no-name-column` or `no-coordinate-columns` with the option to pass.
  func checkRequired() throws(DomainError) {
    if columns[.name] == nil {
      throw DomainError(
        .invalid, "no-name-column",
        "No column is recognised as the name; pass --map name=HEADER, one of \(HeaderColumns.list(headers)).",
        field: "map")
    }
    let hasDegrees = columns[.latitude] != nil && columns[.longitude] != nil
    let hasMetres = columns[.x] != nil && columns[.y] != nil
    guard hasDegrees || hasMetres else {
      throw DomainError(
        .invalid, "no-coordinate-columns",
        "No two columns are recognised as coordinates; pass --map latitude=HEADER,longitude=HEADER, or "
          + "--map x=HEADER,y=HEADER for metres, out of \(HeaderColumns.list(headers)).",
        field: "map")
    }
  }
}

import Basics

/// The column of each field, and what the headers tell about the reference system.
struct HeaderColumns: Equatable {
  /// The headers as written, trimmed.
  var headers: [String]
  var columns: [ImportField: Int] = [:]
  /// Names of the systems that the header of the easting column leaves possible; empty when it gives no hint.
  var hintedSystems: [String] = []
  /// Sentences that explain choices to the operator.
  var decisions: [String] = []
  /// The fields mapped explicitly, not by synonym.
  var explicit: Set<ImportField> = []
  var hours = HoursColumns([], taken: [])
  var payments = PaymentColumns([], taken: [])
  /// What fills cells of these columns before rows are read.
  var completion = RowCompletion()
  /// Whether a column with both coordinates has the longitude first, unless a cell says otherwise.
  var isEastFirst = false
  /// The number of columns of the file; headers behind them are of columns that only the completion fills.
  private var fileColumnCount = 0

  /// Finds the fields' columns: explicit mappings first, then the words of the headers, the best-ranked of several
  /// matches, then what the cells look like.
  /// - Throws: `DomainError` `header-unknown` if an explicitly mapped header is absent; it lists the existing ones.
  init(
    _ headers: [String], mapping: [ImportField: String], contents: ColumnContents? = nil
  ) throws(DomainError) {
    self.headers = headers
    fileColumnCount = headers.count
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
    for claim in claims(folded, contents) { resolve(claim) }
    findPair(folded, contents)
    resolveBranch()
    hours = HoursColumns(folded, taken: Set(columns.values))
    payments = PaymentColumns(headers, taken: Set(columns.values))
    findName(folded, contents)
    if columns[.name] == nil { columns[.name] = columns[.englishName] }
    findAddress(folded)
    findClosing(folded)
    completion.columnCount = self.headers.count
  }

  /// Whether the file is national permit data, whose coordinates are in EPSG:5174.
  var isPermitData: Bool {
    let folded = Set(headers.map(HeaderText.folded))
    let marks = ["개방서비스아이디", "개방서비스명", "개방자치단체코드", "opnsvcid", "opnsfteamcode"]
    return marks.contains(where: folded.contains)
  }

  /// The named columns that no field is read from.
  var ignored: [Int] {
    let used = Set(columns.values).union(hours.columns).union(payments.columns).union(completion.columns)
    return headers.prefix(fileColumnCount).indices.filter { !used.contains($0) && !headers[$0].isEmpty }
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

  private struct Claim {
    var column: Int
    var field: ImportField
    var rank: Int
    var systems: [String]
  }

  /// The claims of all columns not mapped explicitly, best rank first, then from left to right.
  private func claims(_ folded: [String], _ contents: ColumnContents?) -> [Claim] {
    let taken = Set(columns.values)
    let claims = folded.indices.compactMap { column -> Claim? in
      if taken.contains(column) { return nil }
      return claim(of: folded[column], at: column) ?? nameClaim(folded[column], column, contents)
        ?? innerClaim(at: column, contents)
    }
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

  /// A claim by the words that a header is made of. Words for names need a column of texts.
  private func nameClaim(_ folded: String, _ column: Int, _ contents: ColumnContents?) -> Claim? {
    guard let rank = NameHeaders.rank(folded), contents.map({ $0[column].filled == 0 || $0[column].isText }) ?? true
    else { return nil }
    return Claim(column: column, field: .name, rank: 2000 + rank, systems: [])
  }

  /// A claim by the last part of a path, as nested objects have: `location.address`, `geometry.location.lat`.
  private func innerClaim(at column: Int, _ contents: ColumnContents?) -> Claim? {
    let parts = headers[column].split(separator: ".")
    guard parts.count > 1, let last = parts.last else { return nil }
    let folded = HeaderText.folded(String(last))
    let outer = HeaderText.folded(String(parts[parts.count - 2]))
    guard let (field, rank) = HeaderSynonyms.field(folded) ?? HeaderSynonyms.address(folded) else { return nil }
    // The name and the identifier of something else within a place.
    if field == .name || field == .externalID {
      guard NameHeaders.namesPlace(outer) || outer == "properties" || outer == "tags" || outer == "displayname" else {
        return nil
      }
    }
    return Claim(column: column, field: field, rank: 3000 + rank, systems: [])
  }

  /// The fields for which several columns are read, each if those before it are empty.
  private static let singleFields: Set<ImportField> = [
    .externalID, .branch, .latitude, .longitude, .x, .y, .tags, .openingHours,
  ]

  /// Headers that name something else if another column has the name.
  private static let weakNames: Set<String> = ["기관명", "shop", "store", "title"]

  private func isAlternate(_ claim: Claim) -> Bool {
    guard !Self.singleFields.contains(claim.field) else { return false }
    return claim.field != .name || !Self.weakNames.contains(HeaderText.folded(headers[claim.column]))
  }

  private mutating func resolve(_ claim: Claim) {
    guard !excludedFields.contains(claim.field) else { return }
    if let winner = columns[claim.field] {
      guard !explicit.contains(claim.field) else { return }
      // A header that only may be a name is no second one.
      if claim.field == .name, claim.rank == 2001 { return }
      if isAlternate(claim) {
        completion.alternates[winner, default: []].append(claim.column)
        decisions.append(
          "“\(headers[claim.column])” is read as \(claim.field.rawValue) if “\(headers[winner])” is empty.")
        return
      }
      decisions.append(
        "“\(headers[claim.column])” could be \(claim.field.rawValue) too; “\(headers[winner])” is used.")
      return
    }
    columns[claim.field] = claim.column
    if claim.field == .x { hintedSystems = claim.systems }
  }

  /// The column with both coordinates of a row, if no two columns have them.
  private mutating func findPair(_ folded: [String], _ contents: ColumnContents?) {
    guard let contents, explicit.isDisjoint(with: [.latitude, .longitude, .x, .y]) else { return }
    for (east, north) in [(ImportField.longitude, ImportField.latitude), (.x, .y)] {
      if let east = columns[east], let north = columns[north], contents[east].filled + contents[north].filled > 0 {
        return
      }
    }
    let taken = Set(columns.values)
    let pairs = headers.indices.filter { contents[$0].holdsPairs }
    guard let column = pairs.first(where: { !taken.contains($0) }) ?? pairs.first else { return }
    columns[.x] = nil
    columns[.y] = nil
    for (field, taken) in columns where taken == column { columns[field] = nil }
    columns[.latitude] = column
    columns[.longitude] = column
    isEastFirst = ["lonlat", "lnglat", "longlat", "경위도", "경도위도", "xy"].contains { folded[column].contains($0) }
    decisions.append("“\(headers[column])” holds both coordinates.")
  }

  /// Without a header that says so, the only column of different texts holds the names.
  private mutating func findName(_ folded: [String], _ contents: ColumnContents?) {
    guard columns[.name] == nil, let contents else { return }
    let taken = Set(columns.values).union(hours.columns)
    let open = headers.indices.filter { column in
      !taken.contains(column) && !headers[column].isEmpty && contents[column].isDistinct
        && AddressParts.isNone(folded[column]) && !Self.proseHeaders.contains(where: folded[column].contains)
    }
    let named = open.filter { NameHeaders.namesPlace(folded[$0]) }
    guard let column = named.count == 1 ? named[0] : open.count == 1 ? open[0] : nil else { return }
    columns[.name] = column
    decisions.append("“\(headers[column])” is read as the name: its texts differ from row to row.")
  }

  private static let proseHeaders = [
    "설명", "비고", "메모", "내용", "소개", "담당", "대표", "description", "comment", "note", "remark", "memo", "備考", "说明", "备注",
    "설치자", "작성자", "author", "owner", "user", "contact", "url", "link", "image", "사진url",
  ]

  /// The parts of an address, for rows without a whole one.
  private mutating func findAddress(_ folded: [String]) {
    guard !explicit.contains(.roadAddress), !explicit.contains(.lotAddress),
      let parts = AddressParts(folded, taken: Set(columns.values).union(hours.columns))
    else { return }
    let names = parts.allColumns.map { headers[$0] }
    completion.address = RowCompletion.Address(
      column: columns[.roadAddress] ?? virtualColumn(names.joined(separator: " + "), .roadAddress), parts: parts)
    decisions.append("The address is assembled from \(HeaderColumns.list(names)) if no column has it whole.")
  }

  /// The columns that say whether a place is closed, for rows without a status.
  private mutating func findClosing(_ folded: [String]) {
    guard !explicit.contains(.status) else { return }
    let taken = Set(columns.values)
    let marks = folded.indices.filter { !taken.contains($0) && Self.closingHeaders.contains(folded[$0]) }
    guard let first = marks.first else { return }
    let column = columns[.status] ?? virtualColumn(headers[first], .status)
    completion.closing = RowCompletion.Closing(column: column, marks: marks)
    decisions.append("\(HeaderColumns.list(marks.map { headers[$0] })) says which rows are closed.")
  }

  private static let closingHeaders: Set<String> = [
    "폐업여부", "휴업여부", "휴폐업여부", "폐점여부", "폐쇄여부", "철거여부", "폐업", "폐업일", "폐업일자", "dcbymd", "폐점일", "폐점일자", "철거일",
    "철거일자", "isclosed", "closed", "permanentlyclosed", "temporarilyclosed", "ispermanentlyclosed", "enddate", "disused",
    "abandoned", "closedon", "closingdate", "dateclosed",
  ]

  /// A column that the file lacks, which the completion fills.
  private mutating func virtualColumn(_ header: String, _ field: ImportField) -> Int {
    headers.append(header)
    columns[field] = headers.count - 1
    return headers.count - 1
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
      } else if NameHeaders.rank(cell) != nil {
        fields.insert(.name)
      }
    }
    return fields.count + matches
  }

  var fileHeaders: [String] { Array(headers.prefix(fileColumnCount)) }

  /// Checks that a name and a coordinate can be read.
  /// - Throws: `DomainError` `no-name-column` or `no-coordinate-columns` with the option to pass.
  func checkRequired() throws(DomainError) {
    if columns[.name] == nil {
      throw DomainError(
        .invalid, "no-name-column",
        "No column is recognised as the name; pass --map name=HEADER, one of \(HeaderColumns.list(fileHeaders)).",
        field: "map")
    }
    let hasDegrees = columns[.latitude] != nil && columns[.longitude] != nil
    let hasMetres = columns[.x] != nil && columns[.y] != nil
    guard hasDegrees || hasMetres else {
      throw DomainError(
        .invalid, "no-coordinate-columns",
        "No two columns are recognised as coordinates; pass --map latitude=HEADER,longitude=HEADER, or "
          + "--map x=HEADER,y=HEADER for metres, out of \(HeaderColumns.list(fileHeaders)).",
        field: "map")
    }
  }
}

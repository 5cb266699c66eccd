import Booths
import SQL
import TextForms

/// Normalises the catalogue's texts to composed form (NFC) in databases where imports kept the form of their file:
/// source names, and current and former texts of booths. The records of imports keep their wording.
///
/// An identifier in two forms may have made two booths. The older one stays; posts and todos of the younger one are
/// moved to it, and the younger one is recorded as a duplicate of the import that added it, as a current import would.
/// If all texts are composed, they are read once and nothing is written.
enum ComposedTexts {
  /// Normalises the catalogue's database, to which the database `community` with posts and todos is attached.
  static func compose(on connection: any DatabaseConnection) throws {
    let moved = try composeSources(on: connection)
    let decomposed = try rows(of: "booth", keys: ["id"], on: connection).map { $0[0] }
    let touched = try Set(decomposed).union(moved.flatMap { try booths(of: $0.key, on: connection) })
    let composer = try BoothComposer(connection, moved: moved)
    for booth in touched.sorted() { try composer.compose(booth) }
    for (source, target) in moved { try forget(source, for: target, on: connection) }
    try composeBefore(on: connection)
  }

  private static let texts = [
    "external_id", "name", "brand", "road_address", "lot_address", "phone", "opening_hours", "tags",
  ]

  /// The keys of a table's rows with a text that is not composed.
  private static func rows(
    of table: String, keys: [String], on connection: any DatabaseConnection
  ) throws -> [[Int64]] {
    var found: [[Int64]] = []
    try connection.each("SELECT \((keys + texts).joined(separator: ", ")) FROM \(table)", []) { row in
      let isComposed = texts.indices.allSatisfy { column in
        row.withUTF8(keys.count + column) { bytes in
          if ComposedBytes.firstPossiblyNonNFC(in: Span(_unsafeElements: bytes)) == bytes.count { return true }
          return composed(String(decoding: bytes, as: UTF8.self)).utf8.elementsEqual(bytes)
        }
      }
      if !isComposed { found.append(keys.indices.map(row.integer)) }
    }
    return found
  }

  private static func booths(of source: Int64, on connection: any DatabaseConnection) throws -> [Int64] {
    var found: [Int64] = []
    try connection.each("SELECT id FROM booth WHERE source_id = $1", [.integer(source)]) { found.append($0.integer(0)) }
    return found
  }

  // MARK: Sources

  /// Normalises the names of sources. Returns the sources whose name is then that of an older one, with the older one.
  private static func composeSources(on connection: any DatabaseConnection) throws -> [Int64: Int64] {
    var sources: [(id: Int64, name: String)] = []
    try connection.each("SELECT id, name FROM source ORDER BY id", []) { sources.append(($0.integer(0), $0.text(1))) }
    var moved: [Int64: Int64] = [:]
    var kept: [String: Int64] = [:]
    for (id, name) in sources {
      // String comparison is independent of the normal form.
      if let older = kept[name] { moved[id] = older } else { kept[name] = id }
    }
    // The younger sources first make way for the composed names.
    for id in moved.keys {
      try connection.run("UPDATE source SET name = $2 WHERE id = $1", [.integer(id), .text("\u{0}\(id)")])
    }
    for (id, name) in sources where moved[id] == nil && !composed(name).utf8.elementsEqual(name.utf8) {
      try connection.run("UPDATE source SET name = $2 WHERE id = $1", [.integer(id), .text(composed(name))])
    }
    return moved
  }

  private static func forget(_ source: Int64, for target: Int64, on connection: any DatabaseConnection) throws {
    try connection.run(
      "UPDATE import_run SET source_id = $2 WHERE source_id = $1", [.integer(source), .integer(target)])
    try connection.run("DELETE FROM source WHERE id = $1", [.integer(source)])
  }

  // MARK: Former states of booths

  private static func composeBefore(on connection: any DatabaseConnection) throws {
    let rows = try rows(of: "booth_before", keys: ["run", "booth"], on: connection)
    guard !rows.isEmpty else { return }
    let update = try connection.prepare(
      "UPDATE booth_before SET \(BoothColumns.assignments(from: 4)), fingerprint = $3 WHERE run = $1 AND booth = $2")
    for row in rows {
      let key = row.map(Value.integer)
      let attributes = try connection.first(
        "SELECT \(BoothColumns.attributeNames) FROM booth_before WHERE run = $1 AND booth = $2", key
      ) { try BoothColumns.attributes(of: $0, from: 0).composed }
      guard let attributes else { continue }
      try update.bind(1, row[0])
      try update.bind(2, row[1])
      try update.bind(3, attributes.fingerprint)
      try BoothColumns.bind(attributes, to: update, from: 4)
      try update.run()
    }
  }

  /// Normalises booths one by one.
  private struct BoothComposer {
    private let connection: any DatabaseConnection
    private let moved: [Int64: Int64]
    private let select: any PreparedStatement
    private let selectOther: any PreparedStatement
    private let update: any PreparedStatement

    init(_ connection: any DatabaseConnection, moved: [Int64: Int64]) throws {
      self.connection = connection
      self.moved = moved
      select = try connection.prepare("SELECT source_id, \(BoothColumns.attributeNames) FROM booth WHERE id = $1")
      selectOther = try connection.prepare(
        "SELECT id FROM booth WHERE source_id = $1 AND external_id = $2 AND id <> $3")
      update = try connection.prepare(
        "UPDATE booth SET source_id = $2, fingerprint = $3, \(BoothColumns.assignments(from: 4)) WHERE id = $1")
    }

    func compose(_ booth: Int64) throws {
      try select.bind(1, booth)
      let found = try select.first { ($0.integer(0), try BoothColumns.attributes(of: $0, from: 1).composed) }
      guard let (source, attributes) = found else { return }
      let target = moved[source] ?? source
      if let other = try other(attributes.externalID, of: target, than: booth) {
        try merge(max(booth, other), into: min(booth, other), attributes)
        if other < booth { return }
      }
      try update.bind(1, booth)
      try update.bind(2, target)
      try update.bind(3, attributes.fingerprint)
      try BoothColumns.bind(attributes, to: update, from: 4)
      try update.run()
      try CatalogueVersion.advance(on: connection, booth: booth)
    }

    private func other(_ externalID: String, of source: Int64, than booth: Int64) throws -> Int64? {
      try selectOther.bind(1, source)
      try selectOther.bind(2, externalID)
      try selectOther.bind(3, booth)
      return try selectOther.first { $0.integer(0) }
    }

    /// Merges the younger of two booths into the older one.
    private func merge(_ younger: Int64, into older: Int64, _ attributes: BoothAttributes) throws {
      let both: [Value] = [.integer(younger), .integer(older)]
      try connection.run("UPDATE community.post SET booth_id = $2 WHERE booth_id = $1", both)
      try connection.run("UPDATE community.todo SET booth_id = $2 WHERE booth_id = $1", both)
      try connection.run("DELETE FROM booth WHERE id = $1", [.integer(younger)])
      try connection.run(
        """
        INSERT INTO import_duplicate (run, ordinal, line, external_id, name, original, metres)
        SELECT number, (SELECT COALESCE(MAX(ordinal), 0) + 1 FROM import_duplicate WHERE run = number), 0, $3, $4, $2, 0
        FROM import_run WHERE first_booth <= $1 AND end_booth > $1
        """, both + [.text(attributes.externalID), .text(attributes.name)])
      try connection.run(
        """
        UPDATE import_run SET duplicate = duplicate + 1,
          added = added - CASE WHEN added > 0 THEN 1 ELSE 0 END, closed = closed - CASE WHEN added > 0 THEN 0 ELSE 1 END
        WHERE first_booth <= $1 AND end_booth > $1
        """, [.integer(younger)])
      try CatalogueVersion.advance(on: connection, booth: younger)
    }
  }
}

extension BoothAttributes {
  /// The attributes with every text in composed form.
  fileprivate var composed: BoothAttributes {
    var attributes = self
    attributes.externalID = TextForms.composed(externalID)
    attributes.name = TextForms.composed(name)
    attributes.brand = brand.map(TextForms.composed)
    attributes.roadAddress = roadAddress.map(TextForms.composed)
    attributes.lotAddress = lotAddress.map(TextForms.composed)
    attributes.phone = phone.map(TextForms.composed)
    attributes.openingHours = openingHours.map(TextForms.composed)
    attributes.tags = Set(tags.map(TextForms.composed)).sorted()
    return attributes
  }
}

package import Basics
package import Photos
package import SQL

package struct SQLPhotoRegister: PhotoRegister {
  private let database: any Database

  /// A register over a database, whose schema it migrates.
  /// - Throws: `DomainError` `schema-newer` if a newer program wrote the database, and errors of opening it.
  package init(_ database: any Database) async throws {
    try await database.prepareStores()
    self.database = database
  }

  /// - Parameter database: its schema must be up to date.
  package init(prepared database: any Database) {
    self.database = database
  }

  /// Complexity: O(photos log n).
  package func record(
    _ photos: [RecordedPhoto], by account: AccountID, at instant: Timestamp
  ) async throws -> Bool {
    do {
      try await database.write { connection in
        guard try connection.integer("SELECT 1 FROM account WHERE id = $1", [.id(account)]) != nil else {
          throw DomainError(.notFound, "account-unknown", "The account does not exist any more.")
        }
        guard !photos.isEmpty else { return }
        // One file sent twice is one photo. All writers lock the rows in one order.
        let unique = Dictionary(photos.map { ($0.photo.name, $0.photo) }, uniquingKeysWith: { first, _ in first })
        try Self.put(
          unique.values.sorted { $0.name.description < $1.name.description }, by: account, at: instant, on: connection)
        try Self.keep(photos.reduce(into: [:]) { $0.merge($1.forms) { $1 } }, on: connection)
      }
      return true
    } catch is ClaimedPhoto {
      return false
    }
  }

  private static func put(
    _ photos: [Photo], by account: AccountID, at instant: Timestamp, on connection: any DatabaseConnection
  ) throws {
    var rows = BoundValues()
    let photoRows = rows.add(
      rows: photos.map { photo in
        [
          .text(photo.name.description), .integer(Int64(photo.size)), .integer(Int64(photo.width)),
          .integer(Int64(photo.height)), .instant(instant), .integer(1),
        ]
      })
    let written = try connection.run(
      """
      INSERT INTO photo (name, size, width, height, uploaded_at, is_checked) VALUES \(photoRows)
      ON CONFLICT (name) DO UPDATE SET is_checked = 1, claimed_until = NULL, uploaded_at =
        CASE WHEN excluded.uploaded_at > photo.uploaded_at THEN excluded.uploaded_at ELSE photo.uploaded_at END
      WHERE photo.claimed_until IS NULL OR photo.claimed_until <= excluded.uploaded_at
      """, rows.values)
    guard written == photos.count else { throw ClaimedPhoto() }
    var uploads = BoundValues()
    let uploadRows = uploads.add(rows: photos.map { [.text($0.name.description), .id(account)] })
    try connection.run(
      "INSERT INTO photo_upload (photo, account_id) VALUES \(uploadRows) ON CONFLICT DO NOTHING", uploads.values)
  }

  private static func keep(_ forms: [PhotoKey: StoredVariant], on connection: any DatabaseConnection) throws {
    guard !forms.isEmpty else { return }
    var bound = BoundValues()
    let rows = bound.add(
      rows: forms.sorted { $0.key.name.description < $1.key.name.description }.map { key, form in
        [.text(key.name.description), width(of: key), .integer(Int64(form.size)), .text(form.hash)]
      })
    try connection.run(
      """
      INSERT INTO photo_form (photo, width, size, hash) VALUES \(rows)
      ON CONFLICT (photo, width) DO UPDATE SET size = excluded.size, hash = excluded.hash
      """, bound.values)
  }

  /// 0 stands for the photo itself.
  private static func width(of key: PhotoKey) -> Value { .integer(Int64(key.width?.rawValue ?? 0)) }

  package func entry(of key: PhotoKey) async throws -> PhotoEntry? {
    try await database.read { connection in
      try connection.first(
        """
        SELECT photo.is_sold, photo_form.size, photo_form.hash, photo.is_checked FROM photo
        LEFT JOIN photo_form ON photo_form.photo = photo.name AND photo_form.width = $2
        WHERE photo.name = $1 AND photo.claimed_until IS NULL
        """, [.text(key.name.description), Self.width(of: key)]
      ) { row in
        let form = row.optionalText(2).map { StoredVariant(size: Int(row.integer(1)), hash: $0) }
        return PhotoEntry(form: form, isStored: row.integer(3) != 0, isSold: row.integer(0) != 0)
      }
    }
  }

  /// Complexity: O(posts that show it · log n).
  package func isAccessible(_ name: PhotoName, to viewer: AccountID?) async throws -> Bool {
    try await database.read { connection in
      let photo = Value.text(name.description)
      if try connection.integer(Self.isPublic, [photo]) != nil { return true }
      guard let viewer else { return false }
      return try connection.integer(Self.isOwn, [photo, .id(viewer)]) != nil
    }
  }

  private static let isPublic = """
    SELECT 1 WHERE EXISTS (
      SELECT 1 FROM post_photo JOIN post ON post.id = post_photo.post_id
      WHERE post_photo.photo = $1 AND COALESCE(post.price, 0) = 0)
    OR EXISTS (SELECT 1 FROM account WHERE account.photo = $1)
    OR EXISTS (SELECT 1 FROM message_photo WHERE message_photo.photo = $1)
    OR EXISTS (SELECT 1 FROM workspace WHERE workspace.photo = $1)
    """

  private static let isOwn = """
    SELECT 1 WHERE EXISTS (SELECT 1 FROM photo_upload WHERE photo = $1 AND account_id = $2)
    OR EXISTS (
      SELECT 1 FROM post_photo JOIN post ON post.id = post_photo.post_id
      WHERE post_photo.photo = $1 AND post.author_id = $2)
    OR EXISTS (
      SELECT 1 FROM post_photo JOIN shop_order ON shop_order.post_id = post_photo.post_id
      WHERE post_photo.photo = $1 AND shop_order.buyer_id = $2 AND shop_order.\(OrderRows.isPurchased))
    OR EXISTS (
      SELECT 1 FROM order_photo JOIN shop_order ON shop_order.id = order_photo.order_id
      WHERE order_photo.photo = $1 AND shop_order.buyer_id = $2 AND shop_order.\(OrderRows.isPurchased))
    """

  /// Complexity: O(photos log n).
  package func photos(of orders: [OrderID]) async throws -> [OrderID: [Photo]] {
    try await database.read { connection in
      var photos: [OrderID: [Photo]] = [:]
      try connection.each(in: orders.map(Value.id), after: []) { list in
        """
        SELECT photo.name, photo.size, photo.width, photo.height, order_photo.order_id
        FROM order_photo JOIN photo ON photo.name = order_photo.photo
        WHERE order_photo.order_id IN (\(list)) AND photo.claimed_until IS NULL
        ORDER BY order_photo.order_id, order_photo.position
        """
      } _: { row in
        photos[try row.identifier(4), default: []].append(try Self.photo(of: row))
      }
      return photos
    }
  }

  private static func photo(of row: any Row) throws -> Photo {
    guard let name = PhotoName(row.text(0)) else { throw Unreadable(what: "photo name") }
    return Photo(name: name, size: Int(row.integer(1)), width: Int(row.integer(2)), height: Int(row.integer(3)))
  }

  package func count() async throws -> Int {
    try await database.read { Int(try $0.integer("SELECT COUNT(*) FROM photo WHERE claimed_until IS NULL") ?? 0) }
  }

  /// Complexity: O(limit · log n).
  package func recorded(after name: PhotoName?, limit: Int) async throws -> [RecordedPhoto] {
    try await database.read { connection in
      try Self.photos("claimed_until IS NULL", after: name, limit: limit, on: connection).map {
        RecordedPhoto($0, forms: try Self.forms(of: $0.name, on: connection))
      }
    }
  }

  /// The stored forms of photos that were uploaded since an instant. Complexity: O(photos since then · log n).
  package func forms(since instant: Timestamp) async throws -> [(key: PhotoKey, variant: StoredVariant)] {
    try await database.read { connection in
      var forms: [(PhotoKey, StoredVariant)] = []
      try connection.each(
        """
        SELECT photo.name, photo_form.width, photo_form.size, photo_form.hash
        FROM photo JOIN photo_form ON photo_form.photo = photo.name
        WHERE photo.uploaded_at >= $1 AND photo.claimed_until IS NULL AND photo_form.size > 0
        """, [.instant(instant)]
      ) { row in
        guard let name = PhotoName(row.text(0)) else { throw Unreadable(what: "photo name") }
        let key = PhotoKey(name, PhotoWidth(rawValue: Int(row.integer(1))))
        forms.append((key, StoredVariant(size: Int(row.integer(2)), hash: row.text(3))))
      }
      return forms
    }
  }

  private static func forms(
    of name: PhotoName, on connection: any DatabaseConnection
  ) throws -> [PhotoKey: StoredVariant] {
    var forms: [PhotoKey: StoredVariant] = [:]
    try connection.each(
      "SELECT width, size, hash FROM photo_form WHERE photo = $1", [.text(name.description)]
    ) { row in
      let key = PhotoKey(name, PhotoWidth(rawValue: Int(row.integer(0))))
      forms[key] = StoredVariant(size: Int(row.integer(1)), hash: row.text(2))
    }
    return forms
  }

  /// Complexity: O(limit).
  package func unchecked(after name: PhotoName?, limit: Int) async throws -> [Photo] {
    try await database.read { try Self.photos("is_checked = 0", after: name, limit: limit, on: $0) }
  }

  private static func photos(
    _ condition: String, after name: PhotoName?, limit: Int, on connection: any DatabaseConnection
  ) throws -> [Photo] {
    var photos: [Photo] = []
    try connection.each(
      "SELECT name, size, width, height FROM photo WHERE \(condition) AND name > $1 ORDER BY name LIMIT $2",
      [.text(name?.description ?? ""), .integer(Int64(limit))]
    ) { photos.append(try Self.photo(of: $0)) }
    return photos
  }

  package func recordForms(
    _ forms: [PhotoKey: StoredVariant], of name: PhotoName, isStored: Bool
  ) async throws -> Bool {
    try await database.write { connection in
      let photo = Value.text(name.description)
      // A photo that was uploaded again in the meantime is checked, and its newer record holds.
      guard let checked = try connection.integer("SELECT is_checked FROM photo WHERE name = $1", [photo]) else {
        return false
      }
      if checked == 0 {
        try Self.keep(forms, on: connection)
        if isStored { try connection.run("UPDATE photo SET is_checked = 1 WHERE name = $1", [photo]) }
      }
      return true
    }
  }

  /// Photos that nothing refers to. Complexity: O(photos), without blocking writers.
  package func unused(before instant: Timestamp, at now: Timestamp, limit: Int) async throws -> [PhotoName] {
    try await database.read { connection in
      var names: [PhotoName] = []
      try connection.each(
        "SELECT name FROM photo WHERE \(Self.isUnused) ORDER BY uploaded_at LIMIT $3",
        [.integer(instant.milliseconds), .integer(now.milliseconds), .integer(Int64(limit))]
      ) { row in
        guard let name = PhotoName(row.text(0)) else { throw Unreadable(what: "photo name") }
        names.append(name)
      }
      return names
    }
  }

  // An unchecked photo is left alone: the check may be about to store its cleaned bytes.
  private static let isUnused = """
    uploaded_at < $1 AND is_checked = 1 AND (claimed_until IS NULL OR claimed_until <= $2) AND \(isNotShown)
    """

  private static let isNotShown = """
    NOT EXISTS (SELECT 1 FROM post_photo WHERE post_photo.photo = photo.name)
    AND NOT EXISTS (SELECT 1 FROM account WHERE account.photo = photo.name)
    AND NOT EXISTS (SELECT 1 FROM message_photo WHERE message_photo.photo = photo.name)
    AND NOT EXISTS (SELECT 1 FROM workspace WHERE workspace.photo = photo.name)
    AND NOT EXISTS (SELECT 1 FROM correction_photo WHERE correction_photo.photo = photo.name)
    AND NOT EXISTS (
      SELECT 1 FROM order_photo JOIN shop_order ON shop_order.id = order_photo.order_id
      WHERE order_photo.photo = photo.name AND shop_order.\(OrderRows.keepsPhotos))
    """

  /// Complexity: O(log n) each.
  package func isShown(_ names: [PhotoName]) async throws -> [PhotoName: Bool] {
    try await database.read { connection in
      var shown: [PhotoName: Bool] = [:]
      try connection.each(
        in: names.map { .text($0.description) }, after: [],
        { "SELECT name, CASE WHEN \(Self.isNotShown) THEN 0 ELSE 1 END FROM photo WHERE name IN (\($0))" },
        { row in
          if let name = PhotoName(row.text(0)) { shown[name] = row.integer(1) != 0 }
        })
      return shown
    }
  }

  /// Complexity: O(log n) each.
  package func claim(
    _ names: [PhotoName], unusedBefore instant: Timestamp, at now: Timestamp, until end: Timestamp
  ) async throws -> [PhotoName] {
    try await database.write { connection in
      var claimed: Set<String> = []
      try connection.each(
        in: names.map { .text($0.description) },
        after: [.integer(instant.milliseconds), .integer(now.milliseconds), .integer(end.milliseconds)],
        { "UPDATE photo SET claimed_until = $3 WHERE \(Self.isUnused) AND name IN (\($0)) RETURNING name" },
        { claimed.insert($0.text(0)) })
      // Only an uploader can show a photo.
      try connection.run(in: claimed.sorted().map(Value.text)) { "DELETE FROM photo_upload WHERE photo IN (\($0))" }
      return names.filter { claimed.contains($0.description) }
    }
  }

  /// Complexity: O(log n) each.
  package func removeClaimed(_ names: [PhotoName], until end: Timestamp) async throws -> Int {
    try await database.write { connection in
      var removed = 0
      try connection.each(
        in: names.map { .text($0.description) }, after: [.integer(end.milliseconds)],
        { "DELETE FROM photo WHERE claimed_until = $1 AND name IN (\($0)) RETURNING name" }, { _ in removed += 1 })
      return removed
    }
  }
}

/// One of the photos to record is claimed for removal.
private struct ClaimedPhoto: Error {}

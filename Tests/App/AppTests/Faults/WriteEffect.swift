import SQL

/// What a request does to the database, as it is seen there afterwards.
struct WriteEffect: Sendable {
  enum State: Equatable, Sendable {
    /// As if the request had never been sent.
    case absent
    case whole
    /// Neither: what is there of it.
    case part(String)
  }

  /// Which database it is in.
  enum Place: Sendable { case service, catalogue }

  /// For messages of the test.
  let name: String
  var place = Place.service
  let state: @Sendable (any DatabaseConnection) throws -> State

  /// Rows that are added together: whole if there are exactly this number.
  static func rows(
    _ name: String, of count: Int64 = 1, in place: Place = .service, _ query: String, _ values: Value...
  ) -> WriteEffect {
    WriteEffect(name: name, place: place) { connection in
      let found = try connection.integer(query, values) ?? 0
      return found == count ? .whole : found == 0 ? .absent : .part("\(found) of \(count) rows")
    }
  }

  /// A removal: whole if no row is left of this number.
  static func removal(_ name: String, of count: Int64 = 1, _ query: String, _ values: Value...) -> WriteEffect {
    WriteEffect(name: name) { connection in
      let found = try connection.integer(query, values) ?? 0
      return found == 0 ? .whole : found == count ? .absent : .part("\(found) of \(count) rows are left")
    }
  }
}

import Basics
import Booths
import Geo
import SQL

/// Maps the attributes of a booth to columns: one list for every table that holds them.
enum BoothColumns {
  struct Column: Sendable {
    let name: String
    let field: BoothField
    /// The field's bit in `edited_fields`. It is stored: positions never change, and new columns go to the end.
    let bit: Int64
  }

  private static let order: [(name: String, field: BoothField)] = [
    ("external_id", .externalID), ("name", .name), ("brand", .brand), ("road_address", .roadAddress),
    ("lot_address", .lotAddress), ("latitude_e7", .latitude), ("longitude_e7", .longitude), ("phone", .phone),
    ("opening_hours", .openingHours), ("tags", .tags), ("cuts", .cuts), ("shots", .shots), ("price", .price),
    ("even_prints_only", .evenPrintsOnly), ("capacity", .capacity), ("status", .status),
    ("last_verified", .lastVerified), ("name_en", .englishName),
  ]

  static let attributes = order.enumerated().map { position, column in
    Column(name: column.name, field: column.field, bit: 1 << Int64(position))
  }

  /// The columns other than the attributes in `booth` and `booth_before`.
  static let state = ["fingerprint", "edited_fields", "edited_at"]

  static let names = attributes.map(\.name)
  static let attributeNames = names.joined(separator: ", ")
  static let allNames = (names + state).joined(separator: ", ")

  /// `name = $3, …` for the attributes.
  static func assignments(from first: Int) -> String {
    attributes.enumerated().map { "\($1.name) = $\(first + $0)" }.joined(separator: ", ")
  }
}

// MARK: Writing

extension BoothColumns {
  /// Binds the attributes to the parameters from `first` on, in the order of the columns.
  static func bind(_ attributes: BoothAttributes, to statement: any ValueBinder, from first: Int) throws {
    try statement.bind(first, attributes.externalID)
    try statement.bind(first + 1, attributes.name)
    if let brand = attributes.brand { try statement.bind(first + 2, brand) }
    if let roadAddress = attributes.roadAddress { try statement.bind(first + 3, roadAddress) }
    if let lotAddress = attributes.lotAddress { try statement.bind(first + 4, lotAddress) }
    if let coordinate = attributes.coordinate {
      try statement.bind(first + 5, Int64(coordinate.latitudeE7))
      try statement.bind(first + 6, Int64(coordinate.longitudeE7))
    }
    if let phone = attributes.phone { try statement.bind(first + 7, phone) }
    if let openingHours = attributes.openingHours { try statement.bind(first + 8, openingHours) }
    if !attributes.tags.isEmpty { try statement.bind(first + 9, attributes.tags.joined(separator: ",")) }
    if let cuts = attributes.cuts { try statement.bind(first + 10, Int64(cuts)) }
    if let shots = attributes.shots { try statement.bind(first + 11, Int64(shots)) }
    if let price = attributes.price { try statement.bind(first + 12, Int64(price)) }
    if let evenPrintsOnly = attributes.evenPrintsOnly { try statement.bind(first + 13, Int64(evenPrintsOnly ? 1 : 0)) }
    if let capacity = attributes.capacity { try statement.bind(first + 14, Int64(capacity)) }
    try statement.bind(first + 15, Int64(attributes.status.code))
    if let lastVerified = attributes.lastVerified { try statement.bind(first + 16, lastVerified.milliseconds) }
    if let englishName = attributes.englishName { try statement.bind(first + 17, englishName) }
  }
}

// MARK: Reading

extension BoothColumns {
  /// Reads the attributes from the columns from `first` on, in the order of `attributes`.
  static func attributes(of row: any Row, from first: Int) throws -> BoothAttributes {
    var attributes = BoothAttributes(
      externalID: row.text(first), name: row.text(first + 1),
      coordinate: row.isNull(first + 5) ? nil : try coordinate(of: row, at: first + 5))
    attributes.brand = row.optionalText(first + 2)
    attributes.roadAddress = row.optionalText(first + 3)
    attributes.lotAddress = row.optionalText(first + 4)
    attributes.phone = row.optionalText(first + 7)
    attributes.openingHours = row.optionalText(first + 8)
    attributes.tags = row.optionalText(first + 9).map { $0.split(separator: ",").map(String.init) } ?? []
    attributes.cuts = row.optionalInteger(first + 10).map(Int.init)
    attributes.shots = row.optionalInteger(first + 11).map(Int.init)
    attributes.price = row.optionalInteger(first + 12).map(Int.init)
    attributes.evenPrintsOnly = row.optionalInteger(first + 13).map { $0 != 0 }
    attributes.capacity = row.optionalInteger(first + 14).map(Int.init)
    attributes.status = BoothStatus(code: UInt8(truncatingIfNeeded: row.integer(first + 15)))
    attributes.lastVerified = row.optionalInteger(first + 16).map(Timestamp.init(milliseconds:))
    attributes.englishName = row.optionalText(first + 17)
    return attributes
  }

  /// Reads a coordinate from the columns `first` (latitude) and the next one (longitude).
  static func coordinate(of row: any Row, at first: Int) throws -> StoredCoordinate {
    guard let latitude = Int32(exactly: row.integer(first)), let longitude = Int32(exactly: row.integer(first + 1)),
      let coordinate = StoredCoordinate(latitudeE7: latitude, longitudeE7: longitude)
    else { throw DatabaseFailure(code: 0, message: "a booth's coordinate is out of range", statement: nil) }
    return coordinate
  }
}

// MARK: Edited fields

extension BoothColumns {
  /// The value of `edited_fields` for fields.
  static func bits(of fields: Set<BoothField>) -> Int64 {
    attributes.reduce(0) { fields.contains($1.field) ? $0 | $1.bit : $0 }
  }

  /// The fields of a value of `edited_fields`.
  static func fields(of bits: Int64) -> Set<BoothField> {
    bits == 0 ? [] : Set(attributes.filter { bits & $0.bit != 0 }.map(\.field))
  }
}

import Basics
import Booths
import Geo
import SQL

/// How the facts of a booth stand in a row: one list of columns for every table that holds them.
enum BoothColumns {
  /// A column and the field that it holds.
  struct Column: Sendable {
    let name: String
    let field: BoothField
    /// The field's bit in `edited_fields`: stored, so a position never changes and new columns go to the end.
    let bit: Int64
  }

  private static let order: [(name: String, field: BoothField)] = [
    ("external_id", .externalID), ("name", .name), ("brand", .brand), ("road_address", .roadAddress),
    ("lot_address", .lotAddress), ("latitude_e7", .latitude), ("longitude_e7", .longitude), ("phone", .phone),
    ("opening_hours", .openingHours), ("tags", .tags), ("cuts", .cuts), ("shots", .shots), ("price", .price),
    ("even_prints_only", .evenPrintsOnly), ("capacity", .capacity), ("status", .status),
    ("last_verified", .lastVerified),
  ]

  static let facts = order.enumerated().map { position, column in
    Column(name: column.name, field: column.field, bit: 1 << Int64(position))
  }

  /// The columns beside the facts in `booth` and `booth_before`.
  static let state = ["fingerprint", "edited_fields", "edited_at"]

  static let factNames = facts.map(\.name).joined(separator: ", ")
  static let allNames = (facts.map(\.name) + state).joined(separator: ", ")

  /// `$3, $4, …` for a number of parameters.
  static func parameters(from first: Int, count: Int) -> String {
    (first..<first + count).map { "$\($0)" }.joined(separator: ", ")
  }

  /// `name = $3, …` for the facts.
  static func assignments(from first: Int) -> String {
    facts.enumerated().map { "\($1.name) = $\(first + $0)" }.joined(separator: ", ")
  }
}

// MARK: Writing

extension BoothColumns {
  /// Binds the facts to the parameters from `first` on, in the order of the columns.
  static func bind(_ facts: BoothFacts, to statement: any PreparedStatement, from first: Int) throws {
    try statement.bind(first, facts.externalID)
    try statement.bind(first + 1, facts.name)
    if let brand = facts.brand { try statement.bind(first + 2, brand) }
    if let roadAddress = facts.roadAddress { try statement.bind(first + 3, roadAddress) }
    if let lotAddress = facts.lotAddress { try statement.bind(first + 4, lotAddress) }
    if let place = facts.place {
      try statement.bind(first + 5, Int64(place.latitudeE7))
      try statement.bind(first + 6, Int64(place.longitudeE7))
    }
    if let phone = facts.phone { try statement.bind(first + 7, phone) }
    if let openingHours = facts.openingHours { try statement.bind(first + 8, openingHours) }
    if !facts.tags.isEmpty { try statement.bind(first + 9, facts.tags.joined(separator: ",")) }
    if let cuts = facts.cuts { try statement.bind(first + 10, Int64(cuts)) }
    if let shots = facts.shots { try statement.bind(first + 11, Int64(shots)) }
    if let price = facts.price { try statement.bind(first + 12, Int64(price)) }
    if let evenPrintsOnly = facts.evenPrintsOnly { try statement.bind(first + 13, Int64(evenPrintsOnly ? 1 : 0)) }
    if let capacity = facts.capacity { try statement.bind(first + 14, Int64(capacity)) }
    try statement.bind(first + 15, facts.status.code)
    if let lastVerified = facts.lastVerified { try statement.bind(first + 16, lastVerified.milliseconds) }
  }
}

// MARK: Reading

extension BoothColumns {
  /// Reads the facts from the columns from `first` on, in the order of the list.
  static func facts(of row: any Row, from first: Int) throws -> BoothFacts {
    var facts = BoothFacts(
      externalID: row.text(first), name: row.text(first + 1),
      place: row.isNull(first + 5) ? nil : try place(of: row, at: first + 5))
    facts.brand = row.textIfAny(first + 2)
    facts.roadAddress = row.textIfAny(first + 3)
    facts.lotAddress = row.textIfAny(first + 4)
    facts.phone = row.textIfAny(first + 7)
    facts.openingHours = row.textIfAny(first + 8)
    facts.tags = row.textIfAny(first + 9).map { $0.split(separator: ",").map(String.init) } ?? []
    facts.cuts = row.integerIfAny(first + 10).map(Int.init)
    facts.shots = row.integerIfAny(first + 11).map(Int.init)
    facts.price = row.integerIfAny(first + 12).map(Int.init)
    facts.evenPrintsOnly = row.integerIfAny(first + 13).map { $0 != 0 }
    facts.capacity = row.integerIfAny(first + 14).map(Int.init)
    facts.status = BoothStatus(code: row.integer(first + 15))
    facts.lastVerified = row.integerIfAny(first + 16).map(Timestamp.init(milliseconds:))
    return facts
  }

  /// The place in the columns `first` (latitude) and the next one (longitude).
  static func place(of row: any Row, at first: Int) throws -> StoredCoordinate {
    guard let latitude = Int32(exactly: row.integer(first)), let longitude = Int32(exactly: row.integer(first + 1)),
      let place = StoredCoordinate(latitudeE7: latitude, longitudeE7: longitude)
    else { throw DatabaseError(code: 0, message: "a booth's place is out of range", statement: nil) }
    return place
  }
}

extension BoothStatus {
  /// The number that the tables hold.
  var code: Int64 {
    switch self {
    case .unknown: 0
    case .operating: 1
    case .closed: 2
    }
  }

  init(code: Int64) {
    self =
      switch code {
      case 1: .operating
      case 2: .closed
      default: .unknown
      }
  }
}

// MARK: Edited fields

/// Which fields an operator edited, as the tables hold it.
struct EditedFields: Hashable, Sendable {
  var bits: Int64 = 0

  /// Latitude and longitude are one place: editing either protects both.
  private static let place = bits(of: [.latitude, .longitude])

  var isEmpty: Bool { bits == 0 }
  var fields: Set<BoothField> { Set(BoothColumns.facts.filter { bits & $0.bit != 0 }.map(\.field)) }

  init(bits: Int64) {
    self.bits = bits
  }

  init(_ fields: Set<BoothField>) {
    bits = Self.bits(of: fields)
    if bits & Self.place != 0 { bits |= Self.place }
  }

  private static func bits(of fields: Set<BoothField>) -> Int64 {
    BoothColumns.facts.reduce(0) { fields.contains($1.field) ? $0 | $1.bit : $0 }
  }
}

extension BoothFacts {
  /// The same facts with some fields as another has them.
  func overlaid(by edited: BoothFacts, in fields: Set<BoothField>) -> BoothFacts {
    var facts = self
    for field in fields { facts.take(field, from: edited) }
    return facts
  }

  private mutating func take(_ field: BoothField, from other: BoothFacts) {
    switch field {
    case .externalID: externalID = other.externalID
    case .name: name = other.name
    case .brand: brand = other.brand
    case .roadAddress: roadAddress = other.roadAddress
    case .lotAddress: lotAddress = other.lotAddress
    case .latitude, .longitude: place = other.place
    case .phone: phone = other.phone
    case .openingHours: openingHours = other.openingHours
    case .tags: tags = other.tags
    case .cuts: cuts = other.cuts
    case .shots: shots = other.shots
    case .price: price = other.price
    case .evenPrintsOnly: evenPrintsOnly = other.evenPrintsOnly
    case .capacity: capacity = other.capacity
    case .status: status = other.status
    case .lastVerified: lastVerified = other.lastVerified
    }
  }

  /// The fields in which two differ, as CSV spells them.
  func changes(to other: BoothFacts) -> [FieldChange] {
    BoothField.allCases.compactMap { field in
      let (before, after) = (text(field), other.text(field))
      return before == after ? nil : FieldChange(field: field, before: before, after: after)
    }
  }
}

package import Basics
import Geo

package enum BoothStatus: String, Hashable, Sendable, CaseIterable {
  case operating
  case closed
  case unknown

  /// The number that is stored and hashed. It never changes.
  package var code: UInt8 {
    switch self {
    case .unknown: 0
    case .operating: 1
    case .closed: 2
    }
  }

  /// The status with a stored number; `unknown` for other numbers.
  package init(code: UInt8) {
    self = code == 1 ? .operating : code == 2 ? .closed : .unknown
  }
}

/// The attributes of a booth as its source gives them, without the catalogue's id.
package struct BoothAttributes: Hashable, Sendable {
  /// The source's own identifier, or one made of name and address if the source has none.
  package var externalID: String
  /// The name on the sign. Never empty.
  package var name: String
  /// The name in English, if the source gives one that differs from the name.
  package var englishName: String?
  /// The chain, if known.
  package var brand: String?
  package var roadAddress: String?
  package var lotAddress: String?
  /// Nil while unknown: the booth is listed, but no query by position finds it.
  package var coordinate: StoredCoordinate?
  /// As the source writes it.
  package var phone: String?
  /// OpenStreetMap `opening_hours` syntax in its normal form; nil when unknown.
  package var openingHours: String?
  /// In lower case, unique, ascending.
  package var tags: [String]
  /// Pictures on one print (four on a four-cut).
  package var cuts: Int?
  /// Pictures taken, from which the customer chooses.
  package var shots: Int?
  /// The lowest price of a session, in the money of its country.
  package var price: Int?
  /// Whether prints are sold in even numbers only.
  package var evenPrintsOnly: Bool?
  /// The number of people who fit in.
  package var capacity: Int?
  package var status: BoothStatus
  package var lastVerified: Timestamp?

  /// Attributes whose optional fields are unknown.
  package init(externalID: String, name: String, coordinate: StoredCoordinate?) {
    self.externalID = externalID
    self.name = name
    self.coordinate = coordinate
    self.tags = []
    self.status = .unknown
  }
}

package struct Booth: Hashable, Sendable, Identifiable {
  package let id: BoothID
  package var source: String
  /// The source's attributes, overlaid by those that an operator edited.
  package var attributes: BoothAttributes
  package var editedFields: Set<BoothField>

  package init(id: BoothID, source: String, attributes: BoothAttributes, editedFields: Set<BoothField> = []) {
    self.id = id
    self.source = source
    self.attributes = attributes
    self.editedFields = editedFields
  }
}

/// The fields of a booth. Raw values are the names in the importer's `--map`, `booths edit`, CSV exports and `fields=`.
package enum BoothField: String, Hashable, Sendable, CaseIterable {
  case externalID = "external_id"
  case name
  case brand
  case roadAddress = "road_address"
  case lotAddress = "lot_address"
  case latitude
  case longitude
  case phone
  case openingHours = "opening_hours"
  case tags
  case cuts
  case shots
  case price
  case evenPrintsOnly = "even_prints_only"
  case capacity
  case status
  case lastVerified = "last_verified"
  case englishName = "name_en"
}

package import Basics
import Geo

/// Whether a booth is there to be used.
package enum BoothStatus: String, Hashable, Sendable, CaseIterable {
  case operating
  case closed
  case unknown

  /// The number that is stored and hashed: it never changes.
  package var code: UInt8 {
    switch self {
    case .unknown: 0
    case .operating: 1
    case .closed: 2
    }
  }

  /// The status of a number.
  package init(code: UInt8) {
    self = code == 1 ? .operating : code == 2 ? .closed : .unknown
  }
}

/// What a source tells of a booth: everything but the number that the catalogue gives.
package struct BoothAttributes: Hashable, Sendable {
  /// The source's own identifier; where a source has none, one made of name and address.
  package var externalID: String
  /// What the sign says. Never empty.
  package var name: String
  /// The chain, where known.
  package var brand: String?
  /// Address by road name.
  package var roadAddress: String?
  /// Address by lot number.
  package var lotAddress: String?
  /// Where it stands; nil where that is not known yet. Such a booth is listed, and found by no query for a position.
  package var coordinate: StoredCoordinate?
  /// As written by the source.
  package var phone: String?
  /// OpenStreetMap `opening_hours` text in its normal form; nil: not known.
  package var openingHours: String?
  /// Lower case, unique, ascending.
  package var tags: [String]
  /// Pictures on one print (four on a four-cut).
  package var cuts: Int?
  /// Pictures taken to choose from.
  package var shots: Int?
  /// The lowest price of a session, in KRW.
  package var price: Int?
  /// Whether prints are sold in even numbers only.
  package var evenPrintsOnly: Bool?
  /// How many people fit in.
  package var capacity: Int?
  /// Whether it is there to be used.
  package var status: BoothStatus
  /// When the source last looked.
  package var lastVerified: Timestamp?

  /// Attributes with everything optional unknown.
  package init(externalID: String, name: String, coordinate: StoredCoordinate?) {
    self.externalID = externalID
    self.name = name
    self.coordinate = coordinate
    self.tags = []
    self.status = .unknown
  }
}

/// A booth of the catalogue.
package struct Booth: Hashable, Sendable, Identifiable {
  /// The number that the catalogue gave.
  package let id: BoothID
  /// Which source it came from.
  package var source: String
  /// What is known of it: the source's word, overlaid by what an operator edited.
  package var attributes: BoothAttributes
  /// The names of the fields that an operator edited (`BoothField`).
  package var editedFields: Set<BoothField>

  /// A booth.
  package init(id: BoothID, source: String, attributes: BoothAttributes, editedFields: Set<BoothField> = []) {
    self.id = id
    self.source = source
    self.attributes = attributes
    self.editedFields = editedFields
  }
}

/// The fields of a booth by name, as the importer's `--map`, `booths edit`, CSV export and `fields=` spell them.
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
}

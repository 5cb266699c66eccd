public import Basics

/// A booth of the offline catalogue. Unknown values are nil.
public struct OfflineBooth: Hashable, Sendable, Identifiable {
  /// Its stable number.
  public var id: BoothID
  /// Where it is.
  public var coordinate: StoredCoordinate
  /// The name on the sign.
  public var name: String
  /// The name in English that the source gives.
  public var englishName: String?
  /// The source of the booth's data: the name of one of `OfflineCatalogue.sources`.
  public var source: String?
  /// The chain.
  public var brand: String?
  /// The road-name address.
  public var roadAddress: String?
  /// The lot-number address.
  public var lotAddress: String?
  /// As the source writes it.
  public var phone: String?
  /// OpenStreetMap `opening_hours` syntax.
  public var openingHours: String?
  /// In lower case, ascending.
  public var tags: [String]
  /// Pictures on one print.
  public var cuts: Int?
  /// Pictures taken, from which the customer chooses.
  public var shots: Int?
  /// The lowest price of a session, in the money of `currency`.
  public var price: Int?
  /// The ISO 4217 code of the money; nil where the country has none, and in files of former servers.
  public var currency: String?
  /// Whether prints are sold in even numbers only.
  public var evenPrintsOnly: Bool?
  /// The number of people who fit in.
  public var capacity: Int?
  /// Whether it is known to be in operation; closed booths are not in the file.
  public var isOperating: Bool
  /// When the source last verified it, to the minute.
  public var lastVerified: Timestamp?

  /// A booth of which only this is known.
  public init(id: BoothID, name: String, coordinate: StoredCoordinate) {
    (self.id, self.name, self.coordinate) = (id, name, coordinate)
    (tags, isOperating) = ([], false)
  }
}

/// A source of booths, with the terms on which it publishes them. Name them where the booths are shown.
public struct OfflineSource: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The name or the address of the licence.
  public var licence: String?
  /// Who is to be named.
  public var attribution: String?

  /// A source.
  public init(name: String, licence: String? = nil, attribution: String? = nil) {
    (self.name, self.licence, self.attribution) = (name, licence, attribution)
  }
}

/// A booth and its distance.
public struct OfflineNeighbor: Hashable, Sendable {
  /// The booth.
  public var booth: OfflineBooth
  /// The geodesic distance on WGS84.
  public var metres: Double
}

public import Basics

/// The outcome of a proposal. Clients must accept unknown values.
public struct ProposalStateValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a state from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nobody has decided yet.
  public static let open = ProposalStateValue(rawValue: "open")
  /// The booth is in the catalogue.
  public static let accepted = ProposalStateValue(rawValue: "accepted")
  /// The operator did not add it.
  public static let declined = ProposalStateValue(rawValue: "declined")

  /// All known values.
  public static let all = [open, accepted, declined]
}

/// A proposed booth as its author sees it.
public struct ProposalDocument: NativeDocument {
  /// The identifier.
  public var id: ProposalID
  /// Its outcome.
  public var state: ProposalStateValue
  /// The name on the sign.
  public var name: String
  /// The chain; null when unknown.
  public var brand: String?
  /// The address by road name; null when unknown.
  public var roadAddress: String?
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// In the syntax of OpenStreetMap; null when unknown.
  public var openingHours: String?
  /// The lowest price of a session, in the money of its country; null when unknown.
  public var price: Int?
  /// May be empty.
  public var note: String
  /// The time of creation.
  public var createdAt: Timestamp
  /// When it was decided; null while it is open.
  public var decidedAt: Timestamp?
  /// The booth that it became; null unless it was accepted. It may have been removed since.
  public var booth: BoothID?
  /// Why it was declined; null unless it was.
  public var reason: String?

  enum CodingKeys: String, CodingKey {
    case id, state, name, brand, latitude, longitude, price, note, booth, reason
    case roadAddress = "road_address"
    case openingHours = "opening_hours"
    case createdAt = "created_at"
    case decidedAt = "decided_at"
  }

  /// Creates a proposal.
  public init(
    id: ProposalID, state: ProposalStateValue, name: String, latitude: Double, longitude: Double, note: String,
    createdAt: Timestamp
  ) {
    (self.id, self.state, self.name, self.latitude, self.longitude) = (id, state, name, latitude, longitude)
    (self.note, self.createdAt) = (note, createdAt)
  }
}

/// A person's proposals.
public struct ProposalListDocument: NativeDocument {
  /// Newest first.
  public var proposals: [ProposalDocument]

  /// Creates a list.
  public init(proposals: [ProposalDocument]) { self.proposals = proposals }
}

public import Basics
public import Geo

/// What near, radius and viewport queries are narrowed to. Nothing set: every booth that is not closed.
public struct BoothFilter: Hashable, Sendable {
  /// One of these chains, compared without regard to case, blanks and width.
  public var brands: [String] = []
  /// All of these tags.
  public var tags: [String] = []
  /// Only these statuses.
  public var statuses: Set<BoothStatus> = [.operating, .unknown]
  /// Known to be open at this moment.
  public var openAt: Timestamp?
  /// A party of this size: booths known to be too small are left out.
  public var people: Int?

  public init() {}
}

/// The columns of one booth, read from a catalogue without copying: UTF-8 bytes, empty where not known.
public struct BoothRecord: Sendable {
  public let id: BoothID
  public let place: StoredCoordinate
  public let status: BoothStatus
  public let name: ArraySlice<UInt8>
  public let brand: ArraySlice<UInt8>
  public let source: ArraySlice<UInt8>
  public let externalID: ArraySlice<UInt8>
  public let roadAddress: ArraySlice<UInt8>
  public let lotAddress: ArraySlice<UInt8>
  public let phone: ArraySlice<UInt8>
  public let openingHours: ArraySlice<UInt8>
  /// Comma-separated.
  public let tags: ArraySlice<UInt8>
  public let cuts: Int?
  public let shots: Int?
  public let price: Int?
  public let evenPrintsOnly: Bool?
  public let capacity: Int?
  public let lastVerified: Timestamp?
}

/// The catalogue as readers see it: an immutable snapshot, indexed. Queries are pure and run on any thread.
public final class Catalogue: Sendable {
  /// The version of the store that it was read from.
  public let version: Int64
  /// How many booths it holds, closed ones included.
  public let count: Int
  let index: SpatialIndex

  init(version: Int64, count: Int, index: SpatialIndex) {
    self.version = version
    self.count = count
    self.index = index
  }

  /// An empty catalogue.
  public static let empty = Catalogue(version: 0, count: 0, index: SpatialIndex([]))

  /// The nearest booths that pass the filter, nearest first, within `radius` metres, at most `limit`.
  public func near(_ place: Coordinate, limit: Int, within radius: Double = .infinity, _ filter: BoothFilter = BoothFilter())
    -> [Neighbor]
  { [] }

  /// The booths inside a viewport that pass the filter, by ascending id, from after `id`, at most `limit`.
  public func inside(_ viewport: Viewport, after id: BoothID? = nil, limit: Int, _ filter: BoothFilter = BoothFilter())
    -> [UInt32]
  { [] }

  /// How many booths inside a viewport pass the filter.
  public func count(inside viewport: Viewport, _ filter: BoothFilter = BoothFilter()) -> Int { 0 }

  /// Every booth that passes the filter by ascending id, from after `id`, at most `limit`.
  public func all(after id: BoothID? = nil, limit: Int, _ filter: BoothFilter = BoothFilter()) -> [UInt32] { [] }

  /// How many booths pass the filter.
  public func count(_ filter: BoothFilter) -> Int { 0 }

  /// The position of a booth; nil where there is none.
  public func ordinal(of id: BoothID) -> UInt32? { nil }

  /// The booth at a position that a query answered.
  public func record(_ ordinal: UInt32) -> BoothRecord { fatalError("skeleton") }

  /// Booths whose name, brand or address match what was typed, best first: see `SearchText`.
  public func search(_ query: String, limit: Int, _ filter: BoothFilter = BoothFilter()) -> [UInt32] { [] }

  /// Open, closed or unknown at a moment.
  public func openState(_ ordinal: UInt32, at moment: Timestamp) -> OpenState { .unknown }

  /// The chains with the number of booths each that are not closed, most first.
  public var brands: [(name: String, count: Int)] { [] }
}

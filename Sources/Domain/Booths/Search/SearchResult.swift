package import Basics
import Geo

package struct SearchResult: Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case region, station, place, brand, booth, address
  }

  package let kind: Kind
  package let name: String
  package var englishName: String?
  /// The area around a place; the address of a booth.
  package var area: String?
  /// Only for a place: addresses are in one language.
  package var englishArea: String?
  package var lines: [String] = []
  package let coordinate: Coordinate
  /// The part of a map to show for a place.
  package var bounds: Viewport?
  package var booth: BoothID?
  /// The origin of the search; nil without a position.
  package var metres: Double?

  var order = Order(rank: 0, importance: 0, isAlias: false)

  /// The order of results, apart from the distance.
  struct Order: Comparable {
    var rank: Int
    var importance: Int
    var isAlias: Bool

    /// 0: as typed, 1: with slips, 2: without a part of the text.
    var tier: Int { rank < NameMatch.Class.slip ? 0 : rank < NameMatch.Class.partial ? 1 : 2 }

    static func < (one: Order, other: Order) -> Bool {
      if one.rank != other.rank { return one.rank < other.rank }
      if one.importance != other.importance { return one.importance > other.importance }
      return !one.isAlias && other.isAlias
    }
  }
}

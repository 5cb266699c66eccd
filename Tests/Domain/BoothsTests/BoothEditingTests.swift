import Basics
import Geo
import Testing

@testable import Booths

@Suite("Attributes of a booth")
struct BoothEditingTests {
  private static let one = BoothAttributes(externalID: "1", name: "a", coordinate: nil)
  /// Other in every field.
  private static let other: BoothAttributes = {
    var other = BoothAttributes(
      externalID: "2", name: "b", coordinate: StoredCoordinate(latitudeE7: 1, longitudeE7: 2))
    (other.brand, other.roadAddress, other.lotAddress, other.phone) = ("c", "d", "e", "f")
    (other.openingHours, other.tags, other.cuts, other.shots) = ("24/7", ["g"], 4, 8)
    (other.price, other.evenPrintsOnly, other.capacity) = (5000, true, 6)
    (other.status, other.lastVerified) = (.closed, Timestamp(milliseconds: 0))
    other.englishName = "h"
    return other
  }()

  @Test(
    "Attributes that replace one field change only that, and the coordinate as a whole", arguments: BoothField.allCases)
  func overlaid(_ field: BoothField) {
    let whole = BoothField.coordinate.contains(field) ? BoothField.coordinate : [field]
    let changes = Self.one.changes(to: Self.one.overlaid(by: Self.other, in: [field]))
    #expect(Set(changes.map(\.field)) == whole)
    #expect(changes.allSatisfy { $0.before == Self.one.text($0.field) && $0.after == Self.other.text($0.field) })
  }

  @Test("Attributes that replace all fields are the new ones, and none leave the old ones")
  func extremes() {
    #expect(Self.one.overlaid(by: Self.other, in: Set(BoothField.allCases)) == Self.other)
    #expect(Self.one.overlaid(by: Self.other, in: []) == Self.one)
    #expect(Self.one.changes(to: Self.one).isEmpty)
  }
}

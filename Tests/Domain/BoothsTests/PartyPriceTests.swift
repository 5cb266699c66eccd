import Basics
import Geo
import Testing

@testable import Booths

@Suite("Prices for groups")
struct PartyPriceTests {
  private func prices(_ change: (inout BoothAttributes) -> Void) -> [PartyPrice] {
    var attributes = BoothAttributes(
      externalID: "1", name: "부스", coordinate: StoredCoordinate(latitudeE7: 375_000_000, longitudeE7: 1_270_000_000))
    (attributes.price, attributes.evenPrintsOnly) = (4000, true)
    change(&attributes)
    var builder = Catalogue.Builder()
    builder.append(Booth(id: BoothID(1), source: "s", attributes: attributes))
    let catalogue = builder.finish(version: 1)
    return PartyPrice.all(of: catalogue.record(catalogue.ordinal(of: BoothID(1))!))
  }

  @Test("Each person gets a print, in pairs if only even numbers are sold")
  func even() {
    let prices = prices { _ in }
    #expect(prices.map(\.people) == Array(1...8) && prices.map(\.prints) == [2, 2, 4, 4, 6, 6, 8, 8])
    #expect(prices[3].amount == 8000)
  }

  @Test("Single prints are sold elsewhere, and a group has at most the booth's capacity")
  func single() {
    let prices = prices { ($0.evenPrintsOnly, $0.capacity) = (false, 3) }
    #expect(prices.map(\.amount) == [4000, 8000, 12_000] && prices.map(\.prints) == [1, 2, 3])
  }

  @Test("A booth with unknown prices, or a closed one, has no group prices")
  func unknown() {
    #expect(prices { $0.price = nil }.isEmpty && prices { $0.evenPrintsOnly = nil }.isEmpty)
    #expect(prices { $0.status = .closed }.isEmpty)
  }
}

import Basics
import Testing

@testable import Geo

@Suite("Plus codes")
struct PlusCodeTests {
  @Test(
    "The middle of a cell is that of the published test data",
    arguments: [
      ("7FG49QCJ+2V", 20.37, 2.782125, 20.370125, 2.78225), ("7FG49QCJ+2VX", 20.3701, 2.78221875, 20.370125, 2.78225),
      ("7FG49QCJ+2VXGJ", 20.370113, 2.782234375, 20.370114, 2.78223632813),
      ("8FVC2222+22", 47.0, 8.0, 47.000125, 8.000125), ("4VCPPQGP+Q9", -41.273125, 174.785875, -41.273, 174.786),
      ("22222222+22", -90.0, -180.0, -89.999875, -179.999875), ("6FH32222+222", 1, 1, 1.000025, 1.00003125),
      ("CFX3X2X2+X2", 89.9998750, 1, 90, 1.0001250),
      ("6FH56C22+22", 1.2000000000000028, 3.4000000000000057, 1.2001249999999999, 3.4001250000000027),
      ("849VGJQF+VX7QR3J", 37.5396691200, -122.3750698242, 37.5396691600, -122.3750697021),
      ("849VGJQF+VX7QR3J7QR3J", 37.5396691200, -122.3750698242, 37.5396691600, -122.3750697021),
    ])
  func decoding(_ code: String, _ south: Double, _ west: Double, _ north: Double, _ east: Double) throws {
    for text in [code, code.lowercased()] {
      guard case .coordinate(let middle)? = PlusCode(text) else {
        Issue.record("\(text) is \(String(describing: PlusCode(text)))")
        continue
      }
      // The data are rounded to ten decimals.
      #expect(abs(middle.latitude - (south + north) / 2) < 1e-10 && abs(middle.longitude - (west + east) / 2) < 1e-10)
    }
  }

  @Test(
    "Codes of large cells and short codes are recognised",
    arguments: [
      ("7FG49Q00+", PlusCode.area), ("62G20000+", .area), ("84000000+", .area), ("8fwc2345+", .area),
      ("8FWCX400+", .area), ("WC2345+G6g", .short), ("2345+G6", .short), ("45+G6", .short), ("HW4G+V5", .short),
    ])
  func others(_ text: String, _ expected: PlusCode) {
    #expect(PlusCode(text) == expected)
  }

  @Test(
    "Other texts are no Plus codes",
    arguments: [
      "", "+", "G+", "+G6", "8FWC2345+G", "8FWC2_45+G6", "8FWC2η45+G6", "8FWC2345+G6+", "8FWC2345G6+", "8FWC2300+G6",
      "WC2300+G6g", "WC2345+G", "WC2300+", "849VGJQF+VX7QR3U", "849VGJQF+VX7QR3JU", "+82 2 345", "02+33", "23+45",
      "XXXX2345+G6", "8X222222+22", "8FWC2345+G6 Seoul", "8FWC2345+\(String(repeating: "2", count: 40))",
    ])
  func none(_ text: String) {
    #expect(PlusCode(text) == nil)
  }
}

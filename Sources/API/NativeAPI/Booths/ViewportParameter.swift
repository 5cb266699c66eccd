package import APIKit
import Basics
import Contracts
import Geo
import JSON

extension ValueKind<Viewport> {
  /// West, south, east and north in degrees; heights after each corner are ignored.
  package static func viewport() -> ValueKind {
    ValueKind(
      "four numbers west,south,east,north in degrees, the south not above the north",
      schema: .object([
        "type": "array", "items": .object(["type": "number"]), "minItems": 4, "maxItems": 6,
      ])
    ) { text in
      let parts = text.split(separator: ",", maxSplits: 6, omittingEmptySubsequences: false)
      var numbers = parts.compactMap { DecimalText.number(String($0)) }
      guard numbers.count == parts.count, numbers.count == 4 || numbers.count == 6 else {
        return .malformed
      }
      if numbers.count == 6 { numbers = [numbers[0], numbers[1], numbers[3], numbers[4]] }
      return ParsedParameter(Viewport(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3]))
    }
  }
}

import APIKit
import Basics
import Contracts
import Geo
import JSON
import NativeAPI

enum OGCParameters {
  static let form = Parameter<String>(
    "f", .enumeration(["json", "geojson"]), "The format of the answer, which is always JSON.", example: "json")
  static let collection = Parameter<String>(
    "collectionId", .text(maxCount: 100), "The collection: `booths` is the only one.", example: "booths")
  static let feature = Parameter<String>("featureId", .text(maxCount: 20), "The number of a booth.", example: "1")
  static let bbox = Parameter<Viewport>(
    "bbox", .viewport(), "Only booths inside this box; a west greater than the east crosses the antimeridian.",
    example: "126.9,37.4,127.1,37.6")
  static let limit = Parameter<Int>(
    "limit", .clampedInteger(1...1000, default: 10), "The maximum number of booths.", example: "10")
  static let datetime = Parameter<DatetimeParameter>(
    "datetime", .datetime(),
    "An instant or an interval. Booths have no time, so that all of them match.")
  static let after = Parameter<Int>(
    "after", .integer(0...999_999_999_999_999), "Only booths with a higher number; `next` links set it.")
}

struct DatetimeParameter: Sendable {}

extension ValueKind<DatetimeParameter> {
  /// An RFC 3339 `date-time`, or two with `/` between them of which one may be `..` or empty.
  static func datetime() -> ValueKind {
    ValueKind(
      "a date and time with its zone, or two of them with / between, of which one may be ..",
      schema: .object(["type": "string"])
    ) { text in
      isDatetime(text) ? .value(DatetimeParameter()) : .malformed
    }
  }
}

private func isDatetime(_ text: String) -> Bool {
  let ends = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
  if ends.count == 1 { return Timestamp(rfc3339: text) != nil }
  let closed = ends.filter { !isOpen($0) }
  let instants = closed.compactMap(Timestamp.init(rfc3339:))
  guard ends.count == 2, !closed.isEmpty, instants.count == closed.count else { return false }
  return instants.count == 1 || instants[0] <= instants[1]
}

private func isOpen(_ end: String) -> Bool { end.isEmpty || end == ".." }

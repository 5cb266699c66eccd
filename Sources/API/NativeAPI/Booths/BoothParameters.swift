package import APIKit
package import Basics
package import Booths
import Geo
import JSON

package enum BoothParameters {
  package static let id = Parameter<Int>(
    "id", .integer(1...999_999_999_999_999), "The number of a booth.", example: "1")
  static let ids = Parameter<[BoothID]>(
    "ids", .boothIDs(maxCount: 100), "The numbers of booths.", isRequired: true, example: "1,2,3")
  package static let brand = Parameter<[String]>(
    "brand", .list(of: "chains", maxCount: 20), "Only booths of one of these chains; case and blanks are ignored.")
  package static let tag = Parameter<[String]>(
    "tag", .list(of: "tags", maxCount: 20), "Only booths that carry all of these tags.")
  package static let status = Parameter<Set<BoothStatus>>(
    "status", .enumerationSet(), "Only booths with one of these statuses; by default all that are not closed.",
    example: "operating")
  package static let openAt = Parameter<RequestedInstant>(
    "open_at", .instant(), "Only booths known to be open at this instant; `open` in the answer refers to it too.",
    example: "now")
  package static let openUnknown = Parameter<Bool>(
    "open_unknown", .flag(default: false),
    "With `open_at`, also booths whose hours are not known then: by distance after the open ones. `open` tells them"
      + " apart.")
  package static let openAllDay = Parameter<Bool>(
    "open_all_day", .flag(default: false), "Only booths known to be open all day, every day.")
  package static let people = Parameter<Int>(
    "people", .integer(1...100), "The size of the group: booths known to be too small are left out.", example: "4")
  package static let maxPrice = Parameter<Int>(
    "max_price", .integer(0...1_000_000),
    "Only booths known to cost at most this for one session, in KRW; those with another currency are left out.",
    example: "5000")
  package static let radius = Parameter<Double>(
    "radius", .metres(0...20_100_000), "Only booths within this geodesic distance.", example: "1.5km")
  package static let bbox = Parameter<Viewport>(
    "bbox", .viewport(), "The viewport; a west greater than the east crosses the antimeridian.", isRequired: true,
    example: "126.9,37.4,127.1,37.6")
  package static let nearLimit = Parameter<Int>(
    "limit", .integer(1...100, default: 10), "The maximum number of booths.", example: "10")
  package static let insideLimit = Parameter<Int>.limit(of: "booths")
  package static let fields = Parameter<BoothFieldSet>(
    "fields", .columns(),
    "The fields of each booth: `summary` (the default), `all`, or names of fields. `id` is always included, and so is"
      + " `distance_m` when a distance is known.", example: "name,price")

  package static let filters: [any DescribedParameter] = [brand] + filtersOfBrands
  package static let filtersOfBrands: [any DescribedParameter] = [
    tag, status, openAt, openUnknown, openAllDay, people, maxPrice,
  ]
  static let filterNames = ParameterNames(filters.map(\.name))
}

extension ValueKind<[BoothID]> {
  fileprivate static func boothIDs(maxCount: Int) -> ValueKind {
    ValueKind(
      "1 to \(maxCount) numbers of booths separated by commas",
      schema: .object([
        "type": "array", "items": .object(["type": "integer", "minimum": 1]), "maxItems": .integer(maxCount),
      ])
    ) { text in
      guard let listed = listed(text, maxCount: maxCount) else { return .malformed }
      let numbers = listed.compactMap { DecimalText.integer($0) }.filter { $0 > 0 }
      return numbers.count == listed.count ? .value(numbers.map { BoothID(Int64($0)) }) : .malformed
    }
  }
}

extension Query {
  private static let noFilter = BoothFilter()

  package func boothFilter(now: Timestamp) throws(DomainError) -> BoothFilter {
    hasAny(of: BoothParameters.filterNames) ? try BoothFilter(self, now: now) : Query.noFilter
  }
}

extension BoothFilter {
  package init(_ source: some ParameterSource, now: Timestamp) throws(DomainError) {
    self.init()
    if let brands = try source.value(BoothParameters.brand) { self.brands = brands }
    if let tags = try source.value(BoothParameters.tag) { self.tags = tags }
    if let statuses = try source.value(BoothParameters.status) { self.statuses = statuses }
    isOpenAllDay = try source.value(BoothParameters.openAllDay) ?? false
    people = try source.value(BoothParameters.people)
    maxPrice = try source.value(BoothParameters.maxPrice)
    openAt = try source.value(BoothParameters.openAt)?.instant(now: now)
    if try source.value(BoothParameters.openUnknown) ?? false { unknownHours = .afterOpen }
  }
}

extension ParameterSource {
  /// The instant to which `open` refers, and whether it follows the clock.
  package func openInstant(now: Timestamp) throws(DomainError) -> (instant: Timestamp, isNow: Bool) {
    let wanted = try value(BoothParameters.openAt) ?? .now
    return (wanted.instant(now: now), wanted == .now)
  }
}

extension RequestedInstant {
  /// The instant. `now` is rounded down to the minute, as entity tags are.
  package func instant(now: Timestamp) -> Timestamp {
    switch self {
    case .now: Timestamp(seconds: now.minute * 60)
    case .at(let instant): instant
    }
  }
}

extension Timestamp {
  /// Whole minutes since 1970-01-01T00:00Z, rounded down.
  package var minute: Int64 {
    let (minute, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    return rest < 0 ? minute - 1 : minute
  }
}

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
  package static let people = Parameter<Int>(
    "people", .integer(1...100), "The size of the group: booths known to be too small are left out.", example: "4")
  package static let maxPrice = Parameter<Int>(
    "max_price", .integer(0...1_000_000),
    "Only booths known to cost at most this for one session, in KRW.", example: "5000")
  package static let fields = Parameter<BoothFieldSet>(
    "fields", .columns(),
    "The fields of each booth: `summary` (the default), `all`, or names of fields. `id` is always included, and so is"
      + " `distance_m` when a distance is known.", example: "name,price")

  package static let filters: [any DescribedParameter] = [brand] + filtersOfBrands
  package static let filtersOfBrands: [any DescribedParameter] = [tag, status, openAt, people, maxPrice]
  static let filterNames = ParameterNames(filters.map(\.name))
}

extension ParameterKind<[BoothID]> {
  fileprivate static func boothIDs(maxCount: Int) -> ParameterKind {
    ParameterKind(
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

  /// The filter that the parameters describe.
  package func boothFilter(now: Timestamp) throws(DomainError) -> BoothFilter {
    var filter = Query.noFilter
    guard hasAny(of: BoothParameters.filterNames) else { return filter }
    if let brands = try value(BoothParameters.brand) { filter.brands = brands }
    if let tags = try value(BoothParameters.tag) { filter.tags = tags }
    if let statuses = try value(BoothParameters.status) { filter.statuses = statuses }
    if let people = try value(BoothParameters.people) { filter.people = people }
    if let maxPrice = try value(BoothParameters.maxPrice) { filter.maxPrice = maxPrice }
    filter.openAt = try value(BoothParameters.openAt)?.instant(now: now)
    return filter
  }

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

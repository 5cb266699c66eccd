package import APIKit
package import Basics
package import Booths
import Geo

/// The parameters of the booth endpoints.
package enum BoothParameters {
  package static let id = Parameter<Int>(
    "id", .integer(1...999_999_999_999_999), "The number of a booth.", example: "1")
  package static let brand = Parameter<[String]>(
    "brand", .list(of: "chains", maxCount: 20), "Only booths of one of these chains; case and blanks do not count.")
  package static let tag = Parameter<[String]>(
    "tag", .list(of: "tags", maxCount: 20), "Only booths that carry all of these tags.")
  package static let status = Parameter<Set<BoothStatus>>(
    "status", .words(), "Only booths of these statuses; without it, all that are not closed.", example: "operating")
  package static let openAt = Parameter<InstantRequired>(
    "open_at", .instant(), "Only booths known to be open at this moment; `open` in the answer speaks of it too.",
    example: "now")
  package static let people = Parameter<Int>(
    "people", .integer(1...100), "For a party of this size: booths known to be too small are left out.", example: "4")
  package static let fields = Parameter<BoothColumns>(
    "fields", .columns(),
    "What to tell of each booth: `summary` (the default), `all`, or names of fields. `id` is always there, and so is"
      + " `distance_m` where a distance is known.", example: "name,price")

  package static let filters: [any DescribedParameter] = [brand, tag, status, openAt, people]
}

extension Query {
  private static let noFilter = BoothFilter()

  /// What the booths are narrowed to.
  package func boothFilter(now: Timestamp) throws(DomainError) -> BoothFilter {
    var filter = Query.noFilter
    if let brands = try value(BoothParameters.brand) { filter.brands = brands }
    if let tags = try value(BoothParameters.tag) { filter.tags = tags }
    if let statuses = try value(BoothParameters.status) { filter.statuses = statuses }
    if let people = try value(BoothParameters.people) { filter.people = people }
    filter.openAt = try value(BoothParameters.openAt)?.instant(now: now)
    return filter
  }

  /// The moment of which `open` is told, and whether it moves with the clock.
  package func openInstant(now: Timestamp) throws(DomainError) -> (instant: Timestamp, isNow: Bool) {
    let wanted = try value(BoothParameters.openAt) ?? .now
    return (wanted.instant(now: now), wanted == .now)
  }
}

extension InstantRequired {
  /// The moment itself; what is asked of now holds for the whole minute, as its entity tag does.
  package func instant(now: Timestamp) -> Timestamp {
    switch self {
    case .now: Timestamp(seconds: now.minute * 60)
    case .at(let instant): instant
    }
  }
}

extension Timestamp {
  /// Whole minutes since 1970-01-01T00:00Z.
  package var minute: Int64 {
    let (minute, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    return rest < 0 ? minute - 1 : minute
  }
}

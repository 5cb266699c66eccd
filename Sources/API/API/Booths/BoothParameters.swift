import Basics
import Booths
import Geo

/// The parameters of the booth endpoints.
enum BoothParameters {
  static let id = Parameter<Int>("id", .integer(1...999_999_999_999_999), "The number of a booth.", example: "1")
  static let brand = Parameter<[String]>(
    "brand", .list(of: "chains", most: 20), "Only booths of one of these chains; case and blanks do not count.")
  static let tag = Parameter<[String]>("tag", .list(of: "tags", most: 20), "Only booths that carry all of these tags.")
  static let status = Parameter<Set<BoothStatus>>(
    "status", .words(), "Only booths of these statuses; without it, all that are not closed.", example: "operating")
  static let openAt = Parameter<MomentWanted>(
    "open_at", .moment(), "Only booths known to be open at this moment; `open` in the answer speaks of it too.",
    example: "now")
  static let people = Parameter<Int>(
    "people", .integer(1...100), "For a party of this size: booths known to be too small are left out.", example: "4")
  static let fields = Parameter<BoothColumns>(
    "fields", .columns(),
    "What to tell of each booth: `summary` (the default), `all`, or names of fields. `id` is always there, and so is"
      + " `distance_m` where a distance is known.", example: "name,price")

  static let filters: [any DescribedParameter] = [brand, tag, status, openAt, people]
}

extension Query {
  private static let noFilter = BoothFilter()

  /// What the booths are narrowed to.
  func boothFilter(now: Timestamp) throws(Refusal) -> BoothFilter {
    var filter = Query.noFilter
    if let brands = try value(BoothParameters.brand) { filter.brands = brands }
    if let tags = try value(BoothParameters.tag) { filter.tags = tags }
    if let statuses = try value(BoothParameters.status) { filter.statuses = statuses }
    if let people = try value(BoothParameters.people) { filter.people = people }
    filter.openAt = try value(BoothParameters.openAt)?.moment(now: now)
    return filter
  }

  /// The moment of which `open` is told, and whether it moves with the clock.
  func openMoment(now: Timestamp) throws(Refusal) -> (moment: Timestamp, isNow: Bool) {
    let wanted = try value(BoothParameters.openAt) ?? .now
    return (wanted.moment(now: now), wanted == .now)
  }
}

extension MomentWanted {
  /// The moment itself; what is asked of now holds for the whole minute, as its entity tag does.
  func moment(now: Timestamp) -> Timestamp {
    switch self {
    case .now: Timestamp(seconds: now.minute * 60)
    case .at(let moment): moment
    }
  }
}

extension Timestamp {
  /// Whole minutes since 1970-01-01T00:00Z.
  var minute: Int64 {
    let (minute, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    return rest < 0 ? minute - 1 : minute
  }
}

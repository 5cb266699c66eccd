package import Basics

/// The filter of near, radius and viewport queries. By default, every booth that is not closed passes.
package struct BoothFilter: Hashable, Sendable {
  /// Any of these chains, compared without regard to case, spaces and character width; empty: any chain.
  package var brands: [String] = []
  /// All of these tags, compared likewise.
  package var tags: [String] = []
  package var statuses: Set<BoothStatus> = [.operating, .unknown]
  /// Known to be open at this instant.
  package var openAt: Timestamp?
  /// What becomes of booths of which it is not known whether they are open at `openAt`.
  package var unknownHours = UnknownHours.leftOut
  /// Known to be open day and night: 24/7.
  package var isOpenAllDay = false
  /// The size of a party: booths known to be too small do not pass.
  package var people: Int?
  /// In KRW: booths whose price is not known to be at most this do not pass, nor do those with other money.
  package var maxPrice: Int?

  package enum UnknownHours: Hashable, Sendable {
    case leftOut
    /// They pass; nearest booths list them after the open ones.
    case afterOpen
    /// Only they pass.
    case only
  }

  package init() {}

  /// Whether a chain, a tag or opening hours have to be found among those of the catalogue.
  var namesWords: Bool { !brands.isEmpty || !tags.isEmpty || openAt != nil || isOpenAllDay }

  /// Every booth, including closed ones.
  package static let everything: BoothFilter = {
    var filter = BoothFilter()
    filter.statuses = Set(BoothStatus.allCases)
    return filter
  }()
}

package import Basics

/// What near, radius and viewport queries are narrowed to. Nothing set: every booth that is not closed.
package struct BoothFilter: Hashable, Sendable {
  /// One of these chains, compared without regard to case, blanks and width.
  package var brands: [String] = []
  /// All of these tags, compared likewise.
  package var tags: [String] = []
  /// Only these statuses.
  package var statuses: Set<BoothStatus> = [.operating, .unknown]
  /// Known to be open at this moment.
  package var openAt: Timestamp?
  /// A party of this size: booths known to be too small are left out.
  package var people: Int?

  /// Every booth that is not closed.
  package init() {}

  /// Every booth, closed ones included.
  package static let everything: BoothFilter = {
    var filter = BoothFilter()
    filter.statuses = Set(BoothStatus.allCases)
    return filter
  }()
}

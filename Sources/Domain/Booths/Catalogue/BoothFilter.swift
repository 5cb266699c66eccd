public import Basics

/// What near, radius and viewport queries are narrowed to. Nothing set: every booth that is not closed.
public struct BoothFilter: Hashable, Sendable {
  /// One of these chains, compared without regard to case, blanks and width.
  public var brands: [String] = []
  /// All of these tags, compared likewise.
  public var tags: [String] = []
  /// Only these statuses.
  public var statuses: Set<BoothStatus> = [.operating, .unknown]
  /// Known to be open at this moment.
  public var openAt: Timestamp?
  /// A party of this size: booths known to be too small are left out.
  public var people: Int?

  /// Every booth that is not closed.
  public init() {}

  /// Every booth, closed ones included.
  public static let everything: BoothFilter = {
    var filter = BoothFilter()
    filter.statuses = Set(BoothStatus.allCases)
    return filter
  }()
}

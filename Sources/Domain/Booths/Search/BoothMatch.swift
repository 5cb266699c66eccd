import TextForms

/// A booth that matches words.
struct BoothMatch: Comparable, Sendable {
  /// The part of the booth that matches.
  enum Part: Hashable, Sendable {
    /// The name, or the chain; a `NameMatch.Class`.
    case name(Int)
    /// The address; `isWhole`: with numbers that are whole, not only the beginning of others.
    case address(isWhole: Bool)

    fileprivate var rank: Int {
      switch self {
      case .name(let rank): rank
      case .address(let isWhole): isWhole ? .max - 1 : .max
      }
    }
  }

  let ordinal: UInt32
  let part: Part
  let metres: Double

  /// How well a text matches a name that contains its words.
  static func rank(of text: FoldedName, in name: FoldedName) -> Int {
    if name == text { return NameMatch.Class.exact }
    return name.bytes.starts(with: text.bytes) ? NameMatch.Class.prefix : NameMatch.Class.inside
  }

  static func < (one: BoothMatch, other: BoothMatch) -> Bool {
    (one.part.rank, one.metres, one.ordinal) < (other.part.rank, other.metres, other.ordinal)
  }
}

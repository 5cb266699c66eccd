import TextForms

struct BoothMatch: Sendable {
  enum Part: Hashable, Sendable {
    /// The name, or the chain; a `NameMatch.Class`.
    case name(Int)
    /// The address; `isWhole`: with numbers that are whole, not only the beginning of others.
    case address(isWhole: Bool)
  }

  let ordinal: UInt32
  let part: Part
  /// Zero without a coordinate to measure from.
  let metres: Double

  /// Lower is better.
  var rank: Int {
    switch part {
    case .name(let rank): rank
    case .address(let isWhole): isWhole ? .max - 1 : .max
    }
  }

  /// How well a text matches a name that contains its words.
  static func rank(of text: FoldedName, in name: FoldedName) -> Int {
    if name == text { return NameMatch.Class.exact }
    return name.bytes.starts(with: text.bytes) ? NameMatch.Class.prefix : NameMatch.Class.inside
  }
}

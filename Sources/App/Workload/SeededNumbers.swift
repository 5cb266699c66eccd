/// Repeatable random numbers (SplitMix64, G. L. Steele et al., 2014): the same seed gives the same sequence everywhere.
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The next number in 0..<1.
  package mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A number of the standard normal distribution (Box–Muller).
  package mutating func normal() -> Double {
    let radius = (-2 * _log(1 - unit())).squareRoot()
    return radius * _cos(2 * .pi * unit())
  }
}

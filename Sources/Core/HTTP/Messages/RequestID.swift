import Basics

/// A random number for each request.
package struct RequestID: Hashable, Sendable, CustomStringConvertible {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  /// 16 hexadecimal digits.
  package var description: String { hexadecimal(number) }
}

/// The source of request identifiers: SplitMix64 from a random start, so that a request costs no system call.
struct RequestNumbers {
  private var state = UInt64.random(in: .min ... .max)

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

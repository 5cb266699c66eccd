import Basics

/// Code page 949 as a table, filled once from the C library: a look-up takes about a nanosecond, a call of `iconv` a
/// hundred.
struct CodePage949: Sendable {
  private static let leads: ClosedRange<UInt8> = 0x81...0xFE
  private static let known = CodePage949()

  /// The character for each pair, by (lead - 0x81) * 256 + trail; 0 when there is none. All are in the Basic
  /// Multilingual Plane.
  private let units: [UInt16]

  /// The shared table.
  /// - Throws: `DomainError` `encoding-unavailable` when the C library lacks the code page.
  static func shared() throws(DomainError) -> CodePage949 {
    guard let known else {
      throw DomainError(
        .unavailable, "encoding-unavailable",
        "This system's C library does not know code page 949; convert the file to UTF-8 first.")
    }
    return known
  }

  private init?() {
    guard let converter = Converter(from: "UHC", to: "UTF-16LE") else { return nil }
    var units = [UInt16](repeating: 0, count: Self.leads.count * 256)
    for lead in Self.leads {
      for trail in UInt8(0x41)...0xFE {
        units[Int(lead - 0x81) * 256 + Int(trail)] = converter.unit(lead, trail) ?? 0
      }
    }
    self.units = units
  }

  /// Appends the bytes as UTF-8 and returns how many were consumed: all, or all but a lead byte at the end. A byte
  /// pair without a character becomes U+FFFD, but an ASCII byte is never consumed as part of it, so that a broken
  /// character swallows no delimiter, quote or line end.
  func decode(_ input: UnsafeBufferPointer<UInt8>, atEnd: Bool, into text: inout DecodedText) -> Int {
    var taken = 0
    text.append(atMost: 3 * input.count) { output in
      units.withUnsafeBufferPointer { units in
        while taken < input.count {
          taken += output.copyASCII(input, from: taken)
          guard taken < input.count, taken + 1 < input.count || atEnd else { return }
          let isLead = Self.leads.contains(input[taken])
          let trail = isLead && taken + 1 < input.count ? input[taken + 1] : 0
          let unit = isLead ? units[Int(input[taken] - 0x81) * 256 + Int(trail)] : 0
          if unit == 0 { output.putUndecodable() } else { output.put(unit) }
          taken += unit != 0 || trail >= 0x80 ? 2 : 1
        }
      }
    }
    return taken
  }
}

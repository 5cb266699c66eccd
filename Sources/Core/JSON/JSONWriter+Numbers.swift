extension JSONWriter {
  /// An integer.
  public mutating func integer(_ value: Int64) {
    beginValue(reserving: 20)
    if value < 0 { put(0x2D) }
    digits(value.magnitude)
  }

  /// An integer.
  public mutating func integer(_ value: Int) { integer(Int64(value)) }

  mutating func integer(_ value: UInt64) {
    beginValue(reserving: 20)
    digits(value)
  }

  /// Degrees from units of 1e-7 degrees, exact and as short as possible, with at least one decimal: `127.0276`.
  public mutating func degrees(e7 value: Int32) {
    beginValue(reserving: 16)
    if value < 0 { put(0x2D) }
    let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    digits(UInt64(whole))
    put(0x2E)
    decimals(UInt64(fraction), places: 7, atLeast: 1)
  }

  /// A number rounded to a fixed number of decimals (1...9), halves away from zero; `null` when it is not finite.
  /// Numbers of 2^53 units of the last decimal and more are written in their shortest form instead.
  public mutating func decimal(_ value: Double, places: Int) {
    guard value.isFinite else { return null() }
    let scale = JSONWriter.scales[places]
    let scaled = value.magnitude * Double(scale)
    guard scaled < 0x1p53 else { return number(value) }
    beginValue(reserving: 32)
    // Not by `rounded()`, which calls the mathematical library.
    let whole = Int64(scaled)
    let units = UInt64(whole) + (scaled - Double(whole) >= 0.5 ? 1 : 0)
    if value < 0, units > 0 { put(0x2D) }
    fill(units, max(digitCount(of: units), places + 1))
    insertPoint(before: places)
  }

  /// The shortest decimal that parses to the same number; `null` when it is not finite.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    let text = value.description.utf8
    beginValue(reserving: text.count)
    for byte in text { put(byte) }
  }

  private static let scales: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// The digits of a number; 20 bytes must be reserved.
  @inline(__always)
  private mutating func digits(_ value: UInt64) {
    fill(value, digitCount(of: value))
  }

  @inline(__always)
  private func digitCount(of value: UInt64) -> Int {
    var length = 1
    var limit: UInt64 = 10
    while length < 20, value >= limit {
      length += 1
      limit &*= 10
    }
    return length
  }

  /// The decimals of a fraction of `10^places`, without trailing zeros after the first `atLeast`.
  private mutating func decimals(_ fraction: UInt64, places: Int, atLeast: Int) {
    var fraction = fraction
    var places = places
    while places > atLeast, fraction % 10 == 0 {
      fraction /= 10
      places -= 1
    }
    fill(fraction, places)
  }
}

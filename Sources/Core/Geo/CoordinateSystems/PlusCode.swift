package import Basics

/// A code of the Open Location Code specification ("Plus code"): the name of a cell of the map, `8Q98HW4G+V5`.
package enum PlusCode: Hashable, Sendable {
  /// The middle of a cell of at most 14 metres.
  case coordinate(Coordinate)
  /// A cell that is too large for the position of a building: fewer than ten digits.
  case area
  /// The end of a code (`HW4G+V5`), which only a place nearby completes.
  case short

  private static let digits = Array("23456789CFGHJMPQRVWX".utf8)
  /// The digits before the separator.
  private static let firstCount = 8
  /// The number of digits in pairs. Fewer name a cell of 270 m or more.
  private static let pairCount = 10
  /// Further digits are not read.
  private static let usedCount = 15
  private static let maxLength = 32

  /// Nil for any other text, also for digits without a letter that could end a code. Case is ignored. Complexity:
  /// O(length), at most 32 bytes.
  package init?(_ text: some StringProtocol) {
    var code = Array(text.utf8.prefix(Self.maxLength + 1))
    guard code.count <= Self.maxLength, let separator = code.firstIndex(of: UInt8(ascii: "+")),
      separator.isMultiple(of: 2), (2...Self.firstCount).contains(separator), code.count != separator + 2
    else { return nil }
    code.remove(at: separator)
    // Zeros fill up the code of a large cell.
    let count = code.firstIndex(of: UInt8(ascii: "0")) ?? code.count
    let values = code[..<count].compactMap { Self.digits.firstIndex(of: $0 >= 0x61 ? $0 - 0x20 : $0) }
    guard values.count == count else { return nil }
    if separator < Self.firstCount {
      guard count == code.count, count > separator, code.contains(where: { $0 > 0x39 }) else { return nil }
      self = .short
      return
    }
    // South of the north pole, and west of the date line.
    guard count >= 2, count == code.count || Self.isPadding(code[count...], count), values[0] < 9, values[1] < 18
    else { return nil }
    if count < Self.pairCount {
      self = .area
    } else if let middle = Self.middle(of: values.prefix(Self.usedCount)) {
      self = .coordinate(middle)
    } else {
      return nil
    }
  }

  private static func isPadding(_ rest: ArraySlice<UInt8>, _ count: Int) -> Bool {
    count.isMultiple(of: 2) && count + rest.count == firstCount && rest.allSatisfy { $0 == UInt8(ascii: "0") }
  }

  /// Five pairs of digits for latitude and longitude, each twenty times as fine; then digits of cells of 5 by 4.
  private static func middle(of values: ArraySlice<Int>) -> Coordinate? {
    // In units of the finest cell, which is exact.
    var (latitude, longitude) = (0, 0)
    for pair in stride(from: 0, to: pairCount, by: 2) {
      latitude = latitude * 20 + values[pair]
      longitude = longitude * 20 + values[pair + 1]
    }
    var (perDegree, perDegreeEast) = (8000, 8000)
    for value in values.dropFirst(pairCount) {
      latitude = latitude * 5 + value / 4
      longitude = longitude * 4 + value % 4
      perDegree *= 5
      perDegreeEast *= 4
    }
    return Coordinate(
      latitude: (Double(latitude) + 0.5) / Double(perDegree) - 90,
      longitude: (Double(longitude) + 0.5) / Double(perDegreeEast) - 180)
  }
}

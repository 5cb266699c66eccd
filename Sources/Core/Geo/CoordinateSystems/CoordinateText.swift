package import Basics

/// A coordinate as people type it.
///
/// `37.4979,127.0276`, `37.4979 127.0276`, `N37°29'52.4" E127°01'39.4"`, `37°29′52.4″N 127°01′39.4″E`,
/// `북위 37도 29분 52.4초, 동경 127도 1분 39.4초`, `37 29 52.4 N 127 01 39.4 E`, `(37.4979; 127.0276)`, the same in full-width
/// characters, `geo:37.4979,127.0276` (RFC 5870), `EPSG:5174 200000 450000` or `KATEC 310000 550000`.
/// Without letters latitude comes first; after the name of a reference system, east comes before north.
package enum CoordinateText: Hashable, Sendable {
  /// A coordinate in degrees.
  case coordinate(Coordinate)
  /// A pair that must be transformed.
  case projected(ReferenceSystem, east: Double, north: Double)

  /// Parses a text of at most 200 bytes.
  /// - Throws: `DomainError` `coordinate-unreadable`, `latitude-out-of-range`, `longitude-out-of-range` or
  ///   `unknown-reference-system`.
  package static func parse(_ text: String) throws(DomainError) -> CoordinateText {
    guard !text.prefix(10).contains("://") else { throw link }
    guard text.utf8.count <= 200 else { throw unreadable }
    let text = withoutParentheses(halfWidth(text))
    if text.lowercased().hasPrefix("geo:") { return .coordinate(try coordinate(ofURI: text.dropFirst(4))) }
    let words = text.split { $0.isWhitespace || $0 == "," }
    if let name = words.first, name.utf8.count >= 2, name.utf8.prefix(2).allSatisfy(isLetter) {
      return try parse(words.dropFirst(), in: try system(named: name, numbers: words.count - 1))
    }
    var parser = AngleParser(AngleToken.all(text))
    guard let pair = parser.pair() else { throw unreadable }
    return .coordinate(try coordinate(pair))
  }

  /// A latitude or a longitude with a degree sign or a letter for its direction, as `parse` reads two of them; nil for
  /// anything else. At most 200 bytes.
  package static func degrees(_ text: String) -> Double? {
    guard text.utf8.count <= 200 else { return nil }
    let tokens = AngleToken.all(text[...])
    guard tokens.count > 1 else { return nil }
    var parser = AngleParser(tokens)
    return parser.single()
  }

  /// The coordinate, transformed if necessary (about 5 ms).
  /// - Throws: `DomainError` `coordinate-outside-system` or `projection-data-missing`.
  package func resolved() throws(DomainError) -> Coordinate {
    switch self {
    case .coordinate(let coordinate): return coordinate
    case .projected(let system, let east, let north):
      var transformation = try Transformation(from: system)
      guard let coordinate = transformation.coordinate(east: east, north: north) else {
        throw DomainError(
          .invalid, "coordinate-outside-system",
          "The coordinate is outside the range of \(system.name); check its numbers, east before north.")
      }
      return coordinate
    }
  }

  private static let unreadable = DomainError(
    .invalid, "coordinate-unreadable",
    "The coordinate can't be read; write 37.4979,127.0276 or 37°29'52.4\"N 127°01'39.4\"E or EPSG:5174 200000 450000.")

  private static let link = DomainError(
    .invalid, "coordinate-unreadable",
    "A link can't be read; write the latitude and longitude of its place, such as 37.4979,127.0276.")

  /// Full-width characters, as Korean and Japanese keyboards type them, as those of ASCII.
  private static func halfWidth(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3000: scalars.append(" ")
      case 0xFF01...0xFF5E: scalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  private static func withoutParentheses(_ text: String) -> Substring {
    let text = trimmed(text)[...]
    for (opening, closing) in [("(", ")"), ("[", "]")] where text.hasPrefix(opening) && text.hasSuffix(closing) {
      return text.dropFirst().dropLast()
    }
    return text
  }

  /// The text after `geo:`: latitude, longitude, perhaps an altitude, then parameters. The `q` of Android's links is a
  /// search.
  private static func coordinate(ofURI text: Substring) throws(DomainError) -> Coordinate {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].lowercased().split(separator: ";", omittingEmptySubsequences: false)
    let numbers = path[0].split(separator: ",", omittingEmptySubsequences: false).map { AngleToken.plainNumber($0) }
    let isElsewhere = path.dropFirst().contains { $0.hasPrefix("crs=") && $0 != "crs=wgs84" }
    let isSearch = parts.count == 2 && parts[1].split(separator: "&").contains { $0.hasPrefix("q=") }
    guard !isElsewhere, !isSearch, (2...3).contains(numbers.count), let latitude = numbers[0],
      let longitude = numbers[1]
    else { throw unreadable }
    return try Coordinate.checked(latitude: latitude, longitude: longitude)
  }

  /// - Throws: `DomainError` `unknown-reference-system` if a name looks like one, else `coordinate-unreadable`.
  private static func system(named name: Substring, numbers: Int) throws(DomainError) -> ReferenceSystem {
    do throws(DomainError) {
      return try ReferenceSystem.named(String(name))
    } catch {
      throw numbers == 2 || name.uppercased().hasPrefix("EPSG") ? error : unreadable
    }
  }

  private static func parse(
    _ numbers: ArraySlice<Substring>, in system: ReferenceSystem
  ) throws(DomainError) -> CoordinateText {
    let values = numbers.compactMap { AngleToken.plainNumber($0) }
    guard numbers.count == 2, values.count == 2 else { throw unreadable }
    return .projected(system, east: values[0], north: values[1])
  }

  private static func coordinate(_ pair: AnglePair) throws(DomainError) -> Coordinate {
    if !pair.hasLetters, abs(pair.latitude) > 90, abs(pair.latitude) <= 180, abs(pair.longitude) <= 90 {
      throw DomainError(
        .invalid, "latitude-out-of-range",
        "The first number must be a latitude from -90 to 90; it seems that the longitude was written first.",
        field: "lat")
    }
    return try Coordinate.checked(latitude: pair.latitude, longitude: pair.longitude)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF)
  }
}

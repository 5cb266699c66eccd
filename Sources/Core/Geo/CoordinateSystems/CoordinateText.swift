package import Basics

/// A coordinate as people type it.
///
/// `37.4979,127.0276`, `37.4979 127.0276`, `N37°29'52.4" E127°01'39.4"`, `37°29′52.4″N 127°01′39.4″E`,
/// `북위 37도 29분 52.4초, 동경 127도 1분 39.4초`, `EPSG:5174 200000 450000` or `KATEC 310000 550000`.
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
    guard text.utf8.count <= 200 else { throw unreadable }
    let words = text.split { $0.isWhitespace || $0 == "," }
    if let name = words.first, name.utf8.count >= 2, name.utf8.prefix(2).allSatisfy(isLetter) {
      return try parse(words.dropFirst(), in: ReferenceSystem.named(String(name)))
    }
    var parser = AngleParser(AngleToken.all(text))
    guard let pair = parser.pair() else { throw unreadable }
    return .coordinate(try coordinate(pair))
  }

  /// A latitude or a longitude with a degree sign or a letter for its direction, as `parse` reads two of them; nil for
  /// anything else. At most 200 bytes.
  package static func degrees(_ text: String) -> Double? {
    guard text.utf8.count <= 200 else { return nil }
    let tokens = AngleToken.all(text)
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

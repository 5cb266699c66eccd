import Basics
import Geo
import TextForms

/// Reads both coordinates out of one cell: `37.5572, 126.9254`, `POINT (126.9254 37.5572)`, `37°33'25.9"N 126°55'31.4"E`,
/// `위도 37.5572 경도 126.9254`, `{"lat":37.5572,"lng":126.9254}`, the Plus code `8Q98HW4G+V5`, the link of a map.
struct PairText: Hashable {
  var first: Double
  var second: Double
  /// Whether the text says that east (longitude) comes first; nil if it doesn't.
  var isEastFirst: Bool?

  /// Easting and northing, or longitude and latitude. Numbers that only one order allows have that order; others have
  /// that of the text or else `isEastFirst`, the order of the column.
  func numbers(isEastFirst: Bool) -> (east: Double, north: Double) {
    var isEastFirst = self.isEastFirst ?? isEastFirst
    if abs(first) > 180 || abs(second) > 180 {
      isEastFirst = self.isEastFirst ?? true
    } else if abs(first) > 90, abs(second) <= 90 {
      isEastFirst = true
    } else if abs(second) > 90, abs(first) <= 90 {
      isEastFirst = false
    }
    return isEastFirst ? (first, second) : (second, first)
  }

  private init(_ first: Double, _ second: Double, isEastFirst: Bool? = nil) {
    self.first = first
    self.second = second
    self.isEastFirst = isEastFirst
  }

  /// Nil for any other text, and for one of more than 1,000 bytes. Complexity: O(length).
  init?(_ bytes: ArraySlice<UInt8>) {
    let trimmedBytes = PlainText.trimmed(bytes)
    guard (3...1000).contains(trimmedBytes.count),
      trimmedBytes.contains(where: { (0x30...0x39).contains($0) || $0 >= 0x80 })
    else { return nil }
    let text = NumberText.plain(String(decoding: trimmedBytes, as: UTF8.self))
    if let code = Self.plusCode(text) {
      guard case .coordinate(let middle) = code else { return nil }
      self.init(middle.latitude, middle.longitude, isEastFirst: false)
      return
    }
    guard
      let pair = Self.wellKnown(text) ?? Self.link(text) ?? Self.two(text) ?? Self.labelled(text) ?? Self.typed(text)
    else { return nil }
    self = pair
  }

  /// The Plus code in a text: alone, or at the end of the address of a map.
  static func plusCode(_ text: String) -> PlusCode? {
    PlusCode(text.split(separator: "/").last.flatMap { text.contains("://") ? $0 : nil } ?? text[...])
  }

  /// The geometry's name in a well-known text that is no point, such as `LINESTRING`.
  static func otherGeometry(_ text: String) -> String? {
    let name = text.prefix { $0.isASCII && $0.isLetter }.uppercased()
    return ["LINESTRING", "POLYGON", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION", "MULTIPOINT"]
      .contains(name) ? name : nil
  }

  /// `POINT (126.9254 37.5572)` with its variants: a reference system before it, more dimensions.
  private static func wellKnown(_ text: String) -> PairText? {
    var rest = text[...]
    if rest.uppercased().hasPrefix("SRID="), let end = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: end)...]
    }
    guard rest.prefix(5).uppercased() == "POINT", let opening = rest.firstIndex(of: "("), rest.hasSuffix(")") else {
      return nil
    }
    let numbers = rest[opening...].split { "() ,".contains($0) }.map { AngleNumber.plain($0) }
    guard (2...4).contains(numbers.count), let first = numbers[0], let second = numbers[1] else { return nil }
    return PairText(first, second, isEastFirst: true)
  }

  /// The place in the link of a map: `…/@37.5572,126.9254,17z`, `…!3d37.5572!4d126.9254`, `…?q=37.5572,126.9254`.
  private static func link(_ text: String) -> PairText? {
    guard text.contains("://") else { return nil }
    if let latitude = number(after: "!3d", in: text), let longitude = number(after: "!4d", in: text) {
      return PairText(latitude, longitude, isEastFirst: false)
    }
    if let latitude = number(after: "mlat=", in: text), let longitude = number(after: "mlon=", in: text) {
      return PairText(latitude, longitude, isEastFirst: false)
    }
    for mark in ["?q=", "&q=", "query=", "ll=", "destination=", "center=", "place/", "search/", "/@"] {
      guard let start = text.firstRange(of: mark)?.upperBound else { continue }
      let numbers = text[start...].replacing("%2C", with: ",").split(separator: ",", maxSplits: 2)
      guard numbers.count >= 2, let first = AngleNumber.plain(numbers[0]) else { continue }
      guard let second = AngleNumber.plain(numbers[1].prefix { "+-.".contains($0) || ($0.isASCII && $0.isNumber) })
      else {
        continue
      }
      return PairText(first, second, isEastFirst: false)
    }
    return nil
  }

  private static func number(after mark: String, in text: String) -> Double? {
    guard let start = text.firstRange(of: mark)?.upperBound else { return nil }
    return AngleNumber.plain(text[start...].prefix { "+-.".contains($0) || ($0.isASCII && $0.isNumber) })
  }

  /// Two numbers with anything that separates them; an altitude may follow after a comma.
  private static func two(_ text: String) -> PairText? {
    var body = trimmed(text)[...]
    let isList = body.hasPrefix("[")
    while let first = body.first, "([".contains(first), let last = body.last, ")]".contains(last) {
      body = body.dropFirst().dropLast()
    }
    for separator in [";", "/", "|", "\n", ", ", ",", " "] {
      let parts = body.split(separator: separator, omittingEmptySubsequences: separator != " ").map { trimmed($0) }
      guard parts.count == 2 || (parts.count == 3 && separator == ","), let first = angle(parts[0]),
        let second = angle(parts[1]), parts.count == 2 || angle(parts[2]) != nil
      else { continue }
      guard first.isLatitude == nil || first.isLatitude != second.isLatitude else { return nil }
      let isLatitudeFirst = first.isLatitude ?? second.isLatitude.map { !$0 }
      return PairText(
        first.degrees, second.degrees,
        isEastFirst: isLatitudeFirst.map { !$0 } ?? (isList || parts.count == 3 ? true : nil))
    }
    return nil
  }

  private static func angle(_ text: String) -> (degrees: Double, isLatitude: Bool?)? {
    guard let degrees = NumberText.number(text, .decimal) else { return nil }
    let folded = text.uppercased()
    let isLatitude = folded.contains { "NS".contains($0) } || text.contains("위")
    let isLongitude = folded.contains { "EW".contains($0) } || text.contains("경")
    return (degrees, isLatitude == isLongitude ? nil : isLatitude)
  }

  /// Two numbers behind words for latitude and longitude, as in JSON; or a point of GeoJSON.
  private static func labelled(_ text: String) -> PairText? {
    var latitude: Double?
    var longitude: Double?
    var numbers: [Double] = []
    var word = ""
    var rest = text.lowercased()[...]
    while let character = rest.first {
      guard character.isASCII, character.isNumber || "+-".contains(character) else {
        if character.isLetter { word.append(character) } else if character == "," || character == ";" { word = "" }
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
      rest = rest.dropFirst(digits.count)
      guard let number = AngleNumber.plain(digits) else { return nil }
      numbers.append(number)
      if word.hasSuffix("lat") || word.contains("latitude") || word.hasSuffix("위도") || word.hasSuffix("緯度")
        || word.hasSuffix("纬度")
      {
        guard latitude == nil else { return nil }
        latitude = number
      } else if ["lon", "lng", "long", "경도", "経度", "經度", "经度"].contains(where: word.hasSuffix)
        || word.contains("longitude")
      {
        guard longitude == nil else { return nil }
        longitude = number
      }
      word = ""
    }
    if let latitude, let longitude, numbers.count == 2 { return PairText(latitude, longitude, isEastFirst: false) }
    guard numbers.count == 2, text.contains("\"coordinates\""), text.contains("\"Point\"") else { return nil }
    return PairText(numbers[0], numbers[1], isEastFirst: true)
  }

  /// As people type it into a search.
  private static func typed(_ text: String) -> PairText? {
    guard text.utf8.count <= 200, case .coordinate(let found)? = try? CoordinateText.parse(text) else { return nil }
    return PairText(found.latitude, found.longitude, isEastFirst: false)
  }
}

/// Plain numbers within other texts.
private enum AngleNumber {
  static func plain(_ text: Substring) -> Double? {
    guard let number = Double(text), number.isFinite, text.utf8.allSatisfy({ $0 < 0x3A }) else { return nil }
    return number
  }
}

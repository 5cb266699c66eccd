import Basics

/// Reads one object of a list: a GeoJSON feature, an element of Overpass, or any other object.
enum JSONPlaceReader {
  enum Kind {
    case feature
    case element
    case object
  }

  /// The maximum length in bytes of a key with those of the objects around it.
  private static let maxKeyBytes = 1 << 10

  /// The kind of the object that begins here, with the position left at it.
  static func kind(_ scanner: inout JSONScanner) throws(JSONFault) -> Kind {
    let start = scanner.position
    try scanner.enter(0)
    var kind = Kind.object
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      let value = scanner.position
      try scanner.skipValue(depth: 1)
      let text = JSONScanner.Text(range: value..<scanner.position, isEscaped: false)
      if scanner.isEqual(key, "type"), scanner.isEqual(text, "\"Feature\"") { kind = .feature }
      if scanner.isEqual(key, "geometry"), scanner.bytes[value] == 0x7B { kind = .feature }
    }
    scanner.position = start
    return kind
  }

  /// Reads the members of a feature; others than these are not read.
  static func readFeature(_ scanner: inout JSONScanner, into place: inout PlaceFields) throws(JSONFault) {
    try scanner.enter(0)
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      let byte = try scanner.peek()
      if byte == 0x7B, scanner.isEqual(key, "properties") {
        try fields(&scanner, &place, within: 0..<0, depth: 1)
      } else if byte == 0x7B, scanner.isEqual(key, "geometry") {
        try JSONGeometry.read(&scanner, into: &place)
      } else if byte != 0x7B, scanner.isEqual(key, "id") {
        let start = place.end
        try writeText(&scanner, &place, depth: 1)
        place.setID(start..<place.end)
      } else {
        try scanner.skipValue(depth: 1)
      }
    }
  }

  /// Adds the members of the object that begins here as fields, named below `prefix`.
  static func fields(
    _ scanner: inout JSONScanner, _ place: inout PlaceFields, within prefix: Range<Int>, depth: Int
  ) throws(JSONFault) {
    try scanner.enter(depth)
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      try field(&scanner, &place, key, within: prefix, depth: depth + 1)
    }
  }

  private static func field(
    _ scanner: inout JSONScanner, _ place: inout PlaceFields, _ key: JSONScanner.Text, within prefix: Range<Int>,
    depth: Int
  ) throws(JSONFault) {
    let start = place.end
    if !prefix.isEmpty {
      place.copy(prefix)
      place.write(UInt8(ascii: "."))
    }
    try scanner.write(key, to: &place)
    guard place.end - start <= Self.maxKeyBytes else { throw .malformed("a key is longer than \(maxKeyBytes) bytes") }
    let name = start..<place.end
    guard try scanner.peek() == 0x7B else {
      try writeText(&scanner, &place, depth: depth)
      return place.add(key: name, value: name.upperBound..<place.end)
    }
    try fields(&scanner, &place, within: name, depth: depth)
  }

  /// Writes the value that begins here as the text of a cell; lists with commas.
  static func writeText(
    _ scanner: inout JSONScanner, _ place: inout PlaceFields, depth: Int
  ) throws(JSONFault) {
    switch try scanner.peek() {
    case 0x22: try scanner.write(try scanner.text(), to: &place)
    case 0x74:
      try scanner.word("true")
      place.write("yes")
    case 0x66:
      try scanner.word("false")
      place.write("no")
    case 0x6E: try scanner.word("null")
    case 0x5B:
      try scanner.enter(depth)
      var isFirst = true
      var isFirstText = true
      while try scanner.nextItem(&isFirst) {
        if !isFirstText { place.write(UInt8(ascii: ",")) }
        isFirstText = false
        try writeText(&scanner, &place, depth: depth + 1)
      }
    case 0x7B: try scanner.skipValue(depth: depth)
    default: try writeNumber(&scanner, &place)
    }
  }

  /// A number as written, except for one with an exponent.
  static func writeNumber(_ scanner: inout JSONScanner, _ place: inout PlaceFields) throws(JSONFault) {
    let digits = scanner.slice(try scanner.number())
    guard digits.contains(where: { $0 | 0x20 == 0x65 }) else { return place.write(digits) }
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
      throw .malformed("a number is too large")
    }
    place.write("\(number)")
  }
}

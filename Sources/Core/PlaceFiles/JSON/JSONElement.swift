/// An element of an Overpass answer.
struct JSONElement {
  private(set) var id: ElementID?
  private(set) var hasTags = false
  /// Its own coordinate; that of a centre or of bounds is in the place only.
  private(set) var longitude: Double?
  private(set) var latitude: Double?
  /// The nodes of a way without a centre.
  private(set) var nodes: [Int64] = []

  /// Reads an element, and its tags into `place`.
  init(_ scanner: inout JSONScanner, into place: inout PlaceFields) throws(JSONFault) {
    var type = ""
    var number: Int64?
    var own: (longitude: Range<Int>, latitude: Range<Int>) = (0..<0, 0..<0)
    var bounds = CoordinateBounds()
    try scanner.enter(0)
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      let byte = try scanner.peek()
      let isNumber = byte == 0x2D || (0x30...0x39).contains(byte)
      if byte == 0x22, scanner.isEqual(key, "type") {
        type = try scanner.string(try scanner.text())
      } else if isNumber, scanner.isEqual(key, "id") {
        number = Int64(String(decoding: scanner.slice(try scanner.number()), as: UTF8.self))
      } else if isNumber, scanner.isEqual(key, "lat") {
        own.latitude = try Self.number(&scanner, &place)
      } else if isNumber, scanner.isEqual(key, "lon") {
        own.longitude = try Self.number(&scanner, &place)
      } else if byte == 0x7B, scanner.isEqual(key, "center") || scanner.isEqual(key, "bounds") {
        try JSONGeometry.readBounds(&scanner, into: &bounds)
      } else if byte == 0x5B, scanner.isEqual(key, "geometry") {
        try Self.readGeometry(&scanner, &bounds)
      } else if byte == 0x5B, scanner.isEqual(key, "nodes") {
        try readNodes(&scanner)
      } else if byte == 0x7B, scanner.isEqual(key, "tags") {
        let before = place.fields.count
        try JSONPlaceReader.fields(&scanner, &place, within: 0..<0, depth: 1)
        hasTags = place.fields.count > before
      } else if byte == 0x22, scanner.isEqual(key, "timestamp") {
        let start = place.end
        place.write("timestamp")
        let middle = place.end
        try JSONPlaceReader.writeText(&scanner, &place, depth: 1)
        place.add(key: start..<middle, value: middle..<place.end)
      } else {
        try scanner.skipValue(depth: 1)
      }
    }
    if let number, let kind = ElementID.Kind(rawValue: type) { id = ElementID(kind: kind, number: number) }
    if let id { place.setID(id.description) }
    if !own.latitude.isEmpty, !own.longitude.isEmpty {
      place.setCoordinate(longitude: own.longitude, latitude: own.latitude)
      longitude = Double(place.text(own.longitude))
      latitude = Double(place.text(own.latitude))
    } else if let centre = bounds.centre {
      place.setCoordinate(centre)
      nodes = []
    }
  }

  private static func number(_ scanner: inout JSONScanner, _ place: inout PlaceFields) throws(JSONFault) -> Range<Int> {
    let start = place.end
    try JSONPlaceReader.writeNumber(&scanner, &place)
    return start..<place.end
  }

  /// The positions of `out geom`.
  private static func readGeometry(_ scanner: inout JSONScanner, _ bounds: inout CoordinateBounds) throws(JSONFault) {
    try scanner.enter(1)
    var isFirst = true
    while try scanner.nextItem(&isFirst) {
      if try scanner.peek() == 0x7B {
        try JSONGeometry.readBounds(&scanner, into: &bounds)
      } else {
        try scanner.skipValue(depth: 2)
      }
    }
  }

  private mutating func readNodes(_ scanner: inout JSONScanner) throws(JSONFault) {
    try scanner.enter(1)
    var isFirst = true
    while try scanner.nextItem(&isFirst) {
      let start = scanner.position
      try scanner.skipValue(depth: 2)
      if let node = Int64(String(decoding: scanner.slice(start..<scanner.position), as: UTF8.self)) {
        nodes.append(node)
      }
    }
  }
}

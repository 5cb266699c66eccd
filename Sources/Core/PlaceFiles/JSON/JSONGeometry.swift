/// Reads the geometry of a GeoJSON feature as a coordinate.
enum JSONGeometry {
  /// Sets the coordinate of a point, or the middle of a small area. For other geometries it is their type, which is not a
  /// number, so that the record is rejected.
  static func read(_ scanner: inout JSONScanner, into place: inout PlaceFields) throws(JSONFault) {
    var type = JSONScanner.Text(range: 0..<0, isEscaped: false)
    var coordinates: Int?
    try scanner.enter(1)
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      let byte = try scanner.peek()
      if scanner.isEqual(key, "type"), byte == 0x22 {
        type = try scanner.text()
      } else if scanner.isEqual(key, "coordinates"), byte == 0x5B {
        coordinates = scanner.position
        try scanner.skipValue(depth: 2)
      } else {
        try scanner.skipValue(depth: 2)
      }
    }
    if let coordinates {
      let end = scanner.position
      defer { scanner.position = end }
      scanner.position = coordinates
      if scanner.isEqual(type, "Point") {
        if try readPoint(&scanner, into: &place) { return }
      } else if areas.contains(where: { scanner.isEqual(type, $0) }) {
        var bounds = CoordinateBounds()
        try readPositions(&scanner, into: &bounds, depth: 2)
        if let centre = bounds.centre { return place.setCoordinate(centre) }
      }
    }
    let start = place.end
    try scanner.write(type, to: &place)
    place.setCoordinate(longitude: start..<place.end, latitude: place.end..<place.end)
  }

  private static let areas: [StaticString] = ["Polygon", "MultiPolygon", "MultiPoint"]

  /// The first two numbers of a position.
  private static func readPoint(_ scanner: inout JSONScanner, into place: inout PlaceFields) throws(JSONFault) -> Bool {
    try scanner.enter(2)
    let start = place.end
    var middle = start
    var count = 0
    var isFirst = true
    while try scanner.nextItem(&isFirst) {
      if count < 2 {
        try JSONPlaceReader.writeText(&scanner, &place, depth: 3)
        if count == 0 { middle = place.end }
      } else {
        try scanner.skipValue(depth: 3)
      }
      count += 1
    }
    guard count >= 2 else { return false }
    place.setCoordinate(longitude: start..<middle, latitude: middle..<place.end)
    return true
  }

  private static func readPositions(
    _ scanner: inout JSONScanner, into bounds: inout CoordinateBounds, depth: Int
  ) throws(JSONFault) {
    try scanner.enter(depth)
    var numbers: [Double] = []
    var isFirst = true
    while try scanner.nextItem(&isFirst) {
      switch try scanner.peek() {
      case 0x5B: try readPositions(&scanner, into: &bounds, depth: depth + 1)
      case 0x2D, 0x30...0x39: numbers.append(try double(&scanner))
      default: try scanner.skipValue(depth: depth + 1)
      }
    }
    if numbers.count >= 2 { bounds.add(longitude: numbers[0], latitude: numbers[1]) }
  }

  private static func double(_ scanner: inout JSONScanner) throws(JSONFault) -> Double {
    Double(String(decoding: scanner.slice(try scanner.number()), as: UTF8.self)) ?? .nan
  }

  /// A centre or bounds of Overpass: `lat` and `lon`, or their minima and maxima.
  static func readBounds(_ scanner: inout JSONScanner, into bounds: inout CoordinateBounds) throws(JSONFault) {
    var numbers: [Double?] = [nil, nil, nil, nil]
    try scanner.enter(1)
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      let byte = try scanner.peek()
      guard byte == 0x2D || (0x30...0x39).contains(byte) else {
        try scanner.skipValue(depth: 2)
        continue
      }
      let value = try double(&scanner)
      for (index, names) in Self.edges.enumerated() where names.contains(where: { scanner.isEqual(key, $0) }) {
        numbers[index] = value
      }
    }
    if let longitude = numbers[0], let latitude = numbers[1] { bounds.add(longitude: longitude, latitude: latitude) }
    if let longitude = numbers[2], let latitude = numbers[3] { bounds.add(longitude: longitude, latitude: latitude) }
  }

  private static let edges: [[StaticString]] = [["lon", "minlon"], ["lat", "minlat"], ["maxlon"], ["maxlat"]]
}

import Basics
import Tabular

/// Reads the objects of a JSON text one by one: GeoJSON features (RFC 7946), also as a text sequence (RFC 8142) or one in
/// a line, the elements of an Overpass answer, and the first list of objects of any other document.
struct JSONPlaces: PlaceSource, ElementSource {
  /// The maximum size in bytes of a short member of the document.
  private static let maxMemberBytes = 1 << 12
  /// The maximum nesting of the list of objects in the document.
  private static let maxDocumentDepth = 8

  private var window: JSONWindow
  private var state = State.start
  /// The objects around the list.
  private var depth = 0
  private var isInArray = false
  private var hasList = false
  private(set) var count = 0
  private(set) var format = PlaceFormat.json
  private(set) var terms = FileTerms()
  /// The kind of the objects of the list, after the first one.
  private var kind: JSONPlaceReader.Kind?
  private(set) var centres: ElementCentres
  private let pass: ElementCentres.Pass?

  private enum State {
    case start
    case members
    case list
    case sequence
    case end
  }

  /// - Parameter centres: the coordinates of ways by the nodes of the file.
  /// - Parameter pass: what is collected into them instead of reading places.
  init(
    _ source: any ByteSource, centres: ElementCentres = ElementCentres(), collecting pass: ElementCentres.Pass? = nil
  ) {
    window = JSONWindow(source)
    self.centres = centres
    self.pass = pass
  }

  /// Whether a text is an answer of Overpass; also false for one that is not JSON.
  static func isOverpass(_ source: any ByteSource) throws -> Bool {
    var places = JSONPlaces(source)
    do {
      while places.state == .start || places.state == .members {
        if places.state == .start { try places.begin() } else { try places.nextMember() }
      }
    } catch is JSONFault {
      return false
    } catch is DomainError {
      return false
    }
    return places.format == .overpassJSON
  }

  var bytesRead: Int { window.bytesRead }

  func duplicate(_ key: String) -> DomainError? {
    malformed("“\(key.prefix(60))” appears twice in one object")
  }

  mutating func next(_ place: inout PlaceFields) throws -> Bool {
    do {
      return try nextPlace(&place)
    } catch let fault as JSONFault {
      guard case .malformed(let reason) = fault else { throw malformed("it ends in the middle of a value") }
      throw malformed(reason)
    }
  }

  private mutating func nextPlace(_ place: inout PlaceFields) throws -> Bool {
    while true {
      switch state {
      case .start: try begin()
      case .members: try nextMember()
      case .list:
        switch try window.peek() {
        case 0x2C: window.position += 1
        case 0x5D:
          window.position += 1
          state = isInArray ? .end : .members
        case 0x7B: if try read(&place) { return true }
        default:
          throw JSONFault.malformed(format == .json ? "an object is expected here" : "a feature is expected here")
        }
      case .sequence:
        switch try window.peek() {
        case nil: state = .end
        // The record separator of RFC 8142.
        case 0x1E: window.position += 1
        case 0x7B: if try read(&place) { return true }
        default: throw JSONFault.malformed("a feature is expected here")
        }
      case .end:
        guard try window.peek() == nil else { throw JSONFault.malformed("there is text after the collection") }
        return false
      }
    }
  }

  private mutating func begin() throws {
    if try window.peek() == 0xEF { window.position += 3 }
    switch try window.peek() {
    case 0x1E: state = .sequence
    case 0x5B:
      window.position += 1
      isInArray = true
      state = .list
      hasList = true
    case 0x7B:
      if try window.beginsSequence() {
        state = .sequence
      } else {
        window.position += 1
        depth = 1
        state = .members
      }
    default: throw JSONFault.malformed("an object is missing")
    }
  }

  /// Reads what comes next in the objects around the list.
  private mutating func nextMember() throws {
    switch try window.peek() {
    case 0x2C: window.position += 1
    case 0x7D:
      window.position += 1
      depth -= 1
      if depth == 0 { state = .end }
    case 0x22:
      let key = try window.scan { (scanner) throws(JSONFault) in
        let text = try scanner.text()
        try scanner.expect(0x3A, "a colon")
        return try scanner.string(text)
      }
      try readMember(key)
    default: throw JSONFault.malformed("a key is expected here")
    }
  }

  private mutating func readMember(_ key: String) throws {
    switch try window.peek() {
    case 0x5B where !hasList && !Self.descriptions.contains(key):
      window.position += 1
      let first = try window.peek()
      if first == 0x7B || first == 0x5D || key == "features" {
        if first == 0x7B || key == "features" { hasList = true }
        if key == "features" { (format, kind) = (.geoJSON, .feature) }
        if key == "elements" { (format, kind) = (.overpassJSON, .element) }
        state = .list
      } else {
        try window.skipValue(depth: 1)
      }
    case 0x7B where key == "crs" && depth == 1: try checkReferenceSystem()
    case 0x7B where Self.metadata.contains(key) && depth == 1: try readTerms()
    case 0x7B where !hasList && depth < Self.maxDocumentDepth && !Self.descriptions.contains(key):
      window.position += 1
      depth += 1
    case 0x22 where key == "type" && depth == 1:
      let type = try window.scan { (scanner) throws(JSONFault) in
        let text = try scanner.text()
        return try scanner.string(text)
      }
      guard !Self.unsupported.contains(type) else {
        throw DomainError(
          .invalid, "geojson-unsupported",
          "The GeoJSON is a \(type), not a FeatureCollection; wrap it in one, or convert it (ogr2ogr out.geojson in.json)."
        )
      }
    case 0x22 where Self.termKeys.contains(key) && depth == 1:
      terms.add(
        key,
        try window.scan { (scanner) throws(JSONFault) in
          let text = try scanner.text()
          return try scanner.string(text)
        })
    default: try window.skipValue()
    }
  }

  /// The objects beside the list that say on which terms it may be used: of All The Places, of Overpass.
  private static let metadata: Set = ["dataset_attributes", "osm3s"]
  private static let termKeys: Set = ["license", "licence", "attribution", "attribution:name", "copyright"]

  private mutating func readTerms() throws {
    let found = try window.scan { (scanner) throws(JSONFault) in
      var found: [(key: String, text: String)] = []
      try scanner.enter(0)
      var isFirst = true
      while let key = try scanner.nextKey(&isFirst) {
        let name = try scanner.string(key)
        if Self.termKeys.contains(name), try scanner.peek() == 0x22 {
          found.append((name, try scanner.string(try scanner.text())))
        } else {
          try scanner.skipValue(depth: 1)
        }
      }
      return found
    }
    for (key, text) in found { terms.add(key, text) }
  }

  /// The types of documents of GeoJSON and TopoJSON without features.
  private static let unsupported: Set = [
    "Topology", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// Members with lists of objects that describe the others: links of OGC API Features, columns of data.go.kr.
  private static let descriptions: Set = [
    "links", "fields", "columns", "metadata", "dataset_attributes", "properties", "DESCRIPTION", "osm3s",
  ]

  /// Throws unless the collection is in longitude and latitude.
  private mutating func checkReferenceSystem() throws {
    let name = try window.scan { (scanner) throws(JSONFault) in
      var name: String?
      try scanner.enter(0)
      var isFirst = true
      while let key = try scanner.nextKey(&isFirst) {
        guard scanner.isEqual(key, "properties"), try scanner.peek() == 0x7B else {
          try scanner.skipValue(depth: 1)
          continue
        }
        try scanner.enter(1)
        var isFirst = true
        while let key = try scanner.nextKey(&isFirst) {
          if scanner.isEqual(key, "name"), try scanner.peek() == 0x22 {
            name = try scanner.string(try scanner.text())
          } else {
            try scanner.skipValue(depth: 2)
          }
        }
      }
      return name
    }
    guard let name, !["CRS84", ":4326"].contains(where: name.hasSuffix) else { return }
    throw DomainError(
      .invalid, "geojson-unsupported",
      "The GeoJSON is in \(name.prefix(60)); write it in longitude and latitude (ogr2ogr -t_srs EPSG:4326).")
  }

  /// Reads the object that begins here. False for an element of OpenStreetMap without tags, which only gives others
  /// their shape.
  private mutating func read(_ place: inout PlaceFields) throws -> Bool {
    if kind == nil {
      let found = try window.scan { (scanner) throws(JSONFault) in try JSONPlaceReader.kind(&scanner) }
      if found == .feature { format = .geoJSON }
      kind = found
    }
    guard kind != .element else { return try readElement(&place) }
    count += 1
    let isFeature = kind == .feature
    try window.scan { (scanner) throws(JSONFault) in
      place.removeAll()
      if isFeature {
        try JSONPlaceReader.readFeature(&scanner, into: &place)
      } else {
        try JSONPlaceReader.fields(&scanner, &place, within: 0..<0, depth: 0)
      }
    }
    return true
  }

  private mutating func readElement(_ place: inout PlaceFields) throws -> Bool {
    let element = try window.scan { (scanner) throws(JSONFault) in
      place.removeAll()
      return try JSONElement(&scanner, into: &place)
    }
    switch pass {
    case .wayNodes:
      if let id = element.id, id.kind == .way, element.hasTags, place.longitude.isEmpty {
        centres.add(way: id.number, nodes: element.nodes)
      }
    case .coordinates:
      if let id = element.id, id.kind == .node, let longitude = element.longitude, let latitude = element.latitude {
        centres.add(node: id.number, longitude: longitude, latitude: latitude)
      }
    case nil:
      guard let id = element.id, element.hasTags else { return false }
      count += 1
      if place.longitude.isEmpty, let centre = centres.centre(of: id) { place.setCoordinate(centre) }
      return true
    }
    return false
  }

  private func malformed(_ reason: String) -> DomainError {
    let kind = format == .json || format == .overpassJSON ? "JSON" : "GeoJSON"
    return DomainError(
      .invalid, "geojson-malformed", "The file is not valid \(kind) at feature \(max(count, 1)): \(reason).")
  }
}

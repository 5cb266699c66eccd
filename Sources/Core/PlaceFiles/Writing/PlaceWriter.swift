import Basics

package struct WrittenPlace: Sendable {
  package var number: Int64
  package var name: String
  /// Degrees as decimal numbers; nil for a place without a coordinate.
  package var coordinate: (longitude: String, latitude: String)?
  /// Further fields with their texts, none empty.
  package var fields: [(key: String, text: String)]

  package init(
    number: Int64, name: String, coordinate: (longitude: String, latitude: String)?,
    fields: [(key: String, text: String)]
  ) {
    self.number = number
    self.name = name
    self.coordinate = coordinate
    self.fields = fields
  }
}

/// Writes places as an XML document that map programs read.
package enum PlaceWriter: Sendable {
  /// Placemarks with their fields as extended data.
  case kml
  /// Waypoints with their fields as extensions. It has no places without a coordinate.
  case gpx
  /// Nodes with the numbers of the places, not for uploading. It has no places without a coordinate.
  case osm

  package var beginning: String {
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    return switch self {
    case .kml: declaration + "<kml xmlns=\"http://www.opengis.net/kml/2.2\">\n<Document>\n<name>fourcuts</name>\n"
    case .gpx:
      declaration + "<gpx version=\"1.1\" creator=\"fourcuts\" xmlns=\"http://www.topografix.com/GPX/1/1\""
        + " xmlns:fourcuts=\"urn:fourcuts:booth\">\n"
    case .osm: declaration + "<osm version=\"0.6\" generator=\"fourcuts\" upload=\"never\">\n"
    }
  }

  package var end: String {
    switch self {
    case .kml: "</Document>\n</kml>\n"
    case .gpx: "</gpx>\n"
    case .osm: "</osm>\n"
    }
  }

  /// A place as an element; empty for a place without a coordinate if the format has none.
  package func element(_ place: WrittenPlace) -> String {
    switch self {
    case .kml: kmlElement(place)
    case .gpx: gpxElement(place)
    case .osm: osmElement(place)
    }
  }

  private func kmlElement(_ place: WrittenPlace) -> String {
    var text = "<Placemark><name>\(Self.escaped(place.name))</name>"
    for (element, key) in [("address", "road_address"), ("phoneNumber", "phone")] {
      guard let field = place.fields.first(where: { $0.key == key }) else { continue }
      text += "<\(element)>\(Self.escaped(field.text))</\(element)>"
    }
    text += "<ExtendedData>"
    for (key, value) in place.fields {
      text += "<Data name=\"\(Self.escaped(key))\"><value>\(Self.escaped(value))</value></Data>"
    }
    text += "</ExtendedData>"
    if let (longitude, latitude) = place.coordinate {
      text += "<Point><coordinates>\(longitude),\(latitude)</coordinates></Point>"
    }
    return text + "</Placemark>\n"
  }

  private func gpxElement(_ place: WrittenPlace) -> String {
    guard let (longitude, latitude) = place.coordinate else { return "" }
    var text = "<wpt lat=\"\(latitude)\" lon=\"\(longitude)\"><name>\(Self.escaped(place.name))</name><extensions>"
    for (key, value) in place.fields { text += "<fourcuts:\(key)>\(Self.escaped(value))</fourcuts:\(key)>" }
    return text + "</extensions></wpt>\n"
  }

  private func osmElement(_ place: WrittenPlace) -> String {
    guard let (longitude, latitude) = place.coordinate else { return "" }
    // Editors need a version, and GDAL reads no negative numbers; the document says that it is not to be uploaded.
    var text = "<node id=\"\(place.number)\" version=\"1\" lat=\"\(latitude)\" lon=\"\(longitude)\">"
    for (key, value) in [("name", place.name)] + place.fields {
      text += "<tag k=\"\(Self.escaped(key))\" v=\"\(Self.escaped(value))\"/>"
    }
    return text + "</node>\n"
  }

  /// The text for elements and attributes, without the characters that XML cannot hold.
  private static func escaped(_ text: String) -> String {
    let allowed = text.unicodeScalars.filter { scalar in
      scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF || scalar == "\t" || scalar == "\n"
    }
    return Markup.escaped(String(String.UnicodeScalarView(allowed))).replacing("\n", with: "&#10;")
  }
}

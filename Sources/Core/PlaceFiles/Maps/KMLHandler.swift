import Basics
import XML

/// Collects the placemarks of a KML document, as Google Earth and Google My Maps write it.
final class KMLHandler: XMLPlaceHandler {
  static let format = PlaceFormat.kml

  var places: [PlaceFields] = []
  private var place: PlaceFields?
  /// The elements within the placemark that have not ended.
  private var path: [String] = []
  /// The names of the folders around a placemark; empty for one without a name.
  private var folders: [String] = []
  /// The elements around `name`: a folder or the document.
  private var parents: [String] = []
  private var datum: String?
  private var point: [Substring]?
  private var bounds = CoordinateBounds()
  private var otherGeometry: String?
  /// The address of another document that this one only refers to.
  private var link: String?

  var reasonForNoPlaces: DomainError? {
    link.map {
      DomainError(
        .invalid, "kml-link",
        "The KML holds no placemarks but a link to them; download \($0.prefix(200)) and import that.")
    }
  }

  func start(_ name: String, _ attributes: XMLAttributes) throws(DomainError) -> XMLParser.Text {
    guard place != nil else { return startOutside(name, attributes) }
    path.append(name)
    switch name {
    case "Data", "SimpleData": datum = attributes["name"]
    case "Polygon", "LineString", "LinearRing", "Track", "Model":
      if otherGeometry == nil { otherGeometry = name }
    default: break
    }
    switch name {
    case "coordinates", "value", "SimpleData": return .kept
    case "name", "address", "phoneNumber", "description", "Snippet", "snippet":
      return path.count == 1 ? .kept : .ignored
    default: return .ignored
    }
  }

  private func startOutside(_ name: String, _ attributes: XMLAttributes) -> XMLParser.Text {
    if name == "Placemark" {
      var place = PlaceFields()
      if let id = attributes["id"] { place.setID(id) }
      self.place = place
      path = []
      (datum, point, bounds, otherGeometry) = (nil, nil, CoordinateBounds(), nil)
      return .ignored
    }
    parents.append(name)
    if name == "Folder" { folders.append("") }
    if name == "name", parents.dropLast().last == "Folder" { return .kept }
    return name == "href" && parents.contains("NetworkLink") ? .kept : .ignored
  }

  func end(_ name: String, _ text: String) throws(DomainError) {
    guard place != nil else { return endOutside(name, text) }
    guard path.popLast() != nil else { return finish() }
    switch name {
    case "coordinates": read(coordinates: text, of: path.last)
    case "value", "SimpleData": if let datum { try add(datum, text) }
    case "name", "address", "phoneNumber", "description", "Snippet", "snippet":
      if path.isEmpty, !text.isEmpty { try add(name, text) }
    default: break
    }
    if name == "Data" || name == "SimpleData" { datum = nil }
  }

  private func endOutside(_ name: String, _ text: String) {
    parents.removeLast()
    switch name {
    case "Folder": folders.removeLast()
    case "name": if parents.last == "Folder", !folders.isEmpty { folders[folders.count - 1] = text }
    case "href": if parents.contains("NetworkLink"), link == nil { link = text }
    default: break
    }
  }

  private func add(_ key: String, _ value: String) throws(DomainError) {
    guard (place?.end ?? 0) + key.utf8.count + value.utf8.count <= XMLParser.maxTextBytes else { throw .placeTooLong }
    place?.add(key, value)
  }

  /// Positions are `longitude,latitude[,altitude]`, separated by white space.
  private func read(coordinates text: String, of element: String?) {
    let positions = text.split { $0.isWhitespace }.lazy.map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    if element == "Point" {
      // People write a blank behind the comma.
      let first = positions.first.flatMap { $0.count >= 2 && !$0[1].isEmpty ? $0 : nil }
      if point == nil {
        point = first ?? text.split { $0 == "," || $0.isWhitespace }
      }
    } else if otherGeometry == "Polygon" {
      for position in positions {
        guard position.count >= 2, let longitude = Double(position[0]), let latitude = Double(position[1]) else {
          continue
        }
        bounds.add(longitude: longitude, latitude: latitude)
      }
    }
  }

  private func finish() {
    guard var ended = place else { return }
    if let point, point.count >= 2 {
      ended.setCoordinate(longitude: String(point[0]), latitude: String(point[1]))
    } else if let centre = bounds.centre {
      ended.setCoordinate(centre)
    } else if let otherGeometry {
      ended.setCoordinate(longitude: otherGeometry, latitude: "")
    }
    if let folder = folders.last, !folder.isEmpty { ended.add("folder", folder) }
    places.append(ended)
    place = nil
  }
}

import Basics
import XML

/// Collects the waypoints of a GPX document: the elements of a waypoint, also those of extensions, are its fields.
/// Points of routes and tracks are no places.
final class GPXHandler: XMLPlaceHandler {
  static let format = PlaceFormat.gpx

  var places: [PlaceFields] = []
  private var place: PlaceFields?
  /// The elements within the waypoint that have not ended, and whether another one is in the last of them.
  private var path: [(name: String, hasElements: Bool)] = []
  private var hasTracks = false
  private(set) var terms = FileTerms()

  var reasonForNoPlaces: DomainError? {
    guard hasTracks else { return nil }
    return DomainError(
      .invalid, "empty-file", "The GPX has no waypoints, only routes or tracks; export the waypoints or favourites.")
  }

  func start(_ name: String, _ attributes: XMLAttributes) throws(DomainError) -> XMLParser.Text {
    guard place != nil else {
      if name == "trk" || name == "rte" { hasTracks = true }
      if name == "copyright" { terms.add(name, attributes["author"] ?? "") }
      if name == "license" { return .kept }
      guard name == "wpt" else { return .ignored }
      var place = PlaceFields()
      if let longitude = attributes["lon"], let latitude = attributes["lat"] {
        place.setCoordinate(longitude: longitude, latitude: latitude)
      }
      self.place = place
      return .ignored
    }
    if let last = path.indices.last { path[last].hasElements = true }
    path.append((name, false))
    if name == "link", let address = attributes["href"] { place?.add("link", address) }
    let isField = !Self.groups.contains(name) && path.dropLast().allSatisfy { Self.groups.contains($0.name) }
    return isField ? .kept : .ignored
  }

  func end(_ name: String, _ text: String) throws(DomainError) {
    guard let current = place else {
      if name == "license" { terms.add(name, text) }
      return
    }
    guard let ended = path.popLast() else {
      places.append(current)
      place = nil
      return
    }
    guard !text.isEmpty, !ended.hasElements else { return }
    guard current.end + text.utf8.count + name.utf8.count <= XMLParser.maxTextBytes else { throw .placeTooLong }
    place?.add(name, text)
  }

  /// Elements that hold fields. Those of Garmin have a prefix in the file.
  private static let groups: Set = ["extensions", "WaypointExtension", "Address", "Categories"]
}

extension DomainError {
  static var placeTooLong: DomainError {
    DomainError(
      .invalid, "place-too-long", "A place of the file is longer than \(XMLParser.maxTextBytes) bytes; check the file.")
  }
}

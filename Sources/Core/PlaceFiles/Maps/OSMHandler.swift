import Basics
import XML

/// Collects the elements with tags of an OSM XML document, as JOSM, Overpass and the API write it.
final class OSMHandler: XMLPlaceHandler {
  static let format = PlaceFormat.osmXML

  var places: [PlaceFields] = []
  private(set) var centres: ElementCentres
  private(set) var terms = FileTerms()
  private let pass: ElementCentres.Pass?

  private var element: ElementID?
  private var place = PlaceFields()
  private var bounds = CoordinateBounds()
  private var nodes: [Int64] = []
  private var hasTags = false

  init(_ centres: ElementCentres = ElementCentres(), collecting pass: ElementCentres.Pass? = nil) {
    self.centres = centres
    self.pass = pass
  }

  func start(_ name: String, _ attributes: XMLAttributes) -> XMLParser.Text {
    switch name {
    case "osm":
      terms.add("copyright", attributes["copyright"] ?? "")
      terms.add("license", attributes["license"] ?? "")
    // Overpass says it in a note.
    case "note": return .kept
    case "node", "way", "relation": begin(name, attributes)
    case "tag":
      guard element != nil, let key = attributes["k"], let value = attributes["v"] else { break }
      if pass == nil { place.add(key, value) }
      hasTags = true
    case "nd":
      guard element?.kind == .way else { break }
      if let ref = attributes["ref"].flatMap({ Int64($0) }) { nodes.append(ref) }
      addPosition(attributes["lon"], attributes["lat"])
    case "center": addPosition(attributes["lon"], attributes["lat"])
    case "bounds":
      guard element != nil else { break }
      addPosition(attributes["minlon"], attributes["minlat"])
      addPosition(attributes["maxlon"], attributes["maxlat"])
    default: break
    }
    return .ignored
  }

  private func begin(_ name: String, _ attributes: XMLAttributes) {
    element = nil
    // Objects deleted in an editor stay in its file until they are uploaded.
    guard attributes["action"] != "delete", attributes["visible"] != "false" else { return }
    guard let kind = ElementID.Kind(rawValue: name), let number = attributes["id"].flatMap({ Int64($0) }) else {
      return
    }
    let id = ElementID(kind: kind, number: number)
    element = id
    place.removeAll()
    bounds = CoordinateBounds()
    nodes.removeAll(keepingCapacity: true)
    hasTags = false
    let (longitude, latitude) = (attributes["lon"], attributes["lat"])
    guard pass == nil else {
      if pass == .coordinates, kind == .node, let longitude = longitude.flatMap(Double.init),
        let latitude = latitude.flatMap(Double.init)
      {
        centres.add(node: number, longitude: longitude, latitude: latitude)
      }
      return
    }
    place.setID(id.description)
    if let longitude, let latitude { place.setCoordinate(longitude: longitude, latitude: latitude) }
    if let timestamp = attributes["timestamp"] { place.add("timestamp", timestamp) }
  }

  private func addPosition(_ longitude: String?, _ latitude: String?) {
    guard element != nil, let longitude = longitude.flatMap(Double.init), let latitude = latitude.flatMap(Double.init)
    else { return }
    bounds.add(longitude: longitude, latitude: latitude)
  }

  func end(_ name: String, _ text: String) {
    if name == "note" { terms.add("copyright", text) }
    guard let element, name == element.kind.rawValue else { return }
    self.element = nil
    guard hasTags else { return }
    if let pass {
      if pass == .wayNodes, element.kind == .way, bounds.centre == nil {
        centres.add(way: element.number, nodes: nodes)
      }
      return
    }
    if place.longitude.isEmpty, let centre = bounds.centre ?? centres.centre(of: element) {
      place.setCoordinate(centre)
    }
    places.append(place)
  }
}

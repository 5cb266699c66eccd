/// The identity of an element of OpenStreetMap, written as `node/12`.
struct ElementID: Hashable, Sendable, CustomStringConvertible {
  enum Kind: String, Sendable {
    case node
    case way
    case relation
  }

  var kind: Kind
  var number: Int64

  var description: String { "\(kind.rawValue)/\(number)" }
}

/// The coordinate of an area: the middle of its bounds, in degrees.
struct ElementCentre: Hashable, Sendable {
  var longitude: Double
  var latitude: Double
}

/// The bounds of positions in degrees.
struct CoordinateBounds: Sendable {
  /// The maximum extent in degrees of an area that counts as one place: about two kilometres.
  private static let maxExtent = 0.02

  private var west = Double.infinity
  private var east = -Double.infinity
  private var south = Double.infinity
  private var north = -Double.infinity

  mutating func add(longitude: Double, latitude: Double) {
    west = min(west, longitude)
    east = max(east, longitude)
    south = min(south, latitude)
    north = max(north, latitude)
  }

  /// The middle; nil without positions, and for an area that is larger than a place.
  var centre: ElementCentre? {
    guard west <= east, east - west <= Self.maxExtent, north - south <= Self.maxExtent else { return nil }
    return ElementCentre(longitude: (west + east) / 2, latitude: (south + north) / 2)
  }
}

extension PlaceFields {
  /// Sets a coordinate that was computed, to seven decimals as OpenStreetMap has them.
  mutating func setCoordinate(_ centre: ElementCentre) {
    setCoordinate(longitude: Self.text(centre.longitude), latitude: Self.text(centre.latitude))
  }

  private static func text(_ degrees: Double) -> String {
    guard abs(degrees) <= 1000 else { return "\(degrees)" }
    return CoordinateE7.text(Int64((degrees * 1e7).rounded()))
  }
}

/// Degrees in units of 1e-7.
enum CoordinateE7 {
  /// The degrees as a decimal number without trailing zeros.
  static func text(_ units: Int64) -> String {
    let magnitude = units.magnitude
    var decimals = String(magnitude % 10_000_000)
    decimals = String(repeating: "0", count: 7 - decimals.count) + decimals
    while decimals.hasSuffix("0"), decimals.count > 1 { decimals.removeLast() }
    return (units < 0 ? "-" : "") + String(magnitude / 10_000_000) + "." + decimals
  }
}

/// The centres of ways that a file gives by their nodes only, as it is written without `out center`. Two passes over the
/// elements collect them: one the nodes of the ways, one the coordinates of these nodes.
struct ElementCentres: Sendable {
  /// The maximum number of nodes that are remembered; ways beyond have no coordinate.
  private static let maxNodes = 4_000_000

  enum Pass: Sendable {
    case wayNodes
    case coordinates
  }

  private var ways: [Int64: Range<Int>] = [:]
  private var nodes: [Int64] = []
  private var coordinates: [Int64: (longitude: Double, latitude: Double)?] = [:]

  init() {}

  var isEmpty: Bool { ways.isEmpty }

  mutating func add(way: Int64, nodes refs: some Collection<Int64>) {
    guard nodes.count + refs.count <= Self.maxNodes else { return }
    ways[way] = nodes.count..<nodes.count + refs.count
    for node in refs {
      nodes.append(node)
      coordinates[node] = .some(nil)
    }
  }

  mutating func add(node: Int64, longitude: Double, latitude: Double) {
    guard coordinates[node] != nil else { return }
    coordinates[node] = (longitude, latitude)
  }

  /// The middle of a way; nil if it was not collected, or a node of it is missing.
  func centre(of element: ElementID) -> ElementCentre? {
    guard element.kind == .way, let range = ways[element.number] else { return nil }
    var bounds = CoordinateBounds()
    for node in nodes[range] {
      guard case (let longitude, let latitude)?? = coordinates[node] else { return nil }
      bounds.add(longitude: longitude, latitude: latitude)
    }
    return bounds.centre
  }
}

/// Reads elements of OpenStreetMap.
protocol ElementSource: PlaceSource {
  /// What was collected so far.
  var centres: ElementCentres { get }
}

extension ElementCentres {
  /// Collects the centres of the ways of a file.
  /// - Throws: errors of the file.
  init(_ open: (ElementCentres, Pass) throws -> any ElementSource) throws {
    self.init()
    for pass in [Pass.wayNodes, .coordinates] {
      var source: any ElementSource = try open(self, pass)
      var place = PlaceFields()
      while try source.next(&place) { place.removeAll() }
      self = source.centres
      if isEmpty { return }
    }
  }
}

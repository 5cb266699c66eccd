import Basics
import Support
import Testing
import Workload

@testable import Geo

/// Sets of points that are hard for an index in different ways.
enum PointSet: String, CaseIterable, CustomTestStringConvertible {
  case clustered, uniform, polar, antimeridian, antipodal, equal, stacks, meridian, parallel, adjacent, cubeCorner

  var testDescription: String { rawValue }

  /// The points. Ids ascend with gaps and do not depend on the coordinates.
  func points(_ count: Int, seed: UInt64 = 1) -> [IndexedPoint] {
    var random = SeededNumbers(seed: seed)
    var clusters = ClusteredCoordinates(seed: seed)
    var id: Int64 = -50
    var points: [IndexedPoint] = []
    for index in 0..<count {
      id += 1 + Int64(random.next() % 5)
      points.append(IndexedPoint(id: id, coordinate: coordinate(index, &random, &clusters)))
    }
    return points
  }

  private func coordinate(
    _ index: Int, _ random: inout SeededNumbers, _ clusters: inout ClusteredCoordinates
  ) -> StoredCoordinate {
    switch self {
    case .clustered:
      let coordinate = clusters.next()
      return stored(coordinate.latitude, coordinate.longitude)
    case .uniform: return stored(random.coordinate())
    case .polar:
      let latitude = 90 - 0.5 * random.unit() * random.unit()
      return stored(index % 3 == 0 ? -latitude : latitude, random.unit() * 360 - 180)
    case .antimeridian: return stored(random.normal() * 20, (random.unit() < 0.5 ? -180 : 180) + random.normal() * 0.2)
    case .antipodal:
      let sign = index % 2 == 0 ? 1.0 : -1.0
      return stored(sign * 37.5 + random.normal(), (sign > 0 ? 127 : -53) + random.normal())
    case .equal: return stored(37.4979, 127.0276)
    case .stacks:
      let spot = Double(random.next() % 5)
      return stored(37.4979 + spot * 0.001, 127.0276 - spot * spot * 0.0002)
    case .meridian: return stored(random.unit() * 180 - 90, 45)
    case .parallel: return stored(60, random.unit() * 360 - 180)
    case .adjacent:
      return StoredCoordinate(
        latitudeE7: 371_234_567 + Int32(random.next() % 12), longitudeE7: 1_270_000_000 + Int32(random.next() % 9))!
    case .cubeCorner: return stored(35.26 + random.normal() * 0.3, (index % 2 == 0 ? 45 : 135) + random.normal() * 0.3)
    }
  }
}

/// A stored coordinate from degrees that may be out of range: they are wrapped.
func stored(_ latitude: Double, _ longitude: Double) -> StoredCoordinate {
  let turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  return StoredCoordinate(Coordinate(latitude: min(90, max(-90, latitude)), longitude: turned)!)
}

func stored(_ coordinate: Coordinate) -> StoredCoordinate { StoredCoordinate(coordinate) }

extension Coordinate {
  var antipode: Coordinate {
    Coordinate(latitude: -latitude, longitude: longitude > 0 ? longitude - 180 : longitude + 180)!
  }

  /// A coordinate some degrees away, wrapped into range.
  func moved(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(stored(self.latitude + latitude, self.longitude + longitude))
  }
}

extension SeededNumbers {
  /// A random coordinate, uniform by area.
  mutating func coordinate() -> Coordinate {
    let height = unit() * 2 - 1
    // The sine of the latitude is uniform. The arc sine is found by bisection, without a mathematics library.
    var low = -90.0
    var high = 90.0
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if EarthCentred(latitude: middle, longitude: 0).z / Ellipsoid.polarRadius < height {
        low = middle
      } else {
        high = middle
      }
    }
    return Coordinate(latitude: low, longitude: unit() * 360 - 180)!
  }

  /// Query coordinates: beside a point, between points, far from all, at the antipode of one, at the poles and the
  /// antimeridian.
  mutating func origins(_ points: [IndexedPoint], _ count: Int) -> [Coordinate] {
    var origins = [Coordinate(latitude: 90, longitude: 0)!, Coordinate(latitude: -90, longitude: 17)!]
    origins.append(Coordinate(latitude: unit() * 40, longitude: 180)!)
    origins.append(Coordinate(latitude: unit() * 40, longitude: -180)!)
    for _ in 0..<count {
      origins.append(coordinate())
      guard let point = points.randomElement(using: &self) else { continue }
      let beside = Coordinate(point.coordinate)
      origins.append(beside)
      origins.append(beside.moved(normal() * 0.01, normal() * 0.01))
      origins.append(beside.moved(normal(), normal()))
      origins.append(beside.antipode)
      origins.append(beside.antipode.moved(normal() * 0.1, normal() * 0.1))
    }
    return origins
  }
}

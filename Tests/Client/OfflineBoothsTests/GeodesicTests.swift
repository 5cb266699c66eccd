import Basics
import Geo
import Testing
import Workload

@testable import OfflineBooths

@Suite("Geodesic distances without a library")
struct GeodesicTests {
  /// The greatest difference from PROJ's distance, in metres.
  private func greatestError(_ pairs: [(Coordinate, Coordinate)]) -> Double {
    pairs.map { from, to in
      let metres = OfflineBooths.Geodesic.metres(from.latitude, from.longitude, to.latitude, to.longitude)
      return abs(metres - Geo.Geodesic.distance(from, to))
    }.max() ?? .infinity
  }

  private func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(
      latitude: min(90, max(-90, latitude)), longitude: longitude.remainder(dividingBy: 360)
    ).unsafelyUnwrapped
  }

  @Test("Distances agree with PROJ within a micrometre all around the world")
  func everywhere() {
    var numbers = SeededNumbers(seed: 17)
    var pairs: [(Coordinate, Coordinate)] = []
    for scale in [1e-7, 1e-5, 1e-3, 0.1, 3, 40, 180] {
      for _ in 0..<3000 {
        let (latitude, longitude) = (numbers.unit() * 180 - 90, numbers.unit() * 360 - 180)
        pairs.append(
          (
            coordinate(latitude, longitude),
            coordinate(latitude + scale * (numbers.unit() - 0.5), longitude + 2 * scale * (numbers.unit() - 0.5))
          ))
      }
    }
    #expect(greatestError(pairs) < 1e-6)
  }

  @Test("Distances agree with PROJ near the antipode")
  func antipodes() {
    var numbers = SeededNumbers(seed: 18)
    var pairs: [(Coordinate, Coordinate)] = []
    for scale in [0, 1e-9, 1e-6, 1e-3, 0.01, 0.1, 0.5, 1] {
      for _ in 0..<500 {
        let (latitude, longitude) = (numbers.unit() * 180 - 90, numbers.unit() * 360 - 180)
        let opposite = coordinate(
          -latitude + scale * (numbers.unit() - 0.5), longitude + 180 + 2 * scale * (numbers.unit() - 0.5))
        pairs.append((coordinate(latitude, longitude), opposite))
      }
    }
    #expect(greatestError(pairs) < 1e-6)
  }

  @Test("Distances agree with PROJ along the equator and meridians and at the poles")
  func special() {
    let latitudes = [-90, -89.9999999, -45, -1e-3, -1e-7, 0, 1e-300, 1e-15, 1e-10, 1e-7, 37.5, 89.9999999, 90]
    let longitudes = [-180, -179.9999999, -90, 0, 1e-7, 127, 179.3, 179.5, 179.99, 180]
    var pairs: [(Coordinate, Coordinate)] = []
    for from in latitudes {
      for to in latitudes {
        for longitude in longitudes { pairs.append((coordinate(from, 0), coordinate(to, longitude))) }
      }
    }
    #expect(greatestError(pairs) < 1e-6)
  }
}

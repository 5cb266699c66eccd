import Basics
import CPROJ
import Support
import Testing
import Workload

@testable import Geo

@Suite("Geodesic distances")
struct GeodesicTests {
  /// The end of a geodesic by `geod_direct`, which gives pairs of coordinates with a known distance independently.
  private func destination(_ from: Coordinate, _ azimuth: Double, _ metres: Double) -> Coordinate {
    var ellipsoid = geod_geodesic()
    geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
    var (latitude, longitude) = (0.0, 0.0)
    geod_direct(&ellipsoid, from.latitude, from.longitude, azimuth, metres, &latitude, &longitude, nil)
    return Coordinate(latitude: latitude, longitude: min(180, max(-180, longitude)))!
  }

  @Test("Known distances are met")
  func known() {
    // Vincenty's example on WGS84, and a half and a quarter of a meridian.
    let flinders = Coordinate(
      latitude: -(37 + 57 / 60.0 + 3.72030 / 3600), longitude: 144 + 25 / 60.0 + 29.52440 / 3600)!
    let buninyong = Coordinate(
      latitude: -(37 + 39 / 60.0 + 10.15610 / 3600), longitude: 143 + 55 / 60.0 + 35.38390 / 3600)!
    #expect(abs(Geodesic.distance(flinders, buninyong) - 54972.271) < 0.001)
    let north = Coordinate(latitude: 90, longitude: 0)!
    let south = Coordinate(latitude: -90, longitude: 100)!
    #expect(abs(Geodesic.distance(north, south) - 20_003_931.458_6) < 0.001)
    #expect(abs(Geodesic.distance(north, Coordinate(latitude: 0, longitude: 7)!) - 10_001_965.729_3) < 0.001)
    #expect(Geodesic.distance(flinders, flinders) == 0)
    let either = Coordinate(latitude: 12, longitude: 180)!
    #expect(Geodesic.distance(either, Coordinate(latitude: 12, longitude: -180)!) == 0)
  }

  @Test("A corrected chord is the geodesic to micrometres, and its lower bound is never above that")
  func nearby() {
    var random = SeededNumbers(seed: 11)
    for _ in 0..<4000 {
      let coordinate = random.coordinate()
      let metres = random.unit() * random.unit() * nearbyMetres
      let other = destination(coordinate, random.unit() * 360, metres)
      let (one, two) = (EarthCentred(coordinate), EarthCentred(other))
      #expect(abs(one.nearbyDistance(to: two) - metres) < 2e-6)
      #expect(one.chordSquared(to: two).squareRoot() <= metres + 1e-6)
      #expect(one.lowerBound(to: two)! <= metres)
    }
  }

  @Test("The lower bound of a long line is below the line and close to it")
  func longLines() {
    var random = SeededNumbers(seed: 12)
    for _ in 0..<20_000 {
      let coordinate = random.coordinate()
      let metres = nearbyMetres + random.unit() * 19_900_000
      let other = destination(coordinate, random.unit() * 360, metres)
      let geodesic = Geodesic.distance(coordinate, other)
      guard let bound = EarthCentred(coordinate).lowerBound(to: EarthCentred(other)) else {
        #expect(geodesic > 17_700_000)
        continue
      }
      #expect(bound <= geodesic)
      #expect(bound >= geodesic - 600 && (geodesic > 1e7 || bound >= geodesic - 30))
    }
  }

  @Test("A surface point leads back to its coordinate")
  func surface() {
    var random = SeededNumbers(seed: 13)
    for _ in 0..<500 {
      let coordinate = random.coordinate()
      let back = EarthCentred(coordinate).coordinate
      #expect(Geodesic.distance(coordinate, back) < 1e-6)
    }
    #expect(EarthCentred(x: 0, y: 0, z: Ellipsoid.polarRadius).coordinate.latitude == 90)
  }
}

import Basics
import Support
import Testing
import Workload

@testable import Geo

@Suite("A hinge bounds distances around a measured point")
struct HingeBoundTests {
  /// Origins, and points at all distances from them: around the antipode, the poles and the origin itself too.
  private static func pair(_ random: inout SeededNumbers) -> (origin: Coordinate, pivot: Coordinate) {
    let origin =
      random.next() % 8 == 0
      ? Coordinate(latitude: random.normal().sign == .plus ? 90 : 0, longitude: 3)! : random.coordinate()
    switch random.next() % 4 {
    case 0: return (origin, origin.antipode.moved(random.normal() * 4, random.normal() * 4))
    case 1: return (origin, origin.moved(random.normal() * 4, random.normal() * 4))
    case 2:
      return (origin, Coordinate(latitude: 90 - random.unit() * random.unit(), longitude: random.unit() * 360 - 180)!)
    default: return (origin, random.coordinate())
    }
  }

  /// From a millimetre to a thousand kilometres, in degrees.
  private static func spread(_ random: inout SeededNumbers) -> Double {
    var degrees = 10.0
    for _ in 0..<random.next() % 9 { degrees /= 10 }
    return degrees * random.unit()
  }

  @Test("The bound is never above the distance, and close to it near the measured point")
  func points() {
    var random = SeededNumbers(seed: 31)
    for _ in 0..<6000 {
      let (origin, middle) = Self.pair(&random)
      let pivot = EarthCentred(middle)
      let hinge = HingeBound(from: origin, EarthCentred(origin), pivot: pivot)
      #expect(abs(hinge.metres - Geodesic.distance(origin, middle)) < 1e-6)
      for _ in 0..<4 {
        let spread = Self.spread(&random)
        let coordinate = middle.moved(random.normal() * spread, random.normal() * spread)
        let point = EarthCentred(coordinate)
        let metres = Geodesic.distance(origin, coordinate)
        let bound = hinge.bound(of: point)
        #expect(bound <= metres, "\(origin) \(middle) \(coordinate)")
        let slack = hinge.slack(point, radius: 0)
        let isBeside = pivot.chordSquared(to: point).squareRoot() < hinge.metres / 4 && metres > 200
        #expect(bound >= metres - 2 * slack - 0.1 || !isBeside, "\(origin) \(middle) \(coordinate)")
      }
    }
  }

  @Test("The bound of a rectangle is never above the distance of any of its points")
  func patches() {
    var random = SeededNumbers(seed: 32)
    for _ in 0..<6000 {
      let (origin, middle) = Self.pair(&random)
      let pivot = EarthCentred(middle)
      let hinge = HingeBound(from: origin, EarthCentred(origin), pivot: pivot)
      let face = CubeFace.face(of: pivot)
      let (alongU, alongV, height) = CubeFace.axes(face, pivot)
      let spread = Self.spread(&random) / 50
      let left = alongU / height + random.normal() * spread
      let bottom = alongV / height + random.normal() * spread
      let (width, tall) = (random.unit() * spread, random.unit() * spread)
      let patch = SurfacePatch(face, left: left, right: left + width, bottom: bottom, top: bottom + tall)
      let bound = hinge.bound(of: patch)
      for sample in 0..<8 {
        let u = left + width * (sample < 4 ? Double(sample % 2) : random.unit())
        let v = bottom + tall * (sample < 4 ? Double(sample / 2) : random.unit())
        let point = CubeFace.surfacePoint(face, u: u, v: v).coordinate
        #expect(bound <= Geodesic.distance(origin, point), "\(origin) \(middle) \(point)")
      }
    }
  }
}

import Basics
import Glibc

/// Lower bounds of the geodesic distance from an origin to points around a measured one, the pivot.
///
/// The pivot's distance d and the direction of its geodesic are exact. Where the ellipsoid is nowhere more curved than
/// a sphere of the polar radius b (Gaussian curvature at most 1/b²), a triangle with a side d, a side t from the pivot
/// and the angle between them has a third side at least as long as on that sphere (Rauch, Alexandrov). So the bound
/// follows the curved front of the distance, and is short by about 1 % of the front's curvature only.
struct HingeBound {
  /// The distance of the pivot in metres.
  let metres: Double
  private let pivot: EarthCentred
  /// Unit vectors in the tangent plane of the pivot: away from the origin, and to the side.
  private let forward: EarthCentred
  private let sideways: EarthCentred
  private let cosine: Double
  private let sine: Double
  /// The arc around the pivot in which the comparison holds.
  private let reach: Double
  /// About half the difference between the curvature of the front and that on the sphere.
  private let blur: Double

  /// Beyond, the series below are too short.
  private static let maxReach = 500_000.0
  /// Below, the cosine is not exact enough.
  private static let minSide = 100.0
  /// The cut locus, where the distance has a kink, lies on the parallel of the antipode and within πfa = 67.2 km of it
  /// (J. Itoh, K. Kiyohara: The cut loci and the conjugate loci on ellipsoids, 2004).
  private static let cutLocus = 67_300.0
  /// 1 / 6R² and 1 / 24R² for the smallest radius of curvature R = b²/a.
  private static let bend = 4.153e-15
  private static let chordBend = 1.05e-15
  /// 1 / 2b².
  private static let planeBend = 1.2375e-14

  /// Measures the distance of the pivot, a point of the surface.
  init(from coordinate: Coordinate, _ origin: EarthCentred, pivot: EarthCentred) {
    let line = Geodesic.line(coordinate, pivot.coordinate)
    metres = line.metres
    self.pivot = pivot
    (forward, sideways) = line.directions
    let arc = metres / Ellipsoid.polarRadius
    (cosine, sine) = (cos(arc), sin(arc))
    let across = max(sine * Ellipsoid.polarRadius, 1)
    // Around the antipode the geodesics meet within the cut locus instead of in a point.
    let spread = cosine < 0 ? Self.cutLocus / (across + Self.cutLocus) : 0
    blur = (0.005 * (abs(cosine) + sine) + 0.5 * spread * abs(cosine)) / across
    // The distance stays below πb, where the comparison ends.
    let below = .pi * Ellipsoid.polarRadius - metres - 1
    let antipode = EarthCentred(x: -origin.x, y: -origin.y, z: -origin.z)
    reach = min(Self.maxReach, below, pivot.chordSquared(to: antipode).squareRoot() - Self.cutLocus)
  }

  @inline(__always)
  private static func arc(_ chordSquared: Double) -> Double {
    let chord = chordSquared.squareRoot()
    // A geodesic is longer than its chord by 0.1 % at 1,000 km, 4 % at 6,000 km, and 57 % at the antipode.
    return chord < maxReach ? chord * (1 + chordBend * chordSquared) : chord * (1.003 + 3.6e-15 * chordSquared)
  }

  /// About the metres by which a bound may be short at a squared distance from the pivot.
  @inline(__always)
  func slack(_ chordSquared: Double) -> Double {
    let arc = Self.arc(chordSquared)
    if arc > reach { return arc }
    return chordSquared * (blur + 2 * Self.bend * arc)
  }

  /// The same for all within a radius around a point.
  func slack(_ point: EarthCentred, radius: Double) -> Double {
    let chord = pivot.chordSquared(to: point).squareRoot() + radius
    return slack(chord * chord)
  }

  /// A lower bound of the distance of a point of the surface.
  func bound(of point: EarthCentred) -> Double {
    let squared = pivot.chordSquared(to: point)
    let arc = Self.arc(squared)
    if arc > reach { return metres - arc - 0.01 }
    let (dx, dy, dz) = (point.x - pivot.x, point.y - pivot.y, point.z - pivot.z)
    let ahead = dx * forward.x + dy * forward.y + dz * forward.z
    let aside = dx * sideways.x + dy * sideways.y + dz * sideways.z
    let third = third(ahead, aside)
    let side = Ellipsoid.polarRadius * acos(max(-1, min(1, third)))
    // The offset in the plane differs from the arc's direction by this much, because the normal turns by at most arc/R;
    // the distance differs at most as much.
    return side < Self.minSide ? 0 : side - Self.bend * arc * arc * arc - 0.01
  }

  /// The cosine of the third side on the sphere, from the offset in the tangent plane.
  @inline(__always)
  private func third(_ ahead: Double, _ aside: Double) -> Double {
    let scale = 1 / Ellipsoid.polarRadius
    let x = ahead * scale
    let y = aside * scale
    let q = x * x + y * y
    let cosineOfSide = 1 - q * (1 / 2 - q * (1 / 24 - q * (1 / 720)))
    return cosine * cosineOfSide - sine * x * (1 - q * (1 / 6 - q * (1 / 120)))
  }

  /// A lower bound of the distance of all points between the corners of a rectangle of a face.
  func bound(of patch: SurfacePatch) -> Double {
    // A corner is the farthest point, except for the flattening.
    let arc = Self.arc(patch.farthestSquared(from: pivot)) * 1.001 + 0.02
    if arc > reach { return metres - arc }
    let ahead = patch.products(forward)
    let aside = patch.products(sideways)
    let (x, y) = (forward.dot(pivot), sideways.dot(pivot))
    let lower = max(third(ahead.0 - x, aside.0 - y), third(ahead.1 - x, aside.1 - y))
    let upper = max(third(ahead.2 - x, aside.2 - y), third(ahead.3 - x, aside.3 - y))
    let nearest = Ellipsoid.polarRadius * acos(min(1, max(lower, upper)))
    let least = nearest - 2 * patch.radiusSquared.squareRoot()
    if least <= 0 || nearest < Self.minSide { return metres - arc }
    // The front bends by at most 1/distance, and arc/b² by the projection to the plane; the surface bulges out of the
    // corners' plane by less than 1e-7 radius², almost along the normal.
    let bent = patch.radiusSquared * (0.5 / least + arc * Self.planeBend + 1e-7 * (0.0034 + arc * 1.6e-7))
    return max(metres - arc, nearest - bent - Self.bend * arc * arc * arc - 0.05)
  }
}

/// A rectangle of a face, with the scale that lifts each corner to the surface of the ellipsoid.
struct SurfacePatch {
  private let face: Int
  private let left: Double
  private let right: Double
  private let bottom: Double
  private let top: Double
  private let scales: (Double, Double, Double, Double)
  /// The square of a radius around the corners in their plane: no less than a third of that of the longer diagonal
  /// (H. Jung's theorem).
  let radiusSquared: Double

  /// The rectangle between lines of u and v (-1...1).
  @inline(__always)
  init(_ face: Int, left: Double, right: Double, bottom: Double, top: Double) {
    self.face = face
    (self.left, self.right, self.bottom, self.top) = (left, right, bottom, top)
    let (uu, vv, hh) = CubeFace.weights(face)
    let (west, east) = (left * left * uu + hh, right * right * uu + hh)
    let (south, north) = (bottom * bottom * vv, top * top * vv)
    let scales = (
      1 / (west + south).squareRoot(), 1 / (east + south).squareRoot(), 1 / (west + north).squareRoot(),
      1 / (east + north).squareRoot()
    )
    self.scales = scales
    radiusSquared =
      0.34
      * max(
        Self.squared(
          scales.3 * right - scales.0 * left, scales.3 * top - scales.0 * bottom, scales.3 - scales.0),
        Self.squared(
          scales.2 * left - scales.1 * right, scales.2 * top - scales.1 * bottom, scales.2 - scales.1))
  }

  @inline(__always)
  private static func squared(_ x: Double, _ y: Double, _ z: Double) -> Double { x * x + y * y + z * z }

  @inline(__always)
  func products(_ vector: EarthCentred) -> (Double, Double, Double, Double) {
    let (u, v, height) = CubeFace.axes(face, vector)
    let (west, east) = (left * u + height, right * u + height)
    let (south, north) = (bottom * v, top * v)
    return (scales.0 * (west + south), scales.1 * (east + south), scales.2 * (west + north), scales.3 * (east + north))
  }

  @inline(__always)
  func farthestSquared(from point: EarthCentred) -> Double {
    let (u, v, height) = CubeFace.axes(face, point)
    let south = max(distance(scales.0, left, bottom, u, v, height), distance(scales.1, right, bottom, u, v, height))
    let north = max(distance(scales.2, left, top, u, v, height), distance(scales.3, right, top, u, v, height))
    return max(south, north)
  }

  @inline(__always)
  private func distance(
    _ scale: Double, _ atU: Double, _ atV: Double, _ u: Double, _ v: Double, _ height: Double
  ) -> Double {
    Self.squared(scale * atU - u, scale * atV - v, scale - height)
  }
}

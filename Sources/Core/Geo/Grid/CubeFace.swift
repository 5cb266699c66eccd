import Glibc

/// The six faces of a cube around the Earth, each with coordinates u and v in -1...1.
///
/// A place's u and v are its offsets along the face divided by its height over the centre. A line of constant u
/// or v is then a plane through the Earth's centre, so that the distance to the plane bounds the distance to all
/// that lies behind it, without a special case for poles or the antimeridian. (Equal angles instead of equal
/// tangents would make cells more alike over a whole face; grids fitted to the points have no use for it.)
enum CubeFace {
  static let count = 6

  /// Whole units per 1 of u and v: 3 mm of ground at most.
  static let unitsPerOne = 0x1p31
  /// The largest coordinate of a grid in units.
  static let maxUnit = 0x1p32 - 1

  /// The face that a point is on: the axis on which it lies farthest out.
  @inline(__always)
  static func face(of point: EarthCentred) -> Int {
    let x = abs(point.x)
    let y = abs(point.y)
    let z = abs(point.z)
    if z > x && z > y { return point.z > 0 ? 4 : 5 }
    if x >= y { return point.x > 0 ? 0 : 2 }
    return point.y > 0 ? 1 : 3
  }

  /// A point along u and v and along the face's outward axis, in metres.
  ///
  /// Faces 0–3 look at 0°, 90°, 180° and 270° E with u to the east and v to the north; 4 and 5 look at the poles.
  @inline(__always)
  static func axes(_ face: Int, _ point: EarthCentred) -> (u: Double, v: Double, height: Double) {
    switch face {
    case 0: (point.y, point.z, point.x)
    case 1: (-point.x, point.z, point.y)
    case 2: (-point.y, point.z, -point.x)
    case 3: (point.x, point.z, -point.y)
    case 4: (point.x, point.y, point.z)
    default: (point.x, point.y, -point.z)
    }
  }

  /// The point of the ellipsoid's surface at u and v.
  static func surfacePoint(_ face: Int, u: Double, v: Double) -> EarthCentred {
    let direction =
      switch face {
      case 0: EarthCentred(x: 1, y: u, z: v)
      case 1: EarthCentred(x: -u, y: 1, z: v)
      case 2: EarthCentred(x: -1, y: -u, z: v)
      case 3: EarthCentred(x: u, y: -1, z: v)
      case 4: EarthCentred(x: u, y: v, z: 1)
      default: EarthCentred(x: u, y: v, z: -1)
      }
    let a = Ellipsoid.equatorialRadius
    let b = Ellipsoid.polarRadius
    let axial = (direction.x * direction.x + direction.y * direction.y) / (a * a)
    let scale = 1 / (axial + direction.z * direction.z / (b * b)).squareRoot()
    return EarthCentred(x: direction.x * scale, y: direction.y * scale, z: direction.z * scale)
  }

  /// The whole unit that u or v falls into.
  @inline(__always)
  static func unit(_ tangent: Double) -> UInt32 {
    UInt32(min(maxUnit, max(0, (tangent + 1) * unitsPerOne)))
  }
}

/// A place as seen from one face: where it stands in the face's units, and what a unit is in metres there.
struct FaceView {
  let u: Double
  let v: Double
  /// Metres between the place and a line one unit of u away: never more than there are, for any line within
  /// `nearbyMetres`; farther lines are over `nearbyMetres` by this measure too.
  let metresPerU: Double
  let metresPerV: Double

  /// Nil where every point of the face is farther than `nearbyMetres`.
  @inline(__always)
  init?(_ face: Int, of point: EarthCentred) {
    let (alongU, alongV, height) = CubeFace.axes(face, point)
    // A point of the face stands at least 3,670 km over the centre along the face's axis.
    guard height > 3_569_000 else { return nil }
    let u = alongU / height
    let v = alongV / height
    guard abs(u) < 1.06, abs(v) < 1.06 else { return nil }
    self.u = (u + 1) * CubeFace.unitsPerOne
    self.v = (v + 1) * CubeFace.unitsPerOne
    // The plane of line u₀ is |u - u₀| · height / √(1 + u₀²) away; no line within reach is 0.05 away.
    let scale = height / CubeFace.unitsPerOne
    metresPerU = scale / (1 + (abs(u) + 0.05) * (abs(u) + 0.05)).squareRoot()
    metresPerV = scale / (1 + (abs(v) + 0.05) * (abs(v) + 0.05)).squareRoot()
  }
}

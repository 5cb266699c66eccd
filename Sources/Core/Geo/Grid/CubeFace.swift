import Glibc

/// The six faces of a cube around the Earth, each with coordinates u and v in -1...1.
///
/// The u and v of a point are its offsets along the face divided by its height over the centre. A line of constant u
/// or v is therefore a plane through the Earth's centre, and the distance to the plane bounds the distance to
/// everything behind it, without special cases for poles or the antimeridian. (Equal angles instead of equal tangents
/// would make cells more alike over a whole face; grids fitted to the points do not need that.)
enum CubeFace {
  static let count = 6

  /// Integer units per 1 of u and v: at most 3 mm on the ground.
  static let unitsPerOne = 0x1p31
  /// The maximum coordinate of a grid in units.
  static let maxUnit = 0x1p32 - 1

  /// The face of a point: the axis with the largest component.
  @inline(__always)
  static func face(of point: EarthCentred) -> Int {
    let x = abs(point.x)
    let y = abs(point.y)
    let z = abs(point.z)
    if z > x && z > y { return point.z > 0 ? 4 : 5 }
    if x >= y { return point.x > 0 ? 0 : 2 }
    return point.y > 0 ? 1 : 3
  }

  /// A point's components along u, v and the face's outward axis, in metres.
  ///
  /// Faces 0–3 point to 0°, 90°, 180° and 270° E with u to the east and v to the north; 4 and 5 to the poles.
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

  /// The ellipsoid in a face's axes: the weights of u², v² and 1 in the square of a direction's length, as a share of the
  /// surface's radius.
  @inline(__always)
  static func weights(_ face: Int) -> (uu: Double, vv: Double, one: Double) {
    let equatorial = 1 / (Ellipsoid.equatorialRadius * Ellipsoid.equatorialRadius)
    let polar = 1 / (Ellipsoid.polarRadius * Ellipsoid.polarRadius)
    return face < 4 ? (equatorial, polar, equatorial) : (equatorial, equatorial, polar)
  }

  /// The integer unit of u or v.
  @inline(__always)
  static func unit(_ tangent: Double) -> UInt32 {
    UInt32(min(maxUnit, max(0, (tangent + 1) * unitsPerOne)))
  }
}

/// A point seen from one face: its position in the face's units, and the metres per unit there.
struct FaceView {
  let u: Double
  let v: Double
  /// Metres per unit of u between the point and a line of the face: never more than the true distance, for any line
  /// within `nearbyMetres`; farther lines exceed `nearbyMetres` by this measure too.
  let metresPerU: Double
  let metresPerV: Double

  /// Nil when every point of the face is farther than `nearbyMetres`.
  @inline(__always)
  init?(_ face: Int, of point: EarthCentred) {
    let (alongU, alongV, height) = CubeFace.axes(face, point)
    // A point of the face is at least 3,670 km over the centre along the face's axis.
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

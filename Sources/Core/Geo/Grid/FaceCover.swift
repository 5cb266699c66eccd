import Glibc

/// The part of a face that a box of latitudes and longitudes covers, row by row.
///
/// On an equatorial face u = tan λ and v = tan ψ √(1 + u²), with λ counted from the face's middle and ψ the
/// geocentric latitude. A parallel is thus a curve that rises with |u|, and a row of cells meets the box between two
/// values of |u|. On a polar face, u = cot ψ cos λ and v = cot ψ sin λ; there the bounding rectangle of the box
/// suffices. All in the face's units.
struct FaceCover {
  /// The bounding rectangle of the box.
  private(set) var lowU: Double
  private(set) var highU: Double
  private(set) var lowV: Double
  private(set) var highV: Double
  /// tan ψ of the box's edges on an equatorial face.
  private var south = 0.0
  private var north = 0.0
  /// Whether `south` and `north` bound rows more tightly than the rectangle.
  private var hasCurves = false

  /// The margin on every side for rounding, in units: 30 mm.
  private static let spare = 10.0

  /// Nil when the box does not reach the face.
  init?(_ face: Int, _ box: StoredBox) {
    let south = Self.tangentOfCentralLatitude(box.south)
    let north = Self.tangentOfCentralLatitude(box.north)
    let west = Double(box.west) * 1e-7
    let east = Double(box.east) * 1e-7
    if face < 4 {
      self.init(equatorial: face == 3 ? -90 : Double(face) * 90, west: west, east: east, south: south, north: north)
    } else {
      self.init(polar: west, east, from: face == 4 ? south : -north, to: face == 4 ? north : -south)
    }
  }

  private static func tangentOfCentralLatitude(_ latitudeE7: Int32) -> Double {
    if abs(latitudeE7) == 900_000_000 { return latitudeE7 > 0 ? .infinity : -.infinity }
    return (1 - Ellipsoid.eccentricitySquared) * tan(Double(latitudeE7) * (1e-7 * .pi / 180))
  }

  private init?(equatorial middle: Double, west: Double, east: Double, south: Double, north: Double) {
    var low = Double.infinity
    var high = -Double.infinity
    var parts = 0
    var turn = middle - 360
    while turn <= middle + 360 {
      if west - turn <= 45.000001 && east - turn >= -45.000001 {
        low = min(low, max(west - turn, -45.000001))
        high = max(high, min(east - turn, 45.000001))
        parts += 1
      }
      turn += 360
    }
    guard low <= high else { return nil }
    let (lowU, highU) = (tan(low * .pi / 180), tan(high * .pi / 180))
    let most = (1 + max(lowU * lowU, highU * highU)).squareRoot()
    let least = lowU <= 0 && highU >= 0 ? 1 : (1 + min(lowU * lowU, highU * highU)).squareRoot()
    self.init(
      lowU: lowU, highU: highU, lowV: south * (south >= 0 ? least : most), highV: north * (north >= 0 ? most : least))
    self.south = south
    self.north = north
    // A box that enters from both sides leaves a gap between: the bounding rectangle of both parts is used.
    hasCurves = parts == 1
  }

  /// `from` and `to` are tangents, towards the pole.
  private init?(polar west: Double, _ east: Double, from: Double, to: Double) {
    guard to > 0.7 else { return nil }
    let near = 1 / to
    let far = from > 0.7 ? 1 / from : 1 / 0.7
    let cosines = Self.range(cosineFrom: west, to: east)
    let sines = Self.range(cosineFrom: west - 90, to: east - 90)
    self.init(
      lowU: cosines.low * (cosines.low >= 0 ? near : far), highU: cosines.high * (cosines.high >= 0 ? far : near),
      lowV: sines.low * (sines.low >= 0 ? near : far), highV: sines.high * (sines.high >= 0 ? far : near))
  }

  /// The minimum and maximum cosine of the angles from `low` to `high` degrees, both within -360...360.
  private static func range(cosineFrom low: Double, to high: Double) -> (low: Double, high: Double) {
    let ends = (cos(low * .pi / 180), cos(high * .pi / 180))
    let hasTop = (low...high).contains(0) || low <= -360 || high >= 360
    let hasBottom = (low...high).contains(-180) || (low...high).contains(180)
    return (hasBottom ? -1 : min(ends.0, ends.1), hasTop ? 1 : max(ends.0, ends.1))
  }

  /// From tangents; nil when they are off the face.
  private init?(lowU: Double, highU: Double, lowV: Double, highV: Double) {
    guard lowU < 1.00001, highU > -1.00001, lowV < 1.00001, highV > -1.00001 else { return nil }
    self.lowU = (max(lowU, -1.1) + 1) * CubeFace.unitsPerOne - Self.spare
    self.highU = (min(highU, 1.1) + 1) * CubeFace.unitsPerOne + Self.spare
    self.lowV = (max(lowV, -1.1) + 1) * CubeFace.unitsPerOne - Self.spare
    self.highV = (min(highV, 1.1) + 1) * CubeFace.unitsPerOne + Self.spare
  }
}

extension FaceCover {
  /// The columns of a row that the box covers: none beyond the outer u, all between the inner ones.
  struct Part {
    var outerLow: Double
    var outerHigh: Double
    /// May exceed `innerHigh`: then no part of the row is completely inside.
    var innerLow: Double
    var innerHigh: Double
  }

  /// The covered part of the row between two values of v.
  @inline(__always)
  func part(fromV low: Double, toV high: Double) -> Part {
    if !hasCurves { return Part(outerLow: lowU, outerHigh: highU, innerLow: 1, innerHigh: 0) }
    let v = (low: Self.tangent(low - Self.spare), high: Self.tangent(high + Self.spare))
    let outer = offsets(northOf: v.low, southOf: v.high)
    let inner = offsets(northOf: v.high, southOf: v.low)
    let spare = 2 * Self.spare
    var part = Part(outerLow: lowU, outerHigh: highU, innerLow: lowU + spare, innerHigh: highU - spare)
    let isEast = lowU >= CubeFace.unitsPerOne
    let isWest = highU <= CubeFace.unitsPerOne
    part.outerLow = max(part.outerLow, Self.unit(isEast ? outer.least : -outer.most) - spare)
    part.outerHigh = min(part.outerHigh, Self.unit(isWest ? -outer.least : outer.most) + spare)
    part.innerLow = max(part.innerLow, Self.unit(isEast ? inner.least : -inner.most) + spare)
    part.innerHigh = min(part.innerHigh, Self.unit(isWest ? -inner.least : inner.most) - spare)
    // Across the middle the inner offsets are those beyond a gap, unless it is closed.
    if !isEast && !isWest && inner.least > 0 { part.innerHigh = part.innerLow - 1 }
    return part
  }

  /// The minimum and maximum |u| where one v is not north of the box and the other not south of it.
  @inline(__always)
  private func offsets(northOf one: Double, southOf other: Double) -> (least: Double, most: Double) {
    // one ≤ north · w and other ≥ south · w, for w = √(1 + u²).
    var least = 1.0
    var most = 4.0
    if north > 0 {
      least = max(least, one / north)
    } else {
      most = north < 0 ? min(most, one / north) : one > 0 ? 0 : most
    }
    if south > 0 { most = min(most, other / south) } else { least = south < 0 ? max(least, other / south) : least }
    if south == 0 && other < 0 || most < least { return (2, -2) }
    return ((least * least - 1).squareRoot(), (most * most - 1).squareRoot())
  }

  @inline(__always)
  private static func tangent(_ unit: Double) -> Double { unit / CubeFace.unitsPerOne - 1 }

  @inline(__always)
  private static func unit(_ tangent: Double) -> Double { (tangent + 1) * CubeFace.unitsPerOne }
}

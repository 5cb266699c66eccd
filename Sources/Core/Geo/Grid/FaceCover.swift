import Glibc

/// What a box of latitudes and longitudes covers of a face, row by row.
///
/// On a face of the equator u = tan λ and v = tan ψ √(1 + u²), with λ counted from the face's middle and ψ the angle
/// over the equator's plane at the Earth's centre. A parallel is thus a curve that rises with |u|, and a row of
/// cells meets the box between two values of |u|. On a face of a pole, u = cot ψ cos λ and v = cot ψ sin λ; there
/// the rectangle around the box does. All in the face's units.
struct FaceCover {
  /// The rectangle that the box does not reach beyond.
  private(set) var lowU: Double
  private(set) var highU: Double
  private(set) var lowV: Double
  private(set) var highV: Double
  /// tan ψ of the box's edges on a face of the equator.
  private var south = 0.0
  private var north = 0.0
  /// Whether rows can be told apart further, by `south` and `north`.
  private var hasCurves = false

  /// Units to spare on every side for what is rounded: 30 mm.
  private static let spare = 10.0

  /// Nil where the box does not reach into the face.
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
    // A box that comes in from both sides leaves a gap between: the rectangle around both parts must do.
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

  /// The least and greatest cosine of the angles from `low` to `high` degrees, both within -360...360.
  private static func range(cosineFrom low: Double, to high: Double) -> (low: Double, high: Double) {
    let ends = (cos(low * .pi / 180), cos(high * .pi / 180))
    let hasTop = (low...high).contains(0) || low <= -360 || high >= 360
    let hasBottom = (low...high).contains(-180) || (low...high).contains(180)
    return (hasBottom ? -1 : min(ends.0, ends.1), hasTop ? 1 : max(ends.0, ends.1))
  }

  /// From tangents; nil where they are off the face.
  private init?(lowU: Double, highU: Double, lowV: Double, highV: Double) {
    guard lowU < 1.00001, highU > -1.00001, lowV < 1.00001, highV > -1.00001 else { return nil }
    self.lowU = (max(lowU, -1.1) + 1) * CubeFace.unitsPerOne - Self.spare
    self.highU = (min(highU, 1.1) + 1) * CubeFace.unitsPerOne + Self.spare
    self.lowV = (max(lowV, -1.1) + 1) * CubeFace.unitsPerOne - Self.spare
    self.highV = (min(highV, 1.1) + 1) * CubeFace.unitsPerOne + Self.spare
  }
}

extension FaceCover {
  /// What the box covers of a row: nothing of the row beyond the outer u, all of it between the inner ones.
  struct Part {
    var outerLow: Double
    var outerHigh: Double
    /// May be above `innerHigh`: then no part of the row is wholly inside.
    var innerLow: Double
    var innerHigh: Double
  }

  /// What the box covers of the row between two values of v.
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

  /// Where one v is not north of the box and another not south of it: the least and the most |u|.
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

import Glibc

/// The part of a face that a box of latitudes and longitudes covers, between two rectangles of units.
struct FaceRectangle {
  /// What the box does not reach beyond.
  let outer: UnitRectangle
  /// What lies wholly inside the box; may be empty.
  let inner: UnitRectangle

  /// Nil where the box does not reach into the face.
  init?(_ face: Int, _ box: StoredBox) {
    let south = Self.tangentOfCentralLatitude(box.south)
    let north = Self.tangentOfCentralLatitude(box.north)
    let west = Double(box.west) * 1e-7
    let east = Double(box.east) * 1e-7
    if face < 4 {
      self.init(equatorial: [0, 90, 180, -90][face], west: west, east: east, south: south, north: north)
    } else {
      self.init(polar: west, east, from: face == 4 ? south : -north, to: face == 4 ? north : -south)
    }
  }

  /// The tangent of the angle at the Earth's centre, over the equator's plane.
  private static func tangentOfCentralLatitude(_ latitudeE7: Int32) -> Double {
    if abs(latitudeE7) == 900_000_000 { return latitudeE7 > 0 ? .infinity : -.infinity }
    return (1 - Ellipsoid.eccentricitySquared) * tan(Double(latitudeE7) * (1e-7 * .pi / 180))
  }

  /// On a face of the equator u is tan λ and v is tan ψ / cos λ, with λ counted from the face's middle.
  private init?(equatorial middle: Double, west: Double, east: Double, south: Double, north: Double) {
    var low = Double.infinity
    var high = -Double.infinity
    var parts = 0
    for turn in [middle - 360, middle, middle + 360] where west - turn <= 45.000001 && east - turn >= -45.000001 {
      low = min(low, max(west - turn, -45.000001))
      high = max(high, min(east - turn, 45.000001))
      parts += 1
    }
    guard low <= high else { return nil }
    let lowCosine = min(cos(low * .pi / 180), cos(high * .pi / 180))
    let highCosine = low <= 0 && high >= 0 ? 1 : max(cos(low * .pi / 180), cos(high * .pi / 180))
    let (lowU, highU) = (tan(low * .pi / 180), tan(high * .pi / 180))
    let outer = UnitRectangle(
      lowU: lowU, highU: highU, lowV: south / (south >= 0 ? highCosine : lowCosine),
      highV: north / (north >= 0 ? lowCosine : highCosine))
    guard let outer = outer.wider() else { return nil }
    self.outer = outer
    let inner = UnitRectangle(
      lowU: lowU, highU: highU, lowV: south / (south >= 0 ? lowCosine : highCosine),
      highV: north / (north >= 0 ? highCosine : lowCosine))
    self.inner = parts == 1 ? inner.narrower() : .nothing
  }

  /// On a face of a pole u is cot ψ cos λ and v is cot ψ sin λ. `from` and `to` are tangents, towards the pole.
  private init?(polar west: Double, _ east: Double, from: Double, to: Double) {
    guard to > 0.7 else { return nil }
    let near = 1 / to
    let far = from > 0.7 ? 1 / from : 1 / 0.7
    let cosines = Self.range(cosineFrom: west, to: east)
    let sines = Self.range(cosineFrom: west - 90, to: east - 90)
    let outer = UnitRectangle(
      lowU: cosines.low * (cosines.low >= 0 ? near : far), highU: cosines.high * (cosines.high >= 0 ? far : near),
      lowV: sines.low * (sines.low >= 0 ? near : far), highV: sines.high * (sines.high >= 0 ? far : near))
    guard let outer = outer.wider() else { return nil }
    self.outer = outer
    inner = .nothing
  }

  /// The least and greatest cosine of the angles from `low` to `high` degrees, both within -360...360.
  private static func range(cosineFrom low: Double, to high: Double) -> (low: Double, high: Double) {
    let ends = (cos(low * .pi / 180), cos(high * .pi / 180))
    let hasTop = [-360.0, 0, 360].contains { low <= $0 && $0 <= high }
    let hasBottom = [-180.0, 180].contains { low <= $0 && $0 <= high }
    return (hasBottom ? -1 : min(ends.0, ends.1), hasTop ? 1 : max(ends.0, ends.1))
  }
}

/// A rectangle on a face.
struct UnitRectangle {
  var lowU: Double
  var highU: Double
  var lowV: Double
  var highV: Double

  /// Units to spare on every side for what is rounded: 30 mm.
  private static let spare = 10.0
  static let nothing = UnitRectangle(lowU: 1, highU: 0, lowV: 1, highV: 0)

  /// From tangents to units, a little larger; nil where it is off the face.
  fileprivate func wider() -> UnitRectangle? {
    guard lowU < 1.00001, highU > -1.00001, lowV < 1.00001, highV > -1.00001 else { return nil }
    return inUnits(Self.spare)
  }

  /// From tangents to units, a little smaller.
  fileprivate func narrower() -> UnitRectangle { inUnits(-Self.spare) }

  private func inUnits(_ spare: Double) -> UnitRectangle {
    UnitRectangle(
      lowU: (max(lowU, -2) + 1) * CubeFace.unitsPerOne - spare,
      highU: (min(highU, 2) + 1) * CubeFace.unitsPerOne + spare,
      lowV: (max(lowV, -2) + 1) * CubeFace.unitsPerOne - spare,
      highV: (min(highV, 2) + 1) * CubeFace.unitsPerOne + spare)
  }
}

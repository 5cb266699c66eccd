import Glibc

/// The part of a face that a box of latitudes and longitudes reaches into: a range of units each way, never
/// smaller than the part itself.
struct FaceRectangle {
  let lowU: Double
  let highU: Double
  let lowV: Double
  let highV: Double

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
    for turn in [middle - 360, middle, middle + 360] where west - turn <= 45.000001 && east - turn >= -45.000001 {
      low = min(low, max(west - turn, -45.000001))
      high = max(high, min(east - turn, 45.000001))
    }
    guard low <= high else { return nil }
    let lowCosine = min(cos(low * .pi / 180), cos(high * .pi / 180))
    let highCosine = low <= 0 && high >= 0 ? 1 : max(cos(low * .pi / 180), cos(high * .pi / 180))
    self.init(
      lowU: tan(low * .pi / 180), highU: tan(high * .pi / 180),
      lowV: south / (south >= 0 ? highCosine : lowCosine), highV: north / (north >= 0 ? lowCosine : highCosine))
  }

  /// On a face of a pole u is cot ψ cos λ and v is cot ψ sin λ. `from` and `to` are tangents, towards the pole.
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
    let hasTop = [-360.0, 0, 360].contains { low <= $0 && $0 <= high }
    let hasBottom = [-180.0, 180].contains { low <= $0 && $0 <= high }
    return (hasBottom ? -1 : min(ends.0, ends.1), hasTop ? 1 : max(ends.0, ends.1))
  }

  /// From tangents, with 30 mm to spare on every side.
  private init?(lowU: Double, highU: Double, lowV: Double, highV: Double) {
    guard lowU < 1.00001, highU > -1.00001, lowV < 1.00001, highV > -1.00001 else { return nil }
    let spare = 10.0
    self.lowU = (max(lowU, -1) + 1) * CubeFace.unitsPerOne - spare
    self.highU = (min(highU, 1) + 1) * CubeFace.unitsPerOne + spare
    self.lowV = (max(lowV, -1) + 1) * CubeFace.unitsPerOne - spare
    self.highV = (min(highV, 1) + 1) * CubeFace.unitsPerOne + spare
  }
}

package import Basics
import Glibc

/// When the sun rises and sets, within about two minutes between the polar circles.
///
/// By the sunrise equation: https://en.wikipedia.org/wiki/Sunrise_equation
package struct SunTimes: Sendable {
  /// Minutes since 1970-01-01T00:00Z.
  package let rise: Int
  package let set: Int

  /// The times on a day, counted from 1970-01-01; nil if the sun does not cross the height on it. `isTwilight`: the
  /// beginning and end of civil twilight. Complexity: O(1).
  package init?(day: Int, _ coordinate: Coordinate, isTwilight: Bool = false) {
    // Days since 2000-01-01T12:00 by the mean sun of the place.
    let noon = Double(day - 10_957) + 0.0009 - coordinate.longitude / 360
    let anomaly = (357.5291 + 0.98560028 * noon) * .pi / 180
    let centre = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
    let longitude = anomaly + (centre + 180 + 102.9372) * .pi / 180
    let transit = noon + 0.0053 * sin(anomaly) - 0.0069 * sin(2 * longitude)
    let declination = sin(longitude) * sin(23.4397 * .pi / 180)
    let height = sin((isTwilight ? -6 : -0.833) * .pi / 180)
    let latitude = coordinate.latitude * .pi / 180
    let cosine = (height - sin(latitude) * declination) / (cos(latitude) * (1 - declination * declination).squareRoot())
    guard cosine > -1, cosine < 1 else { return nil }
    let halfDay = acos(cosine) / (2 * .pi)
    // The day begins at midnight, 12 hours before.
    let minutes = { (days: Double) in Int(((days + 10_957.5) * 1440).rounded()) }
    rise = minutes(transit - halfDay)
    set = minutes(transit + halfDay)
  }
}

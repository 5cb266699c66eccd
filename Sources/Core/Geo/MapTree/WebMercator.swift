import Glibc

/// The Web Mercator projection (EPSG:1024, spherical formulas of IOGP 373-7-2, 3.5.1.1), scaled to a unit square: x
/// to the east from the antimeridian, y to the south from about 85.05° N.
package enum WebMercator {
  /// The x of a longitude; exceeds 1 for a longitude above 180.
  package static func x(_ longitude: Double) -> Double { (longitude + 180) / 360 }

  /// The y of a latitude, 0..<1: latitudes beyond the square are clamped to its edges.
  package static func y(_ latitude: Double) -> Double {
    let radians = latitude * .pi / 180
    return max(0, min(0x1.fffffffffffffp-1, 0.5 - log(tan(.pi / 4 + radians / 2)) / (2 * .pi)))
  }

  package static func latitude(_ y: Double) -> Double { atan(sinh((1 - 2 * y) * .pi)) * 180 / .pi }
}

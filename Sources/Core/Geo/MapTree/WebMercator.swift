import Glibc

/// The projection of maps on the web (EPSG:1024, spherical formulas of IOGP 373-7-2, 3.5.1.1), scaled to a square world
/// of 0...1: x to the east from the antimeridian, y to the south from about 85.05° N.
package enum WebMercator {
  /// How far east a longitude lies; beyond 1 for one that is counted on beyond 180.
  package static func x(_ longitude: Double) -> Double { (longitude + 180) / 360 }

  /// How far south a latitude lies, 0..<1: what the square does not reach lies on its edges.
  package static func y(_ latitude: Double) -> Double {
    let radians = latitude * .pi / 180
    return max(0, min(0x1.fffffffffffffp-1, 0.5 - log(tan(.pi / 4 + radians / 2)) / (2 * .pi)))
  }

  /// The latitude of a y of 0...1.
  package static func latitude(_ y: Double) -> Double { atan(sinh((1 - 2 * y) * .pi)) * 180 / .pi }
}

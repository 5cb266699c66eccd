import Geo
import Support
import Testing
import Workload

@Suite("The projection of maps on the web")
struct WebMercatorTests {
  @Test(
    "Tile coordinates are those of web maps",
    arguments: [
      (0.0, 0.0, 0.5, 0.5), (85.0511287798066, -180, 0, 0), (-85.0511287798066, 180, 1, 1),
      // Tile 13970/6344 of zoom 14 contains Seoul City Hall.
      (37.5666, 126.9780, 0.852716666666667, 0.387251935801467),
    ])
  func known(latitude: Double, longitude: Double, x: Double, y: Double) {
    #expect(abs(WebMercator.x(longitude) - x) < 1e-9)
    #expect(abs(WebMercator.y(latitude) - y) < 1e-9)
  }

  @Test("A coordinate survives projection and its inverse", arguments: [1, 2] as [UInt64])
  func roundTrip(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<1000 {
      let latitude = Double.random(in: -85...85, using: &numbers)
      #expect(abs(WebMercator.latitude(WebMercator.y(latitude)) - latitude) < 1e-9)
    }
  }

  @Test("The poles lie on the edges of the square")
  func poles() {
    #expect(WebMercator.y(90) == 0 && WebMercator.y(-90) < 1 && WebMercator.y(-90) > 0.999)
  }
}

import Basics
import Geo
import Support
import Testing
import Workload

@Suite("Proximity cells")
struct ProximityCellTests {
  @Test(
    "The four cells around a point hold every point within reach, anywhere on Earth",
    arguments: [
      0.0, 1, 37.4979, -45, 66, 85, 89.5, 89.899, 89.9, 89.95, 89.9999, -89.9999, 90, -90,
    ])
  func complete(_ latitude: Double) {
    var numbers = SeededNumbers(seed: 11)
    var compared = 0
    while compared < 300 {
      let longitude = numbers.next() % 4 == 0 ? 180 - numbers.unit() * 1e-4 : numbers.unit() * 360 - 180
      let shift = ProximityCell.reach * numbers.unit() / 111_000
      guard let one = Coordinate(latitude: latitude, longitude: longitude).map(StoredCoordinate.init) else { return }
      let scale = max(1e-9, 1 - (latitude / 90) * (latitude / 90))
      let other = StoredCoordinate(
        clampedLatitude: latitude + shift * (numbers.unit() * 2 - 1),
        longitude: longitude + min(180, shift / scale) * (numbers.unit() * 2 - 1))
      guard Geodesic.distance(Coordinate(one), Coordinate(other)) <= ProximityCell.reach else { continue }
      compared += 1
      let around = ProximityCell.around(one)
      let cells = (0..<around.count).map { around[$0] }
      #expect(cells[0] == ProximityCell.containing(one))
      #expect(cells.contains(ProximityCell.containing(other)))
      #expect(Set(cells).count == cells.count)
    }
  }
}

extension StoredCoordinate {
  /// Clamps the latitude and wraps the longitude.
  fileprivate init(clampedLatitude latitude: Double, longitude: Double) {
    let round = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    self.init(Coordinate(latitude: max(-90, min(90, latitude)), longitude: round)!)
  }
}

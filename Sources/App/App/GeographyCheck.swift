import Basics
import Booths
import Geo
import Stores

/// Compares the answers of the index in memory with those of PostGIS.
struct GeographyCheck {
  /// The largest difference between two right distances, in metres: the index promises a millimetre.
  static let tolerance = 0.001

  struct Result: Equatable {
    var answers = 0
    /// The answers in which a booth is missing or too much, or with a distance that differs by more than the tolerance.
    var differing = 0
    /// The largest difference of a distance, in metres.
    var largest = 0.0
  }

  let catalogue: Catalogue
  let geography: BoothGeography

  /// Asks for the ten nearest booths, and for those within a radius, at points half of which are within 2 km of a booth
  /// and half anywhere on Earth. The points are the same ones each time.
  func run(samples: Int) async throws -> Result {
    let booths = catalogue.all(limit: catalogue.count)
    var result = Result()
    for sample in 0..<samples {
      var numbers = SampleNumbers(sample)
      let near = sample % 2 == 0 ? booths.randomElement(using: &numbers) : nil
      let start = Self.point(near.map { catalogue.record($0).coordinate }, &numbers)
      let nearest = catalogue.near(start, limit: 10)
      // With fewer than ten booths, no distance is too far.
      try await compare(nearest, at: start, within: nearest.count < 10 ? .infinity : nearest[9].metres, &result)
      // A ring behind the nearest one, wherever that is.
      let radius = (nearest.first?.metres ?? 0) + Double.random(in: 1...1000, using: &numbers)
      try await compare(
        catalogue.near(start, limit: booths.count, within: radius), at: start, within: radius, &result)
    }
    return result
  }

  /// - Parameter radius: Every booth that is nearer must be in the answer.
  private func compare(
    _ answer: [Neighbor], at start: Coordinate, within radius: Double, _ result: inout Result
  ) async throws {
    // Not less than half of the Earth's circumference.
    let expected = try await geography.distances(from: start, within: min(radius + 10 * Self.tolerance, 2.1e7))
    let found = Dictionary(uniqueKeysWithValues: answer.map { (catalogue.record($0.ordinal).id, $0.metres) })
    var isSame = expected.allSatisfy { found[$0] != nil || $1 > radius - Self.tolerance }
    for (booth, metres) in found {
      guard let distance = expected[booth] else {
        isSame = false
        continue
      }
      result.largest = max(result.largest, abs(distance - metres))
      if abs(distance - metres) > Self.tolerance { isSame = false }
    }
    result.answers += 1
    if !isSame { result.differing += 1 }
  }

  /// A point within about 2 km of another one, or anywhere on Earth.
  private static func point(_ booth: StoredCoordinate?, _ numbers: inout SampleNumbers) -> Coordinate {
    let latitudes = booth.map { Coordinate($0).latitude }.map { $0 - 0.018...$0 + 0.018 } ?? -90...90
    let longitudes = booth.map { Coordinate($0).longitude }.map { $0 - 0.018...$0 + 0.018 } ?? -180...180
    while true {
      let latitude = Double.random(in: latitudes, using: &numbers)
      let longitude = Double.random(in: longitudes, using: &numbers)
      if let point = Coordinate(latitude: latitude, longitude: longitude) { return point }
    }
  }
}

/// Numbers that are the same each time for a sample.
private struct SampleNumbers: RandomNumberGenerator {
  private var hash: StableHash
  private var count: UInt64 = 0

  init(_ sample: Int) {
    hash = StableHash(UInt64(sample))
  }

  mutating func next() -> UInt64 {
    count += 1
    hash.combine(count)
    return hash.value
  }
}

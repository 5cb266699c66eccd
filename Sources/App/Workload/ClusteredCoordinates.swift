/// Made-up coordinates, clustered like booths: many in few cities, and there in few neighbourhoods.
///
/// Cities are chosen by Zipf's law in the order of their size, and so are the neighbourhoods of each. One coordinate in
/// twelve lies anywhere around its city.
package struct ClusteredCoordinates {
  private struct Neighbourhood {
    var latitude: Double
    var longitude: Double
    var spread: Double
  }

  private var random: SeededNumbers
  private let neighbourhoods: [[Neighbourhood]]
  private let cityShares: [Double]
  private let neighbourhoodShares: [Double]

  /// Starts a repeatable sequence of coordinates around Korean cities.
  package init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    var all: [[Neighbourhood]] = []
    for (rank, city) in Self.cities.enumerated() {
      let reach = 9.0 / Double(rank + 1).squareRoot() + 2
      var coordinates: [Neighbourhood] = []
      for _ in 0..<60 {
        coordinates.append(
          Neighbourhood(
            latitude: city.latitude + random.normal() * reach / 111,
            longitude: city.longitude + random.normal() * reach / 89,
            spread: 0.15 + 1.2 * random.unit()))
      }
      all.append(coordinates)
    }
    neighbourhoods = all
    cityShares = Self.zipf(Self.cities.count)
    neighbourhoodShares = Self.zipf(60)
  }

  /// The next coordinate, in degrees.
  package mutating func next() -> (latitude: Double, longitude: Double) {
    let city = pick(cityShares)
    let coordinate = neighbourhoods[city][pick(neighbourhoodShares)]
    let spread = random.unit() < 1 / 12 ? 8 : coordinate.spread
    return (
      coordinate.latitude + random.normal() * spread / 111, coordinate.longitude + random.normal() * spread / 89
    )
  }

  private mutating func pick(_ shares: [Double]) -> Int {
    let chosen = random.unit()
    return shares.firstIndex { chosen < $0 } ?? shares.count - 1
  }

  /// Cumulative sums of 1/rank, normalised so that the last is 1.
  private static func zipf(_ count: Int) -> [Double] {
    var shares: [Double] = []
    for rank in 1...count { shares.append((shares.last ?? 0) + 1 / Double(rank)) }
    let sum = shares.last ?? 1
    return shares.map { $0 / sum }
  }

  /// The centres of Korean cities, largest first.
  package static let cities: [(latitude: Double, longitude: Double)] = [
    (37.5665, 126.9780), (35.1796, 129.0756), (37.4563, 126.7052), (35.8714, 128.6014), (36.3504, 127.3845),
    (35.1595, 126.8526), (37.2636, 127.0286), (35.5384, 129.3114), (37.6584, 126.8320), (37.2411, 127.1776),
    (35.2279, 128.6811), (37.4200, 127.1265), (36.6424, 127.4890), (37.5034, 126.7660), (37.6360, 127.2165),
    (37.3219, 126.8309), (35.8242, 127.1480), (36.8151, 127.1139), (37.3943, 126.9568), (35.2285, 128.8894),
    (36.9921, 127.1129), (33.4996, 126.5312), (36.0190, 129.3435), (37.7381, 127.0337), (36.1195, 128.3446),
    (37.3422, 127.9202), (35.1800, 128.1076), (34.9506, 127.4872), (37.8813, 127.7298), (34.7604, 127.6622),
    (35.9676, 126.7369), (37.7519, 128.8761), (34.8118, 126.3922), (36.5684, 128.7294), (38.2070, 128.5918),
  ]
}

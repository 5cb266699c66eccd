import Basics
import Geo
import Support
import Workload

@testable import Booths

/// Places with an address in Korea, spread over the provinces, and what they are in any reference system.
struct KoreanCoordinates {
  var provinces: [Province]
  var latitude: [Double]
  var longitude: [Double]

  /// Places near the capital of each province, so many for each of the given ones.
  init(_ count: Int, in chosen: [Province] = Province.allCases, seed: UInt64 = 1) {
    var numbers = SeededNumbers(seed: seed)
    provinces = []
    latitude = []
    longitude = []
    for province in chosen {
      for _ in 0..<count {
        let center = KoreanCoordinates.centers[Int(province.rawValue)]
        provinces.append(province)
        latitude.append(center.0 + (numbers.unit() - 0.5) * 0.1)
        longitude.append(center.1 + (numbers.unit() - 0.5) * 0.1)
      }
    }
  }

  var count: Int { provinces.count }

  /// City halls and provincial offices.
  private static let centers: [(Double, Double)] = [
    (37.5665, 126.9780), (35.1798, 129.0750), (35.8714, 128.6014), (37.4563, 126.7052), (35.1600, 126.8514),
    (36.3504, 127.3845), (35.5396, 129.3115), (36.4801, 127.2890), (37.2636, 127.0286), (37.8854, 127.7298),
    (36.6357, 127.4914), (36.6588, 126.6728), (35.8203, 127.1088), (34.8161, 126.4629), (36.5760, 128.5056),
    (35.2383, 128.6922), (33.4890, 126.4983),
  ]

  /// Eastings and northings in a system, found by Newton's method on the transformation to WGS84 (good to 1 mm).
  func projected(to name: String) throws -> (east: [Double], north: [Double]) {
    let system = try ReferenceSystem.named(name)
    if system == .wgs84 { return (longitude, latitude) }
    var transformation = try Transformation(from: system)
    var east = [Double](repeating: KoreanCoordinates.start(name).0, count: count)
    var north = [Double](repeating: KoreanCoordinates.start(name).1, count: count)
    for _ in 0..<5 {
      let here = transformed(&transformation, east, north, 0, 0)
      let right = transformed(&transformation, east, north, 100, 0)
      let above = transformed(&transformation, east, north, 0, 100)
      for i in 0..<count {
        let a = (right.0[i] - here.0[i]) / 100
        let b = (above.0[i] - here.0[i]) / 100
        let c = (right.1[i] - here.1[i]) / 100
        let d = (above.1[i] - here.1[i]) / 100
        let missingLongitude = longitude[i] - here.0[i]
        let missingLatitude = latitude[i] - here.1[i]
        let determinant = a * d - b * c
        east[i] += (d * missingLongitude - b * missingLatitude) / determinant
        north[i] += (a * missingLatitude - c * missingLongitude) / determinant
      }
    }
    return (east, north)
  }

  private func transformed(
    _ transformation: inout Transformation, _ east: [Double], _ north: [Double], _ byEast: Double, _ byNorth: Double
  ) -> ([Double], [Double]) {
    var east = east.map { $0 + byEast }
    var north = north.map { $0 + byNorth }
    transformation.apply(east: &east, north: &north)
    return (east, north)
  }

  /// Somewhere in Korea.
  private static func start(_ name: String) -> (Double, Double) {
    switch name {
    case "EPSG:5179", "EPSG:5178": (1_000_000, 1_850_000)
    case "EPSG:32652": (400_000, 4_000_000)
    case "EPSG:3857": (14_200_000, 4_300_000)
    case "KATEC": (350_000, 450_000)
    case "WCONGNAMUL": (550_000, 875_000)
    default: (220_000, 350_000)
    }
  }
}

extension KoreanCoordinates {
  /// A text of the places: name, address, then two columns for each of the systems, under the given headers.
  func text(
    _ systems: [String], headers: [(String, String)], withAddresses: Bool = true, extraHeader: String? = nil
  ) throws -> String {
    let numbers = try systems.map { try projected(to: $0) }
    var text =
      "name,address" + headers.map { ",\($0.0),\($0.1)" }.joined() + (extraHeader.map { ",\($0)" } ?? "") + "\n"
    for i in 0..<count {
      let address = withAddresses ? provinces[i].koreanName + " 가나시 다라동 \(i)" : ""
      let cells = numbers.map { ",\($0.east[i]),\($0.north[i])" }.joined()
      text += "부스 \(i),\(provinces[i] == .gwangju && withAddresses ? "광주광역시 서구 \(i)" : address)\(cells)\n"
    }
    return text
  }

  /// The largest distance in metres of validated rows from the places they were made of, by the number in their names.
  func maxError(_ rows: [ValidatedRow]) -> Double {
    var largest = 0.0
    for row in rows {
      guard let stored = row.attributes.coordinate, let i = Int(row.attributes.name.dropFirst(3)),
        let coordinate = Coordinate(latitude: latitude[i], longitude: longitude[i])
      else { return .infinity }
      largest = max(largest, Geodesic.distance(coordinate, Coordinate(stored)))
    }
    return largest
  }
}

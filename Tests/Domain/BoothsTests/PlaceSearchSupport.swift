import Basics
import Foundation
import Geo
import Support
import Workload

@testable import Booths

extension Gazetteer {
  /// The places that ship with the program.
  static let shipped: Gazetteer = {
    func bytes(_ name: String) -> [UInt8] {
      Array(try! Data(contentsOf: SharedData.root.appendingPathComponent("Sources/App/App/Resources/places/\(name)")))
    }
    return try! Gazetteer(csv: bytes("places.csv"), neighborhoods: bytes("neighborhoods.csv"))
  }()
}

/// A catalogue with booths of some chains at every station of the gazetteer.
enum Branches {
  static let brands = ["인생네컷", "포토이즘", "하루필름", "포토시그니처"]

  /// One booth of each chain at each station, and `further` scattered ones.
  static func catalogue(further: Int = 0) -> Catalogue {
    var builder = Catalogue.Builder()
    var number: Int64 = 0
    func add(_ name: String, _ brand: String, _ address: String, _ coordinate: Coordinate) {
      number += 1
      var attributes = BoothAttributes(
        externalID: "\(number)", name: name, coordinate: StoredCoordinate(coordinate))
      attributes.brand = brand
      attributes.roadAddress = address
      builder.append(Booth(id: BoothID(number), source: "test", attributes: attributes))
    }
    for brand in brands {
      for station in Gazetteer.shipped.places where station.kind == .station {
        add(
          "\(brand) \(station.name.dropLast())점", brand, "\(station.area) 샘플대로 \(number * 7 % 400 + 1)",
          station.coordinate)
      }
    }
    var coordinates = ClusteredCoordinates(seed: 18)
    let streets = ["한빛로", "은하로", "무지개길", "솔바람길", "해오름로", "달맞이길", "구름로", "들꽃길"]
    for index in 0..<further {
      let (latitude, longitude) = coordinates.next()
      let brand = "사진방\(index % 40)"
      add(
        "\(brand) \(index)호점", brand, "시험시 \(streets[index % streets.count]) \(index % 3000)",
        Coordinate(latitude: latitude, longitude: longitude)!)
    }
    return builder.finish(version: 1)
  }
}

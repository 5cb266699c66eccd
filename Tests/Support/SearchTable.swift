package import Basics
package import Booths
import Foundation
import Geo
import Workload

extension Gazetteer {
  /// The places that ship with the program.
  package static let shipped: Gazetteer = {
    func bytes(_ name: String) -> [UInt8] {
      Array(try! Data(contentsOf: SharedData.root.appendingPathComponent("Sources/App/App/Resources/places/\(name)")))
    }
    return try! Gazetteer(
      csv: bytes("places.csv"), neighborhoods: bytes("neighborhoods.csv"), roads: bytes("roads.csv"))
  }()
}

extension ChainTable {
  /// The chains that ship with the program.
  package static let shipped: ChainTable = {
    let file = SharedData.root.appendingPathComponent("Sources/App/App/Resources/places/chains.csv")
    return try! ChainTable(csv: Array(Data(contentsOf: file)))
  }()
}

/// Texts that people type, each with the first answer that a search from the middle of Seoul must give, wherever it is
/// asked: in the module, over HTTP, on the command line.
package enum SearchTable {
  package struct Row: Sendable {
    package let text: String
    /// The name, with its area where the name alone does not tell it.
    package let expected: String
    /// What the row is an example of.
    package let kind: String

    package func fits(name: String, area: String?) -> Bool {
      name == expected || "\(area ?? "") \(name)" == expected
    }
  }

  /// The position of the search.
  package static let cityHall = Coordinate(latitude: 37.5666, longitude: 126.9780)!

  package static let rows = handMade + provinces + stations

  /// Whether the whole table is asked.
  package static let isWhole = ProcessInfo.processInfo.environment["FOURCUTS_SEARCH_TABLE"] == "all"

  /// At most `count` rows of each kind; all with `FOURCUTS_SEARCH_TABLE=all`, which takes minutes.
  package static func sample(_ count: Int, of rows: [Row] = rows) -> [Row] {
    if isWhole { return rows }
    var random = SeededNumbers(seed: 382)
    var counts: [String: Int] = [:]
    return rows.shuffled(using: &random).filter { row in
      counts[row.kind, default: 0] += 1
      return counts[row.kind, default: 0] <= count
    }
  }

  /// Those of `Tests/search-table.tsv`.
  package static let handMade: [Row] = {
    let file = SharedData.root.appendingPathComponent("Tests/search-table.tsv")
    let lines = try! String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    // The comment above some rows is their kind.
    var kind = ""
    return lines.compactMap { line in
      if line.hasPrefix("#") {
        kind = String(line)
        return nil
      }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(text: fields[0], expected: fields[1], kind: kind)
    }
  }()

  /// Every form of a province before and after some municipality in it.
  package static let provinces: [Row] = {
    var random = SeededNumbers(seed: 380)
    let municipalities = Gazetteer.shipped.places.filter { [.city, .county, .district].contains($0.kind) }
    return formsOfProvinces.flatMap { province, forms in
      zip(forms, municipalities.filter { $0.area == province }.shuffled(using: &random)).flatMap { form, place in
        let name = form.utf8.allSatisfy { $0 < 0x80 } ? place.englishName : place.name
        return ["\(form) \(name)", "\(name) \(form)", "\(name), \(form)"].map {
          Row(text: $0, expected: "\(place.area) \(place.name)", kind: province)
        }
      }
    }
  }()

  private static let formsOfProvinces: KeyValuePairs = [
    "서울": ["서울", "서울시", "서울특별시", "Seoul"], "부산": ["부산", "부산시", "부산광역시", "Busan", "Pusan"],
    "대구": ["대구", "대구시", "대구광역시", "Daegu", "Taegu"], "인천": ["인천", "인천시", "인천광역시", "Incheon", "Inchon"],
    "광주": ["광주", "광주시", "광주광역시", "Gwangju", "Kwangju"], "대전": ["대전", "대전시", "대전광역시", "Daejeon", "Taejon"],
    "울산": ["울산", "울산시", "울산광역시", "Ulsan"], "경기": ["경기", "경기도", "Gyeonggi-do", "Gyeonggi", "Kyonggi"],
    "강원": ["강원", "강원도", "강원특별자치도", "Gangwon-do", "Kangwon"],
    "충북": ["충북", "충청북도", "Chungcheongbuk-do", "Chungbuk", "North Chungcheong"],
    "충남": ["충남", "충청남도", "Chungcheongnam-do", "Chungnam", "South Chungcheong"],
    "전북": ["전북", "전라북도", "전북특별자치도", "Jeonbuk-do", "Jeollabuk-do", "North Jeolla"],
    "전남": ["전남", "전라남도", "Jeollanam-do", "Jeonnam", "South Jeolla"],
    "경북": ["경북", "경상북도", "Gyeongsangbuk-do", "Gyeongbuk", "North Gyeongsang"],
    "경남": ["경남", "경상남도", "Gyeongsangnam-do", "Gyeongnam", "South Gyeongsang"],
    "제주": ["제주", "제주도", "제주특별자치도", "Jeju-do", "Cheju"],
  ]

  /// Some stations with what people write behind them.
  package static let stations: [Row] = {
    var random = SeededNumbers(seed: 381)
    let stations = Gazetteer.shipped.places.filter { $0.kind == .station && $0.area == "서울" }
    let counts = Dictionary(grouping: Gazetteer.shipped.places, by: \.name).mapValues(\.count)
    return stations.shuffled(using: &random).filter { counts[$0.name] == 1 }.prefix(12).flatMap { station in
      [" 근처", "근처", " 1번 출구", "1번출구", " 포토부스", " 주변 사진관", " 앞"].map {
        Row(text: station.name + $0, expected: station.name, kind: "station" + $0)
      }
    }
  }()
}

/// A catalogue with booths of some chains at every station of the gazetteer.
package enum Branches {
  package static let brands = ["인생네컷", "포토이즘", "하루필름", "포토시그니처"]

  /// One booth of each chain at each station, and `further` scattered ones.
  package static func catalogue(further: Int = 0) -> Catalogue {
    var builder = Catalogue.Builder()
    for booth in booths(further: further) { builder.append(booth) }
    return builder.finish(version: 1).named(by: .shipped)
  }

  package static func booths(further: Int = 0) -> [Booth] {
    var booths: [Booth] = []
    var number: Int64 = 0
    func add(_ name: String, _ brand: String, _ address: String, _ coordinate: Coordinate) {
      number += 1
      var attributes = BoothAttributes(
        externalID: "\(number)", name: name, coordinate: StoredCoordinate(coordinate))
      attributes.brand = brand
      attributes.roadAddress = address
      attributes.openingHours = "24/7"
      (attributes.price, attributes.capacity) = (4000, 6)
      booths.append(Booth(id: BoothID(number), source: "test", attributes: attributes))
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
    return booths
  }
}

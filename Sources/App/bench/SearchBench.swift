import App
import Basics
import Booths
import Foundation
import Geo
import Workload

/// Measures searches as somebody types: each beginning of each query is searched, in everything at the default position
/// and in booths, beside a plain loop over the names of all booths.
func benchSearch(count: Int = 1_000_000) throws {
  let gazetteer = try Gazetteer.ofThisProgram()
  var made: Catalogue?
  let making = Stopwatch.processorSeconds { made = namedCatalogue(count, gazetteer) }
  let catalogue = made!
  catalogue.prepareSearch()
  let search = PlaceSearch(
    gazetteer, catalogue, from: Coordinate(latitude: 37.3586, longitude: 127.1052)!,
    now: Timestamp(seconds: 1_790_000_000))
  let queries = typedQueries(catalogue, count)
  measure("everything", queries) { search.results(for: $0, limit: 8).count }
  measure("booths", queries) { search.booths(for: $0, limit: 20)?.count ?? 0 }
  measure("booths, 100 of them", queries) { search.booths(for: $0, limit: 100)?.count ?? 0 }
  for query in ["ㄱ", "1", "강남역", "호점", "로 홍", "포토이즘 인생네컷", "ㄱㄴㅇ"] {
    measure("booths: \(query)", [String](repeating: query, count: 20)) { search.booths(for: $0, limit: 20)?.count ?? 0 }
  }
  let plain = Stopwatch.processorSeconds { plainLoop(catalogue, count) } * 1000
  print(String(format: "  plain loop %.0f ms; catalogue made in %.1f s", plain, making))
  print("  \(catalogue.searchByteCount / count) bytes a booth")
}

private func measure(_ name: String, _ queries: [String], _ find: (String) -> Int) {
  var found = 0
  let times = queries.map { query in Stopwatch.processorSeconds { found += find(query) } * 1000 }.sorted()
  let (median, rare) = (times[times.count / 2], times[times.count * 99 / 100])
  let format = "Search, %d queries: p50 %.2f ms, p99 %.2f ms, max %.2f ms, %d found: "
  print(String(format: format, times.count, median, rare, times.last!, found) + name)
}

/// Booths with names and addresses as real ones have: of 210 chains, at stations, in districts.
private func namedCatalogue(_ count: Int, _ gazetteer: Gazetteer) -> Catalogue {
  var random = SeededNumbers(seed: 5)
  func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
  let stations = gazetteer.places.filter { $0.kind == .station }
  let regions = gazetteer.places.filter { [.city, .county, .district].contains($0.kind) }
  let chains = ["인생네컷", "포토이즘", "하루필름", "포토그레이", "셀픽스", "포토시그니처", "모노맨션", "비룸"] + (0..<202).map { "사진방\($0)" }
  var coordinates = ClusteredCoordinates(seed: 6)
  var builder = Catalogue.Builder()
  for id in 1...count {
    let (latitude, longitude) = coordinates.next()
    let (station, region) = (stations[number(below: stations.count)], regions[number(below: regions.count)])
    let chain = chains[number(below: number(below: 2) == 0 ? 8 : chains.count)]
    var attributes = BoothAttributes(
      externalID: "\(id)", name: "\(chain) \(station.name.dropLast())\(number(below: 90) + 1)호점",
      coordinate: StoredCoordinate(Coordinate(latitude: latitude, longitude: longitude)!))
    attributes.brand = chain
    attributes.roadAddress = "\(region.area) \(region.name) 길\(number(below: 5000))로 \(number(below: 700) + 1)"
    attributes.lotAddress =
      "\(region.area) \(region.name) \(station.name.dropLast())동 \(number(below: 1500))-\(number(below: 40))"
    builder.append(Booth(id: BoothID(Int64(id)), source: "bench", attributes: attributes))
  }
  return builder.finish(version: 1)
}

/// Every beginning of what people type, and names and addresses of booths.
private func typedQueries(_ catalogue: Catalogue, _ count: Int) -> [String] {
  let typed = [
    "강남역", "강남구", "gangnam", "hongdae", "부산", "서울특별시", "ㄱㄴㅇ", "ㅇㅅㄴㅋ", "인생네컷 홍대", "포토이즘 강남점", "하루필름 12호점", "길77로 12",
    "사진방 77",
    "사진방77 신촌", "강냠", "홍대입귀", "아무도모르는이름", "rkdska", "dhkdtlqfl", "photo booth near hongdae", "중구", "해운대구 우동", "호점",
    "동 12", "경기 수원 팔달구",
  ]
  var queries = typed.flatMap { text in (1...text.count).map { String(text.prefix($0)) } }
  var random = SeededNumbers(seed: 7)
  for _ in 0..<200 {
    let record = catalogue.record(UInt32(Int.random(in: 0..<count, using: &random)))
    let (name, address) = (
      String(decoding: record.name, as: UTF8.self), String(decoding: record.roadAddress, as: UTF8.self)
    )
    queries += [name, address, String(name.prefix(7)), String(address.prefix(9))]
  }
  return queries
}

/// What a search without an index does: it looks at each name.
private func plainLoop(_ catalogue: Catalogue, _ count: Int) {
  let sought = Array("강남".utf8)
  var found = 0
  for ordinal in 0..<UInt32(count) where catalogue.record(ordinal).name.starts(with: sought) { found += 1 }
  precondition(found >= 0)
}

import Basics
import Foundation
import Geo
import Testing

@testable import Booths

@Suite("Booths leave in formats of other programs")
struct BoothExportTests {
  @Test(
    "Prices and ways to pay have the keys of OpenStreetMap and are read back",
    arguments: [
      (5000, ["카드전용", "24시간"], ["fee=yes", "charge=5000 KRW", "payment:cards=only"]),
      (0, ["현금결제", "동전"], ["fee=no", "payment:cash=yes", "payment:coins=yes"]),

      (nil, ["카드결제", "현금불가"], ["payment:cash=no", "payment:cards=yes"]),
    ])
  func payments(_ price: Int?, _ tags: [String], _ keys: [String]) throws {
    let coordinate = try #require(Coordinate(latitude: 37.55, longitude: 126.92))
    var attributes = BoothAttributes(externalID: "1", name: "견본", coordinate: StoredCoordinate(coordinate))
    (attributes.price, attributes.tags) = (price, BoothAttributes.tags(tags))
    attributes.englishName = "Sample"
    var export = try BoothExport(.osm, of: [], changed: Timestamp(milliseconds: 0)) { "" }
    let booth = Booth(id: BoothID(1), source: "sample", attributes: attributes)
    let bytes = try export.beginning + export.bytes(of: [booth]) + export.finish()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<tag k=\"name:en\" v=\"Sample\"/>"))
    for key in keys {
      let (name, value) = (key.split(separator: "=")[0], key.split(separator: "=")[1])
      #expect(text.contains("<tag k=\"\(name)\" v=\"\(value)\"/>"), "\(text)")
    }
    #expect(text.components(separatedBy: "payment:").count - 1 == keys.count { $0.hasPrefix("payment:") })
    let read = try ValidatedFile(text, ImportOptions(fileName: "booths.osm"))
    #expect(try read.onlyAttributes == attributes && read.warnings.isEmpty)
  }

  @Test(
    "A Korean address by road name has the keys of OpenStreetMap, if it is understood up to the number",
    arguments: [
      (
        "서울특별시 강남구 강남대로 396, 2층 (역삼동)",
        "addr:city=서울특별시 addr:district=강남구 addr:street=강남대로 addr:housenumber=396"
      ),
      (
        "경기도 성남시 분당구 판교역로146번길 20-3",
        "addr:province=경기도 addr:city=성남시 addr:district=분당구 addr:street=판교역로146번길 addr:housenumber=20-3"
      ),
      (
        "강원특별자치도 고성군 토성면 아야진해변길 7",
        "addr:province=강원특별자치도 addr:district=고성군 addr:subdistrict=토성면 addr:street=아야진해변길 addr:housenumber=7"
      ),
      ("세종특별자치시 한누리대로 2130", "addr:city=세종특별자치시 addr:street=한누리대로 addr:housenumber=2130"),
      ("서울특별시 강남구 강남대로 지하 396", ""), ("서울특별시 강남구 강남대로", ""), ("서울특별시 강남구 역삼동 825", ""),
      ("서울 강남구 강남대로 396", ""), ("10 Downing Street, London", ""), ("", ""), ("강남대로 396", ""),
    ])
  func addresses(_ address: String, _ expected: String) {
    #expect(KoreanAddressTags.all(of: address).map { "\($0.key)=\($0.text)" }.joined(separator: " ") == expected)
  }
}

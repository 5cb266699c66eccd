import Basics
import Booths
import Foundation
import Geo
import HTTP
import NativeAPI
import Support
import Testing

@Suite("GET /api/search")
struct SearchEndpointTests {
  private let service = Service { $0.services.gazetteer = Self.gazetteer }

  static let gazetteer = try! Gazetteer(
    csv: Array(
      """
      kind,name,name_en,within,latitude,longitude,radius_m,importance,lines,aliases,west,south,east,north
      station,강남,Gangnam,서울,37.4973,127.0280,500,8,2호선;신분당선,,,,,
      district,강남구,Gangnam-gu,서울,37.517,127.047,5000,6,,,,,,
      province,부산광역시,Busan,,35.1798,129.0751,25000,9,,부산;Pusan,,,,
      province,서울특별시,Seoul,,37.5666,126.9780,20000,9,,서울,,,,
      province,경기도,Gyeonggi-do,,37.2889,127.0535,75000,8,,경기,,,,
      city,수원시,Suwon,경기,37.2635,127.0286,9000,7,,,,,,
      district,영통구,Yeongtong-gu,경기 수원,37.2596,127.0465,5000,5,,,,,,
      place,저곳,That Place,어디,37.2,127.1,500,3,,,,,,
      """.utf8))

  private func search(_ text: String, _ rest: String = "") async -> Answer {
    let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
    return await service.get("/api/search?q=\(query)\(rest)")
  }

  @Test("A response is complete, without fields that do not apply")
  func transcript() async {
    let answer = await search("강남", "&limit=3")
    #expect(answer.status == 200 && answer.type == "application/json")
    #expect(answer.headers["Cache-Control"] == "no-cache")
    #expect(answer.headers["ETag"]?.hasPrefix("W/") == true)
    #expect(
      answer.text
        == #"{"results":[{"kind":"station","name":"강남역","name_en":"Gangnam Station","area":"서울","area_en":"Seoul","#
        + #""lines":["2호선","신분당선"],"latitude":37.4973000,"longitude":127.0280000,"bbox":[127.02257,37.49281,127.03343,37.50179]},"#
        + #"{"kind":"region","name":"강남구","name_en":"Gangnam-gu","area":"서울","area_en":"Seoul","latitude":37.5170000,"#
        + #""longitude":127.0470000,"bbox":[126.99264,37.47208,127.10136,37.56192]},"#
        + #"{"kind":"booth","name":"인생네컷 강남점","name_en":"Life4Cuts Gangnam","area":"서울특별시 강남구 강남대로 396","latitude":37.4980000,"#
        + #""longitude":127.0277000,"booth_id":1}],"interpretation":[{"text":"강남","kind":"station","name":"강남역"}]}"#)
  }

  @Test("The area of a coordinate is in English too, if its name is known")
  func areas() async {
    for (text, area) in [("영통구", "Suwon, Gyeonggi-do"), ("수원", "Gyeonggi-do"), ("경기도", nil), ("저곳", nil)] {
      #expect(await search(text).json["results"][0]["area_en"].text == area, "\(text)")
    }
  }

  @Test("With a position each result has its distance, and the response is private")
  func distances() async {
    let answer = await search("강남", "&lat=37.4979&lon=127.0276")
    #expect(answer.headers["Cache-Control"] == "private, no-cache")
    let distances = answer.json["results"].items.compactMap { $0["distance_m"].double }
    #expect(distances.count == answer.json["results"].items.count)
    let first = distances.first ?? .infinity
    #expect(first > 0 && first < 100)
  }

  @Test(
    "Each query has the expected first result",
    arguments: [
      ("gangnam", "강남역"), ("ㄱㄴㅇ", "강남역"), ("rkdska", "강남역"), ("Pusan", "부산광역시"), ("인생네컷", "인생네컷"), ("강남 포토부스", "강남역"),
      ("포토이즘", "포토이즘"), ("강남대로 396", "서울특별시 강남구 강남대로 396"),
    ])
  func first(text: String, name: String) async {
    #expect(await search(text).json["results"][0]["name"].text == name)
  }

  @Test("A station has its lines, and other places have none")
  func lines() async {
    #expect(await search("강남역").json["results"][0]["lines"].items.compactMap(\.text) == ["2호선", "신분당선"])
    #expect(await search("부산").json["results"][0]["lines"].items.isEmpty)
  }

  @Test("An empty result is an empty list, not an error")
  func nothing() async {
    #expect(
      await search("아무도모르는이름").text
        == #"{"results":[],"interpretation":[{"text":"아무도모르는이름","kind":"unknown"}]}"#)
    #expect(await search("근처").text == #"{"results":[],"interpretation":[{"text":"근처","kind":"filler"}]}"#)
  }

  @Test("The meaning of each part is reported with its conditions")
  func interpretation() async {
    let parts = await search("강남 인생네컷 5명 4,000원 이하 없는말").json["interpretation"].items
    #expect(parts.map { $0["kind"].text } == ["station", "brand", "filter", "filter", "unknown"])
    #expect(parts[2]["filter"].text == "people" && parts[2]["value"].int == 5)
    #expect(parts[3]["filter"].text == "max_price" && parts[3]["value"].int == 4000)
  }

  @Test("A part that is not understood has the closest name if there is one")
  func suggestions() async throws {
    for (text, kind, name) in [
      ("인샹내킷ㅅ", "brand", "인생네컷"), ("강남역쪽으로가는", "station", "강남역"), ("부산괌역씨", "region", "부산광역시"),
    ] {
      let part = await search(text).json["interpretation"][0]
      #expect(part["kind"].text == "unknown", "\(text)")
      #expect(part["suggestion"]["kind"].text == kind && part["suggestion"]["name"].text == name, "\(text)")
    }
    let answer = await search("강남역쪽으로가는 없는말")
    #expect(answer.json["interpretation"][0]["suggestion"]["name_en"].text == "Gangnam Station")
    #expect(answer.json["interpretation"][1]["suggestion"].value == nil)
    try Definition(openAPI: await service.get("/openapi.json").bytes).check(answer, "SearchResults")
  }

  @Test("Results that depend on the clock have another tag a minute later")
  func clock() async {
    let now = await search("강남 영업중").headers["ETag"]
    let always = await search("강남").headers["ETag"]
    #expect(now?.contains(always.map { String($0.dropFirst(3).dropLast()) } ?? "-") == true && now != always)
  }

  @Test(
    "Invalid requests are refused",
    arguments: [
      ("?q=", "400 parameter-invalid q"), ("?q=%20", "400 parameter-invalid q"), ("", "400 parameter-missing q"),
      ("?q=a&limit=0", "400 parameter-below-range limit"), ("?q=a&limit=101", "400 parameter-above-range limit"),
      ("?q=a&lat=37", "400 parameter-missing lon"), ("?q=a&lat=99&lon=1", "400 parameter-above-range lat"),
      ("?q=a&x=1", "400 parameter-unknown x"), ("?q=\(String(repeating: "a", count: 101))", "400 parameter-invalid q"),
    ])
  func bad(query: String, domainError: String) async {
    #expect(await service.get("/api/search\(query)").domainError == domainError)
  }

  @Test("Without a gazetteer chains and booths are still found")
  func withoutPlaces() async {
    let answer = await Service().get("/api/search?q=%EA%B0%95%EB%82%A8")
    #expect(answer.json["results"][0]["kind"].text == "booth")
  }

  @Test("Results that a client keeps are not confirmed after places were installed")
  func otherPlaces() async throws {
    let target = "/api/search?q=%EA%B0%95%EB%82%A8"
    let before = try #require(await Service().get(target).headers["ETag"])
    let after = await service.send(.get, target, [("If-None-Match", before)], body: .none)
    #expect(after.status == 200 && after.headers["ETag"] != before)
    let again = Service { $0.services.gazetteer = Self.gazetteer }
    #expect(await again.get(target).headers["ETag"] == after.headers["ETag"])
  }

  @Test("The places are listed with what a search without a network compares, with one entity tag")
  func places() async throws {
    let answer = await service.get("/api/places")
    Definition.own.check(answer, "PlaceList")
    let places = answer.json["places"].items
    #expect(places.count == Self.gazetteer.places.count)
    let station = try #require(places.first { $0["kind"].text == "station" })
    #expect(station["name"].text?.hasSuffix("역") == true)
    #expect(station["name_en"].text?.hasSuffix("Station") == true)
    let tag = try #require(answer.headers["ETag"])
    #expect(await service.get("/api/places").headers["ETag"] == tag)
  }
}

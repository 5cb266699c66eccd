import Basics
import Booths
import HTTP
import Location
import Support
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Content negotiation")
struct FormTests {
  let service = Service()

  @Test(
    "The quality and specificity of the ranges decide",
    arguments: [
      (nil, "application/json"), ("*/*", "application/json"), ("", "application/json"),
      ("application/geo+json", "application/geo+json"), ("application/*", "application/json"),
      ("APPLICATION/GEO+JSON", "application/geo+json"), ("text/html, */*;q=0.1", "application/json"),
      ("application/json;q=0.5, application/geo+json", "application/geo+json"),
      ("application/json;q=0.5, application/geo+json;q=0.4", "application/json"),
      ("*/*, application/json;q=0", "application/geo+json"),
      ("application/geo+json;q=0.3, */*;q=0.2", "application/geo+json"), ("garbage", "application/json"),
      ("application/geo+json ; q=1 , application/json ; q=0.9", "application/geo+json"),
      ("application/vnd.geo+json, application/json", "application/json"),
    ])
  func negotiation(_ accept: String?, _ type: String) async {
    let answer = await service.get(
      "/api/booths/near?\(Sample.gangnam)", accept.map { [("Accept", $0)] } ?? [])
    #expect(answer.type == type)
    #expect(answer.json[type.contains("geo") ? "features" : "booths"].items.count == 6)
  }

  @Test(
    "If no type is acceptable, the error names those that are available",
    arguments: ["text/html", "image/*", "application/json;q=0, application/geo+json;q=0", "*/*;q=0"])
  func notAcceptable(_ accept: String) async {
    let answer = await service.get("/api/booths/near?\(Sample.gangnam)", [("Accept", accept)])
    #expect(answer.domainError == "406 not-acceptable -")
    #expect(answer.json["detail"].text?.contains("application/geo+json") == true)
  }

  @Test("Any header gives an offered type or none")
  func hostile() {
    let offered = ["application/geo+json", "application/json"]
    var header = ""
    for part in [",", ";", "a/b", "q=1", "*/*", "application/json", " ", "/", "=", "q=2", "q=nan", ";q="] {
      header += part
      for header in [header, String(repeating: header, count: 500)] {
        let chosen = MediaType.choose(header, among: offered)
        #expect(chosen.map(offered.contains) ?? true, "\(header.prefix(80))")
      }
    }
    #expect(MediaType.choose(",;,/,=;q=nan, application/json", among: offered) == "application/json")
    #expect(MediaType.choose("a/b;q=1, text/html", among: offered) == nil)
    #expect(MediaType.choose(String(repeating: "a/b,", count: 2000), among: offered) == offered[0])
  }
}

@Suite("GeoJSON is that of RFC 7946")
struct GeoJSONTests {
  let service = Service()
  let accept = [("Accept", "application/geo+json")]

  private func check(_ feature: Node) {
    #expect(feature["type"].text == "Feature")
    #expect(feature["id"].int != nil)
    #expect(feature["geometry"].keys == ["type", "coordinates"] && feature["geometry"]["type"].text == "Point")
    let coordinates = feature["geometry"]["coordinates"].items.compactMap(\.double)
    #expect(coordinates.count == 2 && abs(coordinates[0]) <= 180 && abs(coordinates[1]) <= 90)
    #expect(!feature["properties"].keys.isEmpty)
    #expect(feature["properties"].keys.isDisjoint(with: ["id", "latitude", "longitude"]))
  }

  @Test("A list is a feature collection")
  func lists() async {
    for target in ["near?\(Sample.gangnam)", "in?bbox=-180,-90,180,90", "near?region=busan&fields=all"] {
      let answer = await service.get("/api/booths/\(target)", accept)
      #expect(answer.type == "application/geo+json")
      #expect(answer.json["type"].text == "FeatureCollection")
      #expect(!answer.json["features"].items.isEmpty)
      for feature in answer.json["features"].items { check(feature) }
      // RFC 7946, 7.1: members of other GeoJSON objects must not stand in a collection.
      #expect(answer.json.keys.isDisjoint(with: ["coordinates", "geometries", "geometry", "properties"]))
    }
  }

  @Test("A feature is complete, with the longitude first")
  func transcript() async {
    let answer = await service.get("/api/booths/2?fields=name,latitude,phone", accept)
    #expect(
      answer.text
        == #"{"type":"Feature","id":2,"geometry":{"type":"Point","coordinates":[127.03,37.4999]},"#
        + #""properties":{"name":"포토이즘 \"역삼\"","phone":null}}"#)
  }
}

@Suite("Entity tags")
struct EntityTagTests {
  private func tag(_ service: Service, _ target: String, _ headers: [(String, String)] = []) async -> String? {
    await service.get(target, headers).headers["ETag"]
  }

  @Test("A tag changes with the catalogue's version")
  func version() async {
    let service = Service()
    for target in [
      "/api/booths/near?\(Sample.gangnam)", "/api/booths/1", "/api/brands", "/ogc/collections/booths/items",
    ] {
      let before = await tag(service, target)
      #expect(before?.hasPrefix("W/\"") == true && before?.hasSuffix("\"") == true)
      #expect(await tag(service, target) == before)
    }
    let before = await tag(service, "/api/brands")
    let current = service.setup.catalogue.current
    let changes = CatalogueChanges(version: 8, changed: [Sample.booth(9, "새 점", 37, 127)], removed: [])
    #expect(service.setup.catalogue.replace(current, with: current.updating(changes)))
    #expect(await tag(service, "/api/brands") != before)
  }

  @Test("A tag is the same in all processes with the same settings and history")
  func processes() async {
    let target = "/api/booths/near?location_state=denied"
    let first = await tag(Service(), target)
    #expect(await tag(Service(), target) == first)
    #expect(await tag(Service { $0.publicAddress = "https://booths.example" }, target) != first)
    #expect(
      await tag(
        Service { $0.native.locationPolicy.defaultCoordinate = Coordinate(latitude: 37.5, longitude: 127)! }, target)
        != first)
    let restored = Service()
    let current = restored.setup.catalogue.current
    let changes = CatalogueChanges(version: 7, mark: "other", changed: [], removed: [])
    #expect(restored.setup.catalogue.replace(current, with: current.updating(changes)))
    #expect(await tag(restored, target) != first)
  }

  @Test("A tag differs for each form of the same address")
  func form() async {
    let service = Service()
    let target = "/api/booths/near?\(Sample.gangnam)"
    #expect(await tag(service, target) != (await tag(service, target, [("Accept", "application/geo+json")])))
  }

  @Test("A tag changes each minute if the response depends on the time")
  func minute() async {
    let clock = ManualClock(Sample.now)
    let service = Service { $0.clock = { clock.now } }
    let followsClock = "/api/booths/near?\(Sample.gangnam)"
    let filtered = "/api/booths/near?\(Sample.gangnam)&fields=name&open_at=now"
    let still = [
      "/api/booths/near?\(Sample.gangnam)&fields=name",
      "/api/booths/near?\(Sample.gangnam)&open_at=2026-11-20T03:00:00Z",
    ]
    let (first, firstFiltered) = (await tag(service, followsClock), await tag(service, filtered))
    let firstStill = [await tag(service, still[0]), await tag(service, still[1])]
    clock.advance(seconds: 20)
    #expect(await tag(service, followsClock) == first)
    clock.advance(seconds: 20)
    #expect(await tag(service, followsClock) != first)
    #expect(await tag(service, filtered) != firstFiltered)
    #expect([await tag(service, still[0]), await tag(service, still[1])] == firstStill)
  }

  @Test("The entity tag matches the body, also when a booth opens within the minute")
  func boundary() async {
    let booth = Sample.booth(1, "점", 37.4979, 127.0276) { $0.openingHours = "19:00-20:00" }
    var answers: [String: Set<String>] = [:]
    let clock = ManualClock(Timestamp(rfc3339: "2026-11-20T18:58:00+09:00")!)
    let service = Service([booth]) { $0.clock = { clock.now } }
    for second in stride(from: -120, through: 120, by: 5) {
      if second > -120 { clock.advance(seconds: 5) }
      let answer = await service.get("/api/booths/near?\(Sample.gangnam)")
      answers[answer.headers["ETag"]!, default: []].insert(answer.text)
    }
    #expect(answers.count == 5)
    #expect(answers.values.allSatisfy { $0.count == 1 })
  }
}

@Suite("Requests from other origins")
struct CrossOriginTests {
  @Test("Every reading route answers a preflight from any origin")
  func preflight() async {
    let service = Service()
    for path in ["/api/booths/near", "/api/booths/3", "/v2/local/search/keyword.json", "/ogc/collections/booths/items"]
    {
      let answer = await service.send(.options, path, [("Origin", "https://map.example")])
      #expect(answer.status == 204)
      #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
      #expect(answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
      #expect(answer.headers["Access-Control-Allow-Headers"]?.contains("Authorization") == true)
    }
  }

  @Test("Imports are not allowed from other origins")
  func imports() async {
    let preflight = await Service().send(.options, "/api/imports", [("Origin", "https://map.example")])
    #expect(preflight.status == 204 && preflight.headers["Access-Control-Allow-Origin"] == nil)
    let answer = await Service().send(.post, "/api/imports", body: .bytes(Array("name".utf8)))
    #expect(answer.domainError == "403 imports-not-offered -")
  }
}

import APIKit
import Basics
import Booths
import Geo
import HTTP
import LegacyAPI
import Location
import NativeAPI
import StandardsAPI
import Testing

@Suite("The nearest booths")
struct NearTests {
  let service = Service()

  @Test("A response has its status, headers and body")
  func transcript() async {
    let answer = await service.get("/api/booths/near?\(Sample.gangnam)&limit=2")
    #expect(answer.status == 200)
    #expect(answer.type == "application/json")
    #expect(answer.headers["Cache-Control"] == "private, no-cache")
    #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
    #expect(answer.headers["Vary"] == "Accept, Accept-Encoding")
    #expect(
      answer.text
        == #"{"count":2,"booths":[{"id":1,"name":"인생네컷 강남점","brand":"인생네컷","road_address":"서울특별시 강남구 강남대로 396","#
        + #""latitude":37.498,"longitude":127.0277,"status":"operating","open":"open","distance_m":14.19},"#
        + #"{"id":2,"name":"포토이즘 \"역삼\"","brand":"포토이즘","road_address":null,"latitude":37.4999,"longitude":127.03,"#
        + #""status":"operating","open":"closed","distance_m":307.10}]}"#)
  }

  @Test("At most ten open booths are listed, nearest first")
  func order() async {
    let answer = await service.get("/api/booths/near?\(Sample.gangnam)")
    #expect(answer.ids == [1, 2, 3, 5, 6, 7])
    let distances = answer.json["booths"].items.compactMap { $0["distance_m"].double }
    #expect(distances == distances.sorted() && distances.count == 6)
    #expect(await Service(Sample.line).get("/api/booths/near?lat=37&lon=127").ids == Array(1...10))
    #expect(await Service(Sample.line).get("/api/booths/near?lat=37&lon=127&limit=100").ids == Array(1...100))
  }

  @Test(
    "A filter narrows the list",
    arguments: [
      ("radius=1&status=closed,operating", [4]), ("radius=500", [1, 2]), ("radius=500m", [1, 2]),
      ("radius=1.5km", [1, 2, 3]),
      ("brand=%EC%9D%B8%EC%83%9D%EB%84%A4%EC%BB%B7", [1, 5]), ("brand=nobody", []),
      ("brand=%ED%8F%AC%ED%86%A0%EC%9D%B4%EC%A6%98,%EC%9D%B8%EC%83%9D%EB%84%A4%EC%BB%B7", [1, 2, 5]),
      ("tag=costume,parking", [1]), ("tag=costume,other", []), ("status=closed", [4]), ("status=operating", [1, 2]),
      ("status=operating,closed", [4, 1, 2]), ("open_at=now", [1]), ("open_at=2026-11-20T12:00:00%2B09:00", [1, 2]),
      ("open_at=2026-11-20T12:00:00+09:00", [1, 2]), ("people=4", [1, 3, 5, 6, 7]), ("people=4&radius=1km", [1, 3]),
      ("max_price=4000", [1]), ("max_price=3999", []), ("open_all_day=true", [1]),
      ("open_all_day=false", [1, 2, 3, 5, 6, 7]),
    ])
  func filters(_ filter: String, _ ids: [Int]) async {
    #expect(await service.get("/api/booths/near?\(Sample.gangnam)&\(filter)").ids == ids)
  }

  @Test("The fields parameter selects the fields, in a fixed order")
  func fields() async {
    let all = await service.get("/api/booths/near?\(Sample.gangnam)&limit=1&fields=all")
    #expect(
      all.text
        == #"{"count":1,"booths":[{"id":1,"source":"sample","external_id":"S-1","name":"인생네컷 강남점","brand":"인생네컷","#
        + #""road_address":"서울특별시 강남구 강남대로 396","lot_address":"서울특별시 강남구 역삼동 825","latitude":37.498,"#
        + #""longitude":127.0277,"phone":"02-123-4567","opening_hours":"24/7","tags":["costume","parking"],"cuts":4,"#
        + #""shots":8,"price":4000,"even_prints_only":true,"capacity":6,"last_verified":"2026-11-01T00:00:00Z","#
        + #""posts":"/api/posts?booth=1","status":"operating","open":"open","distance_m":14.19}]}"#)
    let some = await service.get("/api/booths/near?\(Sample.gangnam)&limit=1&fields=price,name")
    #expect(some.json["booths"][0].keys == ["id", "name", "price", "distance_m"])
    let summary = await service.get("/api/booths/near?\(Sample.gangnam)&limit=1&fields=summary")
    #expect(summary.bytes == (await service.get("/api/booths/near?\(Sample.gangnam)&limit=1")).bytes)
  }

  @Test("Unknown values are null, and an empty list of tags is empty")
  func unknown() async {
    let booth = await service.get("/api/booths/near?lat=37.49&lon=127.03&limit=1&fields=all").json["booths"][0]
    #expect(booth["id"].int == 3)
    #expect(booth["name"].text == "<이름 & 없음>")
    for key in ["brand", "road_address", "phone", "cuts", "even_prints_only", "last_verified"] {
      #expect(booth.keys.contains(key) && booth[key].value == nil)
    }
    #expect(booth["tags"].items.isEmpty && booth["open"].text == "unknown" && booth["status"].text == "unknown")
  }

  @Test(
    "An invalid parameter is refused with its name",
    arguments: [
      ("lat=91&lon=0", "400 parameter-above-range lat"), ("lat=-91&lon=0", "400 parameter-below-range lat"),
      ("lat=0&lon=180.1", "400 parameter-above-range lon"), ("lat=&lon=0", "400 parameter-invalid lat"),
      ("lat=nan&lon=0", "400 parameter-invalid lat"), ("lat=0x1&lon=0", "400 parameter-invalid lat"),
      ("lat=inf&lon=0", "400 parameter-invalid lat"), ("lat=1,5&lon=0", "400 parameter-invalid lat"),
      ("lat=+37&lon=0", "400 parameter-invalid lat"), ("lat=37.5", "400 parameter-missing lon"),
      ("lon=127", "400 parameter-missing lat"), ("lat=1&lon=2&lat=1", "400 parameter-repeated lat"),
      ("lat=1&lon=2&latt=1", "400 parameter-unknown latt"), ("lat=1&lon=2&Limit=1", "400 parameter-unknown Limit"),
      ("limit=0", "400 parameter-below-range limit"), ("limit=101", "400 parameter-above-range limit"),
      ("limit=1.5", "400 parameter-invalid limit"), ("limit=99999999999999999999", "400 parameter-invalid limit"),
      ("radius=-1", "400 parameter-below-range radius"), ("radius=1mi", "400 parameter-invalid radius"),
      ("radius=km", "400 parameter-invalid radius"), ("radius=1e99", "400 parameter-above-range radius"),
      ("brand=", "400 parameter-invalid brand"), ("brand=a,,b", "400 parameter-invalid brand"),
      ("tag=,", "400 parameter-invalid tag"), ("status=open", "400 parameter-invalid status"),
      ("open_at=tomorrow", "400 parameter-invalid open_at"),
      ("open_at=2026-11-20T12:00:00", "400 parameter-invalid open_at"),
      ("people=0", "400 parameter-below-range people"),
      ("fields=", "400 parameter-invalid fields"), ("fields=name,nothing", "400 parameter-invalid fields"),
      ("fields=all,name", "400 parameter-invalid fields"), ("lat=%zz&lon=1", "400 malformed-parameter lat"),
      ("lat=%ff&lon=1", "400 malformed-parameter lat"),
      ("location_state=maybe", "400 location-state-unknown location_state"),
      ("region=atlantis", "400 region-unknown region"), ("last_lat=1", "400 parameter-missing last_lon"),
      ("accuracy=5", "400 parameter-missing lat"), ("last_age=5", "400 parameter-missing last_lat"),
      ("%3Cscript%3E=1", "400 parameter-unknown -"), ("37.4979,127.0276", "400 parameter-unknown -"),
    ])
  func rejected(_ query: String, _ domainError: String) async {
    let answer = await service.get("/api/booths/near?\(query)")
    #expect(answer.domainError == domainError)
    #expect(answer.type == "application/problem+json")
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["ETag"] == nil)
    #expect(answer.json["type"].text == "/docs#problem-invalid")
    #expect(answer.json["detail"].text?.hasSuffix(".") == true)
    #expect(!answer.text.contains("<script>") && !answer.text.contains("127.0276"))
  }

  @Test("A refused request is told what to do")
  func message() async {
    let answer = await service.get("/api/booths/near?lat=91&lon=0")
    #expect(
      answer.text
        == #"{"type":"/docs#problem-invalid","title":"Invalid request","status":400,"#
        + #""detail":"The parameter 'lat' must be a number from -90 to 90.","code":"parameter-above-range","parameter":"lat"}"#
    )
  }
}

@Suite("The nearest booths without a coordinate")
struct NearWithoutCoordinateTests {
  let service = Service()

  @Test("Without parameters the default place is used, with the reason")
  func withoutParameters() async {
    let location = await service.get("/api/booths/near").json["location"]
    #expect(location["origin"].text == "default")
    #expect(location["latitude"].double == 37.358647 && location["longitude"].double == 127.105207)
    #expect(location["action"].text == "prompt")
    #expect(location["reason"]["ko"].text?.isEmpty == false && location["reason"]["en"].text?.isEmpty == false)
    #expect(await service.get("/api/booths/near").ids.first == 3)
  }

  @Test(
    "A location state leads to a place with its origin",
    arguments: [
      ("location_state=denied", "default"), ("location_state=services-off", "default"),
      ("location_state=prompt", "default"), ("location_state=insecure-context", "default"),
      ("location_state=denied&region=seoul-gangnam", "region"), ("region=busan", "region"),
      ("location_state=timeout&last_lat=37.5&last_lon=127&last_age=60", "last-known"),
      ("location_state=timeout&last_lat=37.5&last_lon=127&last_age=100000", "default"),
      ("location_state=when-in-use&\(Sample.gangnam)", "device"), ("\(Sample.gangnam)&accuracy=10", "device"),
      ("\(Sample.gangnam)&accuracy=3000", "coarse-device"), ("\(Sample.gangnam)&age=600", "last-known"),
      ("\(Sample.gangnam)&location_state=reduced-accuracy", "coarse-device"),
    ])
  func states(_ query: String, _ origin: String) async {
    let answer = await service.get("/api/booths/near?\(query)")
    #expect(answer.json["location"]["origin"].text == origin)
    #expect(answer.headers["Cache-Control"] == "private, no-cache")
    let resolved = await service.get("/api/location/resolve?\(query)")
    #expect(resolved.json["origin"].text == origin)
    #expect(resolved.json["reason"]["ko"].text == answer.json["location"]["reason"]["ko"].text)
  }

  @Test("A coordinate alone is used as given, and the response has no location")
  func coordinateAlone() async {
    let answer = await service.get("/api/booths/near?\(Sample.gangnam)")
    #expect(answer.json.keys == ["count", "booths"])
  }

  @Test("The default place is a setting")
  func setting() async {
    let service = Service { $0.native.locationPolicy.defaultCoordinate = Coordinate(latitude: 35.1, longitude: 129)! }
    #expect(await service.get("/api/booths/near?location_state=denied").ids.first == 5)
  }

  @Test("The resolver has a complete response")
  func transcript() async {
    let answer = await service.get("/api/location/resolve?location_state=denied")
    #expect(answer.status == 200)
    #expect(answer.json.keys == ["latitude", "longitude", "origin", "doubt_m", "reason", "advice", "action", "area"])
    #expect(answer.json["advice"]["en"].text?.contains("settings") == true)
    let device = await service.get("/api/location/resolve?\(Sample.gangnam)")
    #expect(device.json["advice"].value == nil && device.json["doubt_m"].double == 200)
    #expect(await service.get("/api/location/resolve?limit=1").domainError == "400 parameter-unknown limit")
  }

  @Test("The resolver and the nearest booths name the area of the coordinate")
  func area() async throws {
    let header = "kind,name,name_en,within,latitude,longitude,radius_m,importance,lines,aliases,west,south,east,north"
    let row = "station,강남,Gangnam,서울,37.4979,127.0276,500,9,2호선,,,,,"
    let gazetteer = try Gazetteer(csv: Array("\(header)\n\(row)\n".utf8))
    let service = Service { $0.services.gazetteer = gazetteer }
    for target in ["/api/location/resolve?\(Sample.gangnam)", "/api/location/resolve?lat=37.4990&lon=127.0276"] {
      let area = await service.get(target).json["area"]
      #expect(area["ko"].text == "강남역" && area["en"].text == "Gangnam Station")
    }
    let near = await service.get("/api/booths/near?\(Sample.gangnam)&accuracy=10")
    #expect(near.json["location"]["area"]["ko"].text == "강남역")
    #expect(await service.get("/api/location/resolve?lat=35&lon=129").json["area"].value == nil)
  }

  @Test("All selectable regions are listed")
  func regions() async {
    let regions = await service.get("/api/location/regions").json["regions"]
    #expect(regions[0]["id"].text == "seoul" && regions.items.count > 17)
    for region in regions.items {
      let answer = await service.get("/api/location/resolve?region=\(region["id"].text!)")
      #expect(answer.json["latitude"].double == region["latitude"].double)
    }
  }
}

@Suite("The booths inside a viewport")
struct InsideTests {
  @Test("The booths inside a viewport are listed by number")
  func inside() async {
    let answer = await Service().get("/api/booths/in?bbox=127,37.4,127.1,37.6")
    #expect(answer.ids == [1, 2, 3])
    #expect(answer.json["next"].value == nil && answer.json["count"].int == 3)
    #expect(answer.json["booths"][0]["distance_m"].value == nil)
  }

  @Test("A viewport whose west is greater than its east crosses the antimeridian")
  func antimeridian() async {
    #expect(await Service().get("/api/booths/in?bbox=179,0,-179,20").ids == [6, 7])
    #expect(await Service().get("/api/booths/in?bbox=-179,0,179,20").ids.isEmpty)
  }

  @Test(
    "Pages follow one another without gap or repetition, for any page size", arguments: [1, 7, 33, 99, 100, 1000])
  func pages(_ limit: Int) async {
    let service = Service(Sample.line)
    var target: String? = "/api/booths/in?bbox=127,36,128,38&limit=\(limit)&status=unknown"
    var seen: [Int] = []
    while let page = target {
      let answer = await service.get(page)
      #expect(answer.status == 200 && answer.ids.count <= limit)
      seen += answer.ids
      target = answer.json["next"].text
      if let target { #expect(target.contains("bbox=127,36,128,38") && target.contains("status=unknown")) }
    }
    #expect(seen == Array(1...100))
  }

  @Test("The next page of a changed catalogue goes on where the page before ended")
  func changing() async {
    let service = Service(Sample.line)
    let first = await service.get("/api/booths/in?bbox=127,36,128,38&limit=10")
    let changed = service.setup.catalogue.current.updating(
      CatalogueChanges(version: 8, changed: [Sample.booth(101, "새 점", 37, 127.5)], removed: [BoothID(5), BoothID(12)]))
    #expect(service.setup.catalogue.replace(service.setup.catalogue.current, with: changed))
    let second = await service.get(first.json["next"].text!)
    #expect(second.ids == [11] + Array(13...21))
  }

  @Test(
    "An invalid viewport is refused",
    arguments: [
      ("", "400 parameter-missing bbox"), ("bbox=", "400 parameter-invalid bbox"),
      ("bbox=1,2,3", "400 parameter-invalid bbox"), ("bbox=1,2,3,4,5", "400 parameter-invalid bbox"),
      ("bbox=127,38,128,37", "400 parameter-invalid bbox"), ("bbox=127,37,181,38", "400 parameter-invalid bbox"),
      ("bbox=a,b,c,d", "400 parameter-invalid bbox"), ("bbox=1,2,3,4,5,6,7", "400 parameter-invalid bbox"),
      ("bbox=1,2,3,4&limit=1001", "400 parameter-above-range limit"),
      ("bbox=1,2,3,4&after=-1", "400 parameter-below-range after"),
    ])
  func rejected(_ query: String, _ domainError: String) async {
    #expect(await Service().get("/api/booths/in?\(query)").domainError == domainError)
  }
}

@Suite("One booth, a search, and the chains")
struct LookUpTests {
  let service = Service()

  @Test("A booth has all of its fields, also if it is closed")
  func one() async {
    let answer = await service.get("/api/booths/4")
    #expect(answer.status == 200)
    #expect(answer.json["name"].text == "닫힌 곳" && answer.json["open"].text == "closed")
    #expect(answer.json.keys.count == 31 && answer.json["posts"].text == "/api/posts?booth=4")
    #expect(answer.headers["Cache-Control"] == "no-cache")
    #expect(await service.get("/api/booths/1?fields=price").text == #"{"id":1,"price":4000}"#)
  }

  @Test("A booth has the country, currency and time of its place")
  func region() async {
    let abroad = Service([
      Sample.booth(1, "Shibuya", 35.658, 139.7016), Sample.booth(2, "강남", 37.498, 127.0277),
      Sample.booth(3, "Soho", 51.5137, -0.1340),
    ])
    let answers = ["JP JPY Asia/Tokyo", "KR KRW Asia/Seoul", "GB GBP Europe/London"]
    for (id, expected) in zip(1..., answers) {
      let one = await abroad.get("/api/booths/\(id)").json
      #expect(["country", "currency", "time_zone"].map { one[$0].text ?? "" }.joined(separator: " ") == expected)
    }
    let list = await abroad.get("/api/booths?ids=1,2,3&fields=currency,time_zone").json["booths"]
    #expect(list.items.map { $0["currency"].text } == ["JPY", "KRW", "GBP"])
    #expect(list[0].keys == ["id", "currency", "time_zone"])
    let feature = await abroad.get("/api/booths/3", [("Accept", "application/geo+json")]).json
    #expect(feature["properties"]["currency"].text == "GBP")
  }

  @Test(
    "An unknown or invalid booth number is refused",
    arguments: [
      ("/api/booths/99", "404 booth-unknown id"), ("/api/booths/abc", "400 parameter-invalid id"),
      ("/api/booths/0", "400 parameter-below-range id"), ("/api/booths/-1", "400 parameter-below-range id"),
      ("/api/booths/1%2F2", "400 malformed-path -"), ("/api/booths/1?limit=3", "400 parameter-unknown limit"),
    ])
  func none(_ target: String, _ domainError: String) async {
    #expect(await service.get(target).domainError == domainError)
  }

  @Test("Requested booths are listed by number, each once, also closed ones")
  func some() async {
    let answer = await service.get("/api/booths?ids=5,4,1,99,5&fields=name,open")
    #expect(answer.ids == [5, 4, 1] && answer.json["count"].int == 3)
    #expect(
      answer.json["booths"][1].keys == ["id", "name", "open"] && answer.json["booths"][1]["open"].text == "closed")
    #expect(answer.headers["Cache-Control"] == "no-cache" && answer.headers["ETag"] != nil)
    #expect(await service.get("/api/booths?ids=99").text == #"{"count":0,"booths":[]}"#)
    // Nothing is left out by the instant.
    #expect(await service.get("/api/booths?ids=1,2&open_at=2026-11-22T12:00:00%2B09:00").ids == [1, 2])
    let collection = await service.send(.get, "/api/booths?ids=2", [("Accept", "application/geo+json")])
    #expect(collection.json["features"][0]["id"].int == 2)
  }

  @Test(
    "Invalid numbers of booths and too many are refused",
    arguments: [
      ("", "400 parameter-missing ids"), ("?ids=", "400 parameter-invalid ids"),
      ("?ids=0", "400 parameter-invalid ids"),
      ("?ids=1,,2", "400 parameter-invalid ids"), ("?ids=1,x", "400 parameter-invalid ids"),
      ("?ids=" + (1...101).map(String.init).joined(separator: ","), "400 parameter-invalid ids"),
      ("?ids=1&ids=2", "400 parameter-repeated ids"), ("?ids=1&status=closed", "400 parameter-unknown status"),
    ])
  func wrongNumbers(_ query: String, _ domainError: String) async {
    #expect(await service.get("/api/booths\(query)").domainError == domainError)
  }

  @Test("A booth has its address in English, or null if that is not understood")
  func englishAddress() async {
    #expect(await service.get("/api/booths/1").json["address_en"].text == "396 Gangnam-daero, Gangnam-gu, Seoul")
    #expect(await service.get("/api/booths/2?fields=address_en").text == #"{"id":2,"address_en":null}"#)
    let list = await service.get("/api/booths?ids=1&fields=road_address,address_en").json["booths"][0]
    #expect(list.keys == ["id", "road_address", "address_en"])
    let named = await service.get("/api/booths?ids=1&fields=name,name_en,brand,brand_en").json["booths"][0]
    #expect(named.keys == ["id", "name", "name_en", "brand", "brand_en"])
    #expect(await !service.get("/api/booths?ids=1&fields=all").json["booths"][0].keys.contains("address_en"))
  }

  @Test("Booths are searched by name")
  func search() async {
    #expect(await service.get("/api/booths/search?q=%EA%B0%95%EB%82%A8").ids.first == 1)
    #expect(await service.get("/api/booths/search?q=").domainError == "400 parameter-invalid q")
    #expect(await service.get("/api/booths/search?q=%20").domainError == "400 parameter-invalid q")
    #expect(await service.get("/api/booths/search").domainError == "400 parameter-missing q")
    let long = String(repeating: "a", count: 101)
    #expect(await service.get("/api/booths/search?q=\(long)").domainError == "400 parameter-invalid q")
  }

  @Test("Chains are listed by their number of booths")
  func brands() async {
    let answer = await service.get("/api/brands")
    let photoism = #"{"name":"포토이즘","name_en":"Photoism","count":1}"#
    #expect(
      answer.text == #"{"count":2,"brands":[{"name":"인생네컷","name_en":"Life4Cuts","count":2},"# + photoism + "]}")
    let cheap = await service.get("/api/brands?max_price=4000&people=4")
    #expect(cheap.text == #"{"count":1,"brands":[{"name":"인생네컷","name_en":"Life4Cuts","count":1}]}"#)
    #expect(await service.get("/api/brands?x=1").domainError == "400 parameter-unknown x")
  }
}

import APIKit
import Basics
import Booths
import HTTP
import LegacyAPI
import NativeAPI
import StandardsAPI
import Testing

@Suite("OGC API – Features, Core and GeoJSON")
struct OGCTests {
  let service = Service()

  private func links(_ node: Node) -> [String: String] {
    Dictionary(node["links"].items.map { ($0["rel"].text ?? "", $0["href"].text ?? "") }) { first, _ in first }
  }

  @Test("Every link leads to its resource, in its type")
  func links() async {
    let landing = await service.get("/ogc")
    #expect(landing.status == 200 && landing.type == "application/json")
    let relations = links(landing.json)
    #expect(Set(relations.keys) == ["self", "service-desc", "service-doc", "conformance", "data"])
    let collections = await service.get("/ogc/collections")
    let collection = await service.get("/ogc/collections/booths")
    for node in [landing.json, collections.json, collection.json, collections.json["collections"][0]] {
      for link in node["links"].items {
        let target = link["href"].text!.replacing("http://booths.localhost:8080", with: "")
        let answer = await service.get(target)
        #expect(answer.status == 200, "\(target)")
        #expect(answer.type?.hasPrefix(link["type"].text!) == true, "\(target)")
      }
    }
  }

  @Test("Core, GeoJSON and OpenAPI 3.0 are declared, and the first description of the service is of 3.0")
  func conformance() async {
    let classes = await service.get("/ogc/conformance").json["conformsTo"].items.compactMap(\.text)
    #expect(classes.contains("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core"))
    #expect(classes.contains("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson"))
    #expect(classes.contains("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30"))
    let descriptions = await service.get("/ogc").json["links"].items.filter { $0["rel"].text == "service-desc" }
    let types = ["3.0", "3.1"].map { "application/vnd.oai.openapi+json;version=\($0)" }
    #expect(descriptions.map { $0["type"].text } == types)
    #expect(await service.get("/openapi.json?version=3.0").json["openapi"].text == "3.0.3")
  }

  @Test("The collection has the required members, alone and in the list")
  func collection() async {
    let alone = await service.get("/ogc/collections/booths").json
    let listed = await service.get("/ogc/collections").json["collections"][0]
    for collection in [alone, listed] {
      #expect(collection["id"].text == "booths" && collection["itemType"].text == "feature")
      #expect(collection["extent"]["spatial"]["bbox"][0].items.count == 4)
      #expect(collection["crs"][0].text == "http://www.opengis.net/def/crs/OGC/1.3/CRS84")
      #expect(links(collection)["items"] == "http://booths.localhost:8080/ogc/collections/booths/items")
    }
    #expect(await service.get("/ogc/collections/houses").domainError == "404 collection-unknown collectionId")
    #expect(await service.get("/ogc/collections/houses/items").domainError == "404 collection-unknown collectionId")
  }

  private func extent(_ booths: [Booth]) async -> [Double] {
    await Service(booths).get("/ogc/collections/booths").json["extent"]["spatial"]["bbox"][0].items.compactMap(\.double)
  }

  @Test("The extent is that of the booths that are not closed, narrow over the antimeridian too")
  func extents() async {
    let closed = Sample.booth(4, "d", -40, 10) { $0.status = .closed }
    let korea = [Sample.booth(1, "a", 37.5, 127), Sample.booth(2, "b", 35.1, 129.25), closed]
    #expect(await extent(korea) == [127, 35.1, 129.25, 37.5])
    #expect(await extent([Sample.booth(1, "a", 37.5, 127)]) == [127, 37.5, 127, 37.5])
    #expect(
      await extent([Sample.booth(1, "a", 1, 179.5), Sample.booth(2, "b", 2, -179.25)]) == [179.5, 1, -179.25, 2])
    #expect(await extent([closed]) == [])
    #expect(await Service([closed]).get("/ogc/collections/booths").json["extent"].value == nil)
  }

  @Test("A page of items has the required members")
  func items() async {
    let answer = await service.get("/ogc/collections/booths/items?limit=2")
    #expect(answer.type == "application/geo+json")
    #expect(answer.json["type"].text == "FeatureCollection")
    #expect(answer.json["numberMatched"].int == 6 && answer.json["numberReturned"].int == 2)
    #expect(answer.json["timeStamp"].text == "2026-11-20T10:00:30Z")
    #expect(answer.json["features"].items.compactMap { $0["id"].int } == [1, 2])
    #expect(answer.json["features"][0]["properties"]["name"].text == "인생네컷 강남점")
    #expect(links(answer.json)["self"] == "http://booths.localhost:8080/ogc/collections/booths/items?limit=2")
    #expect(answer.headers["Link"]?.contains("rel=\"next\"") == true)
  }

  @Test("Following next reaches every feature once", arguments: [1, 9, 100])
  func paging(_ limit: Int) async {
    let service = Service(Sample.line)
    var target: String? = "/ogc/collections/booths/items?limit=\(limit)&bbox=127,36,128,38&f=json"
    var seen: [Int] = []
    while let page = target {
      let answer = await service.get(page)
      #expect(answer.json["numberMatched"].int == 100)
      #expect(answer.json["numberReturned"].int == answer.json["features"].items.count)
      seen += answer.json["features"].items.compactMap { $0["id"].int }
      target = links(answer.json)["next"]?.replacing("http://booths.localhost:8080", with: "")
    }
    #expect(seen == Array(1...100))
  }

  @Test(
    "bbox, limit and the filters select features",
    arguments: [
      ("bbox=127,37.4,127.1,37.6", [1, 2, 3]), ("bbox=127,37.4,0,127.1,37.6,100", [1, 2, 3]),
      ("bbox=179,0,-179,20", [6, 7]), ("limit=1", [1]), ("limit=100000", [1, 2, 3, 5, 6, 7]),
      ("brand=%EC%9D%B8%EC%83%9D%EB%84%A4%EC%BB%B7", [1, 5]), ("status=closed", [4]),
      ("datetime=2026-01-01T00:00:00Z", [1, 2, 3, 5, 6, 7]), ("datetime=../2026-01-01T00:00:00Z", [1, 2, 3, 5, 6, 7]),
      ("datetime=2026-01-01T00:00:00Z/2026-02-01T00:00:00Z", [1, 2, 3, 5, 6, 7]),
    ])
  func selection(_ query: String, _ ids: [Int]) async {
    let answer = await service.get("/ogc/collections/booths/items?\(query)")
    #expect(answer.json["features"].items.compactMap { $0["id"].int } == ids)
  }

  @Test(
    "Invalid and unknown parameters get 400",
    arguments: [
      ("items?foo=1", "foo"), ("items?bbox=1,2,3", "bbox"), ("items?bbox=0,2,1,1", "bbox"), ("items?limit=0", "limit"),
      ("items?limit=-5", "limit"), ("items?limit=x", "limit"), ("items?datetime=today", "datetime"),
      ("items?datetime=../..", "datetime"), ("items?datetime=/", "datetime"),
      ("items?datetime=2026-02-01T00:00:00Z/2026-01-01T00:00:00Z", "datetime"), ("items?f=html", "f"),
      ("items?bbox-crs=x", "bbox-crs"), ("items/1?limit=1", "limit"),
    ])
  func rejected(_ path: String, _ parameter: String) async {
    let answer = await service.get("/ogc/collections/booths/\(path)")
    #expect(answer.status == 400 && answer.json["parameter"].text == parameter)
    #expect(answer.type == "application/problem+json")
  }

  @Test("Every document refuses unknown parameters")
  func unknownParameters() async {
    for path in ["", "/conformance", "/collections", "/collections/booths"] {
      #expect(await service.get("/ogc\(path)?foo=1").domainError == "400 parameter-unknown foo")
      #expect(await service.get("/ogc\(path)?f=json").status == 200)
    }
  }

  @Test("A feature has links to itself and its collection")
  func feature() async {
    let answer = await service.get("/ogc/collections/booths/items/1")
    #expect(answer.type == "application/geo+json")
    #expect(answer.json["type"].text == "Feature" && answer.json["id"].int == 1)
    #expect(Set(links(answer.json).keys) == ["self", "collection"])
    for unknown in ["99", "x", "-1", "1.0", "%20"] {
      #expect(await service.get("/ogc/collections/booths/items/\(unknown)").status / 100 == 4)
    }
    #expect(await service.get("/ogc/collections/booths/items/99").domainError == "404 feature-unknown featureId")
  }

  @Test("Links start with the configured address; an invalid host is not repeated")
  func publicAddress() async {
    let service = Service { $0.publicAddress = "https://booths.example" }
    #expect(links(await service.get("/ogc").json)["data"] == "https://booths.example/ogc/collections")
    let hostile = await self.service.landingLink(host: "evil\"><script>")
    #expect(hostile == "/ogc/collections")
  }
}

extension Service {
  /// The link `data` of the landing page to a client that names this host.
  fileprivate func landingLink(host: String) async -> String? {
    let route = routes.first { $0.method == .get && $0.pattern == "/ogc" }
    guard case .immediate(let answer) = route?.handler else { return nil }
    let request = Request(method: .get, path: "/ogc", headers: Headers([("Host", host)]))
    return Answer(answer(request)).json["links"].items.first { $0["rel"].text == "data" }?["href"].text
  }
}

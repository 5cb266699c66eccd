import Booths
import HTTP
import Testing

@Suite("Clusters of a viewport")
struct ClusterTests {
  @Test("Single booths are listed separately, the others as one cluster")
  func transcript() async {
    let answer = await Service().get("/api/booths/clusters?bbox=127,37.4,127.1,37.6&zoom=14")
    #expect(answer.status == 200 && answer.headers["Cache-Control"] == "private, no-cache")
    #expect(
      answer.text
        == #"{"count":1,"total":3,"clusters":[{"count":2,"latitude":37.49895,"longitude":127.02885,"#
        + #""bbox":[127.0277,37.498,127.03,37.4999]}],"#
        + #""booths":[{"id":3,"name":"<이름 & 없음>","brand":null,"latitude":37.49,"longitude":127.03,"open":"unknown"}]}"#)
  }

  @Test("At a close zoom each booth is separate, and at a far one all are one cluster")
  func zooms() async {
    let near = await Service().get("/api/booths/clusters?bbox=127.02,37.48,127.04,37.51&zoom=16")
    #expect(Set(near.ids) == [1, 2, 3] && near.json["clusters"].items.isEmpty)
    let far = await Service(Sample.line).get("/api/booths/clusters?bbox=-180,-90,180,90&zoom=0")
    #expect(far.ids.isEmpty && far.json["clusters"].items.map { $0["count"].int } == [100])
  }

  @Test(
    "Clusters are narrowed by the filters of every list",
    arguments: [
      ("brand=%EC%9D%B8%EC%83%9D%EB%84%A4%EC%BB%B7", 1), ("status=closed", 1), ("open_at=now", 1), ("people=4", 2),
      ("tag=parking", 1), ("brand=nobody", 0),
    ])
  func filters(_ filter: String, _ total: Int) async {
    let answer = await Service().get("/api/booths/clusters?bbox=127,37.4,127.1,37.6&zoom=16&\(filter)")
    #expect(answer.json["total"].int == total)
  }

  @Test("A viewport of few booths is not clustered on request")
  func separate() async {
    let target = "/api/booths/clusters?bbox=127,37.4,127.1,37.6&zoom=14"
    let all = await Service().get("\(target)&separate=3")
    #expect(Set(all.ids) == [1, 2, 3] && all.json["clusters"].items.isEmpty && all.json["total"].int == 3)
    #expect(await Service().get("\(target)&separate=2").json["clusters"].items.count == 1)
  }

  @Test("A viewport may cross the antimeridian, and clusters are also GeoJSON")
  func forms() async {
    let target = "/api/booths/clusters?bbox=179,0,-179,20&zoom=3"
    let answer = await Service().get(target)
    #expect(answer.json["clusters"][0]["longitude"].double == 180)
    let features = await Service().get(target, [("Accept", "application/geo+json")])
    #expect(features.type == "application/geo+json" && features.json["clusters"].items.count == 1)
  }

  @Test("A response about the whole country has at most 100 KB")
  func bounded() async {
    let many = (0..<20_000).map { (index: Int) -> Booth in
      let latitude: Double = 33 + Double(index % 200) * 0.03
      let longitude: Double = 125 + Double(index / 200) * 0.05
      return Sample.booth(Int64(index) + 1, "인생네컷 어느 동네의 가게 이름 \(index)호점", latitude, longitude)
    }
    let answer = await Service(many).get("/api/booths/clusters?bbox=124,32,131,40&zoom=9")
    #expect(answer.json["total"].int == 20_000 && answer.bytes.count <= 100_000)
    #expect(answer.json["clusters"].items.count + answer.ids.count <= 320)
  }

  @Test(
    "An invalid viewport or zoom is refused",
    arguments: [
      ("zoom=3", "400 parameter-missing bbox"), ("bbox=1,2,3,4", "400 parameter-missing zoom"),
      ("bbox=1,2,3,4&zoom=23", "400 parameter-above-range zoom"),
      ("bbox=1,2,3,4&zoom=-1", "400 parameter-below-range zoom"),
      ("bbox=1,2,3,4&zoom=1.5", "400 parameter-invalid zoom"), ("bbox=1,4,3,2&zoom=1", "400 parameter-invalid bbox"),
      ("bbox=1,2,3,4&zoom=1&limit=5", "400 parameter-unknown limit"),
    ])
  func rejected(_ query: String, _ domainError: String) async {
    #expect(await Service().get("/api/booths/clusters?\(query)").domainError == domainError)
  }
}

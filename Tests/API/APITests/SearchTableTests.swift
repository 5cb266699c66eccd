import Basics
import Booths
import Foundation
import NativeAPI
import Support
import Synchronization
import Testing

/// The table of searches, asked of the endpoints.
@Suite("The table of searches over HTTP")
struct SearchTableEndpointTests {
  private let service = Service(Branches.booths()) { $0.services.gazetteer = .shipped }

  private func answer(_ path: String, _ text: String, _ rest: String = "") async -> Node {
    let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
    return await service.get("\(path)=\(query)\(rest)", [("Authorization", "KakaoAK key")]).json
  }

  @Test("Each text has the first answer of the table in all three searches")
  func first() async {
    let position = "&limit=1&lat=\(SearchTable.cityHall.latitude)&lon=\(SearchTable.cityHall.longitude)"
    for row in SearchTable.sample(1) {
      let found = await answer("/api/search?q", row.text, position)
      let result = found["results"][0]
      let name = result["name"].text ?? ""
      #expect(row.fits(name: name, area: result["area"].text), "\(row.text): \(name)")
      let booths = await answer("/api/booths/search?q", row.text, "&limit=1")
      let booth = booths["booths"][0]
      if !Self.differing.contains(row.text) {
        #expect(Self.agrees(booth, with: result, found["interpretation"]), "\(row.text): \(booth["name"].text ?? "")")
      }
      let kakao = await answer("/v2/local/search/keyword.json?query", row.text, "&size=1")
      #expect(kakao["documents"][0]["id"].text == booth["id"].int.map(String.init), "\(row.text)")
    }
  }

  /// Counties without a booth: the search of booths goes on behind their border.
  private static let differing: Set = [
    "Hampyeong-gun Jeonnam", "Hampyeong-gun, Jeonnam", "Jeonnam Hampyeong-gun", "Okcheon-gun Chungcheongbuk-do",
    "Okcheon-gun, Chungcheongbuk-do", "Chungcheongbuk-do Okcheon-gun",
  ]

  @Test("A text that five clients do not find is counted unless parameters exclude booths")
  func fruitless() async throws {
    let store = CountedSearches()
    let service = Service {
      $0.publicAddress = "https://booths.example"
      $0.services.searches = FruitlessSearches(store) { Sample.now }
    }
    func ask(_ path: String) async {
      for client in 1...5 {
        _ = await service.get(path, [("X-Forwarded-For", "192.0.2.\(client)"), ("Authorization", "KakaoAK key")])
      }
    }
    let (missing, found) = ("%EC%97%86%EB%8A%94%EA%B3%B3", "%EC%9D%B8%EC%83%9D%EB%84%A4%EC%BB%B7")
    await ask("/api/booths/search?q=\(missing)")
    await ask("/v2/local/search/keyword.json?query=\(missing)")
    await ask("/api/booths/search?q=\(found)&people=99")
    await ask("/api/booths/search?q=\(found)")
    await ask("/api/search?q=zzzz")
    try await service.setup.services.searches.write()
    #expect(store.counts == ["없는곳": 10])
  }

  private final class CountedSearches: FruitlessSearchStore {
    private let state = Mutex<[String: Int]>([:])
    var counts: [String: Int] { state.withLock { $0 } }
    func add(_ counts: [String: Int], on day: Int64) async throws { state.withLock { $0.merge(counts) { $0 + $1 } } }
    func remove(before day: Int64) async throws {}
    func list(limit: Int) async throws -> [FruitlessSearch] { [] }
  }

  /// Whether a booth is what a result means: the same one, one of the chain, or one at the place.
  private static func agrees(_ booth: Node, with result: Node, _ interpretation: Node) -> Bool {
    guard let name = booth["name"].text else {
      // There is none in small regions and at some sights, and none where a part was left out.
      return ["region", "place"].contains(result["kind"].text)
        || interpretation.items.contains { $0["kind"].text == "unknown" }
    }
    switch result["kind"].text {
    case "booth": return name == result["name"].text
    case "brand": return booth["brand"].text == result["name"].text
    default:
      let box = result["bbox"].items.compactMap(\.double)
      guard box.count == 4, let latitude = booth["latitude"].double, let longitude = booth["longitude"].double
      else { return false }
      // A walk of two kilometres around.
      return (box[1] - 0.02...box[3] + 0.02).contains(latitude) && (box[0] - 0.025...box[2] + 0.025).contains(longitude)
    }
  }
}

import Basics
import Booths
import Foundation
import Support
import Testing

/// The table of searches, asked of the endpoints.
@Suite("The table of searches over HTTP")
struct SearchTableEndpointTests {
  private let service = Service(Branches.booths()) { $0.services.gazetteer = .shipped }

  private func answer(_ path: String, _ text: String, _ rest: String = "") async -> Node {
    let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
    return await service.get("\(path)=\(query)\(rest)", [("Authorization", "KakaoAK key")]).json
  }

  @Test("Everything, booths alone, and booths as Kakao lists them: each text has the first answer of the table")
  func first() async {
    let position = "&limit=1&lat=\(SearchTable.cityHall.latitude)&lon=\(SearchTable.cityHall.longitude)"
    for row in SearchTable.rows {
      let found = await answer("/api/search?q", row.text, position)
      let result = found["results"][0]
      let name = result["name"].text ?? ""
      #expect(row.fits(name: name, area: result["area"].text), "\(row.text): \(name)")
      let booths = await answer("/api/booths/search?q", row.text, "&limit=1")
      let booth = booths["booths"][0]
      #expect(Self.agrees(booth, with: result, found["interpretation"]), "\(row.text): \(booth["name"].text ?? "")")
      let kakao = await answer("/v2/local/search/keyword.json?query", row.text, "&size=1")
      #expect(kakao["documents"][0]["id"].text == booth["id"].int.map(String.init), "\(row.text)")
    }
  }

  /// Whether a booth is what a result means: the same one, one of the chain, or one at the place.
  private static func agrees(_ booth: Node, with result: Node, _ interpretation: Node) -> Bool {
    guard let name = booth["name"].text else {
      // There is none in a small region, and none where a part was left out.
      return result["kind"].text == "region" || interpretation.items.contains { $0["kind"].text == "unknown" }
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

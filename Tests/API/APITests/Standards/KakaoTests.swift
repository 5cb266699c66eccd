import Basics
import Booths
import Foundation
import Geo
import HTTP
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("The Kakao Local shape")
struct KakaoTests {
  let service = Service()
  private let key = [("Authorization", "KakaoAK 0123456789abcdef")]

  /// The request of the 4cuts client, as its library sends it.
  private static let fourCuts =
    "/v2/local/search/keyword?query=%EA%B7%BC%EC%B2%98%20%EC%A6%89%EC%84%9D%EC%82%AC%EC%A7%84&x=127.0276&y=37.4979"

  @Test("The 4cuts client gets the nearest booths")
  func fourCuts() async {
    let answer = await service.get(Self.fourCuts, key)
    #expect(answer.status == 200)
    #expect(answer.type == "application/json")
    let documents = answer.json["documents"].items
    #expect(documents.compactMap { $0["id"].text } == ["1", "2", "3", "5", "6", "7"])
    #expect(documents.first?["place_name"].text == "인생네컷 강남점")
    #expect(documents.allSatisfy { Double($0["x"].text ?? "") != nil && Double($0["y"].text ?? "") != nil })
  }

  @Test("A response is complete, with texts only in a document")
  func transcript() async {
    let answer = await service.get("\(Self.fourCuts)&size=1", key)
    #expect(
      answer.text
        == #"{"meta":{"same_name":{"region":[],"keyword":"근처 즉석사진","selected_region":""},"pageable_count":6,"#
        + #""total_count":6,"is_end":false},"documents":[{"id":"1","place_name":"인생네컷 강남점","#
        + #""category_name":"문화,예술 > 사진 > 사진관,포토스튜디오 > 즉석사진 > 인생네컷","category_group_code":"","#
        + #""category_group_name":"","phone":"02-123-4567","address_name":"서울특별시 강남구 역삼동 825","#
        + #""road_address_name":"서울특별시 강남구 강남대로 396","x":"127.0277","y":"37.498","#
        + #""place_url":"http://booths.localhost:8080/booths/1","distance":"14"}]}"#)
  }

  @Test("The paths work with and without the suffix, by keyword and by category")
  func paths() async {
    let byKeyword = await service.get(Self.fourCuts, key)
    let suffixed = await service.get(Self.fourCuts.replacing("keyword?", with: "keyword.json?"), key)
    #expect(byKeyword.bytes == suffixed.bytes)
    for path in ["/v2/local/search/category", "/v2/local/search/category.json"] {
      let answer = await service.get("\(path)?category_group_code=CT1&x=127.0276&y=37.4979&radius=1000", key)
      #expect(answer.json["documents"].items.compactMap { $0["id"].text } == ["1", "2", "3"])
      #expect(answer.json["meta"].keys == ["same_name", "pageable_count", "total_count", "is_end"])
      #expect(answer.json["meta"]["same_name"].value == nil)
    }
  }

  @Test("A missing or malformed key is refused")
  func unauthenticated() async {
    for headers in [[], [("Authorization", "Bearer x")], [("Authorization", "KakaoAK ")], [("Authorization", "토큰 없음")]]
    {
      let answer = await service.get(Self.fourCuts, headers)
      #expect(answer.status == 401)
      #expect(
        answer.text
          == #"{"errorType":"AccessDeniedError","message":"cannot find Authorization : KakaoAK header"}"#)
      #expect(answer.headers["WWW-Authenticate"] == nil)
    }
  }

  @Test("Only the configured key is accepted, if there is one; the error does not quote it")
  func configuredKey() async {
    let service = Service { $0.mapKey = "right" }
    let wrong = await service.get(Self.fourCuts, [("Authorization", "KakaoAK wrong-key")])
    #expect(wrong.status == 401)
    #expect(wrong.json["errorType"].text == "AccessDeniedError" && !wrong.text.contains("wrong-key"))
    #expect(await service.get(Self.fourCuts, [("Authorization", "KakaoAK right")]).status == 200)
    #expect(await service.get(Self.fourCuts, [("Authorization", "kakaoak right")]).status == 200)
  }

  @Test(
    "Errors have Kakao's format",
    arguments: [
      ("keyword?x=1&y=1", "MissingParameter", "query parameter required"),
      ("category?x=1&y=1", "MissingParameter", "category_group_code parameter required"),
      ("keyword?query=a&page=46", "InvalidArgument", "page is more than max"),
      ("keyword?query=a&page=0", "InvalidArgument", "page is less than min"),
      ("keyword?query=a&size=16", "InvalidArgument", "size is more than max"),
      ("keyword?query=a&size=x", "InvalidArgument", "size is not valid"),
      ("keyword?query=a&x=127&y=37&radius=20001", "InvalidArgument", "radius is more than max"),
      ("keyword?query=a&x=181&y=37", "InvalidArgument", "x is more than max"),
      ("keyword?query=a&x=127", "MissingParameter", "y parameter required"),
      ("keyword?query=a&sort=name", "InvalidArgument", "sort is not valid"),
      ("keyword?query=a&rect=1,2,3", "InvalidArgument", "rect is not valid"),
      ("keyword?query=", "InvalidArgument", "query is not valid"),
      ("category?category_group_code=XX9", "InvalidArgument", "category_group_code is not valid"),
      ("keyword?query=%FF", "InvalidArgument", "query is not valid"),
    ])
  func errors(_ target: String, _ type: String, _ message: String) async {
    let answer = await service.get("/v2/local/search/\(target)", key)
    #expect(answer.status == 400)
    #expect(answer.type == "application/json")
    #expect(answer.text == "{\"errorType\":\"\(type)\",\"message\":\"\(message)\"}")
  }

  @Test("Unknown and repeated parameters are ignored")
  func lenient() async {
    let answer = await service.get("\(Self.fourCuts)&analyze_type=similar&x=0&foo", key)
    #expect(answer.bytes == (await service.get(Self.fourCuts, key)).bytes)
  }

  @Test("A page has at most 45 places, separate from the total count")
  func pages() async {
    let service = Service(Sample.line)
    var seen: [String] = []
    for page in 1...4 {
      let answer = await service.get(
        "/v2/local/search/keyword?query=%ED%8F%AC%ED%86%A0%EB%B6%80%EC%8A%A4&x=127&y=37&page=\(page)", key)
      #expect(answer.json["meta"]["total_count"].int == 100)
      #expect(answer.json["meta"]["pageable_count"].int == 45)
      #expect(answer.json["meta"]["is_end"].bool == (page >= 3))
      seen += answer.json["documents"].items.compactMap { $0["id"].text }
    }
    #expect(seen == (1...45).map(String.init))
  }

  @Test("A radius, a rectangle, or both filter the count too")
  func narrowed() async {
    let service = Service(Sample.line)
    func total(_ query: String) async -> Int? {
      await service.get("/v2/local/search/keyword?query=photobooth&\(query)", key).json["meta"]["total_count"].int
    }
    // A thousandth of a degree of longitude is 89 m at 37 degrees.
    #expect(await total("x=127&y=37&radius=900") == 10)
    #expect(await total("rect=127.0105,36.9,127.0205,37.1") == 10)
    #expect(await total("x=127&y=37&rect=127.0105,36.9,127.0205,37.1") == 10)
    #expect(await total("x=127&y=37&radius=900&rect=127.0055,36.9,127.0205,37.1") == 5)
    #expect(await total("rect=0,0,1,1") == 0)
    #expect(await total("x=127&y=37&radius=0") == 0)
  }

  @Test("Within a rectangle the nearest to the middle come first")
  func rectangleOrder() async {
    let service = Service(Sample.line)
    let answer = await service.get(
      "/v2/local/search/keyword?query=photobooth&x=127.015&y=37&size=3&rect=127.0105,36.9,127.0205,37.1", key)
    #expect(answer.json["documents"].items.compactMap { $0["id"].text } == ["15", "14", "16"])
    #expect(answer.json["documents"].items.compactMap { $0["distance"].text } == ["0", "89", "89"])
  }

  @Test("Without a middle there is no distance")
  func noDistance() async {
    let answer = await service.get("/v2/local/search/keyword?query=photobooth&sort=distance", key)
    #expect(answer.json["documents"].items.allSatisfy { $0["distance"].text == "" })
    #expect(answer.json["documents"].items.count == 6)
  }

  @Test("Other words are searched for; the nearest come first on request")
  func search() async {
    let query = "/v2/local/search/keyword?query=%EA%B7%BC%EC%B2%98+%EC%9D%B8%EC%83%9D%EB%84%A4%EC%BB%B7"
    let byDistance = await service.get("\(query)&x=129&y=35&sort=distance", key)
    #expect(byDistance.json["documents"].items.compactMap { $0["id"].text } == ["5", "1"])
    #expect(byDistance.json["meta"]["same_name"]["keyword"].text == "근처 인생네컷")
    let near = await service.get("\(query)&x=129&y=35&radius=20000", key)
    #expect(near.json["documents"].items.compactMap { $0["id"].text } == ["5"])
  }

  @Test(
    "Words that mean photo booths find all of them",
    arguments: ["근처 즉석사진", "포토부스", "  네컷   사진 ", "Photo Booth near me"])
  func fillers(keyword: String) async {
    let query = keyword.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
    let all = await service.get("/v2/local/search/keyword?query=%ED%8F%AC%ED%86%A0%EB%B6%80%EC%8A%A4", key)
    let answer = await service.get("/v2/local/search/keyword?query=\(query)", key)
    #expect(answer.json["documents"].items.count == all.json["documents"].items.count)
    #expect(answer.json["documents"].items.count > 3)
  }

  @Test("The nearest booths come first among more than can be measured one by one")
  func manyInRectangle() async {
    let booths = (1...2500).map { Sample.booth(Int64($0), "점", 37, 127 + Double(2501 - $0) / 10_000) }
    let service = Service(booths)
    let answer = await service.get(
      "/v2/local/search/keyword?query=photobooth&x=127&y=37&size=2&rect=126,36,128,38", key)
    #expect(answer.json["documents"].items.compactMap { $0["id"].text } == ["2500", "2499"])
    #expect(answer.json["meta"]["total_count"].int == 2500)
  }
}

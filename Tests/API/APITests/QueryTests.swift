import Basics
import Foundation
import Geo
import HTTP
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Numbers in queries")
struct DecimalTextTests {
  @Test("A decimal is the nearest double to its text")
  func decimals() {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<5000 {
      let digits = Int.random(in: 1...20, using: &numbers)
      let text =
        (Bool.random(using: &numbers) ? "-" : "") + "\(Int.random(in: 0...180, using: &numbers))."
        + (0..<digits).map { _ in String(Int.random(in: 0...9, using: &numbers)) }.joined()
      #expect(DecimalText.number(text) == Double(text), "\(text)")
    }
    for text in ["0", "-0", "1e3", "1E-3", "123456789012345678901234567890", "0.1", "37.358647"] {
      #expect(DecimalText.number(text) == Double(text), "\(text)")
    }
  }

  @Test(
    "Other texts are refused as numbers",
    arguments: [
      "", "-", ".", "1.", ".5.", "+1", " 1", "1 ", "0x10", "inf", "nan", "1e", "1e999", "１", "1,0", "--1", "1-",
      String(repeating: "1", count: 65),
    ])
  func none(_ text: String) {
    #expect(DecimalText.number(text) == nil)
    #expect(DecimalText.integer(text) == nil)
  }

  @Test("Integers have at most 18 digits")
  func integers() {
    #expect(DecimalText.integer("999999999999999999") == 999_999_999_999_999_999)
    #expect(DecimalText.integer("-5") == -5)
    #expect(DecimalText.integer("9999999999999999999") == nil)
    #expect(DecimalText.integer("1.0") == nil)
  }

  @Test("Secrets are compared completely")
  func secrets() {
    #expect(Secret.isSame("abc", "abc"))
    for other in ["", "ab", "abcd", "abd", "ABC"] { #expect(!Secret.isSame(other, "abc")) }
    #expect(!Secret.isSame("", ""))
  }
}

@Suite("Random queries are answered")
struct QueryFuzzTests {
  /// How many queries; `FOURCUTS_FUZZ_ROUNDS` asks for more.
  private static let rounds =
    ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"].flatMap(Int.init) ?? 3000

  /// Queries that are right, to be spoilt.
  private static let seeds = [
    "lat=37.4979&lon=127.0276&limit=10&radius=1.5km&open_at=now&people=4&fields=all",
    "location_state=denied&region=seoul-gangnam&last_lat=37.5&last_lon=127&last_age=60",
    "bbox=126.9,37.4,127.1,37.6&after=3&limit=5&status=operating,unknown&tag=a,b", "q=%EA%B0%95%EB%82%A8&brand=x",
    "query=%EA%B7%BC%EC%B2%98%20%EC%A6%89%EC%84%9D%EC%82%AC%EC%A7%84&x=127&y=37&page=2&size=3&sort=distance&rect=1,2,3,4",
    "datetime=2026-01-01T00:00:00Z/..&f=json", "category_group_code=CE7&radius=20000&x=1&y=1",
    "source=a&file=b.csv&crs=EPSG:5174&map=name=x,price=y&commit=true",
    "kind=pose,background&hashtag=%23%ED%8F%AC%EC%A6%88&board=wall&limit=5&cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "author=0199c0ffee0123456789abcd&booth=1&feed=liked", "lat=37.4979&lon=127.0276&radius=2km&kind=pose&limit=5",
    "width=320", "bbox=126.9,37.4,127.1,37.6&zoom=14&people=2",
  ]

  private static let targets = [
    "/api/booths/near", "/api/booths/in", "/api/booths/clusters", "/api/booths/search", "/api/booths/1", "/api/brands",
    "/api/location/resolve", "/api/posts", "/api/posts/near", "/api/posts/0199c0ffee0123456789abcd/comments", "/api/me",
    "/api/accounts/0199c0ffee0123456789abcd/followers",
    "/api/photos/0000000000000000000000000000000000000000000000000000000000000000.png",
    "/ogc/collections/booths/items", "/ogc/collections/booths/items/1", "/v2/local/search/keyword",
    "/v2/local/search/category.json", "/openapi.json",
  ]

  @Test("No query causes a crash, a hang or an internal error")
  func spoilt() async {
    let service = Service()
    var numbers = SeededNumbers(seed: 20_261_120)
    for _ in 0..<Self.rounds {
      let query = spoilt(Self.seeds.randomElement(using: &numbers)!, &numbers)
      let target = Self.targets.randomElement(using: &numbers)!
      let answer = await service.get("\(target)?\(query)", [("Authorization", "KakaoAK k")])
      #expect([200, 400, 401, 404].contains(answer.status), "\(target)?\(query)")
      #expect(answer.json.value != nil, "\(target)?\(query)")
    }
  }

  private func spoilt(_ query: String, _ numbers: inout SeededNumbers) -> String {
    var bytes = Array(query.utf8)
    for _ in 0..<Int.random(in: 0...4, using: &numbers) {
      let position = Int.random(in: 0...bytes.count, using: &numbers)
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0 where position < bytes.count: bytes.remove(at: position)
      case 1: bytes.insert(UInt8.random(in: 0x21...0x7E, using: &numbers), at: position)
      case 2: bytes.insert(contentsOf: Self.splinters.randomElement(using: &numbers)!.utf8, at: position)
      case 3: bytes.append(contentsOf: Array("&".utf8) + bytes.prefix(position))
      default: bytes.removeLast(bytes.count - position)
      }
    }
    return String(decoding: bytes, as: UTF8.self).filter { $0 != "#" }
  }

  private static let splinters = [
    "%", "%00", "%FF", "%ED%A0%80", "=", "&", "&&", "==", ",", ",,", "-", "e", "e309", "1e-400", "99999999999999999999",
    "nan", "inf", "-0", "0x", "180.0000001", "-90.1", "+", "km", "/..", "Z", "now", "all", "9223372036854775807",
    "%F0%9F%93%B8", "%E1%84%80", "\u{FEFF}", "[]", "{}", "'", "\"", "\\",
  ]
}

import Foundation
import Segments
import Support
import Testing
import Workload

@testable import Booths

@Suite("Search")
struct SearchTests {
  static let index = SearchIndex([
    Sign(name: "인생네컷 강남점", brand: "인생네컷", roadAddress: "서울특별시 강남구 테헤란로 152", lotAddress: "서울특별시 강남구 역삼동 737"),
    Sign(name: "샘플포토 홍대", brand: "인생네컷", roadAddress: "서울특별시 마포구 양화로 160"),
    Sign(name: "무인 인생네컷", roadAddress: "부산광역시 해운대구 해운대로 570"),
    Sign(name: "Photo ABC", brand: "포토Abc", lotAddress: "경기도 수원시 팔달구 매산로1가 18"),
    Sign(name: "과일포토", roadAddress: "서울특별시 강남구 강남대로 396"),
    Sign(name: "ㅋㅋ포토", roadAddress: "서울특별시 종로구 종로 1"),
    Sign(name: "갑수네 값진사진"),
  ])

  @Test(
    "each query finds the expected booths, best first",
    arguments: [
      ("인생네컷", [0, 2, 1]), ("ㅇㅅㄴㅋ", [0, 2, 1]), ("인ㅅ네ㅋ", [0, 2, 1]), ("인생네ㅋ", [0, 2, 1]), ("인새", [0, 2, 1]),
      ("인샌", []), ("인생넼", [0, 2, 1]), ("인생네커", [0, 2, 1]), ("인생 네컷", [0, 2, 1]), ("인생네컷강남", [0]),
      ("강남 인생네컷", [0]), ("인생네컷 강남", [0]), ("강남", [0, 4]), ("ㄱㄴ", [0, 4]), ("네컷", [0, 2, 1]), ("생인", []),
      ("ＡＢＣ", [3]), ("photo abc", [3]), ("PHOTOABC", [3]), ("테헤란로152", [0]), ("역삼", [0]), ("역삼동 152", [0]),
      ("고", [4, 2]), ("구", [0, 1, 2, 3, 4, 5]), ("값", [6]), ("갑", [6]), ("갑ㅅ", [6]), ("ㅋㅋ", [5]), ("ㅋㅋㅍ", [5]),
      ("없음", []),
      ("", []),
      ("  ", []), ("서울 포토", [1, 4, 5]), ("수원", [3]), ("인생네컷 인생네컷", [0, 2, 1]), ("ㄳ", [6]), ("ㅋㅋ포", [5]), ("크크", [5]),
    ] as [(String, [Int])])
  func found(_ text: String, _ expected: [Int]) {
    #expect(Self.index.coordinates(text) == expected, "\(Self.index.find(text))")
  }

  @Test("syllables in pieces, half-width and full-width forms are the same text")
  func composition() {
    for text in ["인생네컷", "ㅇㅅㄴㅋ", "값", "Photo"] {
      let expected = Self.index.coordinates(text)
      #expect(Self.index.coordinates(text.decomposedStringWithCanonicalMapping) == expected)
      #expect(Self.index.coordinates(text.decomposedStringWithCompatibilityMapping) == expected)
    }
    #expect(Self.index.coordinates("\u{FFB7}\u{FFB5}\u{FFA4}\u{FFBB}") == [0, 2, 1])
    let pieces = SearchIndex([Sign(name: "인생네컷".decomposedStringWithCanonicalMapping, brand: "인")])
    for text in ["인생네컷", "ㅇㅅㄴㅋ", "인생네ㅋ", "인 생"] { #expect(pieces.coordinates(text) == [0], "\(text)") }
  }

  @Test("ranks: name from its beginning, name, brand, address; a completed syllable is worth less")
  func ranks() {
    #expect(Self.index.find("인생네컷").map(\.rank) == [0, 2, 4])
    #expect(Self.index.find("인새").map(\.rank) == [1, 3, 5])
    #expect(Self.index.find("테헤란로").map(\.rank) == [6])
    #expect(Self.index.find("테헤라").map(\.rank) == [7])
    #expect(Self.index.find("인생네컷 테헤란로").map(\.rank) == [6])
  }

  @Test("a limit and a filter take the best that pass")
  func limits() {
    let many = SearchIndex((0..<500).map { Sign(name: $0 % 5 == 0 ? "네컷" : "우리 네컷 \($0)") })
    #expect(many.coordinates("네컷", limit: 3) == [0, 5, 10])
    #expect(many.find(SearchQuery("네컷"), limit: 3) { $0 % 2 == 1 }.map(\.ordinal) == [5, 15, 25])
    #expect(many.find(SearchQuery("네컷"), limit: 3) { $0 > 495 }.map(\.ordinal) == [496, 497, 498])
    #expect(many.coordinates("네컷", limit: 0).isEmpty)
    #expect(many.coordinates("네컷", limit: 1000).count == 500)
    #expect(SearchIndex([]).coordinates("네컷").isEmpty)
  }

  @Test("against booth-by-booth search by keys, over random Hangul")
  func plain() {
    var random = SeededNumbers(seed: 21)
    let syllables = Array("가각갑값나낙남생새샌인이네컷커과고괴구귀므믜닭달다ㄱㅅab1")
    func text(_ lengths: ClosedRange<Int>) -> String {
      var text = ""
      for _ in 0..<Int.random(in: lengths, using: &random) { text.append(syllables.randomElement(using: &random)!) }
      return text
    }
    for _ in 0..<6 * fuzzRounds {
      let signs = (0..<150).map { _ in
        Sign(
          name: text(1...5) + " " + text(0...2), brand: text(0...3), roadAddress: text(0...6), lotAddress: text(0...4))
      }
      let plain = PlainSearch(signs)
      let index = SearchIndex(signs)
      for _ in 0..<25 {
        let query = (0..<Int.random(in: 1...3, using: &random)).map { _ in text(1...3) }.joined(separator: " ")
        let limit = [1, 5, 1000].randomElement(using: &random)!
        let modulus = Int.random(in: 1...3, using: &random)
        let expected = plain.find(query, limit: limit) { $0 % modulus == 0 }
        let found = index.find(SearchQuery(query), limit: limit) { Int($0) % modulus == 0 }
        #expect(found == expected, "\(query)")
      }
    }
  }

  @Test("against booth-by-booth search, by parts of words and of several words, in any case, width and spacing")
  func parts() {
    var random = SeededNumbers(seed: 27)
    let characters = Array("강남역네컷생가ㄱaB1(),/-")
    func word(_ lengths: ClosedRange<Int>) -> String {
      String((0..<Int.random(in: lengths, using: &random)).map { _ in characters.randomElement(using: &random)! })
    }
    func text(_ words: ClosedRange<Int>) -> String {
      (0..<Int.random(in: words, using: &random)).map { _ in word(1...4) }.joined(separator: " ")
    }
    /// The same for a search: letters in the other case, or all in full width.
    func respelt(_ text: String) -> String {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text.uppercased()
      case 1: text.decomposedStringWithCanonicalMapping
      case 2:
        String(
          String.UnicodeScalarView(
            text.unicodeScalars.map { $0.value > 0x20 && $0.isASCII ? Unicode.Scalar($0.value + 0xFEE0)! : $0 }))
      default: text
      }
    }
    for _ in 0..<4 * fuzzRounds {
      let signs = (0..<130).map { _ in
        Sign(name: text(0...4), brand: text(0...1), roadAddress: text(0...4), lotAddress: text(0...2))
      }
      let plain = PlainSearch(
        signs.map {
          Sign(
            name: $0.name.lowercased(), brand: $0.brand.lowercased(), roadAddress: $0.roadAddress.lowercased(),
            lotAddress: $0.lotAddress.lowercased())
        })
      let index = SearchIndex(
        signs.map {
          Sign(
            name: respelt($0.name), brand: respelt($0.brand), roadAddress: respelt($0.roadAddress),
            lotAddress: respelt($0.lotAddress))
        })
      for _ in 0..<25 {
        let sign = signs.randomElement(using: &random)!
        let part = [sign.name, sign.roadAddress].randomElement(using: &random)!.filter { $0 != " " }
          .dropFirst(Int.random(in: 0...3, using: &random)).prefix(Int.random(in: 1...14, using: &random))
        let query = [String(part), word(1...2), part + " " + word(1...1)].randomElement(using: &random)!.lowercased()
        if query.allSatisfy({ $0 == " " }) { continue }
        let limit = [1, 5, 1000].randomElement(using: &random)!
        let expected = plain.find(query, limit: limit) { $0 % 3 > 0 }
        let found = index.find(SearchQuery(respelt(query)), limit: limit) { $0 % 3 > 0 }
        #expect(found == expected, "\(query)")
      }
    }
  }

  @Test("text that folds differently as a whole is found as it is written")
  func wholes() {
    let index = SearchIndex([
      Sign(name: "e \u{301}t\u{e9}"), Sign(name: "강 \u{1100} \u{1161}"), Sign(name: "A", roadAddress: "가 \u{11A8}로"),
    ])
    #expect(index.coordinates("\u{e9}t\u{e9}") == [0])
    #expect(index.coordinates("강가") == [1])
    #expect(index.coordinates("각로") == [2])
  }

  @Test("any bytes and any query: no crash, each booth once, in order")
  func anyBytes() {
    var random = SeededNumbers(seed: 22)
    func bytes(_ count: Int) -> PackedArray<UInt8> {
      let pool: [UInt8] = [
        0, 0x20, 0x41, 0x61, 0xE1, 0x84, 0x80, 0x85, 0xA1, 0xEC, 0x9D, 0xB8, 0xF0, 0x9F, 0xFF, 0xC0, 0xE3, 0xED, 0xA0,
      ]
      return PackedArray((0..<count).map { _ in pool.randomElement(using: &random)! })
    }
    for _ in 0..<60 * fuzzRounds {
      let names = (0..<130).map { _ in bytes(Int.random(in: 0...20, using: &random)) }
      let index = SearchIndex(count: names.count) { coordinate in
        SearchColumns(
          name: names[Int(coordinate)], brand: names[(Int(coordinate) * 7) % 130].slice(0..<6),
          roadAddress: names[(Int(coordinate) * 3) % 130],
          lotAddress: .empty)
      }
      for _ in 0..<10 {
        let query = String(decoding: bytes(Int.random(in: 0...12, using: &random)), as: UTF8.self)
        let hits = index.find(query, limit: 50)
        #expect(Set(hits.map(\.ordinal)).count == hits.count)
        #expect(zip(hits, hits.dropFirst()).allSatisfy { ($0.rank, $0.ordinal) < ($1.rank, $1.ordinal) })
      }
    }
  }

  @Test("queries without end take no time, and find nothing")
  func longQueries() {
    #expect(Self.index.coordinates(String(repeating: "인생네컷", count: 20_000)).isEmpty)
    #expect(Self.index.coordinates(String(repeating: "가 나 ", count: 20_000)).isEmpty)
    #expect(Self.index.coordinates(String(repeating: "ㄳ", count: 5000)).isEmpty)
  }

  @Test("the index keeps to its documented size")
  func memory() {
    let signs = (0..<2000).map {
      Sign(
        name: "인생네컷 강남\($0)호점", brand: "인생네컷", roadAddress: "서울특별시 강남구 테헤란로 \($0)", lotAddress: "서울특별시 강남구 역삼동 \($0)-1")
    }
    #expect(SearchIndex(signs).byteCount < 2000 * 340)
  }
}

import Foundation
import Segments
import Support

@testable import Booths

/// The texts of a booth to search.
struct Sign {
  var name: String
  var brand = ""
  var roadAddress = ""
  var lotAddress = ""
}

extension SearchIndex {
  init(_ signs: [Sign]) {
    self.init(count: signs.count) {
      let sign = signs[Int($0)]
      return SearchColumns(
        name: PackedArray(sign.name.utf8), brand: PackedArray(sign.brand.utf8),
        roadAddress: PackedArray(sign.roadAddress.utf8), lotAddress: PackedArray(sign.lotAddress.utf8))
    }
  }

  func find(_ text: String, limit: Int = 10) -> [SearchHit] {
    find(SearchQuery(text), limit: limit) { _ in true }
  }

  /// The positions found, best first.
  func coordinates(_ text: String, limit: Int = 10) -> [Int] {
    find(text, limit: limit).map { Int($0.ordinal) }
  }
}

/// Search by the keys that are pressed, booth by booth: slow and plain.
struct PlainSearch {
  /// A character as the keys that write it: 값 is ㄱ ㅏ ㅂ ㅅ, 과 is ㄱ ㅗ ㅏ.
  private typealias Keys = [Character]

  private let signs: [[(text: [Keys], prefix: Int, inside: Int)]]

  init(_ signs: [Sign]) {
    self.signs = signs.map { sign in
      [(sign.name, 0, 2), (sign.brand, 4, 4), (sign.roadAddress, 6, 6), (sign.lotAddress, 6, 6)].map {
        (Self.keys($0.0), $0.1, $0.2)
      }
    }
  }

  func find(_ text: String, limit: Int, where isWanted: (Int) -> Bool) -> [SearchHit] {
    let words = text.split(separator: " ").map { Self.keys(String($0)) }
    let hits = signs.indices.filter(isWanted).compactMap { coordinate in
      rank(words, coordinate).map { SearchHit(rank: $0, ordinal: UInt32(coordinate)) }
    }
    return Array(hits.sorted { ($0.rank, $0.ordinal) < ($1.rank, $1.ordinal) }.prefix(limit))
  }

  private func rank(_ words: [[Keys]], _ sign: Int) -> Int? {
    var worst: Int? = 0
    for (coordinate, word) in words.enumerated() where !words[..<coordinate].contains(word) {
      let best = rank(word, signs[sign], isLast: coordinate == words.count - 1)
      worst = worst.flatMap { worst in best.map { max(worst, $0) } }
    }
    let joined = words.count > 1 ? rank(Array(words.joined()), Array(signs[sign].prefix(1)), isLast: true) : nil
    return [worst, joined].compactMap(\.self).min()
  }

  private func rank(_ word: [Keys], _ columns: [(text: [Keys], prefix: Int, inside: Int)], isLast: Bool) -> Int? {
    var best: Int?
    for column in columns {
      for start in column.text.indices {
        let rank = start == 0 ? column.prefix : column.inside
        let rest = column.text[start...]
        if rest.count >= word.count, zip(word, rest).allSatisfy(stands) {
          best = min(best ?? .max, rank)
        } else if isLast, let last = word.last, last.count > 1, zip(word.dropLast(), rest).allSatisfy(stands),
          rest.dropFirst(word.count - 1).joined().starts(with: last)
        {
          best = min(best ?? .max, rank + 1)
        }
      }
    }
    return best
  }

  private func stands(_ typed: Keys, for written: Keys) -> Bool {
    typed == written || (typed.count == 1 && written.count > 1 && typed[0] == written[0])
  }

  private static func keys(_ text: String) -> [Keys] {
    text.filter { $0 != " " }.map { character in
      let scalars = Array(String(character).decomposedStringWithCanonicalMapping.unicodeScalars)
      guard scalars.count > 1, (0x1100...0x1112).contains(scalars[0].value) else { return [character] }
      return [initials[Int(scalars[0].value - 0x1100)]] + Array(vowels[Int(scalars[1].value - 0x1161)])
        + (scalars.count > 2 ? Array(finals[Int(scalars[2].value - 0x11A8)]) : [])
    }
  }

  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let vowels = [
    "ㅏ", "ㅐ", "ㅑ", "ㅒ", "ㅓ", "ㅔ", "ㅕ", "ㅖ", "ㅗ", "ㅗㅏ", "ㅗㅐ", "ㅗㅣ", "ㅛ", "ㅜ", "ㅜㅓ", "ㅜㅔ", "ㅜㅣ", "ㅠ", "ㅡ", "ㅡㅣ", "ㅣ",
  ]
  private static let finals = [
    "ㄱ", "ㄲ", "ㄱㅅ", "ㄴ", "ㄴㅈ", "ㄴㅎ", "ㄷ", "ㄹ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ", "ㅁ", "ㅂ", "ㅂㅅ", "ㅅ", "ㅆ", "ㅇ",
    "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ",
  ]
}

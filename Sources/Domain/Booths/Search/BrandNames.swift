import TextForms

struct BrandNames: Sendable {
  private let brands: [String]
  private let names: NameTable
  private let folded: Set<String>

  /// - Parameter brands: Without repetitions. Complexity: O(total length).
  init(_ brands: [String], _ chains: ChainTable) {
    self.brands = brands
    var names = NameTable.Builder()
    for (number, brand) in brands.enumerated() {
      names.add(brand, owner: number, isAlias: false)
      for alias in chains.aliases(of: brand) { names.add(alias, owner: number, isAlias: true) }
    }
    self.names = names.finish()
    folded = Set(brands.map { FoldedName($0).text })
  }

  func isBrand(_ word: String) -> Bool { folded.contains(word) }

  /// The best chains that a word may name; of equal ones those that came first.
  func find(_ word: SearchPhrase.Word, limit: Int) -> [(brand: String, match: NameMatch)] {
    best(names.matches(word), limit)
  }

  /// The best chain whose name a word is, or begins. Complexity: O(log chains).
  func beginning(_ word: SearchPhrase.Word) -> (brand: String, match: NameMatch)? {
    best(names.beginnings(word), 1).first
  }

  /// The chain whose name differs from a word by one typo. Complexity: O(chains).
  func correction(_ word: SearchPhrase.Word) -> (brand: String, match: NameMatch)? {
    best(names.corrections(word), 1).first
  }

  /// The chain whose name comes closest to a word. Complexity: O(chains).
  func closest(_ word: SearchPhrase.Word) -> (brand: String, match: NameMatch)? { best(names.closest(word), 1).first }

  private func best(_ matches: [(owner: Int, match: NameMatch)], _ limit: Int) -> [(brand: String, match: NameMatch)] {
    matches.sorted { ($0.match, $0.owner) < ($1.match, $1.owner) }.prefix(limit).map { (brands[$0.owner], $0.match) }
  }
}

import TextForms

/// The chains of a catalogue, by name.
struct BrandNames: Sendable {
  private let brands: [String]
  private let names: NameTable
  private let folded: Set<String>

  /// - Parameter brands: Without repetitions. Complexity: O(total length).
  init(_ brands: [String]) {
    self.brands = brands
    var names = NameTable.Builder()
    for (number, brand) in brands.enumerated() {
      names.add(brand, owner: number, isAlias: false)
      // A line of a chain has its name and more: 포토이즘박스.
      let folded = FoldedName(brand).text
      for (chain, aliases) in Self.english where folded.hasPrefix(chain) {
        for alias in aliases { names.add(alias, owner: number, isAlias: true) }
      }
    }
    self.names = names.finish()
    folded = Set(brands.map { FoldedName($0).text })
  }

  /// Whether a folded word is the name of a chain.
  func isBrand(_ word: String) -> Bool { folded.contains(word) }

  /// The best chains that a word may name; of equal ones those that came first.
  func find(_ word: SearchPhrase.Word, limit: Int) -> [(brand: String, match: NameMatch)] {
    best(names.matches(word), limit)
  }

  /// The best chain whose name a word is, or begins. Complexity: O(log chains).
  func beginning(_ word: SearchPhrase.Word) -> (brand: String, match: NameMatch)? {
    best(names.beginnings(word), 1).first
  }

  /// The chain whose name a word is but for one slip. Complexity: O(chains).
  func correction(_ word: SearchPhrase.Word) -> (brand: String, match: NameMatch)? {
    best(names.corrections(word), 1).first
  }

  /// The chain whose name comes closest to a word. Complexity: O(chains).
  func closest(_ word: SearchPhrase.Word) -> (brand: String, match: NameMatch)? { best(names.closest(word), 1).first }

  private func best(_ matches: [(owner: Int, match: NameMatch)], _ limit: Int) -> [(brand: String, match: NameMatch)] {
    matches.sorted { ($0.match, $0.owner) < ($1.match, $1.owner) }.prefix(limit).map { (brands[$0.owner], $0.match) }
  }

  /// The English name that a chain uses itself, then what people call it, by its folded name.
  static let english = [
    "인생네컷": ["Life4Cuts", "Life Four Cuts", "인네컷"], "포토시그니처": ["Photo Signature", "포시"], "포토이즘": ["Photoism"],
    "포토이즘박스": ["Photoism Box"], "포토이즘컬러드": ["Photoism Colored"], "하루필름": ["Harufilm", "Haru Film"],
    "포토그레이": ["Photogray"], "셀픽스": ["Selfix"], "비룸": ["B.Room"], "플랜비스튜디오": ["Plan B Studio"],
    "모노맨션": ["Mono Mansion"], "돈룩업": ["Don't Lxxk Up"],
  ]
}

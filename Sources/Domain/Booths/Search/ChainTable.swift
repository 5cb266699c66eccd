import Basics
import Tabular

/// Chains with the names that people call them by, from tables that ship with the program and that operators add.
package struct ChainTable: Sendable {
  package struct Chain: Hashable, Sendable {
    package let name: String
    package let englishName: String?
    /// Further names in any script.
    package let aliases: [String]
    /// The chain that it is a line of: 포토이즘 of 포토이즘박스.
    package let parent: String?
    /// Its item in Wikidata, as the tag `brand:wikidata` of OpenStreetMap has it.
    package let wikidata: String?

    fileprivate var names: [String] { [englishName].compactMap(\.self) + aliases }
  }

  /// By folded name.
  private var chains: [String: Chain] = [:]
  /// The folded names of chains, by their further names.
  private var known: [String: String] = [:]
  /// Differs between different tables: answers of a program with other names may differ. Zero if it has none.
  package private(set) var mark: UInt64 = 0

  package static let empty = ChainTable()

  private init() {}

  /// - Throws: `DomainError` `chains-unreadable`, with the line; or that of a file that is no table.
  package init(csv: [UInt8]) throws { try add(csv: csv) }

  package var count: Int { chains.count }

  /// Adds the chains of a table; those with a known name replace it. Columns are found by their names, and only `name` is
  /// needed.
  /// - Throws: `DomainError` `chains-unreadable`, with the line; or that of a file that is no table.
  package mutating func add(csv: [UInt8]) throws {
    var reader = try TableReader(MemorySource(csv), encoding: .utf8, delimiter: UInt8(ascii: ","))
    var columns: [Int?]?
    while let batch = try reader.next() {
      for record in 0..<batch.count {
        let fields = batch.texts(record)
        if let columns {
          guard let chain = Chain(columns.map { $0.flatMap { $0 < fields.count ? fields[$0] : nil } ?? "" })
          else { throw Self.unreadable(batch.line(record)) }
          add(chain)
        } else {
          columns = Self.columns.map(fields.firstIndex(of:))
          guard columns?[0] != nil, Set(fields).isSubset(of: Self.columns) else {
            throw Self.unreadable(batch.line(record))
          }
        }
      }
    }
    var hash = StableHash(mark)
    hash.combine(csv)
    mark = hash.value
  }

  private mutating func add(_ chain: Chain) {
    let key = SearchPhrase.folded(chain.name)
    for name in chains[key]?.names ?? [] { known[SearchPhrase.folded(name)] = nil }
    chains[key] = chain
    for name in chain.names { known[SearchPhrase.folded(name)] = key }
  }

  private static let columns = ["name", "name_en", "aliases", "line_of", "wikidata"]

  private static func unreadable(_ line: Int) -> DomainError {
    DomainError(
      .invalid, "chains-unreadable",
      "Line \(line) of the chains cannot be read: the columns are \(columns.joined(separator: ", ")), aliases are separated by ';', and each chain needs a name."
    )
  }

  /// The English name that a chain uses itself; nil if it is not known.
  package func englishName(of brand: String) -> String? { chain(SearchPhrase.folded(brand))?.englishName }

  private func chain(_ folded: String) -> Chain? { chains[folded] ?? known[folded].flatMap { chains[$0] } }

  /// Other names of a chain of a catalogue: also as the chain that it is a line of, whose name its own may begin with.
  func aliases(of brand: String) -> [String] {
    let folded = SearchPhrase.folded(brand)
    var names: [String] = []
    if let own = chain(folded) {
      names += own.names
      if SearchPhrase.folded(own.name) != folded { names.append(own.name) }
      if let parent = own.parent { names += [parent] + (chain(SearchPhrase.folded(parent))?.names ?? []) }
    }
    for (name, chain) in chains where name != folded && folded.hasPrefix(name) { names += [chain.name] + chain.names }
    var seen: Set<String> = [folded]
    return names.sorted().filter { seen.insert(SearchPhrase.folded($0)).inserted }
  }
}

extension ChainTable.Chain {
  /// A chain of the columns of a table; nil if one is invalid.
  fileprivate init?(_ fields: [String]) {
    guard !SearchPhrase.folded(fields[0]).isEmpty else { return nil }
    let isItem = fields[4].wholeMatch(of: /Q[0-9]{1,12}/) != nil
    guard fields[4].isEmpty || isItem else { return nil }
    name = fields[0]
    englishName = fields[1].isEmpty ? nil : fields[1]
    aliases = fields[2].split(separator: ";").map(String.init)
    parent = fields[3].isEmpty ? nil : fields[3]
    wikidata = isItem ? fields[4] : nil
  }
}

import Basics
import Geo
import Segments
import Synchronization
import TextForms

/// Texts, one after the other, by number.
struct TextTable: Sendable {
  private let bytes: PackedArray<UInt8>
  private let ends: PackedArray<UInt64>

  init(_ texts: [String] = []) {
    var bytes: [UInt8] = []
    var ends: [UInt64] = []
    for text in texts {
      bytes.append(contentsOf: text.utf8)
      ends.append(UInt64(bytes.count))
    }
    (self.bytes, self.ends) = (PackedArray(bytes), PackedArray(ends))
  }

  /// The table in a file. What it says is not checked.
  init(_ part: SegmentPart) throws(SegmentFault) {
    (bytes, ends) = (try part.elements("bytes"), try part.elements("ends"))
  }

  func add(to draft: inout SegmentDraft) {
    draft.add("bytes", bytes)
    draft.add("ends", ends)
  }

  var count: Int { ends.count }

  /// The text of a number below `count`.
  subscript(number: Int) -> String {
    let start = number == 0 ? 0 : end(number - 1)
    return String(decoding: bytes.slice(start..<max(start, end(number))), as: UTF8.self)
  }

  private func end(_ number: Int) -> Int { Int(min(ends[number], UInt64(bytes.count))) }
}

/// Recurring texts (chains, sets of tags), numbered in order of first appearance.
struct Vocabulary: Sendable {
  private let stored: TextTable
  /// The numbers of the stored words, for which only changes ask.
  private let storedNumbers = Lazy<[String: UInt32]>()
  private var added: [String] = []
  private var addedNumbers: [String: UInt32] = [:]
  /// The numbers of the words that hold a name, folded: filters ask for them.
  private var holders = Lazy<[FoldedName: [Int]]>()
  /// The names that a word holds.
  private let names: @Sendable (String) -> [String]

  init(_ stored: TextTable = TextTable(), names: @escaping @Sendable (String) -> [String]) {
    (self.stored, self.names) = (stored, names)
  }

  var count: Int { stored.count + added.count }

  var words: [String] { (0..<stored.count).map { stored[$0] } + added }

  /// The number of a word. A new word gets the next number.
  mutating func number(_ word: String) -> UInt32 {
    if let known = addedNumbers[word] ?? storedNumber(word) { return known }
    let number = UInt32(count)
    addedNumbers[word] = number
    added.append(word)
    holders = Lazy()
    return number
  }

  /// The numbers of the words that hold a name, however it is written, ascending. Complexity: O(words) the first time
  /// after a new word, then O(1).
  func numbers(holding name: String) -> [Int] {
    holders.value {
      var holders: [FoldedName: [Int]] = [:]
      for (number, word) in words.enumerated() {
        for name in Set(names(word).map { FoldedName($0) }) { holders[name, default: []].append(number) }
      }
      return holders
    }[FoldedName(name)] ?? []
  }

  private func storedNumber(_ word: String) -> UInt32? {
    guard stored.count > 0 else { return nil }
    return storedNumbers.value {
      Dictionary((0..<stored.count).map { (stored[$0], UInt32($0)) }, uniquingKeysWith: { one, _ in one })
    }[word]
  }

  var table: TextTable { added.isEmpty ? stored : TextTable(words) }
}

/// The fields of a booth that filters examine, 16 bytes a booth. Files have it as it is.
struct FacetKey: Hashable, Sendable, BitwiseCopyable {
  let brand: UInt32
  let tags: UInt32
  let hours: UInt32
  /// From the lowest bit on: 2 bits of the status, 8 of the capacity, 22 of the price. Any number is a valid one.
  private let numbers: UInt32

  init(brand: UInt32, tags: UInt32, hours: UInt32, status: UInt8, capacity: UInt8, price: Int?) {
    (self.brand, self.tags, self.hours) = (brand, tags, hours)
    numbers = UInt32(status & 3) | UInt32(capacity) << 2 | (price.map(Self.comparable) ?? 0) << 10
  }

  var status: UInt8 { UInt8(truncatingIfNeeded: numbers & 3) }
  /// 0 when unknown.
  var capacity: UInt8 { UInt8(truncatingIfNeeded: numbers >> 2) }
  /// 0 when unknown: see `comparable`.
  var price: UInt32 { numbers >> 10 }

  /// A price as filters compare it: one more than the price, so that 0 is left for an unknown one. Prices from 4,194,302
  /// KRW on, beyond any maximum that is asked for, are alike; a negative one is below all.
  static func comparable(_ price: Int) -> UInt32 { UInt32(max(-1, min(price, 1 << 22 - 2)) + 1) }
}

struct FacetVocabularies: Sendable {
  private(set) var brands: Vocabulary
  private(set) var tagSets: Vocabulary
  private(set) var hours = ScheduleTable()

  init() { self.init(brands: TextTable(), tagSets: TextTable()) }

  init(_ part: SegmentPart) throws(SegmentFault) {
    self.init(brands: try TextTable(part.part("brands")), tagSets: try TextTable(part.part("tags")))
    hours = ScheduleTable(try TextTable(part.part("hours")))
  }

  private init(brands: TextTable, tagSets: TextTable) {
    self.brands = Vocabulary(brands) { [$0] }
    self.tagSets = Vocabulary(tagSets) { $0.split(separator: ",").map(String.init) }
  }

  func add(to draft: inout SegmentDraft) {
    draft.add(part: "brands") { brands.table.add(to: &$0) }
    draft.add(part: "tags") { tagSets.table.add(to: &$0) }
    draft.add(part: "hours") { hours.table.add(to: &$0) }
  }

  /// The key of a record. New words get the next numbers.
  mutating func key(_ record: BoothRecord) -> FacetKey {
    FacetKey(
      brand: brands.number(String(decoding: record.brand, as: UTF8.self)),
      tags: tagSets.number(String(decoding: record.tags, as: UTF8.self)),
      hours: hours.intern(record.openingHours, at: record.coordinate),
      status: record.status.code, capacity: UInt8(clamping: record.capacity ?? 0),
      // Prices are compared in won only.
      price: Regions.shared.isKorea(Coordinate(record.coordinate)) ? record.price : nil)
  }
}

struct FacetPostings: Sendable {
  private let brands: Postings
  private let tags: Postings
  private let hours: Postings

  /// Complexity: O(n).
  init(_ keys: [FacetKey], _ words: FacetVocabularies) {
    func postings(_ valueCount: Int, _ facet: (FacetKey) -> UInt32) -> Postings {
      Postings(valueCount: valueCount) { body in
        for (position, key) in keys.enumerated() { body(Int(facet(key)), UInt32(position)) }
      }
    }
    brands = postings(words.brands.count, \.brand)
    tags = postings(words.tagSets.count, \.tags)
    hours = postings(words.hours.count, \.hours)
  }

  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    brands = try Postings(part.part("brands"), count: count)
    tags = try Postings(part.part("tags"), count: count)
    hours = try Postings(part.part("hours"), count: count)
  }

  func add(to draft: inout SegmentDraft) {
    draft.add(part: "brands") { brands.add(to: &$0) }
    draft.add(part: "tags") { tags.add(to: &$0) }
    draft.add(part: "hours") { hours.add(to: &$0) }
  }

  /// The number of positions of the bulk with a value.
  func count(_ facet: Facet, _ number: Int) -> Int { self[facet].count(number) }

  /// The positions that match the filter's rarest condition; nil if there are more than `limit`.
  func candidates(_ filter: CompiledFilter, limit: Int) -> [UInt32]? {
    guard let rarest = rarest(filter), rarest.count <= limit else { return nil }
    return rarest.numbers.flatMap { self[rarest.facet].positions($0) }
  }

  /// The blocks of an index that hold the positions that match the filter's rarest condition; nil if there are more
  /// positions than `limit`, or many values.
  func blocks(_ filter: CompiledFilter, limit: Int, of index: SpatialIndex, _ known: FacetBlocks) -> BlockSet? {
    guard let rarest = rarest(filter), rarest.count <= limit, rarest.numbers.count <= Self.maxJoined else { return nil }
    var joined: BlockSet?
    for number in rarest.numbers {
      let blocks = known.blocks(rarest.facet, number) { index.blocks(of: self[rarest.facet].positions(number)) }
      if joined == nil { joined = blocks } else { joined!.formUnion(blocks) }
    }
    return joined
  }

  /// The maximum number of values whose blocks are joined for a search.
  private static let maxJoined = 16

  private subscript(facet: Facet) -> Postings {
    switch facet {
    case .brand: brands
    case .tags: tags
    case .hours: hours
    }
  }

  /// The condition of the filter that the fewest positions match, with the values that it allows.
  private func rarest(_ filter: CompiledFilter) -> (facet: Facet, numbers: [Int], count: Int)? {
    var best: (facet: Facet, numbers: [Int], count: Int)?
    for case (let facet, let allowed?) in [
      (Facet.brand, filter.brands), (.tags, filter.tags), (.hours, filter.openHours),
    ] {
      let numbers = allowed.indices.filter { allowed[$0] }
      let count = numbers.reduce(0) { $0 + self[facet].count($1) }
      if count < best?.count ?? .max { best = (facet, numbers, count) }
    }
    return best
  }
}

/// A field of booths that filters examine and that has postings.
enum Facet { case brand, tags, hours }

/// The blocks of an index that hold the booths of a value: computed at first use, and kept for some values.
final class FacetBlocks: Sendable {
  private struct Value: Hashable {
    let facet: Facet
    let number: Int
  }

  private let sets = Mutex<[Value: BlockSet]>([:])
  /// A set takes a bit for sixteen booths of the index.
  private static let maxCount = 64

  func blocks(_ facet: Facet, _ number: Int, _ make: () -> BlockSet) -> BlockSet {
    let value = Value(facet: facet, number: number)
    if let known = sets.withLock({ $0[value] }) { return known }
    let made = make()
    sets.withLock { sets in
      if sets.count >= Self.maxCount { sets.removeAll() }
      sets[value] = made
    }
    return made
  }
}

/// A filter compiled for one segment: one table lookup per condition.
struct CompiledFilter: Sendable {
  /// By brand number; nil: any.
  var brands: [Bool]?
  /// By number of the set of tags; nil: any.
  var tags: [Bool]?
  /// By number of the opening hours; nil: any time.
  var openHours: [Bool]?
  /// Bit n: booths with status code n pass.
  var statuses: UInt8
  var people: UInt8
  /// Nil: any.
  var maxPrice: UInt32?

  /// A filter that names no words.
  init(_ filter: BoothFilter) {
    statuses = filter.statuses.reduce(0) { $0 | 1 << $1.code }
    people = UInt8(clamping: filter.people ?? 0)
    maxPrice = filter.maxPrice.map(FacetKey.comparable)
  }

  init(_ filter: BoothFilter, _ facets: FacetVocabularies) {
    self.init(filter)
    if !filter.brands.isEmpty { brands = Self.table(of: filter.brands, in: facets.brands, minCount: 1) }
    if !filter.tags.isEmpty { tags = Self.table(of: filter.tags, in: facets.tagSets, minCount: filter.tags.count) }
    if let instant = filter.openAt {
      openHours = facets.hours.states(at: PreparedInstant(instant)).map { state in
        switch filter.unknownHours {
        case .leftOut: state == .open
        case .afterOpen: state != .closed
        case .only: state == .unknown
        }
      }
    }
    if filter.isOpenAllDay {
      let isAllDay = facets.hours.schedules.map { $0?.text == "24/7" }
      openHours = openHours.map { zip($0, isAllDay).map { $0 && $1 } } ?? isAllDay
    }
  }

  /// Whether each word of a vocabulary holds at least a number of some names.
  private static func table(of names: [String], in words: Vocabulary, minCount: Int) -> [Bool] {
    var held = [Int](repeating: 0, count: words.count)
    for name in names {
      for number in words.numbers(holding: name) { held[number] += 1 }
    }
    return held.map { $0 >= minCount }
  }

  func passesAll(of segmentStatuses: UInt8) -> Bool {
    brands == nil && tags == nil && openHours == nil && people == 0 && maxPrice == nil
      && statuses & segmentStatuses == segmentStatuses
  }

  /// Whether a single facet decides which booths of a segment with these statuses pass.
  func isSingleFacet(of segmentStatuses: UInt8) -> Bool {
    let facets = [brands, tags, openHours].count { $0 != nil }
    return facets == 1 && people == 0 && maxPrice == nil && statuses & segmentStatuses == segmentStatuses
  }

  func passes(_ key: FacetKey) -> Bool {
    guard statuses & (1 << key.status) != 0 else { return false }
    if people > 0, key.capacity > 0, key.capacity < people { return false }
    if let maxPrice, key.price == 0 || key.price > maxPrice { return false }
    if let brands, !Self.allows(key.brand, brands) { return false }
    if let tags, !Self.allows(key.tags, tags) { return false }
    if let openHours, !Self.allows(key.hours, openHours) { return false }
    return true
  }

  /// A number beyond the table is from a damaged file.
  private static func allows(_ number: UInt32, _ table: [Bool]) -> Bool { number < table.count && table[Int(number)] }
}

import Basics
import TextForms

/// Recurring texts (chains, sets of tags, opening hours), numbered in order of first appearance.
struct Vocabulary: Sendable {
  private var numbers: [String: UInt32] = [:]
  private(set) var words: [String] = []

  /// The number of a word. A new word gets the next number.
  mutating func number(_ word: String) -> UInt32 {
    if let known = numbers[word] { return known }
    let number = UInt32(words.count)
    numbers[word] = number
    words.append(word)
    return number
  }
}

/// The fields of a booth that filters examine, 16 bytes a booth.
struct FacetKey: Hashable, Sendable {
  var brand: UInt32
  var tags: UInt32
  var hours: UInt32
  var status: UInt8
  /// 0 when unknown.
  var capacity: UInt8
}

/// The positions of each value of a facet (an inverted index), from which rare filters start.
struct Postings: Sendable {
  private var starts: [UInt32] = [0]
  private var positions: [UInt32] = []

  /// Sorts positions by their value's number (counting sort). Complexity: O(n + classes).
  init(_ keys: [FacetKey], classes: Int, by facet: (FacetKey) -> UInt32) {
    starts = [UInt32](repeating: 0, count: classes + 1)
    for key in keys { starts[Int(facet(key)) + 1] += 1 }
    for index in 0..<classes { starts[index + 1] += starts[index] }
    positions = [UInt32](repeating: 0, count: keys.count)
    var next = starts
    for (position, key) in keys.enumerated() {
      let number = Int(facet(key))
      positions[Int(next[number])] = UInt32(position)
      next[number] += 1
    }
  }

  /// The number of positions with a value; 0 if the value is newer than the postings.
  func count(_ number: Int) -> Int {
    number + 1 < starts.count ? Int(starts[number + 1] - starts[number]) : 0
  }

  /// The positions with a value, ascending.
  func positions(_ number: Int) -> ArraySlice<UInt32> {
    number + 1 < starts.count ? positions[Int(starts[number])..<Int(starts[number + 1])] : []
  }
}

/// The vocabularies of a segment's facets.
struct FacetVocabularies: Sendable {
  private(set) var brands = Vocabulary()
  private(set) var tagSets = Vocabulary()
  private(set) var hours = ScheduleTable()

  /// The key of a record. New words get the next numbers.
  mutating func key(_ record: BoothRecord) -> FacetKey {
    FacetKey(
      brand: brands.number(String(decoding: record.brand, as: UTF8.self)),
      tags: tagSets.number(String(decoding: record.tags, as: UTF8.self)), hours: hours.intern(record.openingHours),
      status: record.status.code, capacity: UInt8(clamping: record.capacity ?? 0))
  }
}

/// The postings of every facet over the bulk of a segment.
struct FacetPostings: Sendable {
  private let brands: Postings
  private let tags: Postings
  private let hours: Postings

  /// Complexity: O(n).
  init(_ keys: [FacetKey], _ words: FacetVocabularies) {
    brands = Postings(keys, classes: words.brands.words.count, by: { $0.brand })
    tags = Postings(keys, classes: words.tagSets.words.count, by: { $0.tags })
    hours = Postings(keys, classes: words.hours.schedules.count, by: { $0.hours })
  }

  /// The positions that match the filter's rarest condition; nil if there are more than `limit`.
  func candidates(_ filter: CompiledFilter, limit: Int) -> [UInt32]? {
    var best: (postings: Postings, numbers: [Int], count: Int)?
    for case (let postings, let allowed?) in [(brands, filter.brands), (tags, filter.tags), (hours, filter.openHours)] {
      let numbers = allowed.indices.filter { allowed[$0] }
      let count = numbers.reduce(0) { $0 + postings.count($1) }
      if count < best?.count ?? .max { best = (postings, numbers, count) }
    }
    guard let best, best.count <= limit else { return nil }
    return best.numbers.flatMap { best.postings.positions($0) }
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

  init(_ filter: BoothFilter, _ facets: FacetVocabularies) {
    statuses = filter.statuses.reduce(0) { $0 | 1 << $1.code }
    people = UInt8(clamping: filter.people ?? 0)
    if !filter.brands.isEmpty {
      let wanted = Set(filter.brands.map { FoldedName($0) })
      brands = facets.brands.words.map { wanted.contains(FoldedName($0)) }
    }
    if !filter.tags.isEmpty {
      let wanted = filter.tags.map { FoldedName($0) }
      tags = facets.tagSets.words.map { set in
        let held = Set(set.split(separator: ",").map { FoldedName(String($0)) })
        return wanted.allSatisfy(held.contains)
      }
    }
    if let instant = filter.openAt {
      openHours = facets.hours.states(at: PreparedInstant(instant)).map { $0 == .open }
    }
  }

  /// Whether every booth of a segment with these statuses passes.
  func passesAll(of segmentStatuses: UInt8) -> Bool {
    brands == nil && tags == nil && openHours == nil && people == 0 && statuses & segmentStatuses == segmentStatuses
  }

  func passes(_ key: FacetKey) -> Bool {
    guard statuses & (1 << key.status) != 0 else { return false }
    if people > 0, key.capacity > 0, key.capacity < people { return false }
    if let brands, !brands[Int(key.brand)] { return false }
    if let tags, !tags[Int(key.tags)] { return false }
    if let openHours, !openHours[Int(key.hours)] { return false }
    return true
  }
}

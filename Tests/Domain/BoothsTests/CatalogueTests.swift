import Basics
import Booths
import Geo
import Support
import Testing
import TextForms
import Workload

@Suite("The catalogue that readers see")
struct CatalogueTests {
  @Test("Booths without a coordinate are not listed until they get one, and again when they lose it")
  func withoutCoordinate() throws {
    let placed = Booth(id: BoothID(1), source: "s", attributes: .sample("1", "a"))
    var other = Booth(id: BoothID(2), source: "s", attributes: .sample("2", "b"))
    let coordinate = other.attributes.coordinate
    other.attributes.coordinate = nil
    var builder = Catalogue.Builder()
    for booth in [placed, other] { builder.append(booth) }
    let catalogue = builder.finish(version: 1)
    #expect(catalogue.count == 1 && catalogue.ordinal(of: other.id) == nil)
    #expect(catalogue.booths("b", limit: 9).isEmpty)
    let same = catalogue.updating(CatalogueChanges(version: 2, changed: [other], removed: []))
    #expect(same.count == 1)
    other.attributes.coordinate = coordinate
    let both = same.updating(CatalogueChanges(version: 3, changed: [other], removed: []))
    #expect(both.all(limit: 9).map { both.record($0).id.number } == [1, 2])
    other.attributes.coordinate = nil
    let gone = both.updating(CatalogueChanges(version: 4, changed: [other], removed: []))
    #expect(gone.all(limit: 9).map { gone.record($0).id.number } == [1])
  }

  @Test("A booth is read back unchanged", arguments: [1, 2, 3] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    let booths = SampleBooths(seed: seed).make(5000)
    let catalogue = catalogue(of: booths)
    #expect(catalogue.count == booths.count)
    for booth in booths {
      let ordinal = try #require(catalogue.ordinal(of: booth.id))
      #expect(catalogue.record(ordinal).booth == booth)
    }
    #expect(catalogue.ordinal(of: BoothID(1_000_000)) == nil)
  }

  @Test("Indexed, changed, closed and unknown booths can be prefetched", arguments: [4, 5] as [UInt64])
  func prefetch(seed: UInt64) {
    let booths = SampleBooths(seed: seed).make(5000)
    let catalogue = catalogue(of: booths)
    let changed = catalogue.updating(
      CatalogueChanges(version: 2, changed: Array(booths[10..<40]), removed: [booths[50].id]))
    for catalogue in [Catalogue.empty, catalogue, changed] {
      let ordinals = catalogue.all(limit: .max, .everything)
      catalogue.prefetch(ordinals[...])
      let numbers = ordinals.map { catalogue.record($0).id.number }
      #expect(numbers == numbers.sorted() && numbers.count == catalogue.count)
    }
  }

  @Test("Texts of any length and content are kept")
  func texts() throws {
    var attributes = BoothAttributes(
      externalID: "", name: "", coordinate: StoredCoordinate(latitudeE7: 0, longitudeE7: 0)!)
    attributes.name = String(repeating: "긴", count: 30_000)
    attributes.roadAddress = "줄\n바꿈 \"따옴표\" \u{0} 끝"
    let catalogue = catalogue(of: [Booth(id: BoothID(1), source: "s", attributes: attributes)])
    let record = catalogue.record(try #require(catalogue.ordinal(of: BoothID(1))))
    #expect(record.booth.attributes.roadAddress == attributes.roadAddress)
    // 32,767 bytes are kept, up to a character boundary.
    #expect(record.booth.attributes.name == String(repeating: "긴", count: 10_922))
  }

  @Test("Nearest booths equal the plain loop for any filter", arguments: [11, 12, 13, 14] as [UInt64])
  func nearest(seed: UInt64) {
    let booths = SampleBooths(seed: seed).make(3000)
    let catalogue = catalogue(of: booths)
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<40 {
      let coordinate = SampleBooths.coordinate(&numbers)
      let filter = SampleBooths.filter(&numbers)
      let limit = Int.random(in: 1...40, using: &numbers)
      let radius = Bool.random(using: &numbers) ? Double.infinity : Double.random(in: 10...20_000, using: &numbers)
      let found = catalogue.near(coordinate, limit: limit, within: radius, filter)
      let expected = PlainLoop.near(booths, coordinate, limit, radius, filter)
      #expect(found.map { catalogue.record($0.ordinal).id } == expected.map(\.id), "filter \(filter)")
      for (one, other) in zip(found, expected) { #expect(abs(one.metres - other.metres) < 0.001) }
    }
  }

  @Test("Nearest booths of a rare chain equal the plain loop, also after changes")
  func sparseChain() {
    func booths(_ seed: UInt64, _ count: Int) -> [Booth] {
      SampleBooths(seed: seed).make(count).map { booth in
        var booth = booth
        booth.attributes.brand = [0: "드문네컷", 1: "모퉁이네컷"][booth.id.number % 40] ?? "흔한네컷"
        return booth
      }
    }
    let base = booths(15, 9000)
    let changed = booths(16, 90)
    let original = catalogue(of: base)
    let updated = original.updating(CatalogueChanges(version: 2, changed: changed, removed: [BoothID(100)]))
    let now = (changed + base.dropFirst(90)).filter { $0.id != BoothID(100) }
    var numbers = SeededNumbers(seed: 15)
    for brands in [["드문네컷"], ["드문네컷", "모퉁이네컷"], ["드문네컷", "없는네컷"]] {
      var filter = BoothFilter()
      filter.brands = brands
      for _ in 0..<10 {
        let coordinate = SampleBooths.coordinate(&numbers)
        for (catalogue, booths) in [(original, base), (updated, now)] {
          // One of more than a hundred booths is looked for among their blocks, and twenty among all of them.
          for limit in [1, 20] {
            let found = catalogue.near(coordinate, limit: limit, filter).map { catalogue.record($0.ordinal).id }
            #expect(found == PlainLoop.near(booths, coordinate, limit, .infinity, filter).map(\.id))
          }
        }
      }
    }
  }

  @Test("Viewports, lists and counts equal the plain loop", arguments: [21, 22] as [UInt64])
  func viewports(seed: UInt64) throws {
    let booths = SampleBooths(seed: seed).make(2000)
    let catalogue = catalogue(of: booths)
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<40 {
      let filter = SampleBooths.filter(&numbers)
      let (one, other) = (SampleBooths.coordinate(&numbers), SampleBooths.coordinate(&numbers))
      let viewport = try #require(
        Viewport(
          west: one.longitude, south: min(one.latitude, other.latitude), east: other.longitude,
          north: max(one.latitude, other.latitude)))
      let passing = booths.filter { PlainLoop.passes($0, filter) }
      let inside = passing.filter { viewport.contains(Coordinate($0.attributes.coordinate!)) }.map(\.id)
      #expect(catalogue.inside(viewport, limit: .max, filter).map { catalogue.record($0).id } == inside)
      #expect(catalogue.count(inside: viewport, filter) == inside.count)
      #expect(catalogue.all(limit: .max, filter).map { catalogue.record($0).id } == passing.map(\.id))
      #expect(catalogue.count(filter) == passing.count)
      let after = BoothID(Int64.random(in: 0...2000, using: &numbers))
      let page = catalogue.inside(viewport, after: after, limit: 7, filter).map { catalogue.record($0).id }
      #expect(page == Array(inside.filter { $0 > after }.prefix(7)))
      #expect(
        catalogue.all(after: after, limit: 5, filter).map { catalogue.record($0).id }
          == Array(passing.map(\.id).filter { $0 > after }.prefix(5)))
    }
  }

  @Test("A changed catalogue equals one built anew", arguments: [31, 32, 33] as [UInt64])
  func changes(seed: UInt64) {
    let sample = SampleBooths(seed: seed)
    var booths = Dictionary(uniqueKeysWithValues: sample.make(1500).map { ($0.id, $0) })
    var catalogue = catalogue(of: booths.values.sorted { $0.id < $1.id })
    var numbers = SeededNumbers(seed: seed)
    for version in 1...12 as ClosedRange<Int64> {
      // The last rounds exceed what a layer is good for, so that a segment can be built anew.
      let touched = Int.random(in: 1...(version > 9 ? 900 : 60), using: &numbers)
      let changed = SampleBooths(seed: numbers.next()).make(touched, ids: 1...1800)
      let removed = (0..<5).map { _ in BoothID(Int64.random(in: 1...1800, using: &numbers)) }
        .filter { id in !changed.contains { $0.id == id } }
      catalogue = catalogue.updating(CatalogueChanges(version: version, changed: changed, removed: removed))
      if version.isMultiple(of: 2), let compacted = catalogue.compacted() {
        #expect(!compacted.sharesIndex(with: catalogue))
        catalogue = compacted
        #expect(catalogue.compacted() == nil)
      }
      for booth in changed { booths[booth.id] = booth }
      for id in removed { booths[id] = nil }
      let now = booths.values.sorted { $0.id < $1.id }
      #expect(catalogue.version == version)
      #expect(catalogue.count == now.count)
      #expect(catalogue.all(limit: .max, .everything).map { catalogue.record($0).booth } == now)
      for _ in 0..<5 {
        let coordinate = SampleBooths.coordinate(&numbers)
        let filter = SampleBooths.filter(&numbers)
        let found = catalogue.near(coordinate, limit: 20, filter).map { catalogue.record($0.ordinal).id }
        #expect(found == PlainLoop.near(now, coordinate, 20, .infinity, filter).map(\.id))
        #expect(catalogue.count(filter) == now.count { PlainLoop.passes($0, filter) })
      }
      for id in removed { #expect(catalogue.ordinal(of: id) == nil) }
    }
  }

  @Test("A search finds the first by number among booths that were changed in another order")
  func searchOfChanges() {
    let booths = SampleBooths(seed: 42).make(30)
    var catalogue = catalogue(of: [])
    for (version, part) in [booths[20...], booths[..<20]].enumerated() {
      catalogue = catalogue.updating(CatalogueChanges(version: Int64(version + 1), changed: Array(part), removed: []))
    }
    let found = catalogue.booths("샘플네컷", limit: 5).map { catalogue.record($0).id.number }
    #expect(found == [1, 2, 3, 4, 5])
  }

  @Test("Chains are counted without closed booths, the largest first")
  func brands() {
    let booths = SampleBooths(seed: 41).make(500)
    var counts: [String: Int] = [:]
    for booth in booths where booth.attributes.status != .closed {
      if let brand = booth.attributes.brand { counts[brand, default: 0] += 1 }
    }
    let brands = catalogue(of: booths).brands()
    #expect(Dictionary(uniqueKeysWithValues: brands.map { ($0.name, $0.count) }) == counts)
    #expect(brands.map(\.count) == brands.map(\.count).sorted(by: >))
  }

  @Test("Chains are counted with any filter", arguments: 0..<20 as Range<UInt64>)
  func brandsByFilter(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let booths = SampleBooths(seed: seed).make(300)
    var filter = SampleBooths.filter(&numbers)
    filter.statuses.remove(.closed)
    var counts: [String: Int] = [:]
    for booth in booths where PlainLoop.passes(booth, filter) {
      if let brand = booth.attributes.brand { counts[brand, default: 0] += 1 }
    }
    let brands = catalogue(of: booths).brands(filter)
    #expect(Dictionary(uniqueKeysWithValues: brands.map { ($0.name, $0.count) }) == counts)
  }

  @Test("A chain or tag is found in any spelling, also one that a change has added")
  func spellings() {
    func booth(_ id: Int64, _ brand: String, _ tags: [String]) -> Booth {
      var attributes = BoothAttributes.sample("\(id)", "booth", north: Double(id))
      (attributes.brand, attributes.tags) = (brand, tags)
      return Booth(id: BoothID(id), source: "s", attributes: attributes)
    }
    func found(_ catalogue: Catalogue, brands: [String] = [], tags: [String] = []) -> [Int64] {
      var filter = BoothFilter()
      (filter.brands, filter.tags) = (brands, tags)
      return catalogue.all(limit: 9, filter).map { catalogue.record($0).id.number }
    }
    let before = catalogue(of: [
      booth(1, "Four Cuts", ["Props", "props"]), booth(2, "FOURCUTS", ["props", "robot"]), booth(3, "a, b", ["robot"]),
    ])
    #expect(found(before, brands: ["four cuts"]) == [1, 2])
    #expect(found(before, brands: ["A,B", "nobody's"]) == [3] && found(before, brands: ["a"]) == [])
    #expect(found(before, tags: ["PROPS"]) == [1, 2] && found(before, tags: ["robot", "Robot", "props"]) == [2])
    let change = CatalogueChanges(version: 1, changed: [booth(4, "ｆｏｕｒ cuts", ["ROBOT", "props"])], removed: [])
    let after = before.updating(change)
    #expect(found(after, brands: ["fourCuts"]) == [1, 2, 4] && found(after, tags: ["props", "robot"]) == [2, 4])
    #expect(found(before, brands: ["fourCuts"]) == [1, 2])
  }

  @Test(
    "A price passes a maximum that is not below it; an unknown price passes none",
    arguments: [
      (0, 0), (4000, 4000), (4000, 3999), (4050, 4000), (4050, 4100), (100, 0), (1_000_000, 1_000_000),
      (4050, 4050), (4051, 4050), (4001, 4099), (999_999, 999_998), (4_194_301, 4_194_300), (100_000_000, 4_000_000),
      (100_000_000, .max), (0, -1), (0, .min),
    ])
  func prices(price: Int, maximum: Int) {
    func count(_ price: Int?) -> Int {
      var attributes = BoothAttributes.sample("1", "booth", north: 0)
      attributes.price = price
      var filter = BoothFilter()
      filter.maxPrice = maximum
      return catalogue(of: [Booth(id: BoothID(1), source: "s", attributes: attributes)]).count(filter)
    }
    #expect(count(price) == (price <= maximum ? 1 : 0))
    #expect(count(nil) == 0)
  }

  @Test("Thousands of changes are visible without a new index")
  func manyChanges() throws {
    let booths = (0..<5000).map { number in
      let attributes = BoothAttributes.sample("\(number)", "booth \(number)", north: Double(number))
      return Booth(id: BoothID(Int64(number) + 1), source: "s", attributes: attributes)
    }
    let before = catalogue(of: booths)
    let changed = booths.prefix(2000).map { booth in
      var booth = booth
      booth.attributes.cuts = 4
      return booth
    }
    let after = before.updating(CatalogueChanges(version: 2, changed: changed, removed: []))
    #expect(after.version == 2 && after.sharesIndex(with: before))
    let compacted = try #require(after.compacted())
    for catalogue in [after, compacted] {
      #expect(catalogue.all(limit: .max).map { catalogue.record($0).cuts } == (0..<5000).map { $0 < 2000 ? 4 : nil })
    }
    #expect(compacted.version == 2 && !compacted.sharesIndex(with: after))
  }

  @Test("A snapshot is replaced only by its own successors")
  func live() {
    let live = CatalogueHolder()
    let (first, newer) = (
      live.current, Catalogue.empty.updating(CatalogueChanges(version: 5, changed: [], removed: []))
    )
    #expect(live.replace(first, with: newer) && !live.replace(first, with: .empty))
    #expect(live.current.version == 5)
    let newest = newer.updating(CatalogueChanges(version: 6, changed: [], removed: []))
    #expect(!live.replace(.empty, with: newest) && live.current === newer)
    #expect(live.replace(newer, with: newest) && live.current === newest)
  }

  private func catalogue(of booths: [Booth]) -> Catalogue {
    var builder = Catalogue.Builder()
    for booth in booths { builder.append(booth) }
    return builder.finish(version: 0)
  }
}

/// The same rules without an index.
enum PlainLoop {
  static func passes(_ booth: Booth, _ filter: BoothFilter) -> Bool {
    let attributes = booth.attributes
    guard filter.statuses.contains(attributes.status) else { return false }
    let brand = FoldedName(attributes.brand ?? "")
    guard filter.brands.isEmpty || filter.brands.contains(where: { FoldedName($0) == brand }) else { return false }
    let tags = attributes.tags.map { FoldedName($0) }
    guard filter.tags.allSatisfy({ tags.contains(FoldedName($0)) }) else { return false }
    if let people = filter.people, let capacity = attributes.capacity, capacity < people { return false }
    if let maxPrice = filter.maxPrice {
      let isKorean = BoothRegion.at(Coordinate(attributes.coordinate!)) == .korea
      guard isKorean, attributes.price ?? .max <= maxPrice else { return false }
    }
    if let instant = filter.openAt {
      let place = OpeningPlace(at: Coordinate(attributes.coordinate!))
      guard let text = attributes.openingHours, let hours = try? OpeningHours(parsing: text, in: place) else {
        return false
      }
      return hours.state(at: instant) == .open
    }
    return true
  }

  static func near(
    _ booths: [Booth], _ coordinate: Coordinate, _ limit: Int, _ radius: Double, _ filter: BoothFilter
  ) -> [(id: BoothID, metres: Double)] {
    let measured: [(id: BoothID, metres: Double)] = booths.filter { passes($0, filter) }.map {
      (id: $0.id, metres: Geodesic.distance(coordinate, Coordinate($0.attributes.coordinate!)))
    }
    let sorted = measured.filter { $0.metres <= radius }.sorted { left, right in
      let (one, other) = ((left.metres * 1000).rounded(), (right.metres * 1000).rounded())
      return one != other ? one < other : left.id < right.id
    }
    return Array(sorted.prefix(limit))
  }
}

/// Seeded booths around Seoul with every field varied.
struct SampleBooths {
  let seed: UInt64

  func make(_ count: Int) -> [Booth] {
    var numbers = SeededNumbers(seed: seed)
    return (1...Int64(count)).map { booth(BoothID($0), &numbers) }
  }

  /// Booths of different ids out of a range, in no order.
  func make(_ count: Int, ids: ClosedRange<Int64>) -> [Booth] {
    var numbers = SeededNumbers(seed: seed)
    return Array(ids).shuffled(using: &numbers).prefix(count).map { booth(BoothID($0), &numbers) }
  }

  private func booth(_ id: BoothID, _ numbers: inout SeededNumbers) -> Booth {
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &numbers) ? value : nil }
    let coordinate = Self.coordinate(&numbers)
    var attributes = BoothAttributes(
      externalID: "K-\(id)", name: "샘플네컷 \(id)호점", coordinate: StoredCoordinate(coordinate))
    attributes.brand = maybe(Self.brands.randomElement(using: &numbers)!)
    attributes.roadAddress = maybe("서울특별시 샘플로 \(id)")
    attributes.lotAddress = maybe("서울특별시 샘플동 \(id)-1")
    attributes.phone = maybe("02-000-\(id)")
    attributes.openingHours = maybe(Self.hours.randomElement(using: &numbers)!)
    attributes.tags = Self.tags.filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 }
    attributes.cuts = maybe(Int.random(in: 1...8, using: &numbers))
    attributes.shots = maybe(Int.random(in: 4...12, using: &numbers))
    attributes.price = maybe(Int.random(in: 3...9, using: &numbers) * 1000)
    attributes.evenPrintsOnly = maybe(Bool.random(using: &numbers))
    attributes.capacity = maybe(Int.random(in: 1...8, using: &numbers))
    attributes.status = [.operating, .operating, .operating, .unknown, .closed].randomElement(using: &numbers)!
    attributes.lastVerified = maybe(Timestamp(seconds: Int64.random(in: 0...2_000_000_000, using: &numbers)))
    attributes.englishName = maybe("Sample Cuts \(id)")
    return Booth(id: id, source: "sample", attributes: attributes)
  }

  static let brands = ["샘플네컷", "예시포토", "테스트컷", "RARE"]
  static let tags = ["props", "robot", "wheelchair"]
  static let hours = ["24/7", "Mo-Fr 10:00-22:00; Sa,Su 10:00-02:00", "Mo-Su 09:00-21:00; PH off"]

  static func coordinate(_ numbers: inout SeededNumbers) -> Coordinate {
    Coordinate(latitude: 37.5 + numbers.normal() * 0.1, longitude: 127.0 + numbers.normal() * 0.1)!
  }

  static func filter(_ numbers: inout SeededNumbers) -> BoothFilter {
    var filter = BoothFilter()
    if Bool.random(using: &numbers) { filter.brands = [otherSpelling(brands.randomElement(using: &numbers)!)] }
    if Bool.random(using: &numbers) { filter.tags = [otherSpelling(tags.randomElement(using: &numbers)!)] }
    if Bool.random(using: &numbers) { filter.people = Int.random(in: 1...8, using: &numbers) }
    if Int.random(in: 0..<3, using: &numbers) == 0 { filter.maxPrice = Int.random(in: 2...10, using: &numbers) * 1000 }
    if Bool.random(using: &numbers) {
      filter.openAt = Timestamp(seconds: 1_790_000_000 + Int64.random(in: 0...604_800, using: &numbers))
    }
    if Int.random(in: 0..<3, using: &numbers) == 0 { filter.statuses = Set(BoothStatus.allCases) }
    if Int.random(in: 0..<9, using: &numbers) == 0 { filter.statuses = [.closed] }
    return filter
  }

  /// The same name, as somebody else writes it.
  private static func otherSpelling(_ name: String) -> String { name.prefix(1).lowercased() + " " + name.dropFirst() }
}

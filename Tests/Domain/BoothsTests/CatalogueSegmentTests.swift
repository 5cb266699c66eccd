import Basics
import Foundation
import Geo
import Support
import Testing
import Workload

@testable import Booths
@testable import Segments

@Suite("The catalogue in a file")
struct CatalogueSegmentTests {
  private let directory: ScratchDirectory
  private var path: String { directory.url.appendingPathComponent("booths.segment").path }

  init() throws { directory = try ScratchDirectory() }

  private func catalogue(of booths: some Sequence<Booth>, version: Int64 = 0) -> Catalogue {
    var builder = Catalogue.Builder()
    for booth in booths.sorted(by: { $0.id < $1.id }) { builder.append(booth) }
    return builder.finish(version: version, mark: "mark \(version)")
  }

  private func mapped() throws -> Catalogue { try Catalogue(SegmentFile(path, producer: "tests")) }

  private func written(_ catalogue: Catalogue) throws -> Catalogue {
    try catalogue.write(to: path, producer: "tests")
    return try mapped()
  }

  @Test(
    "A catalogue in a file answers as the plain loop and as one in memory, over generations of changes",
    arguments: [51, 52, 53] as [UInt64])
  func generations(seed: UInt64) throws {
    var booths = Dictionary(uniqueKeysWithValues: SampleBooths(seed: seed).make(900).map { ($0.id, $0) })
    var gone: [Booth] = []
    var current = try written(catalogue(of: booths.values))
    #expect(current.changesSinceFile == 0 && !current.isWorthWriting)
    var numbers = SeededNumbers(seed: seed)
    for version in 1...10 as ClosedRange<Int64> {
      // Some are moved, reopened or closed, some come, some go, and some of those come back.
      var changed = SampleBooths(seed: numbers.next()).make(Int.random(in: 1...250, using: &numbers), ids: 1...1100)
      changed += gone.filter { booth in !changed.contains { $0.id == booth.id } }.prefix(5)
      let removed = (0..<20).map { _ in BoothID(Int64.random(in: 1...1100, using: &numbers)) }
        .filter { id in !changed.contains { $0.id == id } }
      current = current.updating(
        CatalogueChanges(version: version, mark: "mark \(version)", changed: changed, removed: removed))
      gone = Set(removed).compactMap { booths[$0] }
      for booth in changed { booths[booth.id] = booth }
      for id in removed { booths[id] = nil }
      if Bool.random(using: &numbers) {
        current = try written(current)
        #expect(current.version == version && current.mark == "mark \(version)" && current.changesSinceFile == 0)
      }
      try expectEqual(current, catalogue(of: booths.values), booths.values.sorted { $0.id < $1.id }, &numbers)
    }
  }

  private func expectEqual(
    _ one: Catalogue, _ other: Catalogue, _ booths: [Booth], _ numbers: inout SeededNumbers
  ) throws {
    #expect(one.count == booths.count && one.all(limit: .max, .everything).map { one.record($0).booth } == booths)
    #expect(one.bounds == other.bounds)
    try expectBrands(one, of: booths, .everything)
    try expectBrands(one, of: booths, BoothFilter())
    for _ in 0..<12 {
      let from = SampleBooths.coordinate(&numbers)
      let filter = SampleBooths.filter(&numbers)
      let near = one.near(from, limit: 20, filter)
      #expect(near.map { one.record($0.ordinal).id } == PlainLoop.near(booths, from, 20, .infinity, filter).map(\.id))
      #expect(near.map(\.metres) == other.near(from, limit: 20, filter).map(\.metres))
      let viewport = try #require(
        Viewport(
          west: from.longitude - 0.1, south: from.latitude - 0.1, east: from.longitude + 0.1,
          north: from.latitude + 0.1))
      let inside = booths.filter {
        PlainLoop.passes($0, filter) && viewport.contains(Coordinate($0.attributes.coordinate!))
      }
      #expect(one.inside(viewport, limit: .max, filter).map { one.record($0).id } == inside.map(\.id))
      let (clusters, others) = (
        one.clusters(inside: viewport, zoom: 11, filter), other.clusters(inside: viewport, zoom: 11, filter)
      )
      #expect(clusters.clusters == others.clusters && clusters.count == inside.count)
      #expect(one.count(filter) == booths.count { PlainLoop.passes($0, filter) })
      try expectBrands(one, of: booths, filter)
      let text = ["샘플네컷 7", "ㅅㅍㄴㅋ 12", "rare", "샘플로 3", "샘플동 11-1"].randomElement(using: &numbers)!
      #expect(
        one.booths(text, limit: 15, filter).map { one.record($0).id }
          == other.booths(text, limit: 15, filter).map { other.record($0).id }, "\(text)")
      let instant = PreparedInstant(filter.openAt ?? Timestamp(seconds: 1_790_000_000))
      let states = (one.openStates(at: instant), other.openStates(at: instant))
      for id in booths.prefix(40).map(\.id) {
        let ordinals = (try #require(one.ordinal(of: id)), try #require(other.ordinal(of: id)))
        #expect(one.openState(ordinals.0, states.0) == other.openState(ordinals.1, states.1))
      }
    }
  }

  private func expectBrands(_ catalogue: Catalogue, of booths: [Booth], _ filter: BoothFilter) throws {
    let passing = booths.filter { $0.attributes.status != .closed && PlainLoop.passes($0, filter) }
    let counts = Dictionary(grouping: passing.compactMap(\.attributes.brand), by: \.self).mapValues(\.count)
    let brands = catalogue.brands(filter)
    #expect(Dictionary(uniqueKeysWithValues: brands.map { ($0.name, $0.count) }) == counts)
  }

  @Test("The file is written if there is none or after many changes")
  func worthWriting() throws {
    let booths = SampleBooths(seed: 54).make(1500)
    let built = catalogue(of: booths)
    #expect(built.isWorthWriting && built.changesSinceFile == nil)
    let file = try written(built)
    func changed(_ count: Int) -> Catalogue {
      file.updating(CatalogueChanges(version: 1, changed: Array(booths.prefix(count)), removed: []))
    }
    #expect(!changed(1000).isWorthWriting && changed(1001).isWorthWriting)
    #expect(built.isWorthCompacting && !changed(1000).isWorthCompacting && changed(1400).isWorthCompacting)
    #expect(try #require(changed(1400).compacted()).changesSinceFile == nil && changed(1000).compacted() == nil)
  }

  @Test("An empty catalogue in a file has no booths")
  func empty() throws {
    let empty = try written(.empty)
    #expect(empty.count == 0 && empty.near(SampleBooths.centre, limit: 3, .everything).isEmpty && empty.bounds == nil)
    #expect(empty.booths("a", limit: 3).isEmpty && empty.brands().isEmpty)
    let booth = SampleBooths(seed: 55).make(1)[0]
    let one = empty.updating(CatalogueChanges(version: 1, changed: [booth], removed: []))
    #expect(one.near(SampleBooths.centre, limit: 3, .everything).count == 1)
  }

  @Test("Texts of any length and content and identifiers of any distance are kept")
  func texts() throws {
    var attributes = BoothAttributes(
      externalID: "", name: "", coordinate: StoredCoordinate(latitudeE7: 0, longitudeE7: 0)!)
    attributes.name = String(repeating: "긴", count: 10_922)
    attributes.roadAddress = "줄\n바꿈 \"따옴표\" \u{0} 끝"
    let ids: [Int64] = [1, 2, 1 << 40, .max - 1]
    let file = try written(catalogue(of: ids.map { Booth(id: BoothID($0), source: "s", attributes: attributes) }))
    #expect(file.all(limit: 9).map { file.record($0).id.number } == ids)
    for id in ids {
      let ordinal = try #require(file.ordinal(of: BoothID(id)))
      #expect(file.record(ordinal).booth.attributes == attributes)
    }
  }

  // MARK: Damage

  @Test("A damaged file with right digests is refused or answers without a read beyond its bytes")
  func fuzzSections() throws {
    var random = SeededNumbers(seed: 56)
    // Enough for finer grids, stacks and several chunks of records.
    var booths = SampleBooths(seed: 57).make(4300)
    for index in 0..<200 { booths[index].attributes.coordinate = booths[0].attributes.coordinate }
    try catalogue(of: booths).write(to: path, producer: "tests")
    let (whole, header) = try content()
    var opened = 0
    // `make test-random` takes a thousandth of its rounds: each writes a file.
    for round in 0..<header.sections.count * max(1, fuzzRounds / 1000) {
      var (bytes, lying) = (whole, header)
      let target = round % header.sections.count
      damage(&bytes, &lying, target, &random)
      try write(&bytes, lying, target)
      guard let catalogue = try? mapped() else { continue }
      opened += 1
      exercise(catalogue, &random)
    }
    #expect(opened > header.sections.count / 2)
  }

  private func content() throws -> ([UInt8], SegmentHeader) {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return (bytes, try bytes.withUnsafeBytes { try SegmentHeader(parsing: $0, fileSize: bytes.count) })
  }

  /// Writes a file with the right digest of a changed section.
  private func write(_ bytes: inout [UInt8], _ header: SegmentHeader, _ target: Int) throws {
    var header = header
    let section = header.sections[target]
    let end = section.offset + section.stride * section.count
    if end <= bytes.count { header.sections[target].digest = SegmentDigest.of(Array(bytes[section.offset..<end])) }
    bytes.replaceSubrange(0..<header.size, with: header.bytes)
    // A new file: one that is mapped keeps its content.
    try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// The catalogue with a section changed, whose digest is right.
  private func changed(_ name: String, _ change: (inout [UInt8]) -> Void) throws -> Catalogue {
    var (bytes, header) = try content()
    let target = try #require(header.sections.firstIndex { $0.name == name })
    let section = header.sections[target]
    let range = section.offset..<section.offset + section.stride * section.count
    var part = Array(bytes[range])
    change(&part)
    bytes.replaceSubrange(range, with: part)
    try write(&bytes, header, target)
    return try mapped()
  }

  @Test("A key of a missing schedule means unknown opening hours")
  func unknownSchedule() throws {
    let booths = SampleBooths(seed: 58).make(40)
    for number in [4, 1000, .max] as [UInt32] {
      try catalogue(of: booths).write(to: path, producer: "tests")
      var damaged = try mapped()
      for part in ["present", "closed"] {
        damaged = try changed(part + ".keys") { keys in
          // The schedule is the third of four numbers.
          for start in stride(from: 8, to: keys.count, by: 16) { keys.set(number, at: start) }
        }
        damaged = try changed(part + ".records.entries") { entries in
          // The second of two numbers.
          for start in stride(from: 4, to: entries.count, by: 8) { entries.set(number, at: start) }
        }
      }
      let states = damaged.openStates(at: PreparedInstant(Timestamp(seconds: 1_790_000_000)))
      let ordinals = damaged.all(limit: .max, .everything)
      #expect(ordinals.count == 40)
      for ordinal in ordinals {
        #expect(damaged.openingHours(ordinal) == nil)
        #expect([.unknown, .closed].contains(damaged.openState(ordinal, states)))
      }
    }
  }

  @Test("The records of neighbours are on few pages")
  func locality() throws {
    let booths = SampleBooths(seed: 62).make(5000)
    let built = catalogue(of: booths)
    let mapped = try written(built)
    var random = SeededNumbers(seed: 63)
    var (before, after) = (0, 0)
    for _ in 0..<200 {
      let origin = booths[Int(random.next() % 5000)].attributes.coordinate.map { Coordinate($0) }
      guard let origin else { continue }
      before += pages(of: built.near(origin, limit: 10), in: built)
      after += pages(of: mapped.near(origin, limit: 10), in: mapped)
    }
    #expect(after * 2 < before)
  }

  /// The number of pages of memory in which the summaries of some booths begin.
  private func pages(of neighbors: [Neighbor], in catalogue: Catalogue) -> Int {
    var pages: Set<UInt> = []
    for neighbor in neighbors {
      catalogue.withSummary(neighbor.ordinal) { pages.insert(UInt(bitPattern: $0.baseAddress) / 4096) }
    }
    return pages.count
  }

  @Test("A word that names a booth after the last one does not find it")
  func unknownBooth() throws {
    let booths = SampleBooths(seed: 59).make(200)
    let count = UInt32(booths.count { $0.attributes.status != .closed })
    for (field, beyond) in zip(["head", "name", "brand", "address"], [0, 1, 2, 40] as [UInt32]) {
      try catalogue(of: booths).write(to: path, producer: "tests")
      let damaged = try changed("present.search.\(field).positions") { words in
        for start in stride(from: 0, to: words.count, by: 4) { words.set(count + beyond, at: start) }
      }
      for text in ["샘플", "샘플네컷 7", "ㅅㅍ", "rare", "샘플로 7", "테스트"] {
        for ordinal in damaged.booths(text, limit: 50) { _ = damaged.record(ordinal) }
        for position in [SampleBooths.centre, nil] {
          _ = damaged.matches(TermQuery(SearchPhrase(text)), named: text, near: position, limit: 50)
        }
      }
    }
  }

  @Test("A file whose identifiers do not ascend is compacted to the booths whose identifiers do")
  func disorder() throws {
    var booths = SampleBooths(seed: 60).make(1500)
    for index in booths.indices { booths[index].attributes.status = .operating }
    try catalogue(of: booths).write(to: path, producer: "tests")
    var (entries, places): ([UInt8], [UInt8]) = ([], [])
    _ = try changed("present.records.entries") { entries = $0 }
    _ = try changed("present.grid.positions") { places = $0 }
    func number(_ bytes: [UInt8], at start: Int) -> Int {
      bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: start, as: UInt32.self)) }
    }
    let damaged = try changed("present.records.bytes") { records in
      // The last of three booths has the id of the first one.
      for index in stride(from: 2, to: 1500, by: 3) {
        let start = number(entries, at: number(places, at: index * 4) * 8)
        records.replaceSubrange(start..<start + 8, with: [1, 0, 0, 0, 0, 0, 0, 0])
      }
    }
    let later = damaged.updating(
      CatalogueChanges(version: 1, changed: SampleBooths(seed: 61).make(1500, ids: 10_000...12_000), removed: []))
    let others = later.all(limit: .max, .everything).count - 1500
    #expect(try #require(later.compacted()).count == 1000 + others)
    #expect(try written(later).count == 1000 + others)
  }

  /// Damages a section: some bytes, some elements, some numbers, all of it, or its number of elements.
  private func damage(
    _ bytes: inout [UInt8], _ header: inout SegmentHeader, _ target: Int, _ random: inout SeededNumbers
  ) {
    let section = header.sections[target]
    let range = section.offset..<(section.offset + section.stride * section.count)
    guard !range.isEmpty else { return }
    switch random.next() % 6 {
    case 0:
      for _ in 0..<4 { bytes[Int.random(in: range, using: &random)] ^= UInt8(truncatingIfNeeded: random.next()) }
    case 1:
      for position in range { bytes[position] = UInt8(truncatingIfNeeded: random.next()) }
    case 2:
      let fill = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random)!
      for position in range { bytes[position] = UInt8(fill) }
    case 3:
      // Elements exchange places.
      for _ in 0..<10 {
        let (one, other) = (
          Int.random(in: 0..<section.count, using: &random), Int.random(in: 0..<section.count, using: &random)
        )
        for byte in 0..<section.stride {
          bytes.swapAt(range.lowerBound + one * section.stride + byte, range.lowerBound + other * section.stride + byte)
        }
      }
    case 4:
      // Numbers about the end of some section, just beyond which a number of another one may lead.
      for start in stride(from: range.lowerBound, to: range.upperBound - 3, by: 4) where random.next() % 4 == 0 {
        let end = header.sections.randomElement(using: &random)!.count
        bytes.set(UInt32(clamping: end + Int.random(in: -2...65, using: &random)), at: start)
      }
    default:
      header.sections[target].count = Int.random(in: 0...section.count + 20, using: &random)
    }
  }

  /// Asks everything that can be asked.
  private func exercise(_ catalogue: Catalogue, _ random: inout SeededNumbers) {
    var found: [UInt32] = []
    for from in [SampleBooths.centre, Coordinate(latitude: -37.5, longitude: -53)!, SampleBooths.coordinate(&random)] {
      for filter in [BoothFilter(), .everything, SampleBooths.filter(&random)] {
        found += catalogue.near(from, limit: 12, filter).map(\.ordinal)
        found += catalogue.near(from, limit: 300, within: 3000, filter).map(\.ordinal)
        let viewport = Viewport(west: 126.9, south: 37.4, east: 127.1, north: 37.6)!
        found += catalogue.inside(viewport, limit: 30, filter)
        _ = catalogue.count(inside: viewport, filter)
        found += catalogue.clusters(inside: viewport, zoom: 12, filter).booths
        found += catalogue.all(after: BoothID(17), limit: 40, filter)
        _ = catalogue.count(filter)
      }
    }
    for text in ["샘플네컷", "ㅅㅍ", "rare 12", "샘플로 7"] { found += catalogue.booths(text, limit: 9) }
    for text in ["샘플네컷 7", "rare", "샘플로", "ㅅㅍㄴㅋ"] {
      for place in [SampleBooths.centre, nil] {
        found += catalogue.matches(TermQuery(SearchPhrase(text)), named: text, near: place, limit: 30).map(\.ordinal)
      }
    }
    _ = (catalogue.bounds, catalogue.brands())
    catalogue.prefetch(found[...])
    let states = catalogue.openStates(at: PreparedInstant(Timestamp(seconds: 1_790_000_000)))
    for ordinal in found {
      let attributes = catalogue.record(ordinal).booth.attributes
      for field in BoothField.allCases { _ = attributes.text(field) }
      catalogue.withSummary(ordinal) { summary in _ = summary.reduce(0, ^) }
      _ = catalogue.openState(ordinal, states)
      _ = catalogue.openingHours(ordinal)
    }
    let changed = SampleBooths(seed: random.next()).make(5, ids: 1...5000)
    let later = catalogue.updating(CatalogueChanges(version: 9, changed: changed, removed: [BoothID(3)]))
    _ = (later.near(SampleBooths.centre, limit: 5, .everything), later.booths("샘플", limit: 5))
    // The changes become part of the index.
    let many = (10_000..<10_000 + Int64(SpatialIndex.maxLayerCount)).map { id in
      Booth(id: BoothID(id), source: "s", attributes: changed[0].attributes)
    }
    guard Int.random(in: 0..<12, using: &random) == 0 else { return }
    _ = later.updating(CatalogueChanges(version: 10, changed: many, removed: [])).compacted()
  }
}

extension SampleBooths {
  static let centre = Coordinate(latitude: 37.5, longitude: 127.0)!
}

extension [UInt8] {
  fileprivate mutating func set(_ number: UInt32, at start: Int) {
    Swift.withUnsafeBytes(of: number) { replaceSubrange(start..<start + 4, with: $0) }
  }
}

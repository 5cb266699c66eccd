import Basics
import Booths
import Geo
import Support
import Synchronization
import Testing

@Suite("An import")
struct ImportLaws {
  @Test("An import adds new booths, counted and numbered in the order of the file")
  func adds() async throws {
    let catalogue = try await CatalogueUnderTest()
    let attributes = (1...7).map { BoothAttributes.sample("id-\($0)", "booth \($0)") }
    let outcome = try await catalogue.run(attributes)
    #expect(outcome.counts == counts(added: 7))
    #expect(outcome.run == 1)
    #expect(outcome.preview.map(\.line) == Array(2...8))
    #expect(outcome.preview.allSatisfy { $0.kind == .added && $0.fields.isEmpty })
    let all = try await catalogue.all()
    #expect(all.map(\.attributes) == attributes)
    #expect(all.map(\.id.number) == Array(1...7))
    #expect(all.allSatisfy { $0.source == "seoul" && $0.editedFields.isEmpty })
    #expect(try await catalogue.store.version() == 1)
  }

  @Test("An import keeps every field as it is, known and unknown")
  func keepsEveryField() async throws {
    let catalogue = try await CatalogueUnderTest()
    let full = BoothAttributes.sample("전체-1", "인생네컷\u{1}강남 \u{1F4F7}").with {
      $0.brand = ""
      $0.roadAddress = "서울특별시 강남구 테헤란로 1"
      $0.lotAddress = "역삼동 1-1"
      $0.coordinate = StoredCoordinate(latitudeE7: -900_000_000, longitudeE7: 1_800_000_000)!
      $0.phone = "02-000-0000"
      $0.openingHours = "Mo-Su 10:00-02:00; PH off"
      $0.tags = ["24h", "반려동물"]
      $0.cuts = 4
      $0.shots = .max
      $0.price = .min
      $0.evenPrintsOnly = false
      $0.capacity = 0
      $0.status = .unknown
      $0.lastVerified = Timestamp(milliseconds: .min)
      $0.englishName = "Life4Cuts"
    }
    let empty = BoothAttributes.sample("빈-1", "b")
    try await catalogue.run([full, empty])
    #expect(try await catalogue.all().map(\.attributes) == [full, empty])
    #expect(try await catalogue.store.booth(BoothID(1))?.attributes == full)
  }

  @Test("An import of the same file changes nothing, whatever it contains")
  func repeats() async throws {
    let catalogue = try await CatalogueUnderTest()
    let attributes = [
      .sample("1", "a"), .sample("2", "b"), .sample("3", "A "), .sample("2", "c"),
      BoothAttributes.sample("4", "d").with { $0.status = .closed },
    ]
    let rejected = [RejectedRow(line: 9, code: "no-coordinate", reason: "No coordinate.", fields: ["x"])]
    let first = try await catalogue.run(attributes, rejected: rejected)
    #expect(first.counts == counts(added: 2, closed: 1, duplicate: 2, rejected: 1))
    let before = try await catalogue.all()
    let second = try await catalogue.run(attributes, rejected: rejected)
    #expect(second.counts == counts(unchanged: 3, duplicate: 2, rejected: 1))
    #expect(second.preview.isEmpty)
    #expect(second.duplicates == first.duplicates)
    #expect(try await catalogue.all() == before)
    #expect(try await catalogue.store.version() == 1)
  }

  @Test("An import distinguishes changed and closed booths, field by field")
  func changes() async throws {
    let catalogue = try await CatalogueUnderTest()
    let (one, two) = (BoothAttributes.sample("1", "a"), BoothAttributes.sample("2", "b"))
    try await catalogue.run([one, two])
    let outcome = try await catalogue.run([
      one.with { $0.price = 4000 }, two.with { ($0.status, $0.name) = (.closed, "bb") },
    ])
    #expect(outcome.counts == counts(changed: 1, closed: 1))
    #expect(outcome.preview.map(\.kind) == [.changed, .closed])
    #expect(outcome.preview[0].fields == [FieldChange(field: .price, before: "", after: "4000")])
    #expect(
      outcome.preview[1].fields == [
        FieldChange(field: .name, before: "b", after: "bb"),
        FieldChange(field: .status, before: "operating", after: "closed"),
      ])
    // Closed already: a further difference is a change like any other, and so is opening again.
    #expect(try await catalogue.run([two.with { $0.status = .closed }]).counts == counts(changed: 1))
    #expect(try await catalogue.run([two]).counts == counts(changed: 1))
    #expect(try await catalogue.all().map(\.attributes) == [one.with { $0.price = 4000 }, two])
  }

  @Test("An import leaves booths of other sources and booths that the file lacks")
  func leavesOthers() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a"), .sample("2", "b")])
    let outcome = try await catalogue.run([.sample("1", "c")], source: "busan")
    #expect(outcome.counts == counts(added: 1))
    #expect(try await catalogue.run([.sample("2", "b")]).counts == counts(unchanged: 1))
    #expect(try await catalogue.all().map(\.source) == ["seoul", "seoul", "busan"])
  }

  @Test("A dry run reports the same and leaves no trace")
  func dryRun() async throws {
    let catalogue = try await CatalogueUnderTest()
    let attributes = [BoothAttributes.sample("1", "a"), .sample("2", "a")]
    let dry = try await catalogue.run(attributes, isDryRun: true)
    #expect(dry.run == nil)
    #expect(try await catalogue.all().isEmpty)
    #expect(try await catalogue.store.version() == 0)
    #expect(try await catalogue.store.importRuns(limit: 9).isEmpty)
    let real = try await catalogue.run(attributes)
    #expect((dry.counts, dry.preview, dry.duplicates) == (real.counts, real.preview, real.duplicates))
    let change = try await catalogue.run([attributes[0].with { $0.cuts = 4 }], isDryRun: true)
    #expect(change.counts == counts(changed: 1))
    #expect(try await catalogue.all().map(\.attributes) == [attributes[0]])
  }

  private struct Unreadable: Error {}

  private struct FailingRows: ValidatedRows {
    var isFirst = true

    mutating func next() throws -> ValidatedBatch? {
      guard isFirst else { throw Unreadable() }
      isFirst = false
      return ValidatedBatch(rows: [ValidatedRow(line: 2, attributes: .sample("new", "new"))])
    }
  }

  @Test("An import that fails within the file leaves no trace")
  func failure() async throws {
    let catalogue = try await CatalogueUnderTest()
    let request = ImportRequest(source: "seoul", file: "f", startedAt: CatalogueUnderTest.start)
    await #expect(throws: Unreadable.self) {
      try await catalogue.store.importRows(request, FailingRows(), onRejected: { _ in }, progress: { _ in })
    }
    let rows = ListedRows([.sample("1", "a")], rejected: [RejectedRow(line: 3, code: "c", reason: "r", fields: [])])
    await #expect(throws: Unreadable.self) {
      try await catalogue.store.importRows(request, rows, onRejected: { _ in throw Unreadable() }, progress: { _ in })
    }
    #expect(try await catalogue.all().isEmpty)
    #expect(try await catalogue.store.importRuns(limit: 9).isEmpty)
    #expect(try await catalogue.run([.sample("1", "a")]).run == 1)
  }

  @Test("An import reports rejected rows and progress")
  func callbacks() async throws {
    let catalogue = try await CatalogueUnderTest()
    let rejected = [RejectedRow(line: 20, code: "no-name", reason: "No name.", fields: ["", "x"])]
    let reported = Mutex<([RejectedRow], [Int])>(([], []))
    let outcome = try await catalogue.store.importRows(
      ImportRequest(source: "s", file: "f", startedAt: CatalogueUnderTest.start),
      ListedRows((1...7).map { .sample("\($0)", "booth \($0)") }, rejected: rejected),
      onRejected: { rows in reported.withLock { $0.0 += rows } },
      progress: { counts in reported.withLock { $0.1.append(counts.read) } })
    #expect(outcome.counts.rejected == 1)
    #expect(reported.withLock { $0.0 } == rejected)
    #expect(reported.withLock { $0.1 } == [3, 6, 7, 8])
  }

  @Test("An import keeps the first 200 changes and duplicates for review")
  func preview() async throws {
    let catalogue = try await CatalogueUnderTest()
    let attributes = (0..<500).map { BoothAttributes.sample("\($0)", "booth \($0 % 250)") }
    let outcome = try await catalogue.run(attributes)
    #expect(outcome.counts == counts(added: 250, duplicate: 250))
    #expect(outcome.preview.map(\.line) == Array(2..<202))
    #expect(outcome.duplicates.map(\.line) == Array(252..<452))
  }

  @Test("An import keeps the terms of its source, which readers see as a change")
  func terms() async throws {
    let catalogue = try await CatalogueUnderTest()
    let store = catalogue.store
    func run(_ source: String, _ terms: SourceTerms, isDryRun: Bool = false) async throws {
      let request = ImportRequest(
        source: source, file: "f", startedAt: CatalogueUnderTest.start, terms: terms, isDryRun: isDryRun)
      let rows = ListedRows([BoothAttributes.sample("1", "booth of \(source)")])
      _ = try await store.importRows(request, rows, onRejected: { _ in }, progress: { _ in })
    }
    #expect(try await store.sources().isEmpty)
    try await run("seoul", SourceTerms(licence: "KOGL-1"))
    try await run("osm", SourceTerms())
    #expect(
      try await store.sources() == [
        BoothSource(name: "osm", terms: SourceTerms()),
        BoothSource(name: "seoul", terms: SourceTerms(licence: "KOGL-1")),
      ])
    let version = try await store.version()
    try await run("osm", SourceTerms(licence: "ODbL-1.0", attribution: "© Ö"), isDryRun: true)
    try await run("osm", SourceTerms())
    #expect(try await store.version() == version)
    try await run("osm", SourceTerms(licence: "ODbL-1.0", attribution: "© Ö"))
    #expect(try await store.version() == version + 1)
    try await run("osm", SourceTerms(attribution: "© OpenStreetMap contributors"))
    #expect(try await store.version() == version + 2)
    let terms = SourceTerms(licence: "ODbL-1.0", attribution: "© OpenStreetMap contributors")
    #expect(try await store.sources().first == BoothSource(name: "osm", terms: terms))
  }

  @Test("An import is recorded with its counts, newest first")
  func record() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a"), .sample("2", "a")])
    let outcome = try await catalogue.run(
      [BoothAttributes.sample("1", "a").with { $0.tags = ["x", "y"] }], source: "seoul")
    let runs = try await catalogue.store.importRuns(limit: 9)
    #expect(runs.map(\.number) == [2, 1])
    #expect(runs.map(\.counts) == [counts(changed: 1), counts(added: 1, duplicate: 1)])
    #expect(runs.allSatisfy { $0.source == "seoul" && $0.file == "seoul.csv" && $0.rolledBackAt == nil })
    #expect(runs.allSatisfy { $0.startedAt == CatalogueUnderTest.start && $0.finishedAt >= $0.startedAt })
    #expect(try await catalogue.store.importRuns(limit: 1).map(\.number) == [2])
    #expect(try await catalogue.store.importRuns(limit: -1).isEmpty)
    let second = try #require(try await catalogue.store.importRun(2))
    #expect(second.run == runs[0])
    #expect(second.changes == outcome.preview)
    #expect(second.changes[0].fields == [FieldChange(field: .tags, before: "", after: "x,y")])
    let first = try #require(try await catalogue.store.importRun(1))
    #expect(first.duplicates.map(\.externalID) == ["2"])
    #expect(try await catalogue.store.importRun(3)?.run == nil)
  }
}

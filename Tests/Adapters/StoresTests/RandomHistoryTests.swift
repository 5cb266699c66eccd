import Basics
import Booths
import Support
import Testing
import Workload

/// Random sequences of imports, edits and rollbacks: the store and the plain loops must agree at every step.
@Suite("A random history")
struct RandomHistoryTests {
  @Test("A random history gives the same result in the store and by plain loops", arguments: 1...12)
  func agrees(_ seed: Int) async throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let catalogue = try await CatalogueUnderTest()
    var plain = PlainCatalogue()
    for _ in 0..<25 {
      switch numbers.next() % 10 {
      case 0...5: try await read(&numbers, catalogue, &plain)
      case 6, 7: try await edit(&numbers, catalogue, &plain)
      default:
        let number = Int64(numbers.next() % 12) + 1
        try await rollBack(number, discardsEdits: numbers.next() % 2 == 0, catalogue, &plain)
      }
      #expect(try await catalogue.all() == plain.booths)
      #expect(try await catalogue.store.version() == plain.version)
    }
    let since = Int64(numbers.next() % 10)
    let (changes, expected) = (try await catalogue.changes(since: since), plain.changes(since: since))
    #expect(changes?.changed == expected?.changed)
    #expect(changes?.removed == expected?.removed)
  }

  /// A file of a few names, identifiers and places, so that everything happens often.
  private func file(_ numbers: inout SeededNumbers) -> [BoothAttributes] {
    (0..<Int(numbers.next() % 14)).map { _ in
      BoothAttributes.sample(
        "id-\(numbers.next() % 9)", ["a", "A ", "b"][Int(numbers.next() % 3)], north: Double(numbers.next() % 4) * 20
      ).with {
        $0.status = BoothStatus.allCases[Int(numbers.next() % 3)]
        $0.cuts = numbers.next() % 2 == 0 ? nil : 4
        $0.phone = numbers.next() % 3 == 0 ? "1" : nil
        if numbers.next() % 6 == 0 { $0.coordinate = nil }
      }
    }
  }

  private func read(
    _ numbers: inout SeededNumbers, _ catalogue: CatalogueUnderTest, _ plain: inout PlainCatalogue
  ) async throws {
    let attributes = file(&numbers)
    let source = ["seoul", "busan"][Int(numbers.next() % 2)]
    let (overwrites, isDry) = (numbers.next() % 5 == 0, numbers.next() % 6 == 0)
    let request = ImportRequest(
      source: source, file: "", startedAt: CatalogueUnderTest.start, overwritesEdits: overwrites, isDryRun: isDry)
    let outcome = try await catalogue.run(attributes, source: source, overwritesEdits: overwrites, isDryRun: isDry)
    let expected = plain.run(request, attributes)
    #expect(outcome.counts == expected.counts)
    #expect(outcome.counts.read == attributes.count)
    #expect(outcome.preview == expected.changes)
    #expect(outcome.duplicates == expected.duplicates)
    guard !isDry else { return }
    #expect(outcome.run == plain.runNumbers.first)
    // The same file again changes nothing.
    let (before, version) = try await (catalogue.all(), catalogue.store.version())
    let again = try await catalogue.run(attributes, source: source, overwritesEdits: overwrites)
    plain.run(request, attributes)
    #expect(again.counts.unchanged + again.counts.duplicate == attributes.count)
    #expect(try await catalogue.all() == before)
    #expect(try await catalogue.store.version() == version)
    if numbers.next() % 3 == 0 { try await readAndRollBack(&numbers, catalogue, &plain) }
  }

  /// An import that is rolled back at once leaves exactly what was there.
  private func readAndRollBack(
    _ numbers: inout SeededNumbers, _ catalogue: CatalogueUnderTest, _ plain: inout PlainCatalogue
  ) async throws {
    let before = try await catalogue.all()
    let attributes = file(&numbers)
    let run = try #require(try await catalogue.run(attributes).run)
    plain.run(ImportRequest(source: "seoul", file: "", startedAt: CatalogueUnderTest.start), attributes)
    try await rollBack(run, discardsEdits: false, catalogue, &plain)
    #expect(try await catalogue.all() == before)
  }

  private func edit(
    _ numbers: inout SeededNumbers, _ catalogue: CatalogueUnderTest, _ plain: inout PlainCatalogue
  ) async throws {
    guard let booth = plain.booths.randomElement(using: &numbers) else { return }
    let phone = "by hand \(numbers.next() % 3)"
    let renames = numbers.next() % 2 == 0
    let change: @Sendable (inout BoothAttributes) -> Set<BoothField> = { attributes in
      attributes.phone = phone
      if renames { attributes.name = "b" }
      return [.phone, .cuts]
    }
    _ = try await catalogue.store.edit(booth.id, at: CatalogueUnderTest.start, change)
    try plain.edit(booth.id, change)
  }

  private func rollBack(
    _ number: Int64, discardsEdits: Bool, _ catalogue: CatalogueUnderTest, _ plain: inout PlainCatalogue
  ) async throws {
    var code: String?
    do {
      _ = try await catalogue.store.rollBack(number, at: CatalogueUnderTest.start, discardsEdits: discardsEdits)
    } catch let domainError as DomainError {
      code = domainError.code
    }
    #expect(code == plain.rollBack(number, discardsEdits: discardsEdits))
  }
}

import Basics
import Booths
import Support
import Testing
import Workload

/// Random sequences of imports, edits and rollbacks: the database, the dictionaries in memory and, for what imports do,
/// the plain loops must agree at every step.
@Suite("A random history")
struct RandomHistoryTests {
  @Test("has the same result in the database and in memory", arguments: 1...12)
  func agrees(_ seed: Int) async throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let database = try await CatalogueUnderTest(.sqlite)
    let memory = try await CatalogueUnderTest(.memory)
    for _ in 0..<25 {
      switch numbers.next() % 10 {
      case 0...5: try await importBoth(&numbers, database, memory)
      case 6, 7: try await editBoth(&numbers, database, memory)
      default: try await rollBackBoth(&numbers, database, memory)
      }
      #expect(try await database.all() == memory.all())
      #expect(try await database.store.version() == memory.store.version())
    }
    let since = Int64(numbers.next() % 10)
    let (ours, theirs) = try await (database.changes(since: since), memory.changes(since: since))
    #expect(ours?.changed == theirs?.changed)
    #expect(ours?.removed == theirs?.removed)
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

  private func importBoth(
    _ numbers: inout SeededNumbers, _ database: CatalogueUnderTest, _ memory: CatalogueUnderTest
  ) async throws {
    let attributes = file(&numbers)
    let source = ["seoul", "busan"][Int(numbers.next() % 2)]
    let (overwrites, isDry) = (numbers.next() % 5 == 0, numbers.next() % 6 == 0)
    let request = ImportRequest(
      source: source, file: "", startedAt: CatalogueUnderTest.start, overwritesEdits: overwrites)
    let store = try #require(memory.store as? MemoryCatalogueStore)
    let expected = PlainImport(request, attributes, into: try await memory.all(), nextBooth: await store.nextBooth)
    var runs: [Int64?] = []
    for catalogue in [database, memory] {
      let outcome = try await catalogue.run(attributes, source: source, overwritesEdits: overwrites, isDryRun: isDry)
      runs.append(outcome.run)
      #expect(outcome.counts == expected.counts)
      #expect(outcome.counts.read == attributes.count)
      #expect(outcome.preview == expected.changes)
      #expect(outcome.duplicates == expected.duplicates)
      if !isDry { #expect(try await catalogue.all() == expected.booths) }
    }
    #expect(runs[0] == runs[1])
    guard !isDry else { return }
    try await checkRepeat(attributes, source, overwrites, database, memory)
    if numbers.next() % 3 == 0 { try await checkRollback(&numbers, database, memory) }
  }

  /// The same file again changes nothing.
  private func checkRepeat(
    _ attributes: [BoothAttributes], _ source: String, _ overwrites: Bool, _ database: CatalogueUnderTest,
    _ memory: CatalogueUnderTest
  ) async throws {
    let (before, version) = try await (database.all(), database.store.version())
    let again = try await database.run(attributes, source: source, overwritesEdits: overwrites)
    #expect(again.counts.unchanged + again.counts.duplicate == attributes.count)
    #expect(try await database.all() == before)
    #expect(try await database.store.version() == version)
    try await memory.run(attributes, source: source, overwritesEdits: overwrites)
  }

  /// An import that is rolled back at once leaves exactly what was there.
  private func checkRollback(
    _ numbers: inout SeededNumbers, _ database: CatalogueUnderTest, _ memory: CatalogueUnderTest
  ) async throws {
    let before = try await database.all()
    let attributes = file(&numbers)
    for catalogue in [database, memory] {
      let run = try #require(try await catalogue.run(attributes).run)
      _ = try await catalogue.store.rollBack(run, at: CatalogueUnderTest.start)
    }
    #expect(try await database.all() == before)
  }

  private func editBoth(
    _ numbers: inout SeededNumbers, _ database: CatalogueUnderTest, _ memory: CatalogueUnderTest
  ) async throws {
    guard let booth = try await database.all().randomElement(using: &numbers) else { return }
    let phone = "by hand \(numbers.next() % 3)"
    let renames = numbers.next() % 2 == 0
    for catalogue in [database, memory] {
      _ = try await catalogue.store.edit(booth.id, at: CatalogueUnderTest.start) { attributes in
        attributes.phone = phone
        if renames { attributes.name = "b" }
        return [.phone, .cuts]
      }
    }
  }

  private func rollBackBoth(
    _ numbers: inout SeededNumbers, _ database: CatalogueUnderTest, _ memory: CatalogueUnderTest
  ) async throws {
    let number = Int64(numbers.next() % 12) + 1
    let discardsEdits = numbers.next() % 2 == 0
    var answers: [String] = []
    for catalogue in [database, memory] {
      do {
        _ = try await catalogue.store.rollBack(number, at: CatalogueUnderTest.start, discardsEdits: discardsEdits)
        answers.append("done")
      } catch let domainError as DomainError {
        answers.append(domainError.code)
      }
    }
    #expect(answers[0] == answers[1])
  }
}

import Basics
import Booths
import Support
import Testing
import Workload

/// Rows are read and written in groups. Where one group ends and the next begins must not matter.
@Suite("Groups of rows")
struct ImportGroupTests {
  private static let sizes = [1, 7, 64, 150, 1000]

  private func run(
    _ catalogue: CatalogueUnderTest, _ rows: [BoothAttributes], batch: Int, isDryRun: Bool = false
  ) async throws -> ImportOutcome {
    let request = ImportRequest(source: "seoul", file: "f", startedAt: CatalogueUnderTest.start, isDryRun: isDryRun)
    return try await catalogue.store.importRows(
      request, ListedRows(rows, batch: batch), onRejected: { _ in }, progress: { _ in })
  }

  /// Few identifiers, names and coordinates, so that rows of one group meet rows of the same and of others.
  private func file(_ numbers: inout SeededNumbers) -> [BoothAttributes] {
    (0..<180).map { _ in
      BoothAttributes.sample(
        "id-\(numbers.next() % 110)", ["a", "A ", "b"][Int(numbers.next() % 3)], north: Double(numbers.next() % 60) * 20
      ).with {
        $0.status = numbers.next() % 8 == 0 ? .closed : .operating
        $0.cuts = numbers.next() % 4 == 0 ? 4 : nil
        if numbers.next() % 9 == 0 { $0.coordinate = nil }
      }
    }
  }

  @Test("Groups of any size have the outcome of a plain loop over the rows", arguments: sizes)
  func anySize(_ batch: Int) async throws {
    var numbers = SeededNumbers(seed: UInt64(batch))
    let catalogue = try await CatalogueUnderTest()
    var expected: [Booth] = []
    var nextBooth: Int64 = 1
    for _ in 1...3 {
      let rows = file(&numbers)
      let request = ImportRequest(source: "seoul", file: "f", startedAt: CatalogueUnderTest.start)
      let plain = PlainImport(request, rows, into: expected, nextBooth: nextBooth)
      for isDryRun in [true, false] {
        let outcome = try await run(catalogue, rows, batch: batch, isDryRun: isDryRun)
        #expect(outcome.counts == plain.counts)
        #expect(outcome.preview == plain.changes)
        #expect(outcome.duplicates == plain.duplicates)
      }
      #expect(try await catalogue.all() == plain.booths)
      expected = plain.booths
      nextBooth = (plain.booths.map(\.id.number).max() ?? 0) + 1
    }
    for number in [3, 2, 1] as [Int64] { _ = try await catalogue.store.rollBack(number, at: CatalogueUnderTest.start) }
    #expect(try await catalogue.all().isEmpty)
  }

  @Test("Edits by hand are kept unless an import overwrites them", arguments: [3, 1000])
  func edits(_ batch: Int) async throws {
    let catalogue = try await CatalogueUnderTest()
    let rows = (0..<200).map { BoothAttributes.sample("\($0)", "booth \($0)") }
    _ = try await run(catalogue, rows, batch: batch)
    for id in ["0", "99", "199"] { try await catalogue.edit(id, [.phone]) { $0.phone = "by hand" } }
    let changed = rows.map { row in row.with { ($0.phone, $0.cuts) = ("1", 4) } }
    #expect(try await run(catalogue, changed, batch: batch).counts == counts(changed: 200))
    #expect(try await catalogue.all().filter { $0.attributes.phone == "by hand" }.count == 3)
    #expect(try await catalogue.run(changed, overwritesEdits: true).counts == counts(changed: 3, unchanged: 197))
    #expect(try await catalogue.all().map(\.attributes) == changed)
  }
}

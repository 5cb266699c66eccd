import Basics
import Booths
import Stores
import Support
import Testing

@Suite("The mark of a catalogue's version")
struct CatalogueMarkTests {
  private func load(_ catalogue: CatalogueUnderTest) async throws -> Catalogue {
    try await Catalogue.load(from: catalogue.store)
  }

  @Test("The mark changes with the version, and a catalogue that applies the changes has the same")
  func follows() async throws {
    let catalogue = try await CatalogueUnderTest()
    let empty = try await load(catalogue)
    try await catalogue.run([.sample("1", "a")])
    let first = try await load(catalogue)
    #expect(first.mark != empty.mark && !first.mark.isEmpty && !empty.mark.isEmpty)
    try await catalogue.run([.sample("1", "a")])
    #expect(try await load(catalogue).mark == first.mark)
    try await catalogue.edit("1", [.name]) { $0.name = "b" }
    let edited = try await load(catalogue)
    #expect(edited.mark != first.mark)
    #expect(try await first.refreshed(from: catalogue.store).mark == edited.mark)
    #expect(edited.version == first.version + 1)
  }

  @Test("Versions of two histories with one number have different marks")
  func histories() async throws {
    let (one, other) = (try await CatalogueUnderTest(), try await CatalogueUnderTest())
    for catalogue in [one, other] { try await catalogue.run([.sample("1", "a")]) }
    let (first, second) = (try await load(one), try await load(other))
    for catalogue in [one, other] { try await catalogue.edit("1", [.name]) { $0.name = "b" } }
    #expect(try await one.store.changes(since: 1, mark: first.mark)?.changed.count == 1)
    #expect(try await one.store.changes(since: 1, mark: second.mark)?.version == nil)
    #expect(try await one.store.changes(since: 2, mark: first.mark)?.version == nil)
    #expect(try await one.store.changes(since: 3, mark: first.mark)?.version == nil)
    #expect(try await one.store.changes(since: 0, mark: "any")?.changed.count == 1)
    let refreshed = try await second.refreshed(from: one.store)
    #expect(!refreshed.sharesIndex(with: second) && refreshed.version == 2)
  }

  @Test("Catalogues with one version have different marks, as after a restore from a backup")
  func differs() async throws {
    let (one, other) = (try await CatalogueUnderTest(), try await CatalogueUnderTest())
    try await one.run([.sample("1", "a")])
    try await other.run([.sample("1", "b")])
    let (first, second) = (try await load(one), try await load(other))
    #expect(first.version == second.version && first.mark != second.mark)
  }
}

import Basics
import Booths
import Support
import Testing

@Suite("Rolling an import back")
struct RollbackLaws {
  private let instant = Timestamp(seconds: 1_900_000_000)

  @Test("A rollback restores exactly the earlier state")
  func returns() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a"), .sample("2", "b")])
    try await catalogue.edit("2", [.phone]) { $0.phone = "1" }
    let before = try await catalogue.all()
    try await catalogue.run([
      BoothAttributes.sample("1", "aa").with { $0.tags = ["t"] },
      BoothAttributes.sample("2", "b").with { $0.status = .closed },
      .sample("3", "c"),
    ])
    let run = try await catalogue.store.rollBack(2, at: instant)
    #expect(run.rolledBackAt == instant)
    #expect(try await catalogue.all() == before)
    #expect(try await catalogue.store.importRun(2)?.run == run)
    #expect(try await catalogue.store.version() == 4)
  }

  @Test("An identifier that is imported again after a rollback gets a new number")
  func newNumber() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a")])
    _ = try await catalogue.store.rollBack(1, at: instant)
    #expect(try await catalogue.all().isEmpty)
    #expect(try await catalogue.run([.sample("1", "a")]).counts == counts(added: 1))
    #expect(try await catalogue.all().map(\.id.number) == [2])
    #expect(try await catalogue.store.booth(BoothID(1)) == nil)
  }

  @Test("A rollback keeps later edits by hand")
  func keepsEdits() async throws {
    let catalogue = try await CatalogueUnderTest()
    let one = BoothAttributes.sample("1", "a")
    try await catalogue.run([one])
    try await catalogue.run([one.with { ($0.name, $0.phone, $0.cuts) = ("aa", "2", 4) }])
    try await catalogue.edit("1", [.phone]) { $0.phone = "by hand" }
    _ = try await catalogue.store.rollBack(2, at: instant)
    let booth = try #require(try await catalogue.all().first)
    #expect(booth.attributes == one.with { $0.phone = "by hand" })
    #expect(booth.editedFields == [.phone])
    #expect(try await catalogue.run([one]).counts == counts(unchanged: 1))
  }

  @Test("A rollback removes edited booths only on request")
  func editedBooths() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a"), .sample("2", "b")])
    try await catalogue.edit("2", [.phone]) { $0.phone = "by hand" }
    let before = try await catalogue.all()
    let domainError = try await domainError { try await catalogue.store.rollBack(1, at: instant) }
    #expect(domainError.code == "booths-edited")
    #expect(try await catalogue.all() == before)
    _ = try await catalogue.store.rollBack(1, at: instant, discardsEdits: true)
    #expect(try await catalogue.all().isEmpty)
  }

  @Test("A rollback restores edits that the import overwrote")
  func restoresEdits() async throws {
    let catalogue = try await CatalogueUnderTest()
    let one = BoothAttributes.sample("1", "a")
    try await catalogue.run([one])
    let edited = try await catalogue.edit("1", [.name]) { $0.name = "by hand" }
    #expect(try await catalogue.run([one], overwritesEdits: true).counts == counts(changed: 1))
    #expect(try await catalogue.all().map(\.attributes) == [one])
    _ = try await catalogue.store.rollBack(2, at: instant)
    #expect(try await catalogue.all() == [edited])
  }

  @Test("A rollback is refused if a later import has changed the same booths")
  func overtaken() async throws {
    let catalogue = try await CatalogueUnderTest()
    let attributes = [BoothAttributes.sample("1", "a"), .sample("2", "b")]
    try await catalogue.run(attributes)
    for price in [1, 2] { try await catalogue.run([attributes[0].with { $0.price = price }]) }
    try await catalogue.run([attributes[1].with { $0.price = 3 }])
    for number: Int64 in [1, 2] {
      let domainError = try await domainError { try await catalogue.store.rollBack(number, at: instant) }
      #expect((domainError.kind, domainError.code) == (.conflict, "run-overtaken"))
    }
    #expect(try await domainError { try await catalogue.store.rollBack(1, at: instant) }.message.contains("4"))
    for number: Int64 in [4, 3, 2, 1] { _ = try await catalogue.store.rollBack(number, at: instant) }
    #expect(try await catalogue.all().isEmpty)
  }

  @Test("A second rollback and one of an unknown run are refused")
  func rejected() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a")])
    _ = try await catalogue.store.rollBack(1, at: instant)
    let again = try await domainError { try await catalogue.store.rollBack(1, at: instant) }
    #expect((again.kind, again.code) == (.conflict, "run-rolled-back"))
    let unknown = try await domainError { try await catalogue.store.rollBack(7, at: instant) }
    #expect((unknown.kind, unknown.code) == (.notFound, "run-unknown"))
  }

  @Test("A rollback of a run that changed nothing keeps the version")
  func changesNothing() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a")])
    try await catalogue.run([.sample("1", "a")])
    #expect(try await catalogue.store.rollBack(2, at: instant).rolledBackAt == instant)
    #expect(try await catalogue.store.version() == 1)
    #expect(try await catalogue.all().count == 1)
  }
}

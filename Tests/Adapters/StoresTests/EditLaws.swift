import Basics
import Booths
import Geo
import Support
import Testing

@Suite("Editing a booth by hand")
struct EditLaws {
  @Test("An edit protects the given and the changed fields, and no others")
  func protects() async throws {
    let catalogue = try await CatalogueUnderTest()
    let one = BoothAttributes.sample("1", "a")
    try await catalogue.run([one])
    let booth = try await catalogue.edit("1", [.phone, .brand]) { ($0.phone, $0.price) = ("1", 5) }
    #expect(booth.editedFields == [.phone, .brand, .price])
    #expect(booth.attributes == one.with { ($0.phone, $0.price) = ("1", 5) })
    #expect(try await catalogue.store.booth(booth.id) == booth)
    // The source's word on protected fields alone is no change.
    let word = one.with { ($0.phone, $0.brand, $0.price) = ("9", "9", 9) }
    #expect(try await catalogue.run([word]).counts == counts(unchanged: 1))
    let outcome = try await catalogue.run([word.with { $0.cuts = 4 }])
    #expect(outcome.preview.map(\.fields) == [[FieldChange(field: .cuts, before: "", after: "4")]])
    #expect(try await catalogue.all()[0].attributes == one.with { ($0.phone, $0.price, $0.cuts) = ("1", 5, 4) })
  }

  @Test("The protection ends with an import that overwrites edits")
  func overwritten() async throws {
    let catalogue = try await CatalogueUnderTest()
    let one = BoothAttributes.sample("1", "a")
    try await catalogue.run([one])
    try await catalogue.edit("1", [.name]) { _ in }
    let outcome = try await catalogue.run([one], overwritesEdits: true)
    #expect(outcome.counts == counts(changed: 1))
    #expect(outcome.preview.map(\.fields) == [[]])
    #expect(try await catalogue.all()[0].editedFields.isEmpty)
    #expect(try await catalogue.run([one], overwritesEdits: true).counts == counts(unchanged: 1))
  }

  @Test("An edit of one part of a coordinate protects all of it")
  func coordinate() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a")])
    let coordinate = StoredCoordinate(latitudeE7: 1, longitudeE7: 1_270_276_000)!
    let booth = try await catalogue.edit("1", []) { $0.coordinate = coordinate }
    #expect(booth.editedFields == [.latitude, .longitude])
    #expect(try await catalogue.run([.sample("1", "a", east: 99)]).counts == counts(unchanged: 1))
  }

  @Test("An edit without a change writes nothing")
  func changesNothing() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a")])
    try await catalogue.edit("1", []) { _ in }
    #expect(try await catalogue.store.version() == 1)
    try await catalogue.edit("1", [.name]) { _ in }
    try await catalogue.edit("1", [.name]) { _ in }
    #expect(try await catalogue.store.version() == 2)
  }

  private struct RejectedEdit: Error {}

  @Test("An edit of the identifier or of an unknown booth is refused")
  func rejected() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a")])
    let fixed = try await domainError { try await catalogue.edit("1", []) { $0.externalID = "2" } }
    #expect((fixed.kind, fixed.code, fixed.field) == (.invalid, "field-fixed", "external_id"))
    let unknown = try await domainError {
      try await catalogue.store.edit(BoothID(2), at: CatalogueUnderTest.start) { _ in [.name] }
    }
    #expect((unknown.kind, unknown.code) == (.notFound, "booth-unknown"))
    await #expect(throws: RejectedEdit.self) {
      try await catalogue.store.edit(BoothID(1), at: CatalogueUnderTest.start) { attributes in
        attributes.name = "half done"
        throw RejectedEdit()
      }
    }
    #expect(try await catalogue.all().map(\.attributes) == [.sample("1", "a")])
  }
}

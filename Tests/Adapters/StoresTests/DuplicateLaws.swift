import Basics
import Booths
import Geo
import Support
import Testing

@Suite("A duplicate of a booth")
struct DuplicateLaws {
  @Test("A duplicate of a booth has the same folded name within 30 m")
  func withinReach() async throws {
    let catalogue = try await CatalogueUnderTest()
    let outcome = try await catalogue.run([
      .sample("1", "Photo 네컷"), .sample("2", "ｐｈｏｔｏ\u{3000}네 컷", north: 29.5), .sample("3", "PHOTO네컷", east: 30.5),
      .sample("4", "photo 네컷 2", north: 1),
    ])
    #expect(outcome.counts == counts(added: 3, duplicate: 1))
    let duplicate = try #require(outcome.duplicates.first)
    #expect((duplicate.line, duplicate.externalID, duplicate.original.number) == (3, "2", 1))
    #expect(try abs(#require(duplicate.metres) - 29.5) < 0.1)
    #expect(try await catalogue.all().map(\.attributes.externalID) == ["1", "3", "4"])
  }

  @Test("A duplicate of several booths names the nearest")
  func nearest() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a"), .sample("2", "a", north: 40)])
    let outcome = try await catalogue.run([.sample("3", "a", north: 25)], source: "other")
    #expect(outcome.duplicates.map(\.original.number) == [2])
  }

  @Test("A duplicate is found in any source and after any change")
  func acrossSources() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a")])
    #expect(try await catalogue.run([.sample("x", "a")], source: "other").counts == counts(duplicate: 1))
    // The booth moves away; in the same file another comes to where it went.
    let moved = [BoothAttributes.sample("1", "a", north: 500), .sample("9", "a", north: 510)]
    #expect(try await catalogue.run(moved).counts == counts(changed: 1, duplicate: 1))
    #expect(try await catalogue.run([.sample("x", "a")], source: "other").counts == counts(added: 1))
  }

  @Test("A booth is no duplicate if either one is closed")
  func closed() async throws {
    let catalogue = try await CatalogueUnderTest()
    let closed = BoothAttributes.sample("1", "a").with { $0.status = .closed }
    let outcome = try await catalogue.run([closed, .sample("2", "a"), closed.with { $0.externalID = "3" }])
    #expect(outcome.counts == counts(added: 1, closed: 2))
    #expect(outcome.preview.map(\.kind) == [.closed, .added, .closed])
  }

  @Test("Duplicates are decided for the whole file, since an old licence may close below the new one")
  func licenceTransfer() async throws {
    let catalogue = try await CatalogueUnderTest()
    let old = BoothAttributes.sample("old", "a")
    try await catalogue.run([old])
    let file = [.sample("new", "a", north: 3), old.with { $0.status = .closed }]
    let outcome = try await catalogue.run(file)
    #expect(outcome.counts == counts(added: 1, closed: 1))
    #expect(outcome.preview.map(\.line) == [2, 3])
    #expect(outcome.preview.map(\.kind) == [.added, .closed])
    #expect(try await catalogue.run(file).counts == counts(unchanged: 2))
  }

  @Test("A duplicate is not added if the original stays open")
  func stays() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run([.sample("1", "a")])
    let file = [BoothAttributes.sample("2", "a", north: 10), .sample("2", "zzz", north: 900), .sample("1", "a")]
    let outcome = try await catalogue.run(file)
    #expect(outcome.counts == counts(unchanged: 1, duplicate: 2))
    #expect(outcome.duplicates.map { $0.metres.map { $0 > 9 } } == [true, nil])
    #expect(try await catalogue.store.version() == 1)
  }

  @Test("A repeated identifier is a duplicate of its first row, without a distance")
  func repeatedIdentifier() async throws {
    let catalogue = try await CatalogueUnderTest()
    let file = [
      BoothAttributes.sample("1", "a"), .sample("2", "a"), .sample("1", "b", north: 99), .sample("2", "c", east: 99),
    ]
    let outcome = try await catalogue.run(file)
    #expect(outcome.counts == counts(added: 1, duplicate: 3))
    #expect(outcome.duplicates.map(\.original.number) == [1, 1, 1])
    #expect(outcome.duplicates.suffix(2).map(\.metres) == [nil, nil])
    #expect(try await catalogue.run(file).counts == counts(unchanged: 1, duplicate: 3))
  }

  @Test("A duplicate is found across the antimeridian and the poles")
  func edgesOfTheWorld() async throws {
    let catalogue = try await CatalogueUnderTest()
    let coordinates: [(Int32, Int32)] = [
      (0, 1_800_000_000), (0, -1_800_000_000), (100, -1_799_999_000),
      (899_999_000, 0), (899_999_000, 1_800_000_000), (900_000_000, 900_000_000),
      (-899_999_500, 100), (-900_000_000, -1_700_000_000),
      (600_000_000, -1_799_999_990), (600_000_000, 1_799_999_990),
    ]
    let attributes = coordinates.enumerated().map { index, coordinate in
      BoothAttributes.sample("\(index)", "same").with {
        $0.coordinate = StoredCoordinate(latitudeE7: coordinate.0, longitudeE7: coordinate.1)!
      }
    }
    let outcome = try await catalogue.run(attributes)
    #expect(outcome.duplicates.map(\.externalID) == ["1", "2", "4", "5", "7", "9"])
    #expect(outcome.duplicates.map(\.original.number) == [1, 1, 2, 2, 3, 4])
  }
}

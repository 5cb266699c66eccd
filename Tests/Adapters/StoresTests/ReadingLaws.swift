import Basics
import Booths
import Foundation
import Stores
import Support
import Synchronization
import Testing
import Workload

@Suite("Reading the catalogue")
struct ReadingLaws {
  @Test("All booths are read by ascending number, with their version")
  func loads() async throws {
    let catalogue = try await CatalogueUnderTest()
    let nothing = try await catalogue.store.loadAll(into: 0) { count, batch in count += 1 }
    #expect(nothing.state == 0 && nothing.version == 0)
    try await catalogue.run((0..<1100).map { .sample("\($0)", "booth \($0)") })
    let loaded = try await catalogue.store.loadAll(into: [Int64]()) { $0 += $1.map(\.id.number) }
    #expect(loaded.state == Array(1...1100) && loaded.version == 1)
  }

  @Test("Booths are listed after a given one, with all filters")
  func lists() async throws {
    let catalogue = try await CatalogueUnderTest()
    let brands = ["Photo Gray", "ｐｈｏｔｏｇｒａｙ", "other", nil]
    try await catalogue.run(
      (0..<1200).map { index in
        BoothAttributes.sample("\(index)", "booth \(index)").with {
          $0.brand = brands[index % 4]
          $0.status = index % 3 == 0 ? .closed : .operating
        }
      })
    try await catalogue.run([.sample("x", "x")], source: "busan")
    func list(_ filter: BoothListFilter, after id: Int64? = nil, limit: Int = 5) async throws -> [Int64] {
      try await catalogue.store.booths(after: id.map { BoothID($0) }, limit: limit, matching: filter).map(\.id.number)
    }
    #expect(try await list(BoothListFilter()) == [1, 2, 3, 4, 5])
    #expect(try await list(BoothListFilter(), after: 1198) == [1199, 1200, 1201])
    #expect(try await list(BoothListFilter(source: "busan")) == [1201])
    #expect(try await list(BoothListFilter(source: "nowhere")).isEmpty)
    #expect(try await list(BoothListFilter(brands: ["photogray"], statuses: [.closed])) == [1, 10, 13, 22, 25])
    #expect(try await list(BoothListFilter(brands: ["PHOTO GRAY"]), limit: 9999).count == 600)
    #expect(try await list(BoothListFilter(brands: ["OTHER", "Photo Gray"]), limit: 9999).count == 900)
    #expect(try await list(BoothListFilter(statuses: [.closed, .unknown]), limit: 9999).count == 400)
    #expect(try await list(BoothListFilter(brands: ["nobody"])).isEmpty)
    #expect(try await list(BoothListFilter(), limit: 0).isEmpty)
    #expect(try await list(BoothListFilter(), limit: -3).isEmpty)
  }

  @Test("The changes since a version are read")
  func changes() async throws {
    let catalogue = try await CatalogueUnderTest()
    let attributes = (1...5).map { BoothAttributes.sample("\($0)", "booth \($0)") }
    try await catalogue.run(attributes)
    try await catalogue.run([attributes[1].with { $0.cuts = 6 }, .sample("6", "booth 6")])
    try await catalogue.edit("5", [.phone]) { $0.phone = "1" }
    let store = catalogue.store
    let latest = try #require(try await catalogue.changes(since: 2))
    #expect(latest.version == 3)
    #expect(latest.changed.map(\.id.number) == [5])
    #expect(latest.changed == [try await catalogue.all()[4]])
    #expect(try await catalogue.changes(since: 1)?.changed.map(\.id.number) == [2, 5, 6])
    #expect(try await catalogue.changes(since: 0)?.changed.count == 6)
    let none = try #require(try await catalogue.changes(since: 3))
    #expect(none.changed.isEmpty && none.removed.isEmpty)
    _ = try await store.rollBack(2, at: CatalogueUnderTest.start)
    let back = try #require(try await catalogue.changes(since: 3))
    #expect((back.changed.map(\.id.number), back.removed) == ([2], [BoothID(6)]))
  }

  @Test("A booth counts once among the changes, however often it was edited")
  func manySteps() async throws {
    let directory = try ScratchDirectory()
    let database = try await TestDatabase.open(directory.url.appendingPathComponent("catalogue.sqlite").path)
    let catalogue = CatalogueUnderTest(try await SQLCatalogueStore(database, maxChange: 3), directory)
    try await catalogue.run((1...5).map { .sample("\($0)", "booth \($0)") })
    let start = try await Catalogue.load(from: catalogue.store)
    func changed() async throws -> [Int64]? {
      try await catalogue.store.changes(since: start.version, mark: start.mark)?.changed.map(\.id.number)
    }
    try await catalogue.edit("2", [.phone]) { $0.phone = "before all others" }
    for number in 1...5 { try await catalogue.edit("1", [.phone]) { $0.phone = "\(number)" } }
    #expect(try await changed() == [1, 2])
    try await catalogue.run([BoothAttributes.sample("3", "booth 3").with { $0.cuts = 4 }])
    #expect(try await changed() == [1, 2, 3])
    for number in 1...5 { try await catalogue.edit("4", [.phone]) { $0.phone = "\(number)" } }
    #expect(try await changed() == nil)
    let refreshed = try await start.refreshed(from: catalogue.store)
    let all = try await catalogue.all()
    #expect(refreshed.all(limit: .max).map { refreshed.record($0).booth.attributes } == all.map(\.attributes))
  }

  @Test("A large change and an unknown version require a full reload")
  func tooMuch() async throws {
    let catalogue = try await CatalogueUnderTest()
    try await catalogue.run((0..<20_001).map { .sample("\($0)", "booth \($0)") })
    #expect(try await catalogue.changes(since: 0)?.version == nil)
    #expect(try await catalogue.changes(since: 2)?.version == nil)
    #expect(try await catalogue.changes(since: -1)?.version == nil)
    #expect(try await catalogue.changes(since: 1)?.version == 1)
  }
}

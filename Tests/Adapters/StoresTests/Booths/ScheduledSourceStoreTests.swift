import Basics
import Booths
import Foundation
import SQL
import Support
import Testing
import Workload

@testable import Stores

@Suite("The store of sources on a schedule")
struct ScheduledSourceStoreTests {
  private let start = Timestamp(seconds: 1_800_000_000)

  @Test("A due source is leased once, and is free again after its check or its lease")
  func leases() async throws {
    let directory = try ScratchDirectory()
    let database = try await TestDatabase.open(directory.url.appendingPathComponent("sources.sqlite").path)
    try await database.prepareStores()
    let store = SQLScheduledSourceStore(database)
    let source = ScheduledSource(
      name: "도시", location: "https://example.com/a?b=c", interval: 3600, maxPercent: 5, allowsPrivate: true,
      parameters: ["only": "amenity=photo_booth", "map": "name=\"상호\""], dueAt: start)
    #expect(try await store.add(source))
    #expect(try await !store.add(source))
    #expect(try await store.list(limit: 9) == [source])

    let lease = start.advanced(seconds: 100)
    #expect(try await store.leaseDue(at: start.advanced(seconds: -1), until: lease) == nil)
    var leased = try #require(try await store.leaseDue(at: start, until: lease))
    #expect(leased == source)
    #expect(try await store.leaseDue(at: start.advanced(seconds: 99), until: lease) == nil)
    #expect(try await store.lease("도시", at: start.advanced(seconds: 99), until: lease) == nil)
    (leased.state, leased.message, leased.validator) = (.waiting, "Too much.", "\"v1\"")
    (leased.checkedAt, leased.dueAt) = (start, start.advanced(seconds: 3600))
    // Whose lease has ended changes nothing.
    try await store.finish(leased, lease: start.advanced(seconds: 7))
    #expect(try await store.list(limit: 9) == [source])
    try await store.finish(leased, lease: lease)
    #expect(try await store.list(limit: 9) == [leased])

    #expect(try await store.leaseDue(at: start.advanced(seconds: 3599), until: lease) == nil)
    // A process that was killed leaves its lease.
    let late = start.advanced(seconds: 9000)
    #expect(try await store.lease("도시", at: start.advanced(seconds: 10), until: late) != nil)
    #expect(try await store.leaseDue(at: late.advanced(seconds: -1), until: late) == nil)
    #expect(try await store.leaseDue(at: late, until: late.advanced(seconds: 100)) != nil)
    #expect(try await store.remove("도시"))
    #expect(try await !store.remove("도시"))
  }
}

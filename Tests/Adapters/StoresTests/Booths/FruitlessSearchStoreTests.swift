import Booths
import Foundation
import SQL
import Support
import Testing
import Workload

@testable import Stores

@Suite("The store of searches without a booth")
struct FruitlessSearchStoreTests {
  @Test("Counts of a day are added up, the most frequent texts come first, and old days are removed")
  func counts() async throws {
    let directory = try ScratchDirectory()
    let database = try await TestDatabase.open(directory.url.appendingPathComponent("searches.sqlite").path)
    try await database.prepareStores()
    let store = SQLFruitlessSearchStore(database)
    #expect(try await store.list(limit: 9).isEmpty)
    try await store.add(["없는 사진관": 5, "gone": 7], on: 20_000)
    try await store.add(["없는 사진관": 1], on: 20_000)
    try await store.add(["없는 사진관": 5], on: 20_001)
    #expect(
      try await store.list(limit: 9) == [
        FruitlessSearch(text: "없는 사진관", count: 11, lastDay: 20_001),
        FruitlessSearch(text: "gone", count: 7, lastDay: 20_000),
      ])
    #expect(try await store.list(limit: 1).map(\.text) == ["없는 사진관"])
    try await store.remove(before: 20_001)
    #expect(try await store.list(limit: 9) == [FruitlessSearch(text: "없는 사진관", count: 5, lastDay: 20_001)])
  }
}

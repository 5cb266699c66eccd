import Basics
import Booths
import Foundation
import SQL
import Stores
import Support
import Testing
import Workload

/// An empty catalogue, with short words for what tests do.
struct CatalogueUnderTest: Sendable {
  let store: any CatalogueStore
  /// Where the database is, if there is one.
  let path: String
  private let directory: ScratchDirectory
  private let database: (any Database)?

  init() async throws {
    directory = try ScratchDirectory()
    path = directory.url.appendingPathComponent("catalogue.sqlite").path
    let database = try await TestDatabase.open(path)
    (store, self.database) = (try await SQLCatalogueStore(database), database)
  }

  /// A catalogue that is there already.
  init(_ store: any CatalogueStore, _ directory: ScratchDirectory) {
    self.store = store
    self.directory = directory
    path = directory.url.path
    database = nil
  }

  static let start = Timestamp(seconds: 1_800_000_000)

  @discardableResult
  func run(
    _ attributes: [BoothAttributes], rejected: [RejectedRow] = [], source: String = "seoul",
    overwritesEdits: Bool = false,
    isDryRun: Bool = false
  ) async throws -> ImportOutcome {
    let request = ImportRequest(
      source: source, file: "\(source).csv", startedAt: Self.start, overwritesEdits: overwritesEdits,
      isDryRun: isDryRun)
    return try await store.importRows(
      request, ListedRows(attributes, rejected: rejected), onRejected: { _ in }, progress: { _ in })
  }

  /// The changes since a version, for one who has seen it.
  func changes(since version: Int64) async throws -> CatalogueChanges? {
    let mark = try await database?.read { connection in
      try connection.first("SELECT mark FROM catalogue_step WHERE version = $1", [.integer(version)]) { $0.text(0) }
    }
    return try await store.changes(since: version, mark: mark ?? "")
  }

  /// Every booth, in the order in which the store hands them over.
  func all() async throws -> [Booth] {
    try await store.loadAll(into: []) { $0 += $1 }.state
  }

  /// Edits one field of the booth with an identifier.
  @discardableResult
  func edit(
    _ externalID: String, _ fields: Set<BoothField>, _ change: @escaping @Sendable (inout BoothAttributes) -> Void
  ) async throws -> Booth {
    let booth = try #require(try await all().first { $0.attributes.externalID == externalID })
    return try await store.edit(booth.id, at: Self.start) { attributes in
      change(&attributes)
      return fields
    }
  }
}

/// The six numbers of an outcome, for one comparison.
func counts(
  added: Int = 0, changed: Int = 0, unchanged: Int = 0, closed: Int = 0, duplicate: Int = 0, rejected: Int = 0
) -> ImportCounts {
  var counts = ImportCounts()
  counts.added = added
  counts.changed = changed
  counts.unchanged = unchanged
  counts.closed = closed
  counts.duplicate = duplicate
  counts.rejected = rejected
  return counts
}

extension BoothAttributes {
  /// The same with something changed.
  func with(_ change: (inout BoothAttributes) -> Void) -> BoothAttributes {
    var attributes = self
    change(&attributes)
    return attributes
  }
}

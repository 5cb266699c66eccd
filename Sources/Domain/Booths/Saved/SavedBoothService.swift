package import Basics

package struct SavedBoothService: Sendable {
  private let store: any SavedBoothStore
  private let exists: @Sendable (BoothID) -> Bool
  private let clock: @Sendable () -> Timestamp

  package static let maxCount = 1_000
  /// The maximum number of booths that a device adds at once.
  package static let maxMerged = 100

  package init(
    store: any SavedBoothStore, exists: @escaping @Sendable (BoothID) -> Bool,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    (self.store, self.exists, self.clock) = (store, exists, clock)
  }

  /// The saved booths, latest first; also those that the catalogue no longer has.
  package func booths(of account: AccountID) async throws -> [BoothID] { try await store.booths(of: account) }

  /// Saves a booth. Saving twice is no error, and keeps the first time.
  /// - Throws: `DomainError` `booth-unknown` (notFound), `saved-booths-full` (conflict), `token-unusable`.
  package func save(_ booth: BoothID, by account: AccountID) async throws {
    guard exists(booth) else {
      throw DomainError(.notFound, "booth-unknown", "There is no booth number \(booth).", field: "id")
    }
    try await store.add([booth], of: account, maxCount: Self.maxCount, at: clock())
  }

  /// Saves the booths that a device has saved without an account, the latest first. Those that the catalogue does not
  /// have are left out.
  /// - Throws: `DomainError` `booths-too-many` (invalid), `saved-booths-full` (conflict), `token-unusable`.
  package func merge(_ booths: [BoothID], by account: AccountID) async throws {
    guard booths.count <= Self.maxMerged else {
      throw DomainError(
        .invalid, "booths-too-many", "Send at most \(Self.maxMerged) booths at once.", field: "booths")
    }
    let known = booths.filter(exists)
    guard !known.isEmpty else { return }
    try await store.add(known, of: account, maxCount: Self.maxCount, at: clock())
  }

  /// Removes a booth, if it was saved.
  package func remove(_ booth: BoothID, by account: AccountID) async throws {
    try await store.remove(booth, of: account)
  }
}

/// The store of saved booths. Each change is one transaction.
package protocol SavedBoothStore: Sendable {
  /// Latest first.
  func booths(of account: AccountID) async throws -> [BoothID]

  /// Adds the booths that are not saved, the first one as the latest; all or none.
  /// - Throws: `DomainError` `saved-booths-full` if there were more than `maxCount` then, `token-unusable` if the account
  ///   is gone.
  func add(_ booths: [BoothID], of account: AccountID, maxCount: Int, at instant: Timestamp) async throws

  func remove(_ booth: BoothID, of account: AccountID) async throws
}

extension DomainError {
  package static func savedBoothsFull(_ maxCount: Int) -> DomainError {
    DomainError(
      .conflict, "saved-booths-full", "At most \(maxCount) booths can be saved: remove some that you no longer need.")
  }
}

package import Basics

package struct SavedBoothService: Sendable {
  private let store: any SavedBoothStore
  private let catalogue: @Sendable () -> Catalogue
  private let clock: @Sendable () -> Timestamp

  package static let maxCount = 1_000
  /// The maximum number of booths that a device adds at once.
  package static let maxMerged = 100
  /// How many people are notified in one transaction.
  private static let batch = 100

  package init(
    store: any SavedBoothStore, catalogue: @escaping @Sendable () -> Catalogue,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    (self.store, self.catalogue, self.clock) = (store, catalogue, clock)
  }

  /// The saved booths, latest first; also those that the catalogue no longer has.
  package func booths(of account: AccountID) async throws -> [BoothID] { try await store.booths(of: account) }

  /// Saves a booth. Saving twice is no error, and keeps the first time.
  /// - Throws: `DomainError` `booth-unknown` (notFound), `saved-booths-full` (conflict), `token-unusable`.
  package func save(_ booth: BoothID, by account: AccountID) async throws {
    let found = SavedBooth(booth, in: catalogue())
    guard found.presence != .removed else {
      throw DomainError(.notFound, "booth-unknown", "There is no booth number \(booth).", field: "id")
    }
    try await store.add([found], of: account, maxCount: Self.maxCount, at: clock())
  }

  /// Saves the booths that a device has saved without an account, the latest first. Those that the catalogue does not
  /// have are left out.
  /// - Throws: `DomainError` `booths-too-many` (invalid), `saved-booths-full` (conflict), `token-unusable`.
  package func merge(_ booths: [BoothID], by account: AccountID) async throws {
    guard booths.count <= Self.maxMerged else {
      throw DomainError(
        .invalid, "booths-too-many", "Send at most \(Self.maxMerged) booths at once.", field: "booths")
    }
    let catalogue = catalogue()
    let known = booths.map { SavedBooth($0, in: catalogue) }.filter { $0.presence != .removed }
    guard !known.isEmpty else { return }
    try await store.add(known, of: account, maxCount: Self.maxCount, at: clock())
  }

  /// Removes a booth, if it was saved.
  package func remove(_ booth: BoothID, by account: AccountID) async throws {
    try await store.remove(booth, of: account)
  }

  /// Notifies people that a booth that they have saved has closed, has opened again, was removed from the catalogue, or
  /// has other opening hours or another price since this was last called. Any number of processes may call it, also with
  /// older catalogues.
  /// Complexity: O(saved booths), and a transaction for some of the people who have saved a booth that has changed.
  package func notifyOfChanges() async throws {
    let (catalogue, instant) = (catalogue(), clock())
    for (booth, recorded) in try await store.recorded() {
      let found = SavedBooth(booth, in: catalogue)
      guard found.differs(from: recorded) else { continue }
      while try await store.update(found, limit: Self.batch, at: instant) == Self.batch {
        try Task.checkCancellation()
      }
    }
  }
}

/// Whether a booth can be visited, as far as people who have saved it are notified.
package enum BoothPresence: String, Hashable, Sendable {
  case present
  case closed
  /// The catalogue does not have it any more.
  case removed
}

/// What is recorded of a saved booth; nil each for what older programs did not record.
package struct SavedBoothRecord: Hashable, Sendable {
  package let presence: BoothPresence?
  package let openingHours: String?
  package let price: String?

  package init(presence: BoothPresence?, openingHours: String?, price: String?) {
    (self.presence, self.openingHours, self.price) = (presence, openingHours, price)
  }
}

/// What a version of the catalogue says of a booth that people save.
package struct SavedBooth: Hashable, Sendable {
  package let id: BoothID
  package let presence: BoothPresence
  /// Nil if it was removed.
  package let name: String?
  /// As written; empty if unknown.
  package let openingHours: String
  /// In digits; empty if unknown.
  package let price: String
  package let catalogueVersion: Int64

  package init(_ id: BoothID, in catalogue: Catalogue) {
    let record = catalogue.ordinal(of: id).map(catalogue.record)
    self.id = id
    presence = record.map { $0.status == .closed ? .closed : .present } ?? .removed
    name = record.map { String(decoding: $0.name, as: UTF8.self) }
    openingHours = record.map { String(decoding: $0.openingHours, as: UTF8.self) } ?? ""
    price = record?.price.map(String.init) ?? ""
    catalogueVersion = catalogue.version
  }

  func differs(from recorded: SavedBoothRecord) -> Bool {
    if presence == .removed { return recorded.presence != .removed }
    return recorded != SavedBoothRecord(presence: presence, openingHours: openingHours, price: price)
  }
}

/// The store of saved booths. Each change is one transaction.
package protocol SavedBoothStore: Sendable {
  /// Latest first.
  func booths(of account: AccountID) async throws -> [BoothID]

  /// Adds the booths that are not saved, the first one as the latest; all or none.
  /// - Throws: `DomainError` `saved-booths-full` if there were more than `maxCount` then, `token-unusable` if the account
  ///   is gone.
  func add(_ booths: [SavedBooth], of account: AccountID, maxCount: Int, at instant: Timestamp) async throws

  /// Removes a booth, with the notices of it.
  func remove(_ booth: BoothID, of account: AccountID) async throws

  /// Each saved booth with what is recorded of it, once for each different record.
  func recorded() async throws -> [(booth: BoothID, record: SavedBoothRecord)]

  /// Records what became of a booth, and notifies those for whom something else was recorded of an older catalogue: of
  /// its presence, else of its opening hours, else of its price. Hours or a price that are known for the first time, or
  /// no longer, are recorded only.
  /// - Parameter limit: for how many accounts a change of each of these is recorded.
  /// - Returns: The largest of these numbers.
  func update(_ booth: SavedBooth, limit: Int, at instant: Timestamp) async throws -> Int
}

extension DomainError {
  package static func savedBoothsFull(_ maxCount: Int) -> DomainError {
    DomainError(
      .conflict, "saved-booths-full", "At most \(maxCount) booths can be saved: remove some that you no longer need.")
  }
}

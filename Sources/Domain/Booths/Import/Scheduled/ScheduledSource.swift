package import Basics

/// A source of booths that is fetched and imported again and again.
package struct ScheduledSource: Hashable, Sendable {
  /// What the last check did.
  package enum State: String, Hashable, Sendable {
    /// It was not checked yet.
    case new
    case imported
    /// The file is that of the last import.
    case unchanged
    /// The file would change more than is allowed: an operator has to decide.
    case waiting
    /// The file could not be fetched or read.
    case failed
  }

  package let name: String
  /// An address, or the path of a file.
  package let location: String
  /// Seconds between two checks.
  package let interval: Int64
  /// How many percent of the source's booths may vanish or move before an operator has to decide.
  package let maxPercent: Int
  /// Whether the address may be one of a private network.
  package let allowsPrivate: Bool
  /// The parameters of the import as texts, by name, and the key of another server.
  package let parameters: [String: String]
  package var dueAt: Timestamp
  package var checkedAt: Timestamp?
  package var state = State.new
  /// What the last check found, as a sentence.
  package var message = ""
  /// `ETag` or `Last-Modified` of the imported file.
  package var validator: String?

  package static let standardMaxPercent = 10

  package init(
    name: String, location: String, interval: Int64, maxPercent: Int = standardMaxPercent, allowsPrivate: Bool = false,
    parameters: [String: String] = [:], dueAt: Timestamp
  ) {
    (self.name, self.location, self.interval, self.maxPercent) = (name, location, interval, maxPercent)
    (self.allowsPrivate, self.parameters, self.dueAt) = (allowsPrivate, parameters, dueAt)
  }

  /// The parameter with the public key of another server, in Base64.
  package static let publicKey = "public_key"

  /// The key that has to have signed the snapshot of another server; nil for a file.
  package var publicKey: String? { parameters[Self.publicKey] }

  /// Whether an operator has to look at it.
  package var needsOperator: Bool { state == .waiting || state == .failed }
}

/// Keeps the sources that are fetched on a schedule. A check holds a lease, so that of several processes one does it.
package protocol ScheduledSourceStore: Sendable {
  /// Adds a source. False if there is one of that name.
  func add(_ source: ScheduledSource) async throws -> Bool
  func remove(_ name: String) async throws -> Bool
  /// The sources by name, at most `limit`.
  func list(limit: Int) async throws -> [ScheduledSource]
  /// Leases the source that has been due for longest, until an instant; nil if none is due and free.
  func leaseDue(at instant: Timestamp, until lease: Timestamp) async throws -> ScheduledSource?
  /// Leases a source, whether it is due or not; nil if there is none or another process checks it.
  func lease(_ name: String, at instant: Timestamp, until lease: Timestamp) async throws -> ScheduledSource?
  /// Stores what a check found, and ends its lease.
  func finish(_ source: ScheduledSource, lease: Timestamp) async throws
}

import Basics

/// How unreferenced photos are removed: they are claimed in one transaction, then their bytes are removed, then another
/// transaction removes their rows. Bytes are never removed inside a transaction, which may be rolled back or repeated.
///
/// A recorded photo has its bytes: while a photo is claimed nobody can use it, and an upload of the same photo waits
/// until its row is gone, so that no removal can meet the bytes of the upload. A claim ends by itself. A claim that a
/// crash leaves is ended by the next upload of that photo, which stores its bytes again, or by the next clean-up.
enum PhotoRemoval {
  /// Seconds for which a claim lasts.
  private static let claimLifetime: Int64 = 180
  /// Seconds from the claim within which removals of bytes begin. The last one ends a minute later; what is left is for
  /// clocks of other nodes that are ahead.
  private static let removalTime: Int64 = 60
  private static let searchSize = 10_000
  private static let batch = 100

  /// - Returns: The number of removed photos.
  static func run(
    _ register: any PhotoRegister, _ store: any PhotoStore, unusedBefore instant: Timestamp,
    clock: @Sendable () -> Timestamp
  ) async throws -> Int {
    var total = 0
    while true {
      let found = try await register.unused(before: instant, at: clock(), limit: searchSize)
      var removed = 0
      for start in stride(from: 0, to: found.count, by: batch) {
        let some = Array(found[start..<min(start + batch, found.count)])
        let now = clock()
        let end = now.advanced(seconds: claimLifetime)
        let claimed = try await register.claim(some, unusedBefore: instant, at: now, until: end)
        try await removeBytes(of: claimed, from: store, before: now.advanced(seconds: removalTime), clock)
        removed += try await register.removeClaimed(claimed, until: end)
      }
      total += removed
      if removed == 0 || found.count < searchSize { return total }
    }
  }

  private static func removeBytes(
    of names: [PhotoName], from store: any PhotoStore, before deadline: Timestamp, _ clock: () -> Timestamp
  ) async throws {
    for name in names {
      guard clock() < deadline else {
        throw DomainError(
          .unavailable, "photos-busy", "Unused photos are removed too slowly; the next clean-up continues.")
      }
      try await store.remove(PhotoKey.all(of: name))
    }
  }
}

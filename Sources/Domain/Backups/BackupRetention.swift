import Basics

/// How long backups are kept. The newest is always kept, and the newest that is continued by a log.
package struct BackupRetention: Hashable, Sendable {
  /// The maximum number; nil for no limit.
  package var maxCount: Int?
  /// None older than this, in seconds; nil: of any age.
  package var maxAge: Int64?

  package init(maxCount: Int? = nil, maxAge: Int64? = nil) {
    (self.maxCount, self.maxAge) = (maxCount, maxAge)
  }

  /// Seconds after which a backup is removed that is kept no longer, and which a running backup may take at most.
  ///
  /// A running backup refers to objects of the one that was the newest when it began. That one is kept no longer once
  /// there is a newer one, and removed this much later; by then the running backup has ended. So no lock is needed, and
  /// none is left behind by a crash.
  static let grace: Int64 = 86_400

  /// The backups that may be removed now.
  /// - Parameter backups: all that there are.
  func removable(of backups: [BackupManifest], at now: Timestamp) -> [BackupManifest] {
    outlived(by: backups, at: now.advanced(seconds: -Self.grace))
  }

  /// The backups that are kept no longer at an instant, seen from that instant.
  func outlived(by backups: [BackupManifest], at instant: Timestamp) -> [BackupManifest] {
    let newestFirst = backups.filter { $0.finished <= instant }.sorted { $0.id > $1.id }
    let continued = newestFirst.first { $0.log != nil }?.id
    return newestFirst.enumerated().dropFirst().filter { position, backup in
      backup.id != continued && isOutlived(backup, position, at: instant)
    }.map(\.element)
  }

  private func isOutlived(_ backup: BackupManifest, _ position: Int, at instant: Timestamp) -> Bool {
    maxCount.map { position >= $0 } ?? false
      || maxAge.map { backup.id.instant.advanced(seconds: $0) < instant } ?? false
  }
}

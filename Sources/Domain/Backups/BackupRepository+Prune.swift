import Basics

extension BackupRepository {
  package struct Pruned: Sendable {
    package let backups: [BackupID]
    /// The number of objects that were removed, those of backups that were broken off included.
    package let objects: Int
    /// The number of backups that are kept no longer, and are removed once a day has passed.
    package let waiting: Int
  }

  /// Removes backups that are kept no longer, and objects that no backup needs.
  /// - Throws: `DomainError` of a manifest or a list of photos that can't be read, before anything is removed: what it
  ///   needs is not known; errors of the target.
  package func prune(_ retention: BackupRetention) async throws -> Pruned {
    let now = clock()
    let manifests = try await list().map { listed in
      switch listed {
      case .readable(let manifest): manifest
      case .unreadable(_, let error): throw Self.notPruned(error)
      }
    }
    let removable = retention.removable(of: manifests, at: now)
    let kept = manifests.filter { manifest in !removable.contains { $0.id == manifest.id } }
    var needed: Set<String> = []
    for manifest in kept {
      for file in manifest.files + manifest.photoLists { needed.formUnion(file.objects.map(\.path)) }
      do {
        needed.formUnion(try await photos(of: manifest).map(\.object.path))
      } catch let error as DomainError where error.kind == .conflict {
        throw Self.notPruned(error)
      }
    }
    // The manifests first: one without its objects would be no backup.
    try await target.remove(removable.map { BackupPath.manifest($0.id) })
    let unneeded = try await target.list(BackupPath.objects).filter { path in
      !needed.contains(path) && isOld(BackupPath.backup(ofObject: path), at: now)
    }
    let log = try await unneededLog(of: kept, at: now)
    try await target.remove(unneeded + log)
    try await removeLeftovers(at: now)
    return Pruned(
      backups: removable.map(\.id), objects: unneeded.count + log.count,
      waiting: retention.outlived(by: kept, at: now).count)
  }

  /// The paths of what no backup is continued by: segments and their photos. The last segment before a backup stays,
  /// since the next one names it.
  private func unneededLog(of kept: [BackupManifest], at now: Timestamp) async throws -> [String] {
    let needed = Dictionary(kept.compactMap(\.log).map { ($0.generation, $0.after) }, uniquingKeysWith: min)
    return try await target.list(BackupPath.log).filter { path in
      guard let entry = BackupPath.logEntry(path) else { return false }
      return needed[entry.generation].map { entry.number < $0 } ?? isOld(entry.generation, at: now)
    }
  }

  /// Whether no running backup can have stored it.
  private func isOld(_ id: BackupID?, at now: Timestamp) -> Bool {
    id.map { $0.instant.advanced(seconds: BackupRetention.grace) < now } ?? false
  }

  /// Removes announcements and unfinished manifests of backups that were broken off, and what checks have left.
  private func removeLeftovers(at now: Timestamp) async throws {
    let manifests = try await target.list(BackupPath.manifests)
    // Targets may add something to the name of a file that is not written as a whole yet.
    let unfinished = manifests.filter { path in
      let name = path.dropFirst(BackupPath.manifests.count)
      return BackupID(name) == nil && isOld(BackupID(name.prefix(28)), at: now)
    }
    let announcements = try await target.list(BackupPath.running).filter { path in
      isOld(BackupID(path.dropFirst(BackupPath.running.count).prefix(28)), at: now)
    }
    try await target.remove(unfinished + announcements + target.list(BackupPath.probes))
  }

  private static func notPruned(_ error: DomainError) -> DomainError {
    DomainError(
      error.kind, error.code,
      "\(error.message) Nothing was removed, since it is not known what this backup needs: remove its file in backups/ "
        + "by hand if it is of no use.")
  }
}

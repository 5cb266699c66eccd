import Basics
import Concurrency

/// How far a backup or its restoring is.
package struct BackupProgress: Sendable {
  package let photos: Int
  package let total: Int
}

extension BackupRepository {
  /// Bytes of a database for each object. Pages stay where they are, so that only changed pieces are stored again.
  private static let pieceBytes = 1 << 20
  /// Transfers at once; each holds an object in memory.
  static let maxTransfers = 8

  /// Makes a backup: stores what the newest backup does not have, then the manifest.
  ///
  /// Several backups and `prune` may run at once, see `BackupRetention.grace`. What fails leaves objects that no
  /// manifest names: they are removed at once if possible, otherwise by `prune`.
  /// - Parameter source: what to back up. It is opened once this backup is announced.
  /// - Throws: `DomainError` `backup-too-slow` (unavailable); errors of the source and the target.
  package func create(
    from source: () async throws -> any BackupSource, _ report: @escaping @Sendable (BackupProgress) -> Void = { _ in }
  ) async throws -> BackupManifest {
    let id = BackupID(at: clock(), random: random)
    try await announce(id)
    return try await create(id, from: source, report)
  }

  /// The same, if the newest backup is older than some seconds and no other one is being made.
  /// - Returns: Nil if it is not due, or is made elsewhere.
  package func createIfDue(
    every interval: Int64, from source: () async throws -> any BackupSource
  ) async throws -> BackupManifest? {
    guard try await isDue(every: interval) else { return nil }
    let id = BackupID(at: clock(), random: random)
    try await announce(id)
    // If two have announced themselves, at least one sees the other. Another one may have ended since.
    guard try await !isOtherRunning(than: id), try await isDue(every: interval) else {
      try? await target.remove([BackupPath.running(id)])
      return nil
    }
    return try await create(id, from: source) { _ in }
  }

  private func isDue(every interval: Int64) async throws -> Bool {
    guard let newest = try await newestReadable() else { return true }
    return newest.id.instant.advanced(seconds: interval) <= clock()
  }

  private func create(
    _ id: BackupID, from source: () async throws -> any BackupSource,
    _ report: @escaping @Sendable (BackupProgress) -> Void
  ) async throws -> BackupManifest {
    async let _: Void = keepAnnouncing(id)
    do {
      let source = try await source()
      var manifest = BackupManifest(id: id, origin: source.origin, finished: clock())
      manifest.log = source.log
      let base = try await newestReadable()
      try await store(source, after: base, in: &manifest, report)
      try await target.synchronize()
      manifest.finished = clock()
      guard manifest.finished < id.instant.advanced(seconds: BackupRetention.grace - 3600) else { throw tooSlow }
      try await target.put(stored(manifest.json, for: BackupPath.manifest(id)), at: BackupPath.manifest(id))
      try await target.synchronize()
      try? await target.remove([BackupPath.running(id)])
      return manifest
    } catch {
      await discard(id)
      throw error
    }
  }

  /// Removes what an unfinished backup has stored, so that a full disk does not stay full. What fails here is left to
  /// `prune`.
  private func discard(_ id: BackupID) async {
    // Also if the task is cancelled, which ends all requests.
    await Task {
      // First: it may be there although storing it failed, and without its objects it would be no backup.
      do { try await target.remove([BackupPath.manifest(id)]) } catch { return }
      let objects = (try? await target.list(BackupPath.objects(of: id))) ?? []
      try? await target.remove(objects + [BackupPath.running(id)])
    }.value
  }

  private var tooSlow: DomainError {
    DomainError(
      .unavailable, "backup-too-slow",
      "The backup took longer than 23 hours, so that what it refers to may be removed meanwhile: it was not finished.")
  }

  // MARK: Announcements

  /// Seconds after which a backup that has not announced itself again counts as broken off.
  private static let announcementLifetime: Int64 = 300

  private func announce(_ id: BackupID) async throws {
    try await target.put(Array(clock().rfc3339.utf8), at: BackupPath.running(id))
  }

  /// Announces a backup again each minute, until the task is cancelled.
  private func keepAnnouncing(_ id: BackupID) async {
    while (try? await Task.sleep(for: .seconds(60))) != nil { try? await announce(id) }
  }

  private func isOtherRunning(than id: BackupID) async throws -> Bool {
    let oldest = clock().advanced(seconds: -Self.announcementLifetime)
    for path in try await target.list(BackupPath.running) where path != BackupPath.running(id) {
      guard let bytes = try await target.get(path) else { continue }
      if let instant = Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self)), instant > oldest { return true }
    }
    return false
  }

  // MARK: Content

  private func store(
    _ source: any BackupSource, after base: BackupManifest?, in manifest: inout BackupManifest,
    _ report: @escaping @Sendable (BackupProgress) -> Void
  ) async throws {
    // Lost objects are stored again.
    let present = base == nil ? [] : Set(try await target.list(BackupPath.objects))
    let stored = (base.map { $0.files + $0.photoLists } ?? []).flatMap(\.objects).filter { present.contains($0.path) }
    let known = Dictionary(stored.map { ($0.name, $0) }) { first, _ in first }
    for file in source.files {
      manifest.files.append(
        try await store(file.name, known, &manifest) { try await file.bytes(at: $0, count: Self.pieceBytes) })
    }
    let before = try await intactPhotos(of: base).filter { present.contains($0.object.path) }
    let photos = try await storePhotos(of: source, after: before, in: &manifest, report)
    for (backup, photos) in Dictionary(grouping: photos, by: \.object.backup).sorted(by: { $0.key < $1.key }) {
      let list = photos.list
      manifest.photoLists.append(
        try await store(backup.description, known, &manifest) { offset in
          Array(list[min(offset, list.count)..<min(offset + Self.pieceBytes, list.count)])
        })
    }
  }

  /// Stores a file in pieces, except those that are known.
  private func store(
    _ name: String, _ known: [String: BackupManifest.ObjectReference], _ manifest: inout BackupManifest,
    _ bytes: @escaping @Sendable (_ offset: Int) async throws -> [UInt8]
  ) async throws -> BackupManifest.File {
    var file = BackupManifest.File(name: name, size: 0, objects: [])
    let id = manifest.id
    // In rounds, so that few pieces are in memory.
    while true {
      let offsets = (0..<Self.maxTransfers).map { file.size + $0 * Self.pieceBytes }
      let pieces = try await inParallel(offsets, limit: Self.maxTransfers) { offset in
        try Task.checkCancellation()
        let content = try await bytes(offset)
        guard !content.isEmpty else { return StoredPiece?.none }
        let name = try await work.run { [codec] in codec.name(of: content) }
        return try await store(content, name, of: id, unless: known[name])
      }.compactMap(\.self)
      for piece in pieces {
        file.size += piece.size
        file.objects.append(piece.object)
        manifest.addedBytes += piece.added
      }
      if pieces.count < Self.maxTransfers { return file }
    }
  }

  private struct StoredPiece {
    let object: BackupManifest.ObjectReference
    let size: Int
    /// The bytes sent to the target.
    let added: Int
  }

  private func store(
    _ content: [UInt8], _ name: String, of id: BackupID, unless known: BackupManifest.ObjectReference?
  ) async throws -> StoredPiece {
    if let known { return StoredPiece(object: known, size: content.count, added: 0) }
    let object = BackupManifest.ObjectReference(backup: id, name: name)
    let sealed = try await work.run { [codec] in codec.seal(content, for: object.path) }
    try await target.put(sealed, at: object.path)
    return StoredPiece(object: object, size: content.count, added: sealed.count)
  }

  // MARK: Photos

  private enum PhotoOutcome: Sendable {
    case stored(PhotoObject, added: Int)
    case missing
    /// Since the moment of the backup: it was in nobody's sight.
    case removed
    /// A form that this photo does not have.
    case absent
  }

  /// The photos of the base; none where their lists are damaged, so that all are stored again.
  private func intactPhotos(of base: BackupManifest?) async throws -> [PhotoObject] {
    guard let base else { return [] }
    do { return try await photos(of: base) } catch let error as DomainError where error.kind == .conflict { return [] }
  }

  /// Stores the photos that an earlier backup does not have.
  /// - Returns: all photo files.
  private func storePhotos(
    of source: any BackupSource, after before: [PhotoObject], in manifest: inout BackupManifest,
    _ report: @escaping @Sendable (BackupProgress) -> Void
  ) async throws -> [PhotoObject] {
    let known = Dictionary(before.map { ($0.key, $0) }) { first, _ in first }
    let total = try await source.photoCount()
    var (stored, count, last) = ([PhotoObject](), 0, String?.none)
    while true {
      let page = try await source.photos(after: last)
      guard let next = page.last else { return stored }
      let id = manifest.id
      let outcomes = try await inParallel(page, limit: Self.maxTransfers) { photo in
        try await store(photo, of: source, in: id, known)
      }
      for outcome in outcomes.joined() {
        switch outcome {
        case .stored(let photo, let added):
          stored.append(photo)
          manifest.photos += 1
          manifest.photoBytes += photo.size
          manifest.addedBytes += added
        case .missing: manifest.missingPhotos += 1
        case .removed: manifest.removedPhotos += 1
        case .absent: break
        }
      }
      (count, last) = (count + page.count, next.name)
      report(BackupProgress(photos: count, total: max(total, count)))
    }
  }

  private func store(
    _ photo: BackedUpPhoto, of source: any BackupSource, in id: BackupID, _ known: [String: PhotoObject]
  ) async throws -> [PhotoOutcome] {
    var outcomes: [PhotoOutcome] = []
    for form in photo.forms {
      try Task.checkCancellation()
      outcomes.append(try await store(form, of: photo.name, source, in: id, known[form.key]))
    }
    return outcomes
  }

  /// - Parameter known: what an earlier backup has stored for it.
  private func store(
    _ form: BackedUpPhoto.Form, of photo: String, _ source: any BackupSource, in id: BackupID, _ known: PhotoObject?
  ) async throws -> PhotoOutcome {
    if let recorded = form.recorded, let known, known.size == recorded.size,
      known.object.name == codec.name(ofHash: recorded.hash)
    {
      return .stored(known, added: 0)
    }
    guard let bytes = try await source.photo(form.key) else {
      guard form.recorded != nil else { return .absent }
      return try await source.isRecorded(photo) ? .missing : .removed
    }
    let name = try await work.run { [codec] in codec.name(of: bytes) }
    if let recorded = form.recorded, name != codec.name(ofHash: recorded.hash) { return .missing }
    let piece = try await store(bytes, name, of: id, unless: known.flatMap { $0.object.name == name ? $0.object : nil })
    return .stored(PhotoObject(key: form.key, size: piece.size, object: piece.object), added: piece.added)
  }
}

package import Basics
import Concurrency

extension BackupRepository {
  package struct Restored: Sendable {
    package fileprivate(set) var photos: Set<String> = []
    /// Photo files whose objects are missing or damaged; they are not restored.
    package fileprivate(set) var damagedPhotos: [DamagedPhoto] = []
    package fileprivate(set) var replay = Replay()
  }

  package struct DamagedPhoto: Sendable {
    package let key: String
    /// The path of the object at the target.
    package let path: String
  }

  /// Writes everything of a backup to a destination, and what its log has up to an instant. Every object is compared
  /// with its name.
  /// - Parameter instant: nil: everything that the log has. Before the backup nothing of the log is used.
  /// - Throws: `DomainError` `backup-damaged` (conflict) if a database, a secret or a list of photos is; errors of the
  ///   target and the destination.
  package func restore(
    _ manifest: BackupManifest, at instant: Timestamp? = nil, to destination: any RestoreDestination,
    _ report: @escaping @Sendable (BackupProgress) -> Void = { _ in }
  ) async throws -> Restored {
    // First, so that a list that is damaged is found at once.
    let photos = try await photos(of: manifest)
    guard photos.count == manifest.photos else { throw Self.damaged(manifest.id, "the list of its photos") }
    for file in manifest.files { try await restore(file, of: manifest.id, to: destination) }
    var restored = Restored()
    if let log = manifest.log { restored.replay = try await replay(log, until: instant, to: destination) }
    for start in stride(from: 0, to: photos.count, by: Self.maxTransfers * 16) {
      let some = Array(photos[start..<min(start + Self.maxTransfers * 16, photos.count)])
      let outcomes = try await inParallel(some, limit: Self.maxTransfers) { try await restore($0, to: destination) }
      for (photo, isIntact) in zip(some, outcomes) {
        if isIntact {
          restored.photos.insert(photo.key)
        } else {
          restored.damagedPhotos.append(DamagedPhoto(key: photo.key, path: photo.path))
        }
      }
      report(BackupProgress(photos: start + some.count, total: photos.count))
    }
    for (photo, path) in restored.replay.photos {
      if let content = try await content(at: path, named: photo.name), content.count == photo.size {
        try await destination.store(content, photo: photo.key)
        restored.photos.insert(photo.key)
      } else if !restored.photos.contains(photo.key) {
        restored.damagedPhotos.append(DamagedPhoto(key: photo.key, path: path))
      }
    }
    return restored
  }

  private func restore(
    _ file: BackupManifest.File, of id: BackupID, to destination: any RestoreDestination
  ) async throws {
    try await destination.append([], to: file.name)
    var size = 0
    for start in stride(from: 0, to: file.objects.count, by: Self.maxTransfers) {
      let some = Array(file.objects[start..<min(start + Self.maxTransfers, file.objects.count)])
      let contents = try await inParallel(some, limit: Self.maxTransfers) { object in
        guard let content = try await content(of: object) else {
          throw Self.damaged(id, "\(object.path), a part of \(file.name)")
        }
        return content
      }
      for content in contents {
        try await destination.append(content, to: file.name)
        size += content.count
      }
    }
    guard size == file.size else { throw Self.damaged(id, file.name) }
  }

  private func restore(_ photo: PhotoObject, to destination: any RestoreDestination) async throws -> Bool {
    guard let content = try await content(of: photo.object), content.count == photo.size else { return false }
    try await destination.store(content, photo: photo.key)
    return true
  }
}

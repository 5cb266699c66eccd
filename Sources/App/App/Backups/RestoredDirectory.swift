import BackupStorage
import Backups
import Basics
import Concurrency
import Foundation
import PhotoStorage
import Photos
import SQLite

/// A data folder that a backup is written into. It becomes one at the end, by `finish`: until then everything is in the
/// subdirectory `restoring`.
final class RestoredDirectory: RestoreDestination {
  enum PhotoDestination: Sendable {
    case directory
    case store(any PhotoStore)
    /// Nowhere: they are only read.
    case none
  }

  static let draftName = "restoring"

  let url: URL
  private let photos: PhotoDestination
  private let files: FileTree
  private let lock: Int32
  /// How far the logs of the databases were replayed.
  private let replayed = Locked<[String: WALPosition]>([:])
  private let work = BlockingWork(
    "restore", parallel: 4, waiting: 1000,
    overloadError: DomainError(.unavailable, "restore-busy", "Too many restores run at once: try again later."))

  /// Makes the folder, and empties what an earlier restore has left unfinished.
  /// - Throws: `DomainError` `data-dir-not-empty`, `restore-running` (conflict); `data-dir-unusable`.
  init(_ url: URL, photos: PhotoDestination) throws {
    (self.url, self.photos) = (url, photos)
    files = FileTree(url.appendingPathComponent(Self.draftName).path)
    try Self.expectEmpty(url, except: Self.moved(in: url))
    try DataDirectory(url: url).make()
    mkdir(files.root, 0o700)
    lock = open(files.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw Self.unusable(FileFault(files.root)) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw DomainError(.conflict, "restore-running", "Another restore writes into \(url.path): wait for its end.")
    }
    for file in Self.leftovers(in: url) { try? FileManager.default.removeItem(at: file) }
  }

  deinit { close(lock) }

  /// Removes what was written, so that the folder is as empty as before.
  func discard() { try? FileManager.default.removeItem(atPath: files.root) }

  /// The folder with the databases, before the end.
  var draft: URL { URL(fileURLWithPath: files.root) }

  // MARK: Content

  /// The files that a backup may write, whatever its manifest says.
  private static let fileNames = databaseNames.union(SecretName.allCases.map(\.rawValue))
  private static let databaseNames: Set = ["fourcuts.sqlite", "booths.sqlite"]

  func append(_ bytes: [UInt8], to file: String) async throws {
    guard Self.fileNames.contains(file) else {
      throw DomainError(.conflict, "backup-damaged", "The backup has a file that no data folder has: use another one.")
    }
    try await run { try $0.append(bytes, to: file) }
  }

  func replay(_ part: LogPart) async throws {
    guard Self.databaseNames.contains(part.database), let start = WALPosition(part.start),
      let end = WALPosition(part.end), let frames = WALFrames(start: start, end: end, bytes: part.frames),
      replayed.withLock({ start.frame == 0 || ($0[part.database] ?? start) == start })
    else { throw Self.damagedLog }
    let path = draft.appendingPathComponent(part.database).path
    do {
      try await run { _ in try WALReplay(path: path).apply(frames) }
    } catch let error as DomainError where error.code == "log-damaged" {
      throw Self.damagedLog
    }
    replayed.withLock { $0[part.database] = end }
  }

  private static let damagedLog = DomainError(
    .conflict, "backup-damaged",
    "The log of the backup is not one of its databases: restore an earlier state with --at, or another backup.")

  func store(_ bytes: [UInt8], photo key: String) async throws {
    guard let key = PhotoKey(parsing: key) else {
      throw DomainError(.conflict, "backup-damaged", "The backup has a photo of an unknown kind: use another one.")
    }
    switch photos {
    case .none: break
    case .store(let store): try await store.put(bytes, under: key)
    case .directory:
      let suffix = key.description.dropFirst(key.name.description.count)
      try await run { try $0.put(bytes, at: PhotoDirectory.path(of: key.name, in: "photos") + suffix) }
    }
  }

  private func run(_ body: @escaping @Sendable (FileTree) throws -> Void) async throws {
    do { try await work.run { [files] in try body(files) } } catch let fault as FileFault {
      throw Self.unusable(fault)
    }
  }

  // MARK: End

  /// Moves everything to its place; the database that proves a data folder comes last. Files are never replaced.
  /// - Throws: `DomainError` `data-dir-not-empty` (conflict), `data-dir-unusable`.
  func finish() async throws {
    try await run { [url] files in
      try files.synchronize()
      try Self.expectEmpty(url)
      let names = Self.names(in: URL(fileURLWithPath: files.root))
      for name in names.filter({ $0 != "fourcuts.sqlite" }) + ["fourcuts.sqlite"] {
        let (old, new) = ("\(files.root)/\(name)", url.appendingPathComponent(name).path)
        // Unlike `rename`, `link` does not replace a file that another process has made meanwhile.
        if link(old, new) == 0 {
          unlink(old)
        } else {
          guard errno == EPERM, rename(old, new) == 0 else { throw FileFault(new) }
        }
      }
      rmdir(files.root)
      try syncDirectory(url.path)
    }
  }

  /// The remains of an unfinished restore, even of one that was killed while it moved files: the folder was empty
  /// before, and no other command uses it without its database.
  private static func leftovers(in url: URL) -> [URL] {
    let draft = url.appendingPathComponent(draftName)
    return names(in: draft).map(draft.appendingPathComponent) + moved(in: url).map(url.appendingPathComponent)
  }

  /// The names of files that an unfinished restore has moved to their places.
  private static func moved(in url: URL) -> [String] {
    let names = names(in: url)
    guard names.contains(draftName), !names.contains("fourcuts.sqlite") else { return [] }
    return names.filter { fileNames.contains($0) || $0 == "photos" }
  }

  private static func expectEmpty(_ url: URL, except expected: [String] = []) throws(DomainError) {
    guard let name = names(in: url).filter({ $0 != draftName && !expected.contains($0) }).sorted().first else { return }
    throw DomainError(
      .conflict, "data-dir-not-empty",
      "\(url.path) is not empty (\(name)): a restore goes into a new or empty folder only. Name another one with "
        + "--data-dir, or stop the server and move this one away.", field: "data-dir")
  }

  private static func names(in url: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
  }

  private static func unusable(_ fault: FileFault) -> DomainError {
    DomainError(
      .unavailable, "data-dir-unusable",
      "The backup cannot be written (\(fault)): check the folder's permissions and free space.", field: "data-dir")
  }
}

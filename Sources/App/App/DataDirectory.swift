import Basics
import CommandLineKit
import Foundation

/// Checks which files a data directory has before any is opened, and closes it to other users of the machine: it holds
/// private content and password hashes.
struct DataDirectory: Sendable {
  let url: URL

  /// Everything except the catalogue.
  var servicePath: String { url.appendingPathComponent("fourcuts.sqlite").path }
  var cataloguePath: String { url.appendingPathComponent("booths.sqlite").path }

  var hasServiceDatabase: Bool { Self.size(servicePath) != nil }

  /// Creates the directory when absent, and removes the permissions of group and others (mode 700).
  /// - Throws: `DomainError` `data-dir-unusable`; `data-dir-exposed` when others have access and the directory belongs
  ///   to another user, is sticky or holds other files, and is therefore left as it is.
  func make() throws(DomainError) {
    try checkIsNoFile()
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw DomainError(
        .unavailable, "data-dir-unusable",
        "The data folder \(url.path) cannot be made; name another one with --data-dir.", field: "data-dir")
    }
    guard let status = Self.status(url.path), status.st_mode & 0o077 != 0 else { return }
    guard status.st_uid == geteuid(), status.st_mode & 0o1000 == 0, isEmptyOrOurs else {
      throw DomainError(
        .conflict, "data-dir-exposed",
        "The data folder \(url.path) is open to other people of this machine, and is not the service's alone: name "
          + "another one with --data-dir, or close it with 'chmod 700'.", field: "data-dir")
    }
    guard chmod(url.path, 0o700) == 0 else { throw Self.unclosable(url.path) }
    Self.reportToOperator(
      "The data folder \(url.path) was open to others (mode \(octal(status.st_mode))) and is closed now (700).")
  }

  /// Removes the permissions of group and others from the database files (mode 600).
  /// - Parameter report: Receives a message for each changed file. Nil for databases that were just created.
  /// - Throws: `DomainError` `data-dir-exposed`.
  func closeDatabases(report: ((String) -> Void)?) throws(DomainError) {
    // With their journals and copies.
    for name in names.filter({ $0.contains(".sqlite") }).sorted() {
      let path = url.appendingPathComponent(name).path
      guard let status = Self.status(path), status.st_mode & 0o077 != 0 else { continue }
      // A file of another user is protected by its owner or by the directory's mode.
      guard status.st_uid == geteuid() else { continue }
      guard chmod(path, 0o600) == 0 else { throw Self.unclosable(path) }
      report?("\(path) was open to others (mode \(octal(status.st_mode))) and is closed now (600).")
    }
  }

  /// Makes the directory and locks it for a server.
  /// - Throws: As `checkNothingWasLost`, `make` and `lock`.
  func locked() throws(DomainError) -> DirectoryLock {
    try checkNothingWasLost()
    try make()
    return try lock()
  }

  /// Keeps every other server, and `check --repair`, away from the directory while the result lives: servers on the same
  /// files would not notice each other's chats, limits and conditions. Other commands may run beside it.
  /// - Throws: `DomainError` `data-dir-in-use` (conflict), `data-dir-unusable`.
  func lock() throws(DomainError) -> DirectoryLock {
    let path = url.appendingPathComponent("server.lock").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw DomainError(
        .unavailable, "data-dir-unusable", "\(path) cannot be made: check the folder's permissions and free space.",
        field: "data-dir")
    }
    let lock = DirectoryLock(descriptor: descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw DomainError(
        .conflict, "data-dir-in-use",
        "A server uses the data folder \(url.path): stop it, or name another folder with --data-dir.", field: "data-dir"
      )
    }
    return lock
  }

  static func reportToOperator(_ message: String) { Console(environment: [:]).error("fourcuts: \(message)") }

  /// Whether it is empty or holds a database of this program, or the key of one elsewhere.
  private var isEmptyOrOurs: Bool {
    names.isEmpty || !Set(names).isDisjoint(with: ["fourcuts.sqlite", "secrets.key"])
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }

  private func octal(_ mode: mode_t) -> String { String(mode & 0o777, radix: 8) }

  private static func unclosable(_ path: String) -> DomainError {
    DomainError(
      .conflict, "data-dir-exposed", "\(path) is open to other people of this machine: close it with 'chmod go='.",
      field: "data-dir")
  }

  private func checkIsNoFile() throws(DomainError) {
    guard let status = Self.status(url.path), status.st_mode & S_IFMT != S_IFDIR else { return }
    throw DomainError(
      .unavailable, "data-dir-unusable", "\(url.path) is a file: name a folder with --data-dir.", field: "data-dir")
  }

  /// - Throws: `DomainError` `data-dir-unusable` when it is a file; `data-missing` when there is no database.
  func checkIsThere() throws(DomainError) {
    guard !hasServiceDatabase else { return }
    try checkIsNoFile()
    throw DomainError(
      .notFound, "data-missing",
      "There is no catalogue in \(url.path): 'fourcuts import FILE' makes one, or name another folder with --data-dir.",
      field: "data-dir")
  }

  /// Rejects a directory that has lost its database: a new one would silently replace all accounts and content.
  /// - Throws: `DomainError` `database-emptied`; `restore-unfinished`.
  func checkNothingWasLost() throws(DomainError) {
    guard hasServiceDatabase || !names.contains(RestoredDirectory.draftName) else {
      throw DomainError(
        .conflict, "restore-unfinished",
        "A restore into \(url.path) is not finished: wait for it, or run 'fourcuts backup restore' again.")
    }
    guard (Self.size(servicePath) ?? 0) == 0, let left = leftover else { return }
    throw DomainError(
      .conflict, "database-emptied",
      "\(servicePath) is empty or gone, but \(left) is there: name the PostgreSQL database it belongs to with --database, "
        + "restore the database from a backup, or move the folder away to start with an empty one.")
  }

  /// - Throws: `DomainError` `database-emptied` when the catalogue is missing or empty.
  func checkCatalogueIsThere() throws(DomainError) {
    guard (Self.size(cataloguePath) ?? 0) == 0 else { return }
    throw DomainError(
      .conflict, "database-emptied",
      "\(cataloguePath) is empty or gone: restore it from a backup together with fourcuts.sqlite, or move the folder away to "
        + "start with an empty one.")
  }

  /// A file that is only created after the database, and so proves that there was one.
  private var leftover: String? {
    let files = ["keys.json", "cursor.key", "secrets.key", "booths.sqlite"].filter { name in
      (Self.size(url.appendingPathComponent(name).path) ?? 0) > 0
    }
    if let file = files.first { return file }
    let photos = url.appendingPathComponent("photos/kept")
    let directories = (try? FileManager.default.contentsOfDirectory(at: photos, includingPropertiesForKeys: nil)) ?? []
    let hasPhotos = directories.contains { directory in
      (try? FileManager.default.contentsOfDirectory(atPath: directory.path))?.isEmpty == false
    }
    return hasPhotos ? "photos" : nil
  }

  /// Removes what earlier versions of the program left unfinished in other places, and what a restore has left that was
  /// killed at its very end.
  func removeFormerLeftovers() {
    let files = FileManager.default
    let uploads = ((try? files.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? [])
      .filter { $0.lastPathComponent.wholeMatch(of: /(upload|standard-input)-\d+\.csv/) != nil }
    let directories = ["photos/incoming", RestoredDirectory.draftName].map(url.appendingPathComponent)
    for file in uploads + directories { try? files.removeItem(at: file) }
  }

  static func size(_ path: String) -> Int? { status(path).map { Int($0.st_size) } }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

/// Holds the lock of a data directory; the system releases it when the process ends, however that comes.
final class DirectoryLock: Sendable {
  private let descriptor: Int32

  fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}

import Basics
import Crypto
import Foundation

/// The temporary files of one run of the program on a data directory: a subdirectory of `tmp`.
///
/// It is locked while the process lives, so that other processes can tell it from one left by a crash.
final class TemporaryDirectory: Sendable {
  let url: URL
  private let lock: Int32

  /// Identifies this run of the program.
  var name: String { url.lastPathComponent }

  /// Creates one in a data directory, and removes those that commands left when they were killed. What a server left is
  /// for the next server: it then knows that one crashed, and releases its idempotency keys.
  /// - Throws: `DomainError` `data-dir-unusable`.
  init(in directory: URL, ofServer: Bool = false) throws(DomainError) {
    let parent = Self.parent(directory)
    mkdir(parent.path, 0o700)
    Self.removeAbandoned(in: directory) { !$0.hasPrefix(Self.serverPrefix) }
    let name = hexadecimal(systemRandom(8))
    url = parent.appendingPathComponent("\(ofServer ? Self.serverPrefix : "")\(getpid())-\(name)")
    guard let guarding = Self.locked(parent, waiting: true) else { throw Self.unusable(directory) }
    defer { close(guarding) }
    guard mkdir(url.path, 0o700) == 0, let own = Self.locked(url, waiting: false) else {
      throw Self.unusable(directory)
    }
    lock = own
  }

  deinit {
    remove()
    close(lock)
  }

  /// Creates one in the system's temporary directory, for commands that must not change the data directory.
  static func outsideDataDirectories() throws(DomainError) -> TemporaryDirectory {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("fourcuts-\(getuid())")
    mkdir(directory.path, 0o700)
    return try TemporaryDirectory(in: directory)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  private static let serverPrefix = "server-"

  /// Removes the directories of crashed runs.
  /// - Returns: The names of those runs.
  @discardableResult
  static func removeAbandoned(in directory: URL, _ isIncluded: (_ name: String) -> Bool = { _ in true }) -> [String] {
    guard let guarding = locked(parent(directory), waiting: true) else { return [] }
    defer { close(guarding) }
    let abandoned = runs(in: directory).filter { isIncluded($0.lastPathComponent) && !isLocked($0) }
    for run in abandoned { try? FileManager.default.removeItem(at: run) }
    return abandoned.map(\.lastPathComponent)
  }

  private static func runs(in directory: URL) -> [URL] {
    (try? FileManager.default.contentsOfDirectory(at: parent(directory), includingPropertiesForKeys: nil)) ?? []
  }

  private static func isLocked(_ run: URL) -> Bool {
    guard let lock = locked(run, waiting: false) else { return errno == EWOULDBLOCK }
    close(lock)
    return false
  }

  private static func parent(_ directory: URL) -> URL { directory.appendingPathComponent("tmp") }

  /// A descriptor that holds the lock of a directory. Nil when another one holds it or the directory cannot be opened.
  private static func locked(_ directory: URL, waiting: Bool) -> Int32? {
    let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 { return descriptor }
    let reason = errno
    close(descriptor)
    errno = reason
    return nil
  }

  private static func unusable(_ directory: URL) -> DomainError {
    DomainError(
      .unavailable, "data-dir-unusable",
      "No temporary files can be made in \(directory.path)/tmp: check its permissions and the room on its disk.",
      field: "data-dir")
  }
}

import Backups
import Basics
import Concurrency

/// Backups in a directory, which may be on another disk or machine.
package struct BackupDirectory: BackupTarget {
  private let files: FileTree
  private let work = BlockingWork(
    "backup files", parallel: 4, waiting: 1000,
    overloadError: DomainError(.unavailable, "backup-busy", "Too many backups run at once: try again later."))

  /// A directory, made by the first backup.
  package init(_ path: String) { files = FileTree(path) }

  package var description: String { files.root }

  /// Stores bytes. Objects are on the disk after `synchronize` only, manifests and announcements at once.
  package func put(_ bytes: [UInt8], at path: String) async throws {
    try await run { try $0.put(bytes, at: path, isDurable: !path.hasPrefix("objects/")) }
  }

  package func get(_ path: String) async throws -> [UInt8]? { try await run { try $0.get(path) } }

  package func list(_ directory: String) async throws -> [String] { try await run { try $0.list(directory) } }

  package func remove(_ paths: [String]) async throws { try await run { try $0.remove(paths) } }

  package func synchronize() async throws { try await run { try $0.synchronize() } }

  private func run<Result: Sendable>(
    _ body: @escaping @Sendable (FileTree) throws -> Result
  ) async throws -> Result {
    do {
      return try await work.run { [files] in try body(files) }
    } catch let fault as FileFault {
      throw DomainError(
        .unavailable, "backup-place-unusable",
        "The place of the backups cannot be used (\(fault)): check its permissions and free space.")
    }
  }
}

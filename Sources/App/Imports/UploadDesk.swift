import API
import Basics
import Foundation
import Synchronization

/// Imports what arrives over HTTP: one at a time, kept in the data folder until it is done.
final class UploadDesk: ImportDesk {
  private let importer: Importer
  private let folder: URL
  private let isBusy = Mutex(false)

  init(_ importer: Importer, folder: URL) {
    self.importer = importer
    self.folder = folder
  }

  func run(_ order: ImportOrder, file: AsyncThrowingStream<[UInt8], any Error>) async throws -> ImportReport {
    guard
      isBusy.withLock({ busy in
        busy
          ? false
          : {
            busy = true; return true
          }()
      })
    else {
      throw Refusal(.conflict, "import-running", "Another import is under way; try again when it is done.")
    }
    defer { isBusy.withLock { $0 = false } }
    let path = folder.appendingPathComponent("upload-\(getpid()).csv").path
    defer { unlink(path) }
    try await keep(file, at: path)
    return try await importer.run(order, path: path).report
  }

  private func keep(_ file: AsyncThrowingStream<[UInt8], any Error>, at path: String) async throws {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let spool = FileHandle(forWritingAtPath: path)
    else {
      throw Refusal(.unavailable, "spool-unwritable", "The upload cannot be kept: the data folder cannot be written.")
    }
    defer { try? spool.close() }
    for try await chunk in file {
      do {
        try spool.write(contentsOf: chunk)
      } catch {
        throw Refusal(.unavailable, "spool-unwritable", "The upload cannot be kept: the disk is full.")
      }
    }
  }
}

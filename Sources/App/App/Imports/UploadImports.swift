import Audit
import Basics
import Booths
import Foundation
import NativeAPI
import Synchronization

/// Imports files uploaded over HTTP, one at a time. An upload is kept as a temporary file until its import ends.
final class UploadImports: ImportService {
  private struct State {
    var file: String?
    var isStopping = false
  }

  private let importer: Importer
  private let directory: URL
  private let state = Mutex(State())
  /// Receives the outcome of an import that was running when `stop` was called.
  private let onStopped: @Sendable (String) -> Void
  private let audit: AuditLog

  init(
    _ importer: Importer, directory: URL, audit: AuditLog, onStopped: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.importer = importer
    self.directory = directory
    self.audit = audit
    self.onStopped = onStopped
  }

  func run(
    _ options: ImportOptions, file: AsyncThrowingStream<[UInt8], any Error>, by account: AccountID?
  ) async throws -> ImportReport {
    let (name, actor) = (options.fileName, AuditEntry.Actor(actingWithRole: account))
    let isFree = state.withLock { state in
      if state.isStopping || state.file != nil { return false }
      state.file = name
      return true
    }
    guard isFree else {
      throw DomainError(.conflict, "import-running", "Another import is under way; try again when it is done.")
    }
    defer { state.withLock { $0.file = nil } }
    let path = directory.appendingPathComponent("upload.csv").path
    defer { unlink(path) }
    do {
      try await keep(file, at: path)
      let done = try await importer.run(options, path: path, isEnded: { [self] in state.withLock { $0.isStopping } })
      if !options.isDryRun { await audit.record("import", by: actor, on: done.auditSubject) }
      if isStopping { onStopped("The import of \(name) was finished before the end.") }
      return done.report
    } catch {
      if isStopping { onStopped("The import of \(name) was ended, and nothing of it was kept; send it again.") }
      if !options.isDryRun, let domainError = error as? DomainError, domainError.kind != .unavailable {
        await audit.record("import", by: actor, failure: domainError.code)
      }
      if let domainError = error as? DomainError, Self.fileCodes.contains(domainError.code) {
        throw Self.unusable(domainError.message)
      }
      throw error
    }
  }

  private var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Ends a running import unless it is being committed. New ones are rejected.
  func stop() { state.withLock { $0.isStopping = true } }

  /// Waits until no import is running. To be called after `stop`.
  func finish(within time: Duration) async {
    let deadline = ContinuousClock.now + time
    while state.withLock({ $0.file != nil }), .now < deadline { try? await Task.sleep(for: .milliseconds(20)) }
  }

  private func keep(_ file: AsyncThrowingStream<[UInt8], any Error>, at path: String) async throws {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let spool = FileHandle(forWritingAtPath: path)
    else {
      throw Self.unwritable(path, String(cString: strerror(errno)))
    }
    defer { try? spool.close() }
    for try await chunk in file {
      if isStopping { throw Importer.ended }
      do {
        try spool.write(contentsOf: chunk)
      } catch {
        throw Self.unwritable(path, error.localizedDescription)
      }
    }
  }

  /// Errors whose messages contain the path of the temporary file.
  private static let fileCodes: Set = ["file-missing", "file-forbidden", "file-unreadable"]

  private static func unwritable(_ path: String, _ reason: String) -> DomainError {
    unusable("The upload \(path) cannot be written (\(reason)): check the folder's rights and free space.")
  }

  private static func unusable(_ forOperator: String) -> DomainError {
    DomainError(
      .unavailable, "spool-unwritable",
      "The upload cannot be kept: the disk is full or the data folder cannot be used.",
      condition: ServiceCondition(.uploads, forOperator))
  }
}

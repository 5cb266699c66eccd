import Basics
import Booths
import Foundation
import Synchronization
import Tabular

/// Writes rejected rows to a CSV: line, code, reason, then the columns of the file as read.
///
/// The file has no name until it is complete, so that nothing is left of it when the import fails or is killed. The
/// file of an earlier import is replaced, or removed when no row is rejected any more.
final class RejectsWriter: Sendable {
  private struct State {
    var writer: TableWriter
    var count = 0
    var first: [RejectedRow] = []
    var file: FileHandle?
    /// Whether the draft already has a name, because the file system does not support `O_TMPFILE`.
    var isNamed = false
  }

  /// The first bytes of a rejects file.
  static let header = columns.joined(separator: ",") + ","
  private static let columns = ["line", "code", "reason"]

  private let path: String?
  private let headers: [String]
  private let state: Mutex<State>

  /// Opens no file before the first rejected row.
  init(path: String?, plan: ImportPlan) {
    self.path = path
    headers = plan.headers
    state = Mutex(State(writer: TableWriter()))
  }

  /// The first rejected rows, at most `ImportOutcome.maxPreview`.
  var first: [RejectedRow] { state.withLock { $0.first } }

  private var draftPath: String? { path.map { $0 + ".part" } }

  /// Writes rejected rows, in the order of the file.
  /// - Throws: `DomainError` `rejected-unwritable`.
  func write(_ rows: [RejectedRow]) throws {
    try state.withLock { state in
      state.first += rows.prefix(ImportOutcome.maxPreview - state.first.count)
      guard path != nil else { return }
      if state.file == nil {
        (state.file, state.isNamed) = try openDraft()
        state.writer.append(Self.columns + headers)
      }
      for row in rows { state.writer.append([String(row.line), row.code, row.reason] + row.fields) }
      state.count += rows.count
      try flush(&state)
    }
  }

  /// Gives the file its final name and returns its path. Nil when no row was rejected.
  func close() throws -> String? {
    guard let path, let draftPath else { return nil }
    return try state.withLock { state in
      guard let file = state.file else {
        unlink(path)
        return nil
      }
      try flush(&state)
      if !state.isNamed { try name(file, draftPath) }
      try? file.close()
      guard rename(draftPath, path) == 0 else {
        unlink(draftPath)
        throw unwritable
      }
      return path
    }
  }

  /// Removes the draft.
  func discard() {
    guard let draftPath else { return }
    state.withLock { state in
      try? state.file?.close()
      if state.isNamed { unlink(draftPath) }
    }
  }

  private func openDraft() throws -> (file: FileHandle?, isNamed: Bool) {
    let directory = URL(fileURLWithPath: path ?? "").deletingLastPathComponent().path
    let descriptor = open(directory, Self.withoutName | O_WRONLY | O_CLOEXEC, 0o666)
    if descriptor >= 0 { return (FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), false) }
    guard let draftPath, FileManager.default.createFile(atPath: draftPath, contents: nil),
      let file = FileHandle(forWritingAtPath: draftPath)
    else { throw unwritable }
    return (file, true)
  }

  /// `O_TMPFILE`: a file without a name, which is removed when its descriptor closes unless it is linked to a name.
  private static let withoutName = 0o20000000 | O_DIRECTORY

  /// Links a nameless file to a name.
  private func name(_ file: FileHandle, _ path: String) throws {
    unlink(path)
    let open = "/proc/self/fd/\(file.fileDescriptor)"
    guard linkat(AT_FDCWD, open, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else { throw unwritable }
  }

  private func flush(_ state: inout State) throws {
    let bytes = state.writer.drain()
    do {
      try state.file?.write(contentsOf: bytes)
    } catch {
      throw unwritable
    }
  }

  private var unwritable: DomainError {
    DomainError(
      .unavailable, "rejected-unwritable",
      "The rejected rows cannot be written to \(path ?? ""); name another place with --rejected FILE.")
  }
}

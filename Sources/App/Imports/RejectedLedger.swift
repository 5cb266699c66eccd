import Basics
import Booths
import Foundation
import Synchronization
import Tabular

/// Writes rejected rows to a CSV: line, code, reason, then the columns of the file as read.
///
/// The file appears under its name only when it is whole; one from an earlier import is replaced, or removed where
/// nothing is rejected any more.
final class RejectedLedger: Sendable {
  private struct State {
    var writer: TableWriter
    var count = 0
    var first: [RejectedRow] = []
    var file: FileHandle?
  }

  private let path: String?
  private let headers: [String]
  private let state: Mutex<State>

  /// The file is opened at the first rejected row.
  init(path: String?, plan: ImportPlan) {
    self.path = path
    headers = plan.headers
    state = Mutex(State(writer: TableWriter()))
  }

  /// The first rejected rows, at most `ImportOutcome.largestPreview`.
  var first: [RejectedRow] { state.withLock { $0.first } }

  private var draftPath: String? { path.map { $0 + ".part" } }

  /// Takes rejected rows in the order of the file.
  /// - Throws: `Refusal` `rejected-unwritable` where the file cannot be written.
  func take(_ rows: [RejectedRow]) throws {
    try state.withLock { state in
      state.first += rows.prefix(ImportOutcome.largestPreview - state.first.count)
      guard path != nil else { return }
      if state.file == nil {
        state.file = try open()
        state.writer.append(["line", "code", "reason"] + headers)
      }
      for row in rows { state.writer.append([String(row.line), row.code, row.reason] + row.fields) }
      state.count += rows.count
      try flush(&state)
    }
  }

  /// Puts the file in its place and answers its path; nil where nothing was rejected.
  func close() throws -> String? {
    guard let path, let draftPath else { return nil }
    return try state.withLock { state in
      guard let file = state.file else {
        unlink(path)
        return nil
      }
      try flush(&state)
      try? file.close()
      guard rename(draftPath, path) == 0 else { throw unwritable }
      return path
    }
  }

  /// Removes what was begun.
  func abandon() {
    guard let draftPath else { return }
    state.withLock { try? $0.file?.close() }
    unlink(draftPath)
  }

  private func open() throws -> FileHandle {
    guard let draftPath, FileManager.default.createFile(atPath: draftPath, contents: nil),
      let file = FileHandle(forWritingAtPath: draftPath)
    else { throw unwritable }
    return file
  }

  private func flush(_ state: inout State) throws {
    let bytes = state.writer.take()
    do {
      try state.file?.write(contentsOf: bytes)
    } catch {
      throw unwritable
    }
  }

  private var unwritable: Refusal {
    Refusal(
      .unavailable, "rejected-unwritable",
      "The rejected rows cannot be written to \(path ?? ""); name another place with --rejected FILE.")
  }
}

import Basics
import Booths
import Foundation
import Synchronization
import Tabular

/// Writes rejected rows to a CSV: line, code, reason, then the columns of the file as read.
///
/// The file has no name until it is complete, so nothing of it remains if the import fails or is killed. The file of an
/// earlier import is replaced, or removed when no row is rejected any more.
final class RejectsWriter: Sendable {
  private struct State: ~Copyable {
    var writer = TableWriter()
    var tally = RejectionTally()
    var file: UnnamedFile?
  }

  /// The first bytes of a rejects file.
  static let header = columns.joined(separator: ",") + ","
  private static let columns = ["line", "code", "reason"]

  private let path: String?
  private let headers: [String]
  private let state = Mutex(State())

  /// Opens no file before the first rejected row.
  init(path: String?, plan: ImportPlan) {
    self.path = path
    headers = plan.headers
  }

  var tally: RejectionTally { state.withLock { $0.tally } }

  /// Writes rejected rows, in the order of the file.
  /// - Throws: `DomainError` `rejected-unwritable`.
  func write(_ rows: [RejectedRow]) throws {
    try state.withLock { state in
      state.tally.add(rows)
      guard let path else { return }
      do {
        if state.file == nil {
          state.file = try UnnamedFile(in: URL(fileURLWithPath: path).deletingLastPathComponent().path, mode: 0o666)
          state.writer.append(Self.columns + headers.map(FormulaGuard.guarded))
        }
        for row in rows {
          state.writer.append([String(row.line), row.code, row.reason] + row.fields.map(FormulaGuard.guarded))
        }
        try state.file?.append(state.writer.drain())
      } catch {
        throw unwritable
      }
    }
  }

  /// Gives the file its name and returns its path. Nil when no row was rejected.
  func close() throws -> String? {
    guard let path else { return nil }
    return try state.withLock { state in
      guard state.file != nil else {
        unlink(path)
        return nil
      }
      do { try state.file?.replaceFile(path, draft: path + ".part") } catch { throw unwritable }
      return path
    }
  }

  private var unwritable: DomainError {
    DomainError(
      .unavailable, "rejected-unwritable",
      "The rejected rows cannot be written to \(path ?? ""); name another file with --rejected FILE.")
  }
}

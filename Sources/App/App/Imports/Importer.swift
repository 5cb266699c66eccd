import Basics
import Booths
import Foundation
import NativeAPI
import Tabular

/// Imports one file into the catalogue: for the command line and for HTTP alike.
struct Importer: Sendable {
  let store: any CatalogueStore
  let now: @Sendable () -> Timestamp

  /// How far an import has come.
  struct Progress: Sendable {
    var counts: ImportCounts
    var bytesRead: Int
    var bytesTotal: Int
  }

  /// Imports the file at `path` in one transaction. Whatever goes wrong leaves the catalogue as it was.
  /// - Parameters:
  ///   - rejectedPath: Where rejected rows go; nil: nowhere but into the report.
  ///   - isEnded: Asked now and then whether to give up.
  /// - Throws: `Refusal` `import-ended` where it was given up, `file-unreadable`, `rows-rejected` where the options are strict, and what the reader and the
  ///   store refuse.
  func run(
    _ order: ImportOrder, path: String, rejectedPath: String? = nil,
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    isEnded: @escaping @Sendable () -> Bool = { false }
  ) async throws -> FileImport {
    let total = try Self.size(of: path)
    let reader = try ImportReader(order.options) { try FileSource(path: path) }
    let plan = reader.plan
    let rejects = RejectsWriter(path: rejectedPath, plan: plan)
    let request = ImportRequest(
      source: plan.source, file: order.options.fileName, startedAt: now(), overwritesEdits: order.overwritesEdits,
      isDryRun: order.isDryRun)
    let all = EndableRows(rows: reader, isEnded: isEnded)
    let rows: any ValidatedRows = order.options.isStrict ? StrictRows(rows: all) : all
    do {
      let outcome = try await store.importRows(
        request, rows, onRejected: { try rejects.take($0) },
        progress: { progress(Progress(counts: $0, bytesRead: reader.bytesRead, bytesTotal: total)) })
      return FileImport(
        file: order.options.fileName, isDryRun: order.isDryRun,
        report: ImportReport(plan: plan, outcome: outcome, rejected: rejects.first, warnings: reader.warnings),
        rejectedFile: try rejects.close())
    } catch let refusal as Refusal where refusal.code == StrictRows.code {
      let place = try rejects.close().map { " They are in \($0)." } ?? ""
      throw Refusal(refusal.kind, refusal.code, refusal.sentence + place, field: refusal.field)
    } catch {
      rejects.abandon()
      throw error
    }
  }

  private static func size(of path: String) throws(Refusal) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw Refusal(
        errno == ENOENT ? .missing : .invalid, "file-unreadable",
        "\(path) cannot be read: \(String(cString: strerror(errno))).", field: "file")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Refusal(.invalid, "file-unreadable", "\(path) is a folder; name a file in it.", field: "file")
    }
    return Int(status.st_size)
  }
}

extension Importer {
  /// The server stops.
  static let ended = Refusal(
    .unavailable, "import-ended", "The server is being stopped: the import changed nothing; send it again afterwards.")
}

/// Rows that end with a refusal as soon as nobody wants them any longer.
private struct EndableRows: ValidatedRows {
  var rows: any ValidatedRows
  let isEnded: @Sendable () -> Bool

  mutating func next() throws -> ValidatedBatch? {
    if isEnded() { throw Importer.ended }
    return try rows.next()
  }
}

/// Rows of which none may be rejected. All of them are read first, so that every fault is told at once.
private struct StrictRows: ValidatedRows {
  static let code = "rows-rejected"

  var rows: any ValidatedRows
  private var rejected = 0

  init(rows: any ValidatedRows) {
    self.rows = rows
  }

  mutating func next() throws -> ValidatedBatch? {
    if let batch = try rows.next() {
      rejected += batch.rejected.count
      return batch
    }
    guard rejected == 0 else {
      throw Refusal(
        .invalid, Self.code, "\(rejected) rows were rejected, so nothing was imported (--strict).",
        field: "strict")
    }
    return nil
  }
}

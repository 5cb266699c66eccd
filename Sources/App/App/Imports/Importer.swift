import Basics
import Booths
import Foundation
import NativeAPI
import Tabular

/// Imports one file into the catalogue, for the command line and for HTTP.
struct Importer: Sendable {
  let store: any CatalogueStore
  let now: @Sendable () -> Timestamp

  struct Progress: Sendable {
    var counts: ImportCounts
    var bytesRead: Int
    var bytesTotal: Int
  }

  /// Imports the file at `path` in one transaction. Any error leaves the catalogue unchanged.
  /// - Parameters:
  ///   - rejectedPath: The file for rejected rows. Nil: they are in the report only.
  ///   - isEnded: Called now and then; true ends the import.
  /// - Throws: `DomainError` `import-ended`, `file-unreadable`, `rejected-unwritable`, and errors of reading and of
  ///   `CatalogueStore.importRows`.
  func run(
    _ options: ImportOptions, path: String, rejectedPath: String? = nil,
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    isEnded: @escaping @Sendable () -> Bool = { false }
  ) async throws -> FileImport {
    let total = try Self.size(of: path)
    let reader = try ImportReader(options) { try FileSource(path: path) }
    let rejects = RejectsWriter(path: rejectedPath, plan: reader.plan)
    let request = ImportRequest(
      source: reader.plan.source, file: options.fileName, startedAt: now(), terms: reader.plan.terms,
      overwritesEdits: options.overwritesEdits, isDryRun: options.isDryRun, isStrict: options.isStrict)
    do {
      let outcome = try await store.importRows(request, reader, onRejected: rejects.write) { counts in
        if isEnded() { throw Self.ended }
        progress(Progress(counts: counts, bytesRead: reader.bytesRead, bytesTotal: total))
      }
      return FileImport(
        file: options.fileName, isDryRun: options.isDryRun,
        report: ImportReport(
          plan: reader.plan, outcome: outcome, rejections: rejects.tally, warnings: reader.warnings,
          leftOut: reader.leftOut),
        rejectedFile: try rejects.close())
    } catch let domainError as DomainError where domainError.code == ImportRequest.rowsRejected {
      let first = rejects.tally.first.first.map { " The first is line \($0.line): \($0.reason)" } ?? ""
      let path = try rejects.close().map { " All are in \($0)." } ?? ""
      throw DomainError(
        domainError.kind, domainError.code, domainError.message + first + path, field: domainError.field)
    }
  }

  /// The size of a file in bytes.
  /// - Throws: `DomainError` `file-unreadable` if there is none, or a folder.
  static func size(of path: String) throws(DomainError) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw DomainError(
        errno == ENOENT ? .notFound : .invalid, "file-unreadable",
        "\(path) cannot be read: \(String(cString: strerror(errno))).", field: "file")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw DomainError(.invalid, "file-unreadable", "\(path) is a folder; name a file in it.", field: "file")
    }
    return Int(status.st_size)
  }
}

extension Importer {
  static let ended = DomainError(
    .unavailable, "import-ended", "The server is being stopped: the import changed nothing; send it again afterwards.")
}

import APIKit
import Audit
import Basics
import Booths
import Concurrency
import Foundation
import NativeAPI
import OfflineBooths
import Stores
import Tabular

/// Fetches and imports the sources that are due, one after the other, on one of the nodes that share a database.
struct ScheduledImports: Sendable {
  let sources: any ScheduledSourceStore
  let importer: Importer
  let fetcher: SourceFetcher
  /// The directory of files until they are imported.
  private let directory: URL
  let audit: AuditLog
  let actor: AuditEntry.Actor
  let now: @Sendable () -> Timestamp
  /// Set once the server stops.
  private let isStopping = Locked(false)

  /// Longer than a fetch and an import of a million rows, in seconds.
  private static let lease: Int64 = 3600
  /// The longest wait after a failure, in seconds.
  private static let retry: Int64 = 3600
  /// After the catalogue was busy with another import, in seconds.
  private static let soon: Int64 = 60

  init(
    _ assembly: Assembly, directory: URL, audit: AuditLog, actor: AuditEntry.Actor,
    now: @escaping @Sendable () -> Timestamp
  ) {
    sources = SQLScheduledSourceStore(assembly.database)
    importer = Importer(store: assembly.store, now: now)
    fetcher = SourceFetcher(directory: directory)
    (self.directory, self.audit, self.actor, self.now) = (directory, audit, actor, now)
  }

  /// Looks each minute which sources are due, until the task is cancelled.
  /// - Parameters:
  ///   - conditions: Shows the sources that need an operator.
  ///   - onChecked: Receives what each check found.
  func run(
    _ conditions: SourceConditions, onChecked: @escaping @Sendable (ScheduledSource) -> Void,
    onFailure: @escaping @Sendable (any Error) -> Void
  ) async {
    await withTaskCancellationHandler {
      await repeating(every: .seconds(60), onFailure: onFailure) {
        try await runDue(onChecked: onChecked)
        conditions.update(try await sources.list(limit: .max))
      }
    } onCancel: {
      isStopping.withLock { $0 = true }
    }
  }

  func runDue(onChecked: @Sendable (ScheduledSource) -> Void) async throws {
    while !isStopping.withLock({ $0 }) {
      let instant = now()
      let lease = instant.advanced(seconds: Self.lease)
      guard let source = try await sources.leaseDue(at: instant, until: lease) else { return }
      let checked = await check(source, isAccepted: false)
      try await sources.finish(checked, lease: lease)
      onChecked(checked)
    }
  }

  /// Checks a source now.
  /// - Parameter isAccepted: Whether the file is imported however much it changes.
  /// - Throws: `DomainError` `source-busy` (conflict).
  func runNow(_ name: String, isAccepted: Bool) async throws -> ScheduledSource {
    let instant = now()
    let lease = instant.advanced(seconds: Self.lease)
    guard let source = try await sources.lease(name, at: instant, until: lease) else {
      guard try await sources.list(limit: .max).contains(where: { $0.name == name }) else {
        throw Self.unknown(name)
      }
      throw DomainError(
        .conflict, "source-busy", "The source '\(name)' is being checked by another process: try again later.")
    }
    let checked = await check(source, isAccepted: isAccepted)
    try await sources.finish(checked, lease: lease)
    return checked
  }

  static func unknown(_ name: String) -> DomainError {
    DomainError(
      .notFound, "source-unknown", "No source '\(name)' is on a schedule; 'fourcuts sources list' shows them.",
      field: "NAME")
  }

  // MARK: One check

  private func check(_ leased: ScheduledSource, isAccepted: Bool) async -> ScheduledSource {
    var source = leased
    let instant = now()
    (source.checkedAt, source.dueAt) = (instant, instant.advanced(seconds: source.interval))
    do {
      try await update(&source, isAccepted: isAccepted)
    } catch {
      (source.state, source.message) = (.failed, operatorMessage(of: error))
      let isBusy = (error as? DomainError).map { ["import-running", "import-ended"].contains($0.code) } ?? false
      source.dueAt = instant.advanced(seconds: min(source.interval, isBusy ? Self.soon : Self.retry))
    }
    return source
  }

  private func update(_ source: inout ScheduledSource, isAccepted: Bool) async throws {
    let validator = isAccepted ? nil : source.validator
    guard
      let file = try await fetcher.fetch(source.location, ifNot: validator, allowsPrivate: source.allowsPrivate)
    else {
      (source.state, source.message) = (.unchanged, "The file is that of the last import.")
      return
    }
    defer { if file.path != source.location { unlink(file.path) } }
    var options = try ImportOptions(
      StoredParameters(texts: source.parameters), fileName: file.name, isDryRun: false)
    options.source = source.name
    var path = file.path
    if let key = source.publicKey {
      path = directory.appendingPathComponent("source-\(hexadecimal(UInt64.random(in: .min ... .max)))").path
      let found = try await table(of: file, key, to: path)
      options.terms = SourceTerms(
        licence: options.terms.licence ?? found.licence, attribution: options.terms.attribution ?? found.attribution)
      (options.encoding, options.delimiter) = (.utf8, UInt8(ascii: ","))
    }
    defer { if path != file.path { unlink(path) } }
    let comparison = try await compare(options, path, with: importer.store.booths(of: source.name))
    guard comparison.rows > 0 else {
      throw DomainError(
        .invalid, "source-empty", "None of the \(counted(comparison.rejected, "row")) of the file can be imported.")
    }
    if !isAccepted, comparison.exceeds(percent: source.maxPercent) {
      source.state = .waiting
      source.message =
        "\(comparison.summary.prefix(1).uppercased())\(comparison.summary.dropFirst()), more than \(source.maxPercent) %; "
        + "'fourcuts sources run \(source.name) --apply' imports it."
      return
    }
    let done = try await importer.run(options, path: path, isEnded: { [isStopping] in isStopping.withLock { $0 } })
    await audit.record("import", by: actor, on: done.auditSubject, detail: "source \(source.name)")
    source.validator = file.validator
    source.state = .imported
    source.message =
      "\(done.report.outcome.run.map { "Import \($0): " } ?? "")"
      + done.report.outcome.counts.summary(isDryRun: false)
  }

  /// Writes the snapshot of another server as a table.
  private func table(of file: SourceFetcher.Fetched, _ key: String, to path: String) async throws -> SourceTerms {
    guard let key = CatalogueKey(base64: key) else {
      throw DomainError(.invalid, "key-invalid", "The stored key is none: remove the source, and add it again.")
    }
    return try await Self.work.run {
      do { return try PublishedCatalogue.writeTable(of: file.path, key: key, to: path) } catch {
        unlink(path)
        throw error
      }
    }
  }

  /// Reads the file on its own thread.
  private func compare(
    _ options: ImportOptions, _ path: String, with booths: SourceBooths
  ) async throws -> SourceComparison {
    try await Self.work.run { try SourceComparison(booths, ImportReader(options) { try FileSource(path: path) }) }
  }

  private static let work = BlockingWork(
    "sources", parallel: 1, waiting: 4,
    overloadError: DomainError(.unavailable, "sources-busy", "Other sources are being read: try again later."))
}

/// Parameters of an import as they are stored.
private struct StoredParameters: ParameterSource {
  let texts: [String: String]

  func value<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value? {
    guard let text = texts[parameter.name] else { return nil }
    return try parameter.value(of: text)
  }
}

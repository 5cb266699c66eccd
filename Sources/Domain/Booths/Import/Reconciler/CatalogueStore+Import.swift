import Basics

/// Validated rows, pulled in order by one thread at a time, which is not the caller's.
package protocol ValidatedRows: Sendable {
  /// The next rows, or nil at the end. Not called again after the end or an error. About a thousand rows are a good
  /// batch size: a few batches are in memory at the same time.
  mutating func next() throws -> ValidatedBatch?
}

/// Rows validated together. `rows.count + rejected.count` is the number of records read.
package struct ValidatedBatch: Sendable {
  /// In the order of the file.
  package var rows: [ValidatedRow]
  /// In the order of the file.
  package var rejected: [RejectedRow]

  package init(rows: [ValidatedRow] = [], rejected: [RejectedRow] = []) {
    self.rows = rows
    self.rejected = rejected
  }
}

extension CatalogueStore {
  /// Imports rows in one transaction. They are read and validated on a separate thread, and reconciled (see
  /// `ImportReconciler`) and written on the store's thread.
  ///
  /// Importing the same file again reports all rows as unchanged (or duplicate): no booth is written and the version
  /// stays. The run is recorded in any case, except for a dry run, which changes nothing and blocks no writer.
  /// Complexity: O(rows log n); about 20 bytes a row in memory for finding duplicates.
  ///
  /// - Parameters:
  ///   - onRejected: called with the rejected rows, in order, on the reader's thread; they do not reach the reconciler
  ///     or the store.
  ///   - progress: called with the counts so far after each batch, on the store's thread.
  /// - Throws: `DomainError` `rows-rejected` if the import is strict, and errors of `rows`, `onRejected` and
  ///   `progress`; then everything is rolled back and no run is recorded.
  package func importRows(
    _ request: ImportRequest, _ rows: any ValidatedRows,
    onRejected: @escaping @Sendable ([RejectedRow]) throws -> Void,
    progress: @escaping @Sendable (ImportCounts) throws -> Void
  ) async throws -> ImportOutcome {
    try await runImport(request) { transaction in
      let batches = Prefetcher<(rows: [ValidatedRow], rejected: Int)>("validated rows") { emit in
        var rows = rows
        while let batch = try rows.next() {
          if !batch.rejected.isEmpty { try onRejected(batch.rejected) }
          guard emit((batch.rows, batch.rejected.count)) else { return }
        }
      }
      defer { batches.cancel() }
      let reconciler = ImportReconciler(request, transaction)
      while let batch = try batches.next() {
        try reconciler.reconcile(batch.rows, rejected: batch.rejected)
        try progress(reconciler.counts)
        batches.recycle(batch)
      }
      return try reconciler.finish()
    }
  }
}

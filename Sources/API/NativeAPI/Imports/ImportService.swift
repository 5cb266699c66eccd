package import Basics
package import Booths

/// Runs imports: stores the file while it arrives, imports it, and removes it.
package protocol ImportService: Sendable {
  /// Runs an import; the file arrives in chunks, with back-pressure.
  /// - Parameter account: Who imports it in an operator session; nil: who holds the operator token.
  /// - Throws: `DomainError` when the file is not acceptable, `import-running` (conflict) while another import runs,
  ///   `rows-rejected` (invalid) when a strict import rejects a row; errors of reading the file.
  func run(
    _ options: ImportOptions, file: AsyncThrowingStream<[UInt8], any Error>, by account: AccountID?
  ) async throws -> ImportReport
}

package import Booths

/// Who runs imports: keeps the file aside while it arrives, imports it, and removes it again.
package protocol ImportService: Sendable {
  /// Runs an import; the file comes in chunks, with back-pressure.
  /// - Throws: `DomainError` where the file can't be taken as it is, `import-running` (conflict) where another import
  ///   is under way, `rows-rejected` (invalid) where a strict import rejects a row; whatever reading the file throws.
  func run(_ options: ImportOptions, file: AsyncThrowingStream<[UInt8], any Error>) async throws -> ImportReport
}

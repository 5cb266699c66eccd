import APIKit
package import Booths

/// What an import over HTTP is told.
package struct ImportOrder: Sendable {
  /// How the file is to be read.
  package var options: ImportOptions
  /// Whether fields that an operator edited take the source's word again.
  package var overwritesEdits: Bool
  /// Whether everything is rolled back at the end.
  package var isDryRun: Bool

  /// An order; see the properties.
  package init(options: ImportOptions, overwritesEdits: Bool, isDryRun: Bool) {
    self.options = options
    self.overwritesEdits = overwritesEdits
    self.isDryRun = isDryRun
  }
}

/// What an import over HTTP came to.
package struct ImportReport: Sendable {
  /// What was decided about the file.
  package var plan: ImportPlan
  /// What it did, or would do.
  package var outcome: ImportOutcome
  /// The first rejected rows, at most `maxRejected`.
  package var rejected: [RejectedRow]
  /// Values that were not understood and left out.
  package var warnings: [ImportWarning]

  /// How many rejected rows a report holds at most.
  package static let maxRejected = 200

  /// A report; see the properties.
  package init(plan: ImportPlan, outcome: ImportOutcome, rejected: [RejectedRow], warnings: [ImportWarning]) {
    self.plan = plan
    self.outcome = outcome
    self.rejected = rejected
    self.warnings = warnings
  }
}

/// Who runs imports: keeps the file aside while it arrives, judges it, imports it, and removes it again.
package protocol ImportDesk: Sendable {
  /// Runs an import; the file comes in chunks, with back-pressure.
  /// - Throws: `Refusal` where the file can't be taken as it is, `import-running` (conflict) where another import is
  ///   under way, `rows-rejected` (invalid) where a strict import rejects a row; whatever reading the file throws.
  func run(_ order: ImportOrder, file: AsyncThrowingStream<[UInt8], any Error>) async throws -> ImportReport
}

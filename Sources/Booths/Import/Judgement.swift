import Basics
public import Tabular

/// A delimited text on its way to the catalogue: each record becomes a judged row or a rejected one.
///
/// Skeleton: the signatures stand, the judgement is being written.
public final class Judgement: JudgedRows {
  /// What was decided about the file, and why.
  public let plan: ImportPlan

  /// Reads a sample (the first 20,000 rows) and decides the plan; the rows are then read from the start again.
  /// - Throws: `Refusal` where the file can't be read as it is, with what to pass; whatever the source throws.
  public init(_ options: ImportOptions, open: @Sendable () throws -> any ByteSource) throws {
    throw Refusal(.unavailable, "skeleton", "The judgement is being written.")
  }

  /// The next judged and rejected rows in the order of the file, or nil at the end.
  public func next() throws -> JudgedBatch? { nil }

  /// What was left out of the rows read so far, by field.
  public var warnings: [ImportWarning] { [] }
}

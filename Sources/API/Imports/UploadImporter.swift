public import Booths
public import Contracts

/// What an import over HTTP is told.
public struct UploadOrder: Sendable {
  /// How the file is to be read.
  public var options: ImportOptions
  /// Whether fields that an operator edited take the source's word again.
  public var overwritesEdits: Bool
  /// Whether everything is rolled back at the end.
  public var isDryRun: Bool
}

/// Who imports uploaded files: keeps the file aside while it arrives, judges it, imports it, and removes it again.
public protocol UploadImporter: Sendable {
  /// Runs an import and reports it, in the same document as the command line does; the file comes in chunks, with
  /// back-pressure.
  /// - Throws: `Refusal` where the file can't be taken as it is, or another import is under way; whatever reading the
  ///   file throws.
  func run(_ order: UploadOrder, file: AsyncThrowingStream<[UInt8], any Error>) async throws -> JSONValue
}

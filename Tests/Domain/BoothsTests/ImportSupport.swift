import Basics
import Geo
import Tabular
import Testing

@testable import Booths

/// Everything that an import of a text gives.
struct ValidatedFile {
  var plan: ImportPlan
  var rows: [ValidatedRow] = []
  var rejected: [RejectedRow] = []
  var warnings: [ImportWarning] = []
  var leftOut = 0

  init(_ bytes: [UInt8], _ options: ImportOptions = ImportOptions(fileName: "test.csv")) throws {
    let reader = try ImportReader(options) { MemorySource(bytes) }
    plan = reader.plan
    while let batch = try reader.next() {
      rows += batch.rows
      rejected += batch.rejected
    }
    warnings = reader.warnings
    leftOut = reader.leftOut
  }

  init(_ text: String, _ options: ImportOptions = ImportOptions(fileName: "test.csv")) throws {
    try self.init(Array(text.utf8), options)
  }

  /// The attributes of the only row.
  var onlyAttributes: BoothAttributes {
    get throws {
      try #require(rows.count == 1 && rejected.isEmpty, "\(rejected)")
      return rows[0].attributes
    }
  }

  /// The codes of the rejected rows in their order.
  var codes: [String] { rejected.map(\.code) }
}

extension ImportOptions {
  /// Options for a test file.
  static func explicit(
    _ system: String? = nil, mapping: [ImportField: String] = [:], fixesSwapped: Bool = false, isStrict: Bool = false
  ) throws -> ImportOptions {
    let explicit: ImportReferenceSystem = try system.map { .named(try ReferenceSystem.named($0)) } ?? .automatic
    return ImportOptions(
      fileName: "test.csv", referenceSystem: explicit, mapping: mapping, fixesSwapped: fixesSwapped, isStrict: isStrict)
  }
}

/// The refusal of an import.
func domainError(of text: String, _ options: ImportOptions = ImportOptions(fileName: "test.csv")) -> DomainError? {
  do {
    _ = try ValidatedFile(text, options)
    return nil
  } catch {
    return error as? DomainError
  }
}

package import APIKit
package import Basics
package import Booths
import Geo
import JSON
package import Tabular

/// The parameters of an import. Their names on the command line have hyphens: `fix_swapped` is `--fix-swapped`.
package enum ImportParameters {
  static let file = Parameter<String>("file", .fileName(), "The file's name.", example: "booths.csv")
  package static let source = Parameter<String>(
    "source", .text(maxCount: 100),
    "The name that groups the booths of one publisher; by default, made from the file's name.")
  package static let licence = Parameter<String>(
    "licence", .text(maxCount: SourceTerms.maxCount),
    "The licence of the source, which exports and `/api/sources` name; by default, as the file says.",
    example: "ODbL-1.0")
  package static let attribution = Parameter<String>(
    "attribution", .text(maxCount: SourceTerms.maxCount),
    "Whom to name for the source on the map and in exports; by default, as the file says.",
    example: "© OpenStreetMap contributors")
  package static let crs = Parameter<ImportReferenceSystem>(
    "crs", .referenceSystem(), "The reference system of the coordinates.", example: "EPSG:5174")
  package static let encoding = Parameter<TextEncoding?>(
    "encoding", .detectable(ImportWords.encodings, ImportWords.encoding), "The character encoding of the file.")
  package static let delimiter = Parameter<UInt8?>(
    "delimiter", .detectable(ImportWords.delimiters.map(\.word), ImportWords.delimiter),
    "The delimiter between fields.")
  package static let map = Parameter<[ImportField: String]>(
    "map", .mapping(), "The headers of fields, instead of the recognised ones.", example: "name=상호,price=요금")
  package static let only = Parameter<[RowCondition]>(
    "only", .conditions(), "Read only rows with these values, and leave out the others.", example: "amenity=photo_booth"
  )
  package static let fixSwapped = Parameter<Bool>(
    "fix_swapped", .flag(default: false), "Exchange coordinate columns that are swapped, instead of rejecting the file."
  )
  package static let strict = Parameter<Bool>("strict", .flag(default: false), "Import nothing if any row is rejected.")
  package static let keepUnplaced = Parameter<Bool>(
    "keep_unplaced", .flag(default: false), "Keep rows without a coordinate, as booths to be located later.")
  package static let overwriteEdits = Parameter<Bool>(
    "overwrite_edits", .flag(default: false), "Replace manual edits with the file's values.")
  static let commit = Parameter<Bool>(
    "commit", .flag(default: false), "Whether to commit the import; otherwise it is a dry run.")

  /// The parameters that do not concern the request.
  package static let options: [any DescribedParameter] = [
    source, licence, attribution, crs, encoding, delimiter, map, only, fixSwapped, strict, keepUnplaced, overwriteEdits,
  ]
  static let all: [any DescribedParameter] = [file] + options + [commit]
}

extension ImportOptions {
  package init(_ given: some ParameterSource, fileName: String, isDryRun: Bool) throws(DomainError) {
    self.init(
      fileName: fileName, source: try given.value(ImportParameters.source),
      terms: SourceTerms(
        licence: try given.value(ImportParameters.licence),
        attribution: try given.value(ImportParameters.attribution)),
      referenceSystem: try given.value(ImportParameters.crs) ?? .automatic,
      encoding: try given.value(ImportParameters.encoding) ?? nil,
      delimiter: try given.value(ImportParameters.delimiter) ?? nil,
      mapping: try given.value(ImportParameters.map) ?? [:],
      only: try given.value(ImportParameters.only) ?? [],
      fixesSwapped: try given.value(ImportParameters.fixSwapped) ?? false,
      isStrict: try given.value(ImportParameters.strict) ?? false,
      keepsWithoutCoordinate: try given.value(ImportParameters.keepUnplaced) ?? false,
      overwritesEdits: try given.value(ImportParameters.overwriteEdits) ?? false, isDryRun: isDryRun)
  }
}

extension ValueKind<ImportReferenceSystem> {
  fileprivate static func referenceSystem() -> ValueKind {
    ValueKind(
      "auto, or a reference system such as EPSG:5174",
      schema: .object([
        "type": "string", "default": "auto",
        "examples": .array((["auto"] + ReferenceSystem.all.map(\.name)).map(JSONValue.string)),
      ])
    ) { text throws(DomainError) in
      .value(text.lowercased() == "auto" ? .automatic : .named(try ReferenceSystem.named(text)))
    }
  }
}

extension ValueKind {
  /// One of some words, of which `auto` leaves the decision to the file.
  fileprivate static func detectable<Detected>(
    _ words: [String], _ read: @escaping @Sendable (String) -> Detected??
  ) -> ValueKind where Value == Detected? {
    ValueKind(
      "one of \(words.joined(separator: ", "))",
      schema: .object(["type": "string", "enum": .array(words.map(JSONValue.string)), "default": "auto"])
    ) { text in ParsedParameter(read(text.lowercased())) }
  }
}

extension ValueKind<[ImportField: String]> {
  fileprivate static func mapping() -> ValueKind {
    let fields = ImportField.allCases.map(\.rawValue).joined(separator: ", ")
    return ValueKind(
      "field=header pairs separated by commas, each field once, with fields of \(fields)",
      schema: .object(["type": "string"])
    ) { text in ParsedParameter(ImportWords.mapping(text)) }
  }
}

extension ValueKind<[RowCondition]> {
  fileprivate static func conditions() -> ValueKind {
    ValueKind(
      "header=value pairs separated by commas, each header once; all must hold",
      schema: .object(["type": "string"])
    ) { text in ParsedParameter(ImportWords.conditions(text)) }
  }
}

extension ValueKind<String> {
  /// A file name without a directory.
  fileprivate static func fileName() -> ValueKind {
    let text = text(maxCount: 200)
    return ValueKind("a file name without a directory", schema: text.schema) { name throws(DomainError) in
      let isPlain = !name.contains { $0 == "/" || $0 == "\\" || $0.unicodeScalars.contains { $0.value < 0x20 } }
      return isPlain ? try text.read(name) : .malformed
    }
  }
}

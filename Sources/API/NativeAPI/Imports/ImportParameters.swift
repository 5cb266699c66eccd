import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import Tabular

/// The parameters of an import: the options of the command line by the same names.
enum ImportParameters {
  static let source = Parameter<String>(
    "source", .text(most: 100), "The name that groups the booths of one publisher; without it, made from `file`.")
  static let file = Parameter<String>("file", .fileName(), "The file's name.", example: "booths.csv")
  static let system = Parameter<ImportReferenceSystem>(
    "crs", .referenceSystem(), "The reference system of the coordinates.", example: "EPSG:5174")
  static let encoding = Parameter<TextEncoding?>("encoding", .encoding(), "How bytes stand for characters.")
  static let delimiter = Parameter<UInt8?>("delimiter", .delimiter(), "What stands between fields.")
  static let map = Parameter<[ImportField: String]>(
    "map", .mapping(), "Which header holds a field: `field=header`, several separated by commas.",
    example: "name=상호,price=요금")
  static let fixSwapped = Parameter<Bool>(
    "fix_swapped", .flag(), "Whether columns that hold each other's values are exchanged instead of refused.")
  static let strict = Parameter<Bool>("strict", .flag(), "Whether one rejected row refuses the whole import.")
  static let keepUnplaced = Parameter<Bool>(
    "keep_unplaced", .flag(),
    "Whether rows without a coordinate become booths without a place, which no answer tells of until they have one.")
  static let overwriteEdits = Parameter<Bool>(
    "overwrite_edits", .flag(), "Whether fields that an operator edited take the source's word again.")
  static let commit = Parameter<Bool>("commit", .flag(), "Whether the import is kept; without it, it is only tried.")

  static let all: [any DescribedParameter] = [
    source, file, system, encoding, delimiter, map, fixSwapped, strict, keepUnplaced, overwriteEdits, commit,
  ]
}

extension Query {
  /// What the import is told.
  func importOrder() throws(Refusal) -> ImportOrder {
    let options = ImportOptions(
      fileName: try value(ImportParameters.file) ?? "upload.csv", source: try value(ImportParameters.source),
      referenceSystem: try value(ImportParameters.system) ?? .automatic,
      encoding: try value(ImportParameters.encoding) ?? nil,
      delimiter: try value(ImportParameters.delimiter) ?? nil, mapping: try value(ImportParameters.map) ?? [:],
      fixesSwapped: try value(ImportParameters.fixSwapped) ?? false,
      isStrict: try value(ImportParameters.strict) ?? false,
      keepsUnplaced: try value(ImportParameters.keepUnplaced) ?? false)
    return ImportOrder(
      options: options, overwritesEdits: try value(ImportParameters.overwriteEdits) ?? false,
      isDryRun: try value(ImportParameters.commit) != true)
  }
}

extension ParameterKind<String> {
  /// A file's name without a folder.
  fileprivate static func fileName() -> ParameterKind {
    let text = text(most: 200)
    return ParameterKind("a file's name without a folder", schema: text.schema) { name throws(Refusal) in
      let isPlain = !name.contains { $0 == "/" || $0 == "\\" || $0.unicodeScalars.contains { $0.value < 0x20 } }
      return isPlain ? try text.read(name) : .malformed
    }
  }
}

extension ParameterKind<ImportReferenceSystem> {
  fileprivate static func referenceSystem() -> ParameterKind {
    ParameterKind(
      "auto, or a reference system such as EPSG:5174", schema: .object(["type": "string", "default": "auto"])
    ) {
      text throws(Refusal) in
      text == "auto" ? .value(.automatic) : .value(.named(try ReferenceSystem.named(text)))
    }
  }
}

extension ParameterKind<TextEncoding?> {
  fileprivate static func encoding() -> ParameterKind {
    let words = ["auto"] + TextEncoding.allCases.map(\.rawValue)
    return ParameterKind(
      "one of \(words.joined(separator: ", "))",
      schema: .object(["type": "string", "enum": .array(words.map { .string($0) }), "default": "auto"])
    ) { text in
      if text == "auto" { return .value(nil) }
      return TextEncoding(rawValue: text).map { .value($0) } ?? .malformed
    }
  }
}

extension ParameterKind<UInt8?> {
  fileprivate static func delimiter() -> ParameterKind {
    let words: KeyValuePairs<String, UInt8?> = [
      "auto": nil, "comma": 0x2C, "tab": 0x09, "semicolon": 0x3B, "bar": 0x7C,
    ]
    let names = words.map(\.key)
    return ParameterKind(
      "one of \(names.joined(separator: ", "))",
      schema: .object(["type": "string", "enum": .array(names.map { .string($0) }), "default": "auto"])
    ) { text in words.first { $0.key == text }.map { .value($0.value) } ?? .malformed }
  }
}

extension ParameterKind<[ImportField: String]> {
  fileprivate static func mapping() -> ParameterKind {
    let names = ImportField.allCases.map(\.rawValue)
    return ParameterKind(
      "field=header pairs separated by commas, with fields of \(names.joined(separator: ", "))",
      schema: .object(["type": "string"])
    ) { text in
      var mapping: [ImportField: String] = [:]
      for pair in listed(text, most: names.count) ?? [""] {
        let halves = pair.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, let field = ImportField(rawValue: String(halves[0])), mapping[field] == nil else {
          return .malformed
        }
        mapping[field] = String(halves[1])
      }
      return .value(mapping)
    }
  }
}

import APIKit
import Basics
import Booths
import JSON

/// The parameters of an import: the options of `ImportOption`, the file's name, and whether to commit.
enum ImportParameters {
  static let file = Parameter<String>("file", .fileName(), "The file's name.", example: "booths.csv")
  static let options = ImportOption.allCases.map { option in
    Parameter<String>(option.rawValue, .option(option), option.summary + ".", example: option.example)
  }
  static let commit = Parameter<Bool>("commit", .flag(), "Whether to commit the import; otherwise it is a dry run.")

  static let all: [any DescribedParameter] = [file] + options + [commit]
}

extension Query {
  func importOptions() throws(DomainError) -> ImportOptions {
    var texts: [ImportOption: [String]] = [:]
    for (option, parameter) in zip(ImportOption.allCases, ImportParameters.options) {
      guard let text = try value(parameter) else { continue }
      texts[option] = option == .map ? listed(text, maxCount: ImportField.allCases.count) ?? [""] : [text]
    }
    return try ImportOptions(
      fileName: try value(ImportParameters.file) ?? "upload.csv",
      isDryRun: try value(ImportParameters.commit) != true, texts)
  }
}

extension ImportOption {
  fileprivate var example: String? {
    switch self {
    case .crs: "EPSG:5174"
    case .map: "name=상호,price=요금"
    default: nil
    }
  }

  fileprivate var schema: JSONValue {
    switch self {
    case .source: .object(["type": "string", "minLength": 1, "maxLength": .integer(Self.maxSourceLength)])
    case .crs: .object(["type": "string", "default": "auto"])
    case .map: .object(["type": "string"])
    case .encoding, .delimiter:
      .object(["type": "string", "enum": .array(words.map(JSONValue.string)), "default": "auto"])
    case .fixSwapped, .strict, .keepUnplaced, .overwriteEdits: .object(["type": "boolean", "default": false])
    }
  }
}

extension ParameterKind<String> {
  /// The text of an option, which `ImportOptions` parses.
  fileprivate static func option(_ option: ImportOption) -> ParameterKind {
    ParameterKind(option.expectation, schema: option.schema) { .value($0) }
  }

  /// A file name without a directory.
  fileprivate static func fileName() -> ParameterKind {
    let text = text(maxCount: 200)
    return ParameterKind("a file name without a directory", schema: text.schema) { name throws(DomainError) in
      let isPlain = !name.contains { $0 == "/" || $0 == "\\" || $0.unicodeScalars.contains { $0.value < 0x20 } }
      return isPlain ? try text.read(name) : .malformed
    }
  }
}

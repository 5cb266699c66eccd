package import Basics
import Geo
import Tabular
import TextForms

/// An option of an import: `fix_swapped` over HTTP is `--fix-swapped` on the command line.
package enum ImportOption: String, Hashable, Sendable, CaseIterable {
  case source
  case crs
  case encoding
  case delimiter
  case map
  case fixSwapped = "fix_swapped"
  case strict
  case keepUnplaced = "keep_unplaced"
  case overwriteEdits = "overwrite_edits"

  /// A description in one sentence without a full stop.
  package var summary: String {
    switch self {
    case .source: "The name that groups the booths of one publisher; by default, made from the file's name"
    case .crs: "The reference system of the coordinates"
    case .encoding: "The character encoding of the file"
    case .delimiter: "The delimiter between fields"
    case .map: "The header of a field, instead of the recognised one"
    case .fixSwapped: "Exchange coordinate columns that are swapped, instead of rejecting the file"
    case .strict: "Import nothing if any row is rejected"
    case .keepUnplaced: "Keep rows without a coordinate, as booths to be located later"
    case .overwriteEdits: "Replace manual edits with the file's values"
    }
  }

  /// Whether it is a boolean option.
  package var isSwitch: Bool {
    switch self {
    case .fixSwapped, .strict, .keepUnplaced, .overwriteEdits: true
    case .source, .crs, .encoding, .delimiter, .map: false
    }
  }

  /// The accepted values, the default first; empty if any text is accepted.
  package var words: [String] {
    switch self {
    case .encoding: ["auto"] + TextEncoding.allCases.map(\.rawValue)
    case .delimiter: Self.delimiters.map(\.word)
    case .fixSwapped, .strict, .keepUnplaced, .overwriteEdits: ["false", "true"]
    case .source, .crs, .map: []
    }
  }

  /// Completes "The parameter 'x' must be …".
  package var expectation: String {
    switch self {
    case .source: "a text of 1 to \(Self.maxSourceLength) characters"
    case .crs: "auto, or a reference system such as EPSG:5174"
    case .encoding, .delimiter: "one of \(words.joined(separator: ", "))"
    case .map:
      "field=header pairs, each field once, with fields of \(ImportField.allCases.map(\.rawValue).joined(separator: ", "))"
    case .fixSwapped, .strict, .keepUnplaced, .overwriteEdits: "true or false"
    }
  }

  /// The maximum length of a source name, in characters.
  package static let maxSourceLength = 100

  fileprivate static let delimiters: [(word: String, byte: UInt8?)] = [
    ("auto", nil), ("comma", 0x2C), ("tab", 0x09), ("semicolon", 0x3B), ("bar", 0x7C),
  ]
}

extension ImportOptions {
  /// Parses options from texts. `map` has one `field=header` pair per text; of other options the last text counts.
  /// - Throws: `DomainError` `parameter-invalid` with the option's name, `unknown-reference-system`.
  package init(fileName: String, isDryRun: Bool, _ texts: [ImportOption: [String]]) throws(DomainError) {
    func value<Value>(_ option: ImportOption, _ read: (String) throws(DomainError) -> Value?) throws(DomainError)
      -> Value?
    {
      guard let text = texts[option]?.last else { return nil }
      if let value = try read(text) { return value }
      throw .invalid(option)
    }
    func isOn(_ option: ImportOption) throws(DomainError) -> Bool {
      try value(option) { ["true": true, "false": false][$0] } ?? false
    }
    self.init(
      fileName: fileName, source: try value(.source, Self.source),
      referenceSystem: try value(.crs, Self.referenceSystem) ?? .automatic,
      encoding: try value(.encoding, Self.encoding) ?? nil, delimiter: try value(.delimiter, Self.delimiter) ?? nil,
      mapping: try Self.mapping(texts[.map] ?? []), fixesSwapped: try isOn(.fixSwapped), isStrict: try isOn(.strict),
      keepsWithoutCoordinate: try isOn(.keepUnplaced), overwritesEdits: try isOn(.overwriteEdits), isDryRun: isDryRun)
  }

  private static func source(_ text: String) -> String? {
    let isShort = text.utf8.count <= 4 * ImportOption.maxSourceLength && text.count <= ImportOption.maxSourceLength
    return isShort && !TextValidator.isBlank(text) ? text : nil
  }

  private static func referenceSystem(_ text: String) throws(DomainError) -> ImportReferenceSystem? {
    text.lowercased() == "auto" ? .automatic : .named(try ReferenceSystem.named(text))
  }

  /// An encoding by its name or alias. The inner nil means `auto`.
  private static func encoding(_ text: String) -> TextEncoding?? {
    let name = text.lowercased()
    if name == "auto" { return .some(nil) }
    let standard = ["utf8": "utf-8", "ms949": "cp949", "euc-kr": "cp949", "uhc": "cp949"][name]
    return TextEncoding(rawValue: standard ?? name).map { .some($0) }
  }

  /// A delimiter by its name. The inner nil means `auto`.
  private static func delimiter(_ text: String) -> UInt8?? {
    ImportOption.delimiters.first { $0.word == text.lowercased() }.map(\.byte)
  }

  private static func mapping(_ pairs: [String]) throws(DomainError) -> [ImportField: String] {
    var mapping: [ImportField: String] = [:]
    for pair in pairs {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let field = ImportField(rawValue: String(halves[0])), mapping[field] == nil else {
        throw .invalid(.map)
      }
      mapping[field] = String(halves[1])
    }
    return mapping
  }
}

extension DomainError {
  fileprivate static func invalid(_ option: ImportOption) -> DomainError {
    DomainError(
      .invalid, "parameter-invalid", "The parameter '\(option.rawValue)' must be \(option.expectation).",
      field: option.rawValue)
  }
}

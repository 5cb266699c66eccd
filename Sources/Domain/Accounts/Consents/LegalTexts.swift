package import Basics

/// A text that people agree to.
package enum LegalDocument: String, Hashable, Sendable, CaseIterable {
  case terms
  case privacy
  /// About the use of positions, which is agreed to apart.
  case location = "location-terms"

  /// Whether one must agree to be a member.
  package var isRequired: Bool { self != .location }
}

/// The operator's own texts. There may be none: then nobody is asked to agree, since drafts bind nobody.
package struct LegalTexts: Sendable {
  package struct Text: Hashable, Sendable {
    package let version: String
    /// CommonMark by language (`ko`, `en`).
    package let markdown: [String: String]
  }

  package private(set) var texts: [LegalDocument: Text] = [:]

  package static let none = LegalTexts()

  private init() {}

  /// - Parameter read: the content of a file such as `terms.ko.md`; nil if there is none.
  /// - Throws: `DomainError` `legal-texts-missing` if there are not both terms and privacy, `legal-version-invalid` if
  ///   a file does not begin with its version, or the languages of a text have different ones.
  package init(languages: [String], read: (_ name: String) -> String?) throws(DomainError) {
    for document in LegalDocument.allCases {
      var markdown: [String: String] = [:]
      var versions: Set<String> = []
      for language in languages {
        let name = "\(document.rawValue).\(language).md"
        guard let content = read(name) else { continue }
        guard let version = Self.version(of: content) else { throw .versionInvalid("\(name) does not begin with it") }
        versions.insert(version)
        markdown[language] = content
      }
      guard versions.count < 2 else {
        throw .versionInvalid("the files of \(document.rawValue) have \(versions.sorted().joined(separator: " and "))")
      }
      texts[document] = versions.first.map { Text(version: $0, markdown: markdown) }
    }
    guard texts[.terms] != nil, texts[.privacy] != nil else {
      throw DomainError(
        .invalid, "legal-texts-missing",
        "The folder needs terms and privacy, in files such as terms.ko.md and privacy.en.md.", field: "legal-dir")
    }
  }

  /// The version in the first line, as in `<!-- version: 2026-11-29 -->`: at most 20 letters, digits, dots and hyphens.
  private static func version(of content: String) -> String? {
    guard let line = content.split(separator: "\n").first, line.hasPrefix("<!-- version: "), line.hasSuffix(" -->")
    else { return nil }
    let version = line.dropFirst(14).dropLast(4)
    let isPlain = version.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
    return isPlain && (1...20).contains(version.count) ? String(version) : nil
  }
}

extension DomainError {
  fileprivate static func versionInvalid(_ what: String) -> DomainError {
    DomainError(
      .invalid, "legal-version-invalid",
      "The first line of each text must have its version, as in '<!-- version: 2026-11-29 -->': \(what).",
      field: "legal-dir")
  }
}

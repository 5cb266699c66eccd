import Basics
package import HTTP

/// What the page of the API's documentation, which the API writes itself, takes from the app: the path of its style and
/// script, its texts, and recorded examples.
package struct DocumentationSource: Sendable {
  /// The path below which the files are served.
  package let tree: String
  package let examples: [UInt8]
  let texts: [Language: Texts]
  /// The Korean titles of operations and groups, by the English ones.
  let titles: Texts

  package let language: @Sendable (Request) -> String = {
    Language(of: $0).rawValue
  }

  /// A text in a language; the key if there is none.
  package var text: @Sendable (_ key: String, _ language: String) -> String {
    { [texts] key, language in Language(rawValue: language).flatMap { texts[$0]?[key] } ?? key }
  }

  /// The title of an operation or a group in a language, by its English one; nil if there is none.
  package var title: @Sendable (_ english: String, _ language: String) -> String? {
    { [titles] english, language in language == Language.korean.rawValue ? titles[english] : nil }
  }
}

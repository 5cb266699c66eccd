package import HTTP

/// The parts of the web app that the documentation page uses.
package struct DocumentationFiles: Sendable {
  /// The path below which the app's files are served.
  let tree: String
  let examples: [RecordedExample]
  let language: @Sendable (Request) -> String
  let text: @Sendable (_ key: String, _ language: String) -> String
  /// The title of an operation or a group in a language, by its English one; nil if there is none.
  let title: @Sendable (_ english: String, _ language: String) -> String?

  package init(
    tree: String, examples: [UInt8], language: @escaping @Sendable (Request) -> String,
    text: @escaping @Sendable (_ key: String, _ language: String) -> String,
    title: @escaping @Sendable (_ english: String, _ language: String) -> String?
  ) {
    (self.tree, self.examples) = (tree, RecordedExample.all(in: examples))
    (self.language, self.text, self.title) = (language, text, title)
  }
}

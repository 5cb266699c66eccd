import Basics
import JSON

/// The page's frame: a text with places such as `{{tree}}` to fill in.
struct Template {
  let text: String

  /// The text with each place filled in; what is filled in is escaped as HTML writes it.
  /// - Throws: `DomainError` `web-files-invalid` of a place that nothing is known for. Complexity: O(length).
  func filled(_ value: (String) -> String?) throws(DomainError) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "{{") {
      result += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "}}"), let value = value(String(rest[..<end.lowerBound])) else {
        throw .webFilesInvalid("the page has a place to fill in that is not known")
      }
      result += Markup.escaped(value)
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}

/// What the app says in one language: the one place of all its texts, which the page's frame and its scripts share.
struct Texts {
  private let document: JSONValue

  /// - Throws: `DomainError` `web-files-invalid` where it is no object of texts.
  init(_ bytes: [UInt8]) throws(DomainError) {
    guard let document = try? JSONReader.value(of: bytes), case .object(let members) = document,
      members.allSatisfy({ if case .string = $0.value { true } else { false } })
    else { throw .webFilesInvalid("the texts of a language are no JSON object of texts") }
    self.document = document
  }

  subscript(key: String) -> String? {
    guard case .string(let text)? = document[key] else { return nil }
    return text
  }

  /// The same as a module for the scripts.
  var module: [UInt8] { Array("export default ".utf8) + document.bytes + Array(";\n".utf8) }
}

extension DomainError {
  /// That the app's own files are not whole.
  static func webFilesInvalid(_ what: String) -> DomainError {
    DomainError(.unavailable, "web-files-invalid", "The web app cannot be served: \(what); install fourcuts anew.")
  }
}

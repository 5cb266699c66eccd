import Basics
import JSON

/// An HTML template with placeholders such as `{{tree}}`.
struct Template {
  let text: String

  /// The text with all placeholders replaced by HTML-escaped values.
  /// - Throws: `DomainError` `web-files-invalid` for an unknown placeholder. Complexity: O(length).
  func filled(_ value: (String) -> String?) throws(DomainError) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "{{") {
      result += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "}}"), let value = value(String(rest[..<end.lowerBound])) else {
        throw .webFilesInvalid("the page has an unknown placeholder")
      }
      result += Markup.escaped(value)
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}

/// All texts of the app in one language, shared by the page template and the scripts.
struct Texts {
  private let document: JSONValue

  /// - Throws: `DomainError` `web-files-invalid` when it is not a JSON object of strings.
  init(_ bytes: [UInt8]) throws(DomainError) {
    guard let document = try? JSONReader.value(of: bytes), case .object(let members) = document,
      members.allSatisfy({ if case .string = $0.value { true } else { false } })
    else { throw .webFilesInvalid("the texts of a language are not a JSON object of strings") }
    self.document = document
  }

  subscript(key: String) -> String? { document[key]?.string }

  /// A text with its placeholders such as `{count}` filled in, as `text` of `texts.js` does; the key if there is none.
  func filled(_ key: String, _ values: [String: String] = [:]) -> String {
    let form = values["count"] == "1" ? self[key + ".one"] : nil
    var result = form ?? self[key] ?? key
    for (name, value) in values { result = result.replacing("{\(name)}", with: value) }
    return result
  }

  func module(of isWanted: (String) -> Bool) -> [UInt8] {
    Array("export default ".utf8) + document(of: isWanted).bytes + Array(";\n".utf8)
  }

  /// The texts of some keys.
  func document(of isWanted: (String) -> Bool) -> JSONValue {
    guard case .object(let members) = document else { return .object([]) }
    return .object(members.filter { isWanted($0.key) })
  }
}

extension DomainError {
  static func webFilesInvalid(_ what: String) -> DomainError {
    DomainError(.unavailable, "web-files-invalid", "The web app cannot be served: \(what); reinstall fourcuts.")
  }
}

package import JSON

/// A request and its answer, as a test recorded them from the service itself, for the documentation page.
///
/// `ExamplesTests` writes the file of all examples, and compares it with what the service answers.
package struct RecordedExample: Sendable {
  /// The method and the path of the endpoint: `GET /api/booths/{id}`.
  package let operation: String
  /// The path and query of the request, percent-encoded.
  package let target: String
  /// Header fields as in `curl -H`; secrets are shell variables.
  package let headers: [String]
  package let body: Body?
  package let status: Int
  /// The media type of the answer; nil: it has no content.
  package let type: String?
  /// The content of the answer; a string where it is not JSON, nil if it is not text.
  package let answer: JSONValue?

  package enum Body: Sendable {
    case json(JSONValue)
    /// A multipart form as in `curl -F`.
    case form([String])
  }

  /// Parses the file of all examples. A file that cannot be read has none.
  package static func all(in file: [UInt8]) -> [RecordedExample] {
    guard let values = (try? JSONReader.value(of: file))?.array else { return [] }
    return values.compactMap(RecordedExample.init)
  }

  private init?(_ value: JSONValue) {
    guard let operation = value["operation"]?.string, let target = value["target"]?.string,
      let status = value["status"]?.integer
    else { return nil }
    (self.operation, self.target, self.status) = (operation, target, status)
    headers = value["headers"]?.texts ?? []
    body = value["form"].map { .form($0.texts) } ?? value["body"].map(Body.json)
    type = value["type"]?.string
    answer = value["answer"]
  }
}

extension JSONValue {
  var items: [JSONValue] { array ?? [] }

  var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }

  var texts: [String] { items.compactMap(\.string) }

  /// JSON for people: indented, with what fits within a line on one line.
  func indented(width: Int = 88) -> String { indented(by: "", within: width) }

  private func indented(by indentation: String, within width: Int) -> String {
    let compact = compact
    if indentation.count + compact.count <= width { return compact }
    let inner = indentation + "  "
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(Self.quoted($0.key)): \($0.value.indented(by: inner, within: width))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
    case .array(let values) where !values.isEmpty:
      let lines = values.map { inner + $0.indented(by: inner, within: width) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
    default: return compact
    }
  }

  /// JSON on one line, with blanks after commas and colons.
  private var compact: String {
    switch self {
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.key)): \($0.value.compact)" }.joined(separator: ", "))}"
    case .array(let values): "[\(values.map(\.compact).joined(separator: ", "))]"
    default: String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func quoted(_ text: String) -> String { String(decoding: JSONValue.string(text).bytes, as: UTF8.self) }
}

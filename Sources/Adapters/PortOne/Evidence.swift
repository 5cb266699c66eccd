import Basics
import JSON

/// What of an answer is kept: what this names, and nothing else. New fields of the gateway are dropped until somebody
/// has looked at them.
indirect enum Evidence: Sendable {
  /// A number, `true`, `false`, or a word or moment without blanks; any other text is dropped.
  case scalar
  case object([String: Evidence])
  /// The first hundred of a list.
  case list(Evidence)

  /// Fields that hold scalars.
  static func scalars(_ names: String...) -> [String: Evidence] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, .scalar) })
  }

  /// The JSON text of what may be kept of an answer.
  func text(of response: JSONValue) -> String {
    String(decoding: (kept(of: response) ?? .object([])).bytes, as: UTF8.self)
  }

  private func kept(of value: JSONValue) -> JSONValue? {
    switch (self, value) {
    case (.scalar, .integer), (.scalar, .number), (.scalar, .bool): value
    case (.scalar, .string(let text)): isPlainWord(text) || Timestamp(rfc3339: text) != nil ? value : nil
    case (.object(let fields), .object(let members)):
      .object(
        members.compactMap { member in
          fields[member.key]?.kept(of: member.value).map { JSONMember(key: member.key, value: $0) }
        })
    case (.list(let element), .array(let values)): .array(values.prefix(100).compactMap(element.kept))
    default: nil
    }
  }
}

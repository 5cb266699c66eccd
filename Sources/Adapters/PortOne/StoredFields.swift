import Basics
import JSON

/// An allowlist of the fields of a response that are stored. New fields of the gateway are dropped until someone has
/// reviewed them.
indirect enum StoredFields: Sendable {
  /// A number, `true`, `false`, an identifier-like word or a timestamp; other texts are dropped.
  case scalar
  case object([String: StoredFields])
  /// A list, of which the first hundred elements are stored.
  case list(StoredFields)

  static func scalars(_ names: String...) -> [String: StoredFields] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, .scalar) })
  }

  func text(of response: JSONValue) -> String {
    String(decoding: (kept(of: response) ?? .object([])).bytes, as: UTF8.self)
  }

  private func kept(of value: JSONValue) -> JSONValue? {
    switch (self, value) {
    case (.scalar, .integer), (.scalar, .number), (.scalar, .bool): value
    case (.scalar, .string(let text)): isIdentifier(text) || Timestamp(rfc3339: text) != nil ? value : nil
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

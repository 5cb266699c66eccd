import APIKit
import Basics
import JSON

/// JSON Schemas as HTML, in a notation of few signs: `string | null`, `Booth[]`, `integer 1…100 = 20`.
enum SchemaTable {
  /// The type that a schema describes. References are links.
  static func type(_ schema: JSONValue) -> String {
    if let path = schema["$ref"]?.string, let name = path.split(separator: "/").last {
      return "<a href=\"#schema-\(Markup.escaped(name))\">\(Markup.escaped(name))</a>"
    }
    if let value = schema["const"] { return literal(value) }
    if let values = schema["enum"]?.items { return values.map(literal).joined(separator: " | ") }
    if let choices = schema["oneOf"]?.items { return choices.map(type).joined(separator: " | ") }
    let names = schema["type"].map { $0.string.map { [$0] } ?? $0.texts } ?? ["any"]
    return names.map { name($0, schema) }.joined(separator: " | ") + range(schema) + standard(schema)
  }

  private static func name(_ type: String, _ schema: JSONValue) -> String {
    if type == "array", let items = schema["items"] {
      let inner = Self.type(items)
      return inner.contains(" | ") ? "(\(inner))[]" : "\(inner)[]"
    }
    if type == "string", let format = schema["format"]?.string { return Markup.escaped(format) }
    return Markup.escaped(type)
  }

  private static func literal(_ value: JSONValue) -> String {
    "<code>\(Markup.escaped(value.string ?? value.indented()))</code>"
  }

  private static func range(_ schema: JSONValue) -> String {
    let limits = [("minimum", "maximum"), ("minLength", "maxLength")].map { (schema[$0.0], schema[$0.1]) }
    guard let (low, high) = limits.first(where: { $0.0 != nil || $0.1 != nil }) else { return "" }
    return " \(number(low))…\(number(high))"
  }

  private static func number(_ value: JSONValue?) -> String {
    if case .number(let number)? = value { DecimalText.plain(number) } else { value?.indented() ?? "" }
  }

  private static func standard(_ schema: JSONValue) -> String {
    schema["default"].map { " = \(Markup.escaped($0.string ?? $0.indented()))" } ?? ""
  }

  /// A row for each member of an object, and below it one for each member of objects within.
  static func rows(of schema: JSONValue, prefix: String = "") -> [String] {
    let required = Set(schema["required"]?.texts ?? [])
    return (schema["properties"]?.members ?? []).flatMap { member in
      let name = prefix + member.key
      let row = """
        <tr><th scope="row"><code>\(Markup.escaped(name))\(required.contains(member.key) ? "" : "?")</code></th>\
        <td>\(type(member.value))</td></tr>
        """
      let (inner, suffix) = nested(in: member.value)
      return [row] + (inner.map { rows(of: $0, prefix: name + suffix) } ?? [])
    }
  }

  /// The object that a member holds itself, directly, in a list or unless it is null.
  private static func nested(in schema: JSONValue) -> (JSONValue?, suffix: String) {
    if schema["properties"] != nil { return (schema, ".") }
    if let items = schema["items"] {
      let (inner, suffix) = nested(in: items)
      return (inner, "[]" + suffix)
    }
    return (schema["oneOf"]?.items.first { $0["properties"] != nil }, ".")
  }
}

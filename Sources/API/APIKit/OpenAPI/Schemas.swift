package import JSON

/// Parts of JSON Schema (2020-12).
package enum Schemas {
  package static let text: JSONValue = .object(["type": "string"])
  package static let integer: JSONValue = .object(["type": "integer"])
  package static let number: JSONValue = .object(["type": "number"])
  package static let boolean: JSONValue = .object(["type": "boolean"])
  package static let instant: JSONValue = .object(["type": "string", "format": "date-time"])

  package static let count: JSONValue = .object(["type": "integer", "minimum": 0])
  package static let serial: JSONValue = .object(["type": "integer", "minimum": 1])

  package static func orNull(_ schema: JSONValue) -> JSONValue {
    guard case .object(let members) = schema, let type = schema["type"], schema["enum"] == nil else {
      return .object(["oneOf": [schema, .object(["type": "null"])]])
    }
    return .object(members.map { $0.key == "type" ? JSONMember(key: "type", value: [type, "null"]) : $0 })
  }

  package static func list(_ items: JSONValue) -> JSONValue { .object(["type": "array", "items": items]) }

  package static func named(_ name: String) -> JSONValue {
    .object(["$ref": .string("#/components/schemas/\(name)")])
  }

  package static func enumeration(_ words: [String]) -> JSONValue {
    .object(["type": "string", "enum": .array(words.map(JSONValue.string))])
  }

  package static func object(_ properties: KeyValuePairs<String, JSONValue?>, optional: Set<String> = []) -> JSONValue {
    object(JSONValue.members(properties), optional: optional)
  }

  package static func object(_ properties: [JSONMember], optional: Set<String> = []) -> JSONValue {
    let required = properties.map(\.key).filter { !optional.contains($0) }
    return .object([
      "type": "object", "required": .array(required.map(JSONValue.string)), "properties": .object(properties),
    ])
  }

  package static let problem = object(
    [
      "type": text, "title": text, "status": integer, "detail": text, "code": text, "parameter": text,
      "reference": text,
    ], optional: ["parameter", "reference"])
}

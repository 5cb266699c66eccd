package import JSON

extension OpenAPI {
  /// An OpenAPI 3.1 document, as `document` makes it, rewritten for 3.0, the version that OGC API – Features names.
  package static func version30(of document: JSONValue) -> JSONValue {
    guard case .object(let members) = rewritten(document) else { return document }
    return .object(
      members.map { member in
        switch member.key {
        case "openapi": JSONMember(key: member.key, value: "3.0.3")
        case "info": JSONMember(key: member.key, value: info30(member.value))
        default: member
        }
      })
  }

  /// `summary` exists only in 3.1.
  private static func info30(_ info: JSONValue) -> JSONValue {
    guard case .object(let members) = info else { return info }
    return .object(members.map { $0.key == "summary" ? JSONMember(key: "description", value: $0.value) : $0 })
  }

  private static func rewritten(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let values): .array(values.map(rewritten))
    case .object(let members): rewritten(members)
    default: value
    }
  }

  private static func rewritten(_ members: [JSONMember]) -> JSONValue {
    // A schema without a type permits null; `nullable` is allowed only beside a type.
    if members == [JSONMember(key: "type", value: "null")] { return .object(["enum": [.null]]) }
    // 3.0 ignores everything beside a reference.
    if members.count > 1, let reference = members.first(where: { $0.key == "$ref" }) {
      let others = members.filter { $0.key != "$ref" } + [JSONMember(key: "allOf", value: [.object([reference])])]
      return rewritten(others)
    }
    return .object(members.flatMap(rewritten))
  }

  private static func rewritten(_ member: JSONMember) -> [JSONMember] {
    switch (member.key, member.value) {
    // The keys are names of properties, not words of JSON Schema.
    case ("properties", .object(let properties)):
      [
        JSONMember(
          key: member.key, value: .object(properties.map { JSONMember(key: $0.key, value: rewritten($0.value)) }))
      ]
    case ("type", .array(let types)):
      types.map { $0 == "null" ? JSONMember(key: "nullable", value: true) : JSONMember(key: "type", value: $0) }
    case ("const", let value): [JSONMember(key: "enum", value: [value])]
    case ("examples", .array(let examples)): examples.prefix(1).map { JSONMember(key: "example", value: $0) }
    case ("required", .array([])): []
    case ("enum", _), ("example", _): [member]
    default: [JSONMember(key: member.key, value: rewritten(member.value))]
    }
  }
}

import Basics
import Contracts
import HTTP
package import JSON

/// Generates the OpenAPI 3.1 document of the endpoints.
package enum OpenAPI {
  /// - Parameter group: the only group of the document; nil: all groups. The document of a group has only those schemas
  ///   and security schemes to which it refers.
  package static func document(
    of surfaces: [APISurface], only group: EndpointGroup? = nil, version: String
  ) -> JSONValue {
    let endpoints = surfaces.flatMap(\.endpoints).filter { group == nil || $0.group == group }
    let paths = paths(endpoints)
    var schemas = schemas(of: surfaces)
    var securitySchemes = [accountScheme, operatorScheme] + surfaces.flatMap(\.securitySchemes)
    if group != nil {
      schemas = schemas.reachable(from: paths)
      let used = Set(endpoints.flatMap { (securityRequirements($0) ?? []).flatMap(\.self) })
      securitySchemes = securitySchemes.filter { used.contains($0.key) }
    }
    return .object([
      "openapi": "3.1.0",
      "info": .object([
        "title": .string(group.map { "fourcuts: \($0.title)" } ?? "fourcuts"), "version": .string(version),
        "summary": "Finds photo booths.",
        "license": .object(["name": "See the LICENSE file of the project", "url": "/docs"]),
      ]),
      "servers": [.object(["url": "/"])],
      "tags": .array(endpoints.groups.map { .object(["name": .string($0.title)]) }),
      "paths": paths,
      "components": .object(["schemas": .object(schemas), "securitySchemes": .object(securitySchemes)]),
    ])
  }

  package static func schemas(of surfaces: [APISurface]) -> [JSONMember] {
    surfaces.flatMap(\.schemas) + [JSONMember(key: "Problem", value: Schemas.problem)]
  }

  private static let accountScheme = JSONMember(
    key: "person",
    value: .object([
      "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
      "description": .string(
        "The access token of an account. Pages of this service send `Fourcuts-Session: cookie` instead, and "
          + "the token in a cookie."),
    ]))

  private static let operatorScheme = JSONMember(
    key: "operator",
    value: .object([
      "type": "http", "scheme": "bearer",
      "description": .string(
        "The token of an operator session (`POST /api/operator/session`), or the operator token of the machine."),
    ]))

  private static func paths(_ endpoints: [Endpoint]) -> JSONValue {
    var members: [JSONMember] = []
    for endpoint in endpoints {
      let operation = JSONMember(key: endpoint.method.rawValue.lowercased(), value: operation(endpoint))
      if let index = members.firstIndex(where: { $0.key == endpoint.path }),
        case .object(let operations) = members[index].value
      {
        members[index].value = .object(operations + [operation])
      } else {
        members.append(JSONMember(key: endpoint.path, value: .object([operation])))
      }
    }
    return .object(members)
  }

  private static func operation(_ endpoint: Endpoint) -> JSONValue {
    let parameters =
      endpoint.pathParameters.map { parameter($0, in: "path") } + endpoint.query.map { parameter($0, in: "query") }
      + endpoint.headers.map { parameter($0, in: "header") }
    return .object([
      "tags": [.string(endpoint.group.title)], "summary": .string(endpoint.summary),
      "description": endpoint.description.isEmpty ? nil : .string(endpoint.description),
      "operationId": .string(operationID(endpoint)),
      "parameters": parameters.isEmpty ? nil : .array(parameters),
      "requestBody": endpoint.body.map { body($0, isStrict: endpoint.errorFormat.isStrict) },
      "responses": responses(endpoint), "security": security(endpoint),
    ])
  }

  private static func parameter(_ parameter: any DescribedParameter, in path: String) -> JSONValue {
    let isList = parameter.schema["type"] == "array"
    return .object([
      "name": .string(parameter.name), "in": .string(path), "description": .string(parameter.summary),
      "required": parameter.isRequired || path == "path" ? true : nil, "schema": parameter.schema,
      "style": isList ? "form" : nil, "explode": isList ? false : nil,
      "example": isList ? nil : parameter.example.map { example($0, parameter.schema) },
    ])
  }

  private static func example(_ text: String, _ schema: JSONValue) -> JSONValue {
    switch schema["type"] {
    case "integer": DecimalText.integer(text).map(JSONValue.integer) ?? .string(text)
    case "number": DecimalText.number(text).map(JSONValue.number) ?? .string(text)
    default: .string(text)
    }
  }

  private static func body(_ body: BodyDescription, isStrict: Bool) -> JSONValue {
    let schema = body.fields.map { object(of: $0, isStrict: isStrict) } ?? body.schema
    return .object([
      "description": .string(body.summary), "required": body.isOptional ? nil : true,
      "content": .object([JSONMember(key: body.type, value: .object(["schema": schema]))]),
    ])
  }

  private static func object(of fields: [any DescribedField], isStrict: Bool) -> JSONValue {
    let properties = fields.map { field in
      JSONMember(key: field.name, value: described(field))
    }
    return .object([
      "type": "object", "properties": .object(properties),
      "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
      "additionalProperties": isStrict ? false : nil,
    ])
  }

  private static func described(_ field: any DescribedField) -> JSONValue {
    guard case .object(let members) = field.schema else { return field.schema }
    let more: JSONValue = .object([
      "description": .string(field.summary), "examples": field.example.map { .array([$0]) },
    ])
    guard case .object(let added) = more else { return field.schema }
    return .object(members + added)
  }

  private static func responses(_ endpoint: Endpoint) -> JSONValue {
    var members = endpoint.answers.map { JSONMember(key: String($0.status), value: response($0)) }
    if endpoint.errorFormat.isStrict {
      members.append(JSONMember(key: "default", value: response(failure)))
    }
    return .object(members)
  }

  private static let failure = ResponseDescription(0, "A problem.", [(Problem.mediaType, "Problem")])

  private static func response(_ answer: ResponseDescription) -> JSONValue {
    let content = answer.content.map { form in
      let schema = form.schema.map { JSONValue.object(["$ref": .string("#/components/schemas/\($0)")]) }
      return JSONMember(key: form.type, value: .object(["schema": schema]))
    }
    return .object([
      "description": .string(answer.summary), "content": content.isEmpty ? nil : .object(content),
    ])
  }

  private static func security(_ endpoint: Endpoint) -> JSONValue? {
    securityRequirements(endpoint).map { sets in
      .array(sets.map { names in .object(names.map { JSONMember(key: $0, value: []) }) })
    }
  }

  /// The sets of security schemes of which one suffices; nil: everyone may ask.
  package static func securityRequirements(_ endpoint: Endpoint) -> [[String]]? {
    if let sets = endpoint.security { return sets }
    return switch endpoint.caller {
    case .required: [["person"]]
    case .optional: [[], ["person"]]
    case .role, .operatorSession: [[operatorScheme.key]]
    case .none: nil
    }
  }

  /// The operation id: the method and the words of the path.
  package static func operationID(_ endpoint: Endpoint) -> String {
    let words = endpoint.path.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return endpoint.method.rawValue.lowercased() + (words.isEmpty ? "Home" : words.joined())
  }
}

extension [JSONMember] {
  /// The schemas to which a document refers, directly or by way of others, in their order.
  fileprivate func reachable(from document: JSONValue) -> [JSONMember] {
    let schemas = Dictionary(uniqueKeysWithValues: map { ($0.key, $0.value) })
    var found: Set<String> = []
    var pending = document.references
    while let name = pending.popLast() {
      guard let schema = schemas[name], found.insert(name).inserted else { continue }
      pending += schema.references
    }
    return filter { found.contains($0.key) }
  }
}

extension JSONValue {
  /// The names of the schemas to which a document refers itself.
  fileprivate var references: [String] {
    switch self {
    case .object(let members):
      members.flatMap { member in
        if member.key == "$ref", case .string(let path) = member.value {
          return path.split(separator: "/").suffix(1).map(String.init)
        }
        return member.value.references
      }
    case .array(let values): values.flatMap(\.references)
    default: []
    }
  }
}

extension [Endpoint] {
  /// The groups in the order of the endpoints.
  package var groups: [EndpointGroup] {
    reduce(into: []) { groups, endpoint in
      if !groups.contains(endpoint.group) { groups.append(endpoint.group) }
    }
  }
}

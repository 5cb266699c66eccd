import Basics
import Contracts
import HTTP
package import JSON

/// Generates the OpenAPI 3.1 document of the endpoints.
package enum OpenAPI {
  package static func document(of surfaces: [APISurface], version: String) -> JSONValue {
    let endpoints = surfaces.flatMap(\.endpoints)
    return .object([
      "openapi": "3.1.0",
      "info": .object([
        "title": "fourcuts", "version": .string(version), "summary": "Finds photo booths.",
        "license": .object(["name": "See the LICENSE file of the project", "url": "/docs"]),
      ]),
      "servers": [.object(["url": "/"])],
      "tags": .array(endpoints.groups.map { .object(["name": .string($0.title)]) }),
      "paths": paths(endpoints),
      "components": .object([
        "schemas": .object(surfaces.flatMap(\.schemas) + [JSONMember(key: "Problem", value: Schemas.problem)]),
        "securitySchemes": .object([accountScheme] + surfaces.flatMap(\.securitySchemes)),
      ]),
    ])
  }

  private static let accountScheme = JSONMember(
    key: "person",
    value: .object([
      "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
      "description": .string(
        "The access token of an account. Pages of this service send `Fourcuts-Session: cookie` instead, and "
          + "the token in a cookie."),
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
      "description": endpoint.details.isEmpty ? nil : .string(endpoint.details),
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

  /// An example value of the type that the schema names.
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

  /// The schema of a field with its description and examples.
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
    if let sets = endpoint.security {
      return .array(sets.map { names in .object(names.map { JSONMember(key: $0, value: []) }) })
    }
    return switch endpoint.caller {
    case .required: [.object(["person": []])]
    case .optional: [.object([]), .object(["person": []])]
    case .none: nil
    }
  }

  /// The operation id: the method and the words of the path.
  private static func operationID(_ endpoint: Endpoint) -> String {
    let words = endpoint.path.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return endpoint.method.rawValue.lowercased() + (words.isEmpty ? "Home" : words.joined())
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

import Basics
import Contracts
import HTTP

/// The OpenAPI 3.1 document of a table of endpoints.
enum OpenAPI {
  /// The document.
  static func document(_ endpoints: [Endpoint], version: String) -> JSONValue {
    .object([
      "openapi": "3.1.0",
      "info": .object([
        "title": "fourcuts", "version": .string(version), "summary": "Finds photo booths.",
        "license": .object(["name": "See the LICENSE file of the project", "url": "/docs"]),
      ]),
      "servers": [.object(["url": "/"])],
      "tags": .array(EndpointGroup.allCases.map { .object(["name": .string($0.rawValue)]) }),
      "paths": paths(endpoints),
      "components": .object([
        "schemas": Schemas.all,
        "securitySchemes": .object([
          "person": .object([
            "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
            "description": .string(
              "The access token of somebody who is logged in. Pages of this service say `Fourcuts-Session: cookie` "
                + "instead, and a cookie shows it."),
          ]),
          "operator": .object(["type": "http", "scheme": "bearer"]),
          "mapKey": .object([
            "type": "apiKey", "in": "header", "name": "Authorization", "description": "`KakaoAK` and a key.",
          ]),
          "application": .object([
            "type": "apiKey", "in": "header", "name": "SesacKey", "description": "The key of an old application.",
          ]),
          "rawToken": .object([
            "type": "apiKey", "in": "header", "name": "Authorization",
            "description": "The access token as it is, without a word before it.",
          ]),
        ]),
      ]),
    ])
  }

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
      endpoint.segments.map { parameter($0, in: "path") } + endpoint.query.map { parameter($0, in: "query") }
      + endpoint.headers.map { parameter($0, in: "header") }
    return .object([
      "tags": [.string(endpoint.group.rawValue)], "summary": .string(endpoint.summary),
      "description": endpoint.details.isEmpty ? nil : .string(endpoint.details),
      "operationId": .string(operationID(endpoint)),
      "parameters": parameters.isEmpty ? nil : .array(parameters),
      "requestBody": endpoint.body.map { body($0, isStrict: endpoint.convention.isStrict) },
      "responses": responses(endpoint), "security": security(endpoint),
    ])
  }

  private static func parameter(_ parameter: any DescribedParameter, in place: String) -> JSONValue {
    let isList = parameter.schema["type"] == "array"
    return .object([
      "name": .string(parameter.name), "in": .string(place), "description": .string(parameter.summary),
      "required": parameter.isRequired || place == "path" ? true : nil, "schema": parameter.schema,
      "style": isList ? "form" : nil, "explode": isList ? false : nil,
      "example": isList ? nil : parameter.example.map { example($0, parameter.schema) },
    ])
  }

  /// An example in the type of its schema.
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

  /// The schema of an object of fields.
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

  /// The schema of a field with what is said of it.
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
    if endpoint.convention.isStrict {
      members.append(JSONMember(key: "default", value: response(failure)))
    }
    return .object(members)
  }

  private static let failure = AnswerDescription(0, "A problem.", [(Problem.mediaType, "Problem")])

  private static func response(_ answer: AnswerDescription) -> JSONValue {
    let content = answer.content.map { form in
      let schema = form.schema.map { JSONValue.object(["$ref": .string("#/components/schemas/\($0)")]) }
      return JSONMember(key: form.type, value: .object(["schema": schema]))
    }
    return .object([
      "description": .string(answer.summary), "content": content.isEmpty ? nil : .object(content),
    ])
  }

  private static func security(_ endpoint: Endpoint) -> JSONValue? {
    switch (endpoint.caller, endpoint.group) {
    case (.needed, _): [.object(["person": []])]
    case (.optional, _): [.object([]), .object(["person": []])]
    case (.none, .kakao): [.object(["mapKey": []])]
    case (.none, .imports): [.object(["operator": []])]
    case (.none, .lslpV0), (.none, .lslpV1): lslpSecurity(endpoint)
    case (.none, .slp): [.object(["application": [], "rawToken": endpoint.needsRawToken ? [] : nil])]
    case (.none, _): nil
    }
  }

  /// What an endpoint of LSLP asks for is told by what it refuses.
  private static func lslpSecurity(_ endpoint: Endpoint) -> JSONValue? {
    let refusals = endpoint.answers.map(\.status)
    guard refusals.contains(420) else { return nil }
    let withToken = JSONValue.object(["application": [], "rawToken": refusals.contains(419) ? [] : nil])
    return .array((endpoint.isTokenOptional ? [.object(["application": []])] : []) + [withToken])
  }

  /// A name for programs: the method and the words of the path.
  private static func operationID(_ endpoint: Endpoint) -> String {
    let words = endpoint.path.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return endpoint.method.rawValue.lowercased() + (words.isEmpty ? "Home" : words.joined())
  }
}

import APIKit
import Basics
import HTTP
import JSON

/// A request as a command for a POSIX shell.
struct CurlCommand {
  let method: HTTP.Method
  /// The path and query, percent-encoded.
  let target: String
  let headers: [String]
  let body: RecordedExample.Body?

  /// The command, with an address before the path. Lines but the last end with a backslash.
  func text(address: String) -> String {
    let (path, query) = (target.prefix { $0 != "?" }, target.drop { $0 != "?" }.dropFirst())
    // An address that needs no escapes stands whole; else each parameter is readable, and curl escapes it.
    let isPlain = !query.contains("%")
    var parts = ["curl \(Self.quoted(address + (isPlain ? target[...] : path)))"]
    if !isPlain {
      parts[0] = "curl -G \(Self.quoted(address + path))"
      let parameters = (try? QueryParameters(parsing: String(query)).all) ?? []
      parts += parameters.map { "--data-urlencode \(Self.quoted("\($0.name)=\($0.value)"))" }
    }
    if method != (body == nil ? .get : .post) { parts[0] = "curl -X \(method.rawValue)" + parts[0].dropFirst(4) }
    parts += headers.map { "-H \($0.contains("$") ? "\"\($0)\"" : Self.quoted($0))" }
    switch body {
    case .json(let value): parts.append("--json \(Self.quoted(String(decoding: value.bytes, as: UTF8.self)))")
    case .form(let fields): parts += fields.map { "-F \(Self.quoted($0))" }
    case nil: break
    }
    return parts.joined(separator: " \\\n  ")
  }

  /// A text between single quotes, in which a shell leaves everything as it is.
  static func quoted(_ text: some StringProtocol) -> String { "'\(String(text).replacing("'", with: #"'\''"#))'" }
}

extension CurlCommand {
  init(_ example: RecordedExample, of endpoint: Endpoint) {
    (method, target, headers, body) = (endpoint.method, example.target, example.headers, example.body)
  }

  /// A request of the examples in the table: for endpoints of which no answer is recorded.
  init(_ endpoint: Endpoint, credentials: [Credential]) {
    method = endpoint.method
    let path = endpoint.pathParameters.reduce(endpoint.path) { path, parameter in
      parameter.example.map { path.replacing("{\(parameter.name)}", with: $0) } ?? path
    }
    let query = endpoint.query.filter(\.isRequired).compactMap { parameter in
      parameter.example.map { "\(parameter.name)=\(percentEncoded($0, plain: ",:/"))" }
    }
    target = path + (query.isEmpty ? "" : "?\(query.joined(separator: "&"))")
    headers = credentials.map(\.headerField)
    body = endpoint.body.flatMap { body in
      if body.type == "multipart/form-data" {
        return .form((body.schema?["properties"]?.members ?? []).map { "\($0.key)=…" })
      }
      return body.fields.map { fields in
        .json(.object(fields.filter { $0.isRequired }.map { JSONMember(key: $0.name, value: $0.example ?? "…") }))
      }
    }
  }
}

/// How a request says who sends it: a header field whose value holds a secret.
struct Credential {
  let header: String
  /// The text before the secret, such as `Bearer `.
  let prefix: String
  let variable: String

  var headerField: String { "\(header): \(prefix)$\(variable)" }

  /// By the names of the security schemes.
  static let schemes: [String: Credential] = [
    "person": Credential(header: "Authorization", prefix: "Bearer ", variable: "TOKEN"),
    "operator": Credential(header: "Authorization", prefix: "Bearer ", variable: "OPERATOR_TOKEN"),
    "application": Credential(header: "SesacKey", prefix: "", variable: "KEY"),
    "rawToken": Credential(header: "Authorization", prefix: "", variable: "TOKEN"),
    "mapKey": Credential(header: "Authorization", prefix: "KakaoAK ", variable: "KEY"),
  ]

  /// The credentials that an endpoint takes, and whether it answers without them.
  static func all(of endpoint: Endpoint) -> (credentials: [Credential], areOptional: Bool) {
    let sets = OpenAPI.securityRequirements(endpoint) ?? []
    // The last set names all of them.
    return ((sets.last ?? []).compactMap { schemes[$0] }, sets.contains([]))
  }
}

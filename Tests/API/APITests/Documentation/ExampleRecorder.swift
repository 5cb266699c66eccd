import APIKit
import Basics
import Foundation
import HTTP
import JSON
import Support
import Testing

/// Asks a service, and writes each request and its answer down for the documentation page. What differs from run to run
/// is replaced: identifiers by numbered ones, and what is random by one text.
final class ExampleRecorder {
  let service: Service
  private var records: [JSONValue] = []
  private var identifiers: [String: String] = [:]

  /// Each request is a second after the one before: what is ordered by time is in one order.
  private let clock: ManualClock

  init(_ service: Service, _ clock: ManualClock) {
    self.service = service
    self.clock = clock
  }

  /// How a request says who sends it.
  enum Sender {
    case nobody
    case person(String)
    case `operator`
    /// By the token of an operator session.
    case operatorSession(String)
    case map

    /// The header fields as they are sent, and as commands have them.
    fileprivate var headers: [(name: String, value: String, shown: String)] {
      switch self {
      case .nobody: []
      case .person(let token): [("Authorization", "Bearer \(token)", "Bearer $TOKEN")]
      case .operator:
        [("Authorization", "Bearer \(ExampleStory.operatorToken)", "Bearer $OPERATOR_TOKEN")]
      case .operatorSession(let token): [("Authorization", "Bearer \(token)", "Bearer $OPERATOR_TOKEN")]
      case .map: [("Authorization", "KakaoAK key", "KakaoAK $KEY")]
      }
    }
  }

  /// A field of a form.
  struct FormField {
    let name: String
    let content: [UInt8]
    let fileName: String?

    static func text(_ name: String, _ value: String) -> FormField {
      FormField(name: name, content: Array(value.utf8), fileName: nil)
    }
    static func file(_ name: String, _ content: [UInt8], named file: String) -> FormField {
      FormField(name: name, content: content, fileName: file)
    }
  }

  /// Asks for an operation such as `GET /api/booths/{id}`, with values for what is in braces.
  /// - Parameter fails: the status of the error that is expected; nil: a success is expected.
  @discardableResult
  func record(
    _ operation: String, _ path: [Any] = [], query: KeyValuePairs<String, String> = [:], by sender: Sender = .nobody,
    json: String? = nil, form: [FormField]? = nil, headers more: [(String, String)] = [], fails status: Int? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> Answer {
    let endpoint = try #require(
      endpoints.first { "\($0.method.rawValue) \($0.path)" == operation }, "\(operation)", sourceLocation: location)
    let target = Self.target(endpoint, path, query)
    var headers = sender.headers.map { ($0.name, $0.value) } + more
    var body = RequestBody.none
    if let json {
      headers.append(("Content-Type", "application/json"))
      body = .bytes(Array(json.utf8))
    }
    if let form {
      headers.append(("Content-Type", "multipart/form-data; boundary=x"))
      body = .bytes(Self.form(form))
    }
    clock.advance(seconds: 1)
    let answer = await service.send(endpoint.method, target, headers, body: body)
    let isExpected = status.map { answer.status == $0 } ?? (200..<300).contains(answer.status)
    #expect(isExpected, "\(operation): \(answer.status) \(answer.text)", sourceLocation: location)
    let shown = sender.headers.map { "\($0.name): \($0.shown)" } + more.map { "\($0.0): \($0.1)" }
    records.append(
      .object([
        "operation": .string(operation), "target": .string(target),
        "headers": shown.isEmpty ? nil : .array(shown.map(JSONValue.string)),
        "body": try json.map { try JSONReader.value(of: Array($0.utf8)) },
        "form": form.map { .array($0.map { .string($0.shown) }) },
        "status": .integer(answer.status),
        "type": answer.bytes.isEmpty ? nil : answer.type.map(JSONValue.string), "answer": try answer.content,
      ]))
    return answer
  }

  private static func target(_ endpoint: Endpoint, _ path: [Any], _ query: KeyValuePairs<String, String>) -> String {
    var values = path.makeIterator()
    let segments = endpoint.path.split(separator: "/").map { segment in
      segment.first == "{" ? escaped("\(values.next() ?? "")") : String(segment)
    }
    let pairs = query.map { "\($0.key)=\(escaped($0.value))" }
    return "/" + segments.joined(separator: "/") + (pairs.isEmpty ? "" : "?\(pairs.joined(separator: "&"))")
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: CharacterSet.urlQueryAllowed.subtracting(["&", "=", "+", "?"]))!
  }

  private static func form(_ fields: [FormField]) -> [UInt8] {
    fields.flatMap { field in
      let file = field.fileName.map { "; filename=\"\($0)\"" } ?? ""
      let head = "--x\r\nContent-Disposition: form-data; name=\"\(field.name)\"\(file)\r\n\r\n"
      return Array(head.utf8) + field.content + [0x0D, 0x0A]
    } + Array("--x--\r\n".utf8)
  }

  /// The file of all examples: one a line.
  func file() -> String {
    let lines = records.map { String(decoding: replaced($0).bytes, as: UTF8.self) }
    return "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  // MARK: What differs from run to run

  /// Members that hold something random: tokens, cursors, codes, keys and references.
  private static let secrets: Set = [
    "access_token", "refresh_token", "access_code", "code", "reference", "next", "accessToken", "refreshToken",
    "public_key",
    "challenge",
  ]

  private func replaced(_ value: JSONValue, key: String = "") -> JSONValue {
    switch value {
    // Codes of problems and paths have no capitals.
    case .string(let text) where key == "code" && text.wholeMatch(of: /[0-9]{6}/) != nil: .string("123456")
    case .object(let members) where key == "user" && members.contains(where: { $0.key == "displayName" }):
      // Its handle is made of an identifier.
      .object(members.map { $0.key == "id" ? JSONMember(key: "id", value: "NjkxZWVlOGUwMDAw…") : $0 })
    case .string where key == "request_id": .string("c7b27a79451ba914")
    // The time that an import takes is that of the machine.
    case .string where key == "finished_at": .string("2026-11-20T10:06:42.000Z")
    case .string(let text) where Self.secrets.contains(key) && text.contains(/[A-Z]/) && !text.hasPrefix("/"):
      .string(text.hasPrefix("eyJ") ? "eyJhbGciOiJFZERTQSJ9…" : "n3Xk0Zm91cmN1dHM…")
    case .string(let text): .string(replaced(text))
    case .array(let values): .array(values.map { replaced($0) })
    case .object(let members): .object(members.map { JSONMember(key: $0.key, value: replaced($0.value, key: $0.key)) })
    default: value
    }
  }

  /// Identifiers and names of photos are numbered; a link's code is shortened.
  private func replaced(_ text: String) -> String {
    text.replacing(/invitation=[A-Za-z0-9_\-]+/, with: "invitation=n3Xk0Zm91cmN1dHM…")
      .replacing(/\bfos_[A-Za-z0-9_\-]{43}/, with: "fos_n3Xk0Zm91cmN1dHM…")
      .replacing(/\b[A-Z2-7]{32}\b/, with: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
      .replacing(/\b[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\b/, with: "k7qd-3mzt-ahw2-xo5e")
      .replacing(/api\/files\/[A-Za-z0-9_\-]+/, with: "api/files/n3Xk0Zm91cmN1dHM…")
      .replacing(/\b(?:[0-9a-f]{64}|[0-9a-f]{24})\b/) { match in
        let identifier = String(match.output)
        if let known = identifiers[identifier] { return known }
        let (start, count) = ("691eee8e", String(identifiers.count + 1, radix: 16))
        let made = start + String(repeating: "0", count: identifier.count - start.count - count.count) + count
        identifiers[identifier] = made
        return made
      }
  }
}

extension ExampleRecorder.FormField {
  /// As in `curl -F`.
  fileprivate var shown: String {
    fileName.map { "\(name)=@\($0)" } ?? "\(name)=\(String(decoding: content, as: UTF8.self))"
  }
}

extension Answer {
  /// The content as an example has it: JSON, another text, or nothing.
  fileprivate var content: JSONValue? {
    get throws {
      guard !bytes.isEmpty, let type else { return nil }
      if MediaType.isJSON(type) { return try JSONReader.value(of: bytes) }
      return type.hasPrefix("text/") && !type.hasPrefix("text/html") ? .string(text) : nil
    }
  }
}

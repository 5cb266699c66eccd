import Foundation
import HTTP
import Testing

/// A page of this service in a browser: it keeps cookies as a browser does, and says where it is from.
struct Page {
  let service: Service
  /// Where it is from.
  var origin = "http://booths.localhost:8080"
  /// What the browser keeps, by name.
  var cookies: [String: Cookie] = [:]

  /// What a browser was told to keep.
  struct Cookie {
    var value: String
    /// As they stand there, `Path=/api` among them.
    var attributes: [String]

    var path: String { attributes.first { $0.hasPrefix("Path=") }.map { String($0.dropFirst(5)) } ?? "" }
    var maxAge: Int { attributes.first { $0.hasPrefix("Max-Age=") }.flatMap { Int($0.dropFirst(8)) } ?? 0 }
  }

  init(_ service: Service) { self.service = service }

  /// Asks as a script of the page does, with headers that are added or, where nil, left out.
  mutating func send(
    _ method: HTTP.Method, _ target: String, _ json: String? = nil, _ changes: KeyValuePairs<String, String?> = [:]
  ) async -> Answer {
    let usual: [(String, String?)] = [
      ("Fourcuts-Session", "cookie"), ("Origin", method == .get ? nil : origin), ("Sec-Fetch-Site", "same-origin"),
      ("Cookie", header(for: target)), ("Content-Type", json == nil ? nil : "application/json"),
    ]
    let stored = usual.filter { field in !changes.contains { $0.key == field.0 } }
    let headers = (stored + changes.map { ($0.key, $0.value) }).compactMap { name, value in value.map { (name, $0) } }
    let answer = await service.send(method, target, headers, body: json.map { .bytes(Array($0.utf8)) } ?? .none)
    keep(answer)
    return answer
  }

  mutating func get(_ target: String, _ changes: KeyValuePairs<String, String?> = [:]) async -> Answer {
    await send(.get, target, nil, changes)
  }

  /// Signs up by the page.
  mutating func signUp(_ name: String) async -> Answer {
    await send(
      .post, "/api/accounts",
      #"{"email":"\#(name)@example.com","password":"\#(Service.password)","nickname":"\#(name)"}"#)
  }

  /// The cookies that go with a request (RFC 6265, 5.1.4); nil: none.
  func header(for target: String) -> String? {
    let path = target.prefix { $0 != "?" }
    let sent = cookies.sorted { $0.key < $1.key }.filter { _, cookie in
      path == cookie.path || path.hasPrefix(cookie.path.hasSuffix("/") ? cookie.path : cookie.path + "/")
    }
    return sent.isEmpty ? nil : sent.map { "\($0)=\($1.value)" }.joined(separator: "; ")
  }

  /// Keeps and forgets as it is told.
  mutating func keep(_ answer: Answer) {
    for field in answer.headers.values(of: "Set-Cookie") {
      let parts = field.components(separatedBy: "; ")
      let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let cookie = Cookie(value: pair[1], attributes: Array(parts.dropFirst()))
      cookies[pair[0]] = cookie.maxAge > 0 ? cookie : nil
    }
  }
}

import Foundation
import JSON
import SQL
import Sandbox
import Support
import Testing

/// What people do is answered, and leaves none of their words where operators look.
@Suite("Personal data and secrets")
struct PrivacyTests {
  /// Each occurs nowhere else.
  private enum Marker {
    static let email = "marker-mail-7f3a@example.com"
    static let password = "marker password 51c9"
    static let wrongPassword = "marker guess 88d0"
    static let nickname = "표식별명"
    static let phone = "010-7712-9034"
    static let bio = "marker-bio-2e61"
    static let latitude = "37.4971634"
    static let longitude = "127.0271935"
    static let query = "marker-query-c0b4"
    static let post = "marker-post-5d17"
    static let comment = "marker-comment-91fe"
    static let message = "marker-message-3a08"
    static let channel = "marker-channel-b2f6"
    static let report = "marker-report-64ad"
    static let code = "marker-code-e915"
    static let state = "marker-state-0c7d"
    static let bearer = "marker-bearer-f4b1"
    static let path = "marker-path-7a2c"
    static let agent = "marker-agent-19d3"
    static let forwarded = "203.0.113.77"
    static let reason = "marker-reason-d83e"

    static let all = [
      email, password, wrongPassword, nickname, phone, bio, latitude, longitude, query, post, comment, message, channel,
      report, code, state, bearer, path, agent, forwarded, reason, "marker-",
    ]
  }

  @Test("No personal data or secret is in the log, the metrics, the traces or the audit log")
  func markers() async throws {
    let collector = try TraceCollector()
    defer { collector.server.stop() }
    var settings = MetricsEndpoint.settings
    settings["FOURCUTS_ACCESS_LOG"] = "1"
    settings["FOURCUTS_LOG_FORMAT"] = "json"
    settings["FOURCUTS_TRACES_TO"] = collector.server.url.absoluteString
    settings["FOURCUTS_KAKAO_CLIENT_ID"] = "kakao-client"
    settings["FOURCUTS_OPERATOR_TOKEN"] = "the-right-token-of-the-operator"
    let shop = try await RunningShop([.v1, .v2], settings)
    let tokens = try await actAsPerson(shop)
    try await sell(shop)
    try await sendNonsense(shop, tokens)
    let metrics = try await MetricsEndpoint(of: shop.server).scrape().body
    let audit = try await shop.run("audit", "list", "--limit", "10000", "--format", "json").output
    let table = try await rows(of: "audit_entry", in: shop)
    // The last traces are sent at the end.
    try await shop.end()
    let log = shop.server.process.errors + shop.server.process.output
    // There is something to look through.
    for route in ["/api/sessions", "/api/booths/near", "/api/channels/{id}/messages", "/api/webhooks/portone-v2"] {
      #expect(log.contains("\"\(route)\"") && metrics.contains("\"\(route)\""), "\(route)")
      #expect(collector.text.contains("\"\(route)\""), "\(route)")
    }
    #expect(log.split(separator: "\n").count > 30 && audit.contains("login-failed") && table.count > 5)
    let refused = "\"operator\",\"actor_name\":null"
    #expect(audit.contains(refused))
    let traces = collector.text
    let secrets = RunningShop.secrets + tokens + [settings["FOURCUTS_OPERATOR_TOKEN"]!]
    for word in Marker.all + secrets {
      for (name, text) in [
        ("log", log), ("metrics", metrics), ("audit", audit), ("table", table.joined()), ("traces", traces),
      ] {
        #expect(!text.contains(word), "\(word) is in the \(name)")
      }
    }
  }

  private func rows(of table: String, in shop: RunningShop) async throws -> [String] {
    try await shop.database().read { connection in
      var rows: [String] = []
      try connection.each("SELECT * FROM \(table)", []) { row in
        rows.append((0..<10).map { row.text($0) }.joined(separator: " "))
      }
      return rows
    }
  }

  /// Signs up, logs in, writes and looks for booths.
  /// - Returns: The tokens that it was given.
  private func actAsPerson(_ shop: RunningShop) async throws -> [String] {
    let address = shop.server.address
    func send(_ method: String, _ path: String, _ body: JSONValue? = nil, _ token: String? = nil) async throws
      -> RunningServer.ClientResponse
    {
      var headers = [
        "User-Agent": Marker.agent, "X-Forwarded-For": Marker.forwarded, "Referer": "http://x/\(Marker.path)",
        "traceparent": "00-\(Marker.path)", "X-Request-Id": Marker.path,
      ]
      if body != nil { headers["Content-Type"] = "application/json" }
      if let token { headers["Authorization"] = "Bearer \(token)" }
      return try await address.send(method, path, headers, body: body.map { Data($0.bytes) })
    }
    let login: JSONValue = .object(["email": .string(Marker.email), "password": .string(Marker.password)])
    let signedUp = try await send(
      "POST", "/api/accounts",
      .object([
        "email": .string(Marker.email), "password": .string(Marker.password), "nickname": .string(Marker.nickname),
      ]))
    try #require(signedUp.status == 201, "\(signedUp.body)")
    let guess = try await send(
      "POST", "/api/sessions",
      .object(["email": .string(Marker.email), "password": .string(Marker.wrongPassword)]))
    #expect(guess.status == 401)
    let opened = try await send("POST", "/api/sessions", login)
    let tokens = try ["access_token", "refresh_token"].map { name in
      try #require(opened.json.text("tokens", name) ?? opened.json.text(name), "\(opened.body)")
    }
    let token = tokens[0]
    #expect(try await send("PATCH", "/api/me", .object(["bio": .string(Marker.bio)]), token).status == 200)
    let place = "lat=\(Marker.latitude)&lon=\(Marker.longitude)"
    for path in [
      "/api/booths/near?\(place)", "/api/posts/near?\(place)&radius=500", "/api/location/resolve?\(place)",
      "/api/booths/search?q=\(Marker.query)", "/api/search?q=\(Marker.query)&\(place)",
      "/api/booths/near?\(place)&unknown=\(Marker.query)",
    ] {
      _ = try await send("GET", path, nil, token)
    }
    let post = try await send(
      "POST", "/api/posts", .object(["kind": "feed", "text": .string(Marker.post)]), token)
    let id = try post.text("id")
    _ = try await send("POST", "/api/posts/\(id)/comments", .object(["text": .string(Marker.comment)]), token)
    let reported = try await send(
      "POST", "/api/reports",
      .object(["post": .string(id), "reason": "other", "note": .string(Marker.report)]), shop.buyer)
    #expect(reported.status < 300, "\(reported.body)")
    let workspace = try await send("POST", "/api/workspaces", .object(["name": .string(Marker.channel)]), token)
    let channel = try await send(
      "POST", "/api/workspaces/\(try number(workspace))/channels",
      .object(["name": .string(Marker.channel), "kind": "open"]), token)
    let message = try await send(
      "POST", "/api/channels/\(try number(channel))/messages", .object(["text": .string(Marker.message)]), token)
    #expect(message.status == 201, "\(message.body)")
    // Only old clients send a phone number.
    let joined = try await address.send(
      "POST", "/v1/users/join", ["SesacKey": RunningShop.applicationKey, "Content-Type": "application/json"],
      body: Data(
        JSONValue.object([
          "email": .string("old-" + Marker.email), "password": .string(Marker.password), "nick": "옛표식",
          "phoneNum": .string(Marker.phone),
        ]).bytes))
    #expect(joined.status == 200, "\(joined.body)")
    let close = try await shop.run("reports", "close", try reported.text("id"))
    #expect(close.code == 0, "\(close.errors)")
    return tokens
  }

  /// The number of what was created.
  private func number(_ response: RunningServer.ClientResponse) throws -> Int {
    guard case .integer(let number)? = response.json["id"] else {
      Issue.record("\(response.status) \(response.body)")
      throw CancellationError()
    }
    return number
  }

  /// Sells, with messages of the gateway, and gives money back.
  private func sell(_ shop: RunningShop) async throws {
    let order = try await shop.order()
    let transaction = try shop.sandbox.pay(.v2, order.reference, RunningShop.price, notifies: true)
    try await eventually { try await shop.state(order.id) == "paid" }
    _ = try await shop.run("payments", "cancel", transaction, "--amount", "500", "--reason", Marker.reason)
    let claimed = try shop.sandbox.pay(.v1, RunningShop.oldReference(), RunningShop.price, notifies: true)
    _ = try await shop.claim(claimed)
  }

  /// Sends what is refused, each part of it marked.
  private func sendNonsense(_ shop: RunningShop, _ tokens: [String]) async throws {
    let address = shop.server.address
    let json = ["Content-Type": "application/json"]
    let callback = "code=\(Marker.code)&state=\(Marker.state)"
    _ = try await address.send("GET", "/login/kakao/callback?\(callback)", ["Cookie": "a=\(Marker.state)"])
    _ = try await address.send("GET", "/\(Marker.path)?\(Marker.query)", ["Authorization": "Bearer \(Marker.bearer)"])
    _ = try await address.send("GET", "/api/me", ["Authorization": "Bearer \(Marker.bearer)"])
    for path in ["/api/sessions", "/api/webhooks/portone-v1", "/api/webhooks/portone-v2", "/api/sessions/social"] {
      _ = try await address.send("POST", path, json, body: Data("{\"\(Marker.code)\": \"\(Marker.state)\"".utf8))
    }
    _ = try await address.send(
      "POST", "/api/imports?file=\(Marker.path).csv", ["Authorization": "Bearer \(Marker.bearer)"],
      body: Data(Marker.post.utf8))
    _ = try await address.send("POST", "/v1/payments/validation", ["SesacKey": Marker.bearer], body: Data("{}".utf8))
    _ = try await shop.run("accounts", "suspend", Marker.query)
  }
}

import Basics
import Contracts
import Foundation
import FourCutsClient
import JSON
import Support
import Testing

/// Old clients on a real server: every request as the contracts spell it, over a socket.
@Suite("Legacy clients on a running server")
struct OldClientTests {
  /// What differs between the two generations in these requests.
  struct Generation: Sendable, CustomTestStringConvertible {
    var key: String
    var path: String
    var access: String
    var refreshPath: String
    var id: String
    var testDescription: String { key }

    static let first = Generation(key: "KeyOfMobbie", path: "", access: "token", refreshPath: "/refresh", id: "_id")
    static let second = Generation(
      key: "KeyOf4cuts", path: "/v1", access: "accessToken", refreshPath: "/v1/auth/refresh", id: "post_id")

    /// The headers of somebody who is logged in: the raw token.
    func headers(_ token: String? = nil) -> [String: String] {
      var headers = ["SesacKey": key, "Content-Type": "application/json"]
      headers["Authorization"] = token
      return headers
    }
  }

  private static func server(_ environment: [String: String] = [:]) async throws -> RunningServer {
    try await RunningServer(
      try Program(environment: environment), "--app", "KeyOfMobbie=lslp-v0", "--app", "KeyOf4cuts=lslp-v1")
  }

  /// Joins and logs in; the answer of the login.
  private static func logIn(_ server: RunningServer, _ generation: Generation) async throws
    -> RunningServer.ClientResponse
  {
    let join = #"{"email":"old@example.com","password":"four cuts 1234","nick":"old"}"#
    let login = #"{"email":"old@example.com","password":"four cuts 1234"}"#
    let (joinPath, loginPath) = generation.path.isEmpty ? ("/join", "/login") : ("/v1/users/join", "/v1/users/login")
    let joined = try await server.send("POST", joinPath, generation.headers(), body: Data(join.utf8))
    #expect(joined.status == 200, "\(joined.body)")
    let response = try await server.send("POST", loginPath, generation.headers(), body: Data(login.utf8))
    #expect(response.status == 200, "\(response.body)")
    return response
  }

  @Test(
    "Two concurrent refreshes both succeed with the same refresh token, which stays valid",
    arguments: [Generation.first, .second])
  func concurrentRefreshes(_ generation: Generation) async throws {
    let server = try await Self.server(["FOURCUTS_ACCESS_TTL": "2"])
    let login = try await Self.logIn(server, generation)
    let (access, refresh) = (try login.text(generation.access), try login.text("refreshToken"))
    let profile = generation.path.isEmpty ? "/profile/me" : "/v1/users/me/profile"
    #expect(try await server.send("GET", profile, generation.headers(access)).status == 200)
    // Not asked each moment: who shows an expired token without end is told to stop.
    try await Task.sleep(for: .seconds(3))
    #expect(try await server.send("GET", profile, generation.headers(access)).status == 419)
    let refreshing = generation.headers(access).merging(["Refresh": refresh]) { $1 }
    let address = server.address
    for _ in 0..<2 {
      async let one = address.send("GET", generation.refreshPath, refreshing)
      async let two = address.send("GET", generation.refreshPath, refreshing)
      for response in [try await one, try await two] {
        #expect(response.status == 200, "\(response.body)")
        let token = try response.text(generation.access)
        #expect(try await server.send("GET", profile, generation.headers(token)).status == 200)
      }
    }
    #expect(try server.end() == 0)
  }

  @Test("A post of a legacy client is a post for everybody: on its wall, with its photo and hashtags")
  func oneDomain() async throws {
    let server = try await Self.server()
    let second = Generation.second
    let token = try await Self.logIn(server, second).text("accessToken")
    let form =
      Data("--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"글 #1?.png\"\r\n".utf8)
      + Data("Content-Type: image/png\r\n\r\n".utf8) + onePixel + Data("\r\n--x--\r\n".utf8)
    var headers = second.headers(token)
    headers["Content-Type"] = "multipart/form-data; boundary=x"
    let uploaded = try await server.send("POST", "/v1/posts/files", headers, body: form)
    guard case .array(let files)? = uploaded.json["files"], case .string(let file)? = files.first else {
      throw CancellationError()
    }
    let body = JSONValue.object([
      "title": "네컷", "content": "우리의 #네컷", "product_id": "fourcuts", "files": [.string(file)],
    ])
    let posted = try await server.send("POST", "/v1/posts", second.headers(token), body: Data(body.bytes))
    #expect(posted.status == 200, "\(posted.body)")
    #expect(try await server.send("GET", "/v1/\(file)", second.headers(token)).status == 200)

    let native = try await server.person("native")
    let post = try #require(try await native.posts(in: PostFeed(.hashtag("네컷"))).first(1).first)
    #expect(post.id.description == (try posted.text("post_id")))
    #expect(post.title == "네컷" && post.board == "fourcuts" && post.photos.count == 1)
    try await native.like(post.id)
    let list = try await server.send("GET", "/v1/posts?next=&limit=10&product_id=fourcuts", second.headers(token))
    #expect(list.body.contains(#""likes":["\#(try #require(try await native.account))"]"#), "\(list.body)")
    #expect(try list.text("next_cursor") == "0")
    #expect(try server.end() == 0)
  }

  @Test("Without a known key nothing is served, and unknown paths get the contract's errors")
  func keys() async throws {
    let server = try await Self.server()
    let login = Data(#"{"email":"a@b.kr","password":"1234"}"#.utf8)
    for key in [nil, "", "wrong", "KeyOfMobbie"] {
      let response = try await server.send("POST", "/v1/users/login", key.map { ["SesacKey": $0] } ?? [:], body: login)
      #expect(response.status == 420, "\(key ?? "none"): \(response.body)")
    }
    #expect(try await server.send("GET", "/v1/nothing", ["SesacKey": "KeyOf4cuts"]).status == 444)
    #expect(try await server.get("/api/nothing").status == 404)
    #expect(!server.process.output.contains("SesacKey"))
    #expect(try server.end() == 0)
  }

  @Test("On a loopback address without configured keys development keys are made and printed")
  func developmentKeys() async throws {
    let server = try await RunningServer(try Program())
    let printed = server.process.output.matches(of: /SesacKey (dev-(\S+)-\w+)/)
    let keys = Dictionary(uniqueKeysWithValues: printed.map { (String($0.2), String($0.1)) })
    #expect(keys.keys.sorted() == ["lslp-v0", "lslp-v1", "slp"])
    let check = Data(#"{"email":"a@b.kr"}"#.utf8)
    for (contract, path) in [
      ("lslp-v0", "/validation/email"), ("lslp-v1", "/v1/validation/email"), ("slp", "/v1/users/validation/email"),
    ] {
      let headers = ["SesacKey": keys[contract] ?? "", "Content-Type": "application/json"]
      let response = try await server.send("POST", path, headers, body: check)
      #expect(response.status == 200, "\(contract): \(response.body)")
    }
    #expect(try server.end() == 0)
    let open = try await RunningServer(try Program(), "--address", "0.0.0.0")
    #expect(!open.process.output.contains("SesacKey"))
    #expect(try open.end() == 0)
    let proxied = try await RunningServer(try Program(), "--public-url", "https://booths.example")
    #expect(!proxied.process.output.contains("SesacKey"))
    #expect(try await proxied.get("/socket.io/?EIO=4&transport=polling").status == 404)
    #expect(try proxied.end() == 0)
  }

  @Test("Invalid applications are refused before anything starts", arguments: ["KeyOnly", "k=lslp-v9"])
  func wrongApplications(_ word: String) throws {
    let result = try Program().run("serve", "--port", "0", "--app", word)
    #expect(result.code == 2)
    #expect(!result.errors.contains("KeyOnly"))
  }
}

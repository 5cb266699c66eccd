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
  /// The headers of somebody who is logged in: the raw token.
  private static func headers(_ token: String?, type: String = "application/json") -> [String: String] {
    var headers = ["SesacKey": "KeyOf4cuts", "Content-Type": type]
    headers["Authorization"] = token
    return headers
  }

  @Test("A post of a legacy client is a post for everybody, with its photo and hashtags")
  func oneDomain() async throws {
    let server = try await RunningServer(try Program(), "--app", "KeyOf4cuts=lslp-v1")
    let join = #"{"email":"old@example.com","password":"four cuts 1234","nick":"old"}"#
    let joined = try await server.send("POST", "/v1/users/join", Self.headers(nil), body: Data(join.utf8))
    #expect(joined.status == 200, "\(joined.body)")
    let login = #"{"email":"old@example.com","password":"four cuts 1234"}"#
    let token = try await server.send("POST", "/v1/users/login", Self.headers(nil), body: Data(login.utf8))
      .text("accessToken")
    let form =
      Data("--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"글 #1?.png\"\r\n".utf8)
      + Data("Content-Type: image/png\r\n\r\n".utf8) + onePixel + Data("\r\n--x--\r\n".utf8)
    let uploaded = try await server.send(
      "POST", "/v1/posts/files", Self.headers(token, type: "multipart/form-data; boundary=x"), body: form)
    guard case .array(let files)? = uploaded.json["files"], case .string(let file)? = files.first else {
      throw CancellationError()
    }
    let body = JSONValue.object([
      "title": "네컷", "content": "우리의 #네컷", "product_id": "fourcuts", "files": [.string(file)],
    ])
    let posted = try await server.send("POST", "/v1/posts", Self.headers(token), body: Data(body.bytes))
    #expect(posted.status == 200, "\(posted.body)")
    #expect(try await server.send("GET", "/v1/\(file)", Self.headers(token)).status == 200)

    let native = try await server.person("native")
    let post = try #require(try await native.posts(in: PostFeed(.hashtag("네컷"))).first(1).first)
    #expect(post.id.description == (try posted.text("post_id")))
    #expect(post.title == "네컷" && post.board == "fourcuts" && post.photos.count == 1)
    try await native.like(post.id)
    let list = try await server.send("GET", "/v1/posts?next=&limit=10&product_id=fourcuts", Self.headers(token))
    #expect(list.body.contains(#""likes":["\#(try #require(try await native.account))"]"#), "\(list.body)")
    #expect(try list.text("next_cursor") == "0")
    #expect(try server.end() == 0)
  }

  @Test("The operator's webhook is told of a like with the token that an old app has sent, until it logs out")
  func deviceTokens() async throws {
    let hook = try RawServer { _, _ in
      [.text("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
    }
    defer { hook.stop() }
    let server = try await RunningServer(
      try Program(), "--app", "KeyOf4cuts=slp", "--push-hook-url", "\(hook.url.absoluteString)/devices",
      "--push-hook-secret", "whsec_MDEyMzQ1Njc4OWFiY2RlZg==")
    let (mina, juno) = (try await server.person("mina"), try await server.person("juno"))
    let (one, other) = (
      try await mina.save(PostRequest(kind: .feed, text: "하나")),
      try await mina.save(PostRequest(kind: .feed, text: "둘"))
    )
    let login = #"{"email":"mina@example.com","password":"\#(RunningServer.password)","deviceToken":"apns-of-mina"}"#
    let opened = try await server.send("POST", "/v2/users/login", Self.headers(nil), body: Data(login.utf8))
    #expect(opened.status == 200, "\(opened.body)")
    let token = try #require(opened.json["token"]?["accessToken"]?.string)
    try await juno.like(one.id)
    try await eventually { !hook.requests.isEmpty }
    let told = try #require(hook.requests.first)
    #expect(told.line == "POST /devices" && told.headers["webhook-signature"]?.hasPrefix("v1,") == true)
    let message = try #require(told.json)
    #expect(message["device_token"]?.string == "apns-of-mina" && message["language"]?.string == "ko")
    #expect(message["notice"]?["kind"]?.string == "like")
    #expect(message["notice"]?["person"]?["nickname"]?.string == "juno" && message["notice"]?["text"]?.string == "")
    #expect(try await server.send("GET", "/v1/users/logout", Self.headers(token)).status == 200)
    try await juno.like(other.id)
    #expect(try server.end() == 0)
    #expect(hook.requests.count == 1)
    #expect(!server.process.errors.contains("apns-of-mina"))
    let alone = try Program().start(["serve", "--port", "0", "--push-hook-url", "https://hook.example"]).finish()
    #expect(alone.code == 2 && alone.errors.contains("need each other"))
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

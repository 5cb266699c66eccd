import Basics
import Foundation
import Posts
import Support
import Testing

/// The app OOTD as far as it talks.
private final class OOTD {
  static let key = "ootd-key"

  let server: OldServer
  var token: String?
  var refreshToken: String?

  init(_ server: OldServer) { self.server = server }

  struct Account: Decodable {
    let _id: String
    let email: String
    let nick: String
  }
  struct Message: Decodable { let message: String }
  struct Login: Decodable {
    let token: String
    let refreshToken: String
  }
  struct Token: Decodable { let token: String }
  struct Creator: Decodable {
    let _id: String
    let nick: String
    let profile: String?
  }
  struct Comment: Decodable {
    let _id: String
    let content: String
    let time: String
    let creator: Creator
  }
  struct Post: Decodable {
    let likes: [String?]
    let image: [String?]
    let hashTags: [String?]
    let comments: [Comment]
    let _id: String
    let time: String
    let content: String
    let productId: String
    let creator: Creator
  }
  struct Page: Decodable {
    let data: [Post]
    let nextCursor: String
  }

  /// Its interceptor adds tokens except on these paths; `/validation/email` is not among them.
  func send(_ line: String, json: String? = nil, form: OldForm? = nil) async throws -> LegacyResponse {
    var headers = [("SesacKey", Self.key)]
    let path = line.split(separator: " ")[1]
    if !["/join", "/login", "/validation"].contains(path), let token { headers.append(("Authorization", token)) }
    if path == "/refresh", let refreshToken { headers.append(("Refresh", refreshToken)) }
    if json != nil { headers.append(("Content-Type", "application/json")) }
    if let form { headers.append(("Content-Type", form.contentType)) }
    return try await server.send(OldRequest(line, headers, json.map { Array($0.utf8) } ?? form?.body ?? []))
  }

  func logIn(_ email: String, _ password: String) async throws {
    let response = try await send("POST /login", json: #"{"email":"\#(email)","password":"\#(password)"}"#)
    let login = try response.decoded(Login.self)
    (token, refreshToken) = (login.token, login.refreshToken)
  }

  /// A look with one photo.
  func post(_ content: String) async throws -> LegacyResponse {
    server.clock.advance(seconds: 1)
    var form = OldForm()
    form.text("content", content)
    form.file("file", named: "image.jpeg", "image/jpeg", OldFile.jpeg())
    form.text("product_id", "test0204")
    return try await send("POST /post", form: form)
  }
}

@Suite("The client OOTD")
struct OOTDTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  @Test("The e-mail check works with a valid token, without one, and with an unusable one")
  func emailCheck() async throws {
    let app = OOTD(server)
    let free = try await app.send("POST /validation/email", json: #"{"email":"Free_1+x@mail.Example.com"}"#)
    #expect(free.status == 200)
    #expect(try free.decoded(OOTD.Message.self).message == "사용 가능한 이메일입니다.")
    app.token = "expired or worse"
    #expect(try await app.send("POST /validation/email", json: #"{"email":"free@example.com"}"#).status == 200)
  }

  @Test("Joining works without the check, with any password and a nickname of several words")
  func joining() async throws {
    let app = OOTD(server)
    let join = #"{"email":"a@example.com","password":"seven4cuts","nick":"두 낱말"}"#
    let created = try await app.send("POST /join", json: join)
    #expect(created.status == 200)
    #expect(try created.decoded(OOTD.Account.self).nick == "두 낱말")
    let again = try await app.send("POST /join", json: join)
    #expect(again.status == 409 && again.message == "이미 가입된 유저입니다.")
    let nick = try await app.send("POST /join", json: join.replacing("a@", with: "b@"))
    #expect(nick.status == 409 && nick.message == "이미 사용중인 닉네임입니다.")
    try await app.logIn("a@example.com", "seven4cuts")
    let wrong = try await app.send("POST /login", json: #"{"email":"a@example.com","password":"12345"}"#)
    #expect(wrong.status == 401 && wrong.message == "계정을 확인해주세요.")
  }

  @Test("A look is decoded alike when it is made and when it is listed, also without text")
  func posting() async throws {
    _ = try await server.person("a@example.com", "12345", nick: "옷")
    let app = OOTD(server)
    try await app.logIn("a@example.com", "12345")
    for content in ["오늘의 옷", ""] {
      let created = try await app.post(content)
      #expect(created.status == 200)
      let post = try created.decoded(OOTD.Post.self)
      #expect(post.content == content && post.productId == "test0204" && post.image.count == 1)
      let page = try await app.send("GET /post?next=&limit=10&product_id=test0204").decoded(OOTD.Page.self)
      #expect(page.data.first?._id == post._id && page.data.first?.content == content)
    }
    // Another app's wall is another wall.
    #expect(try await app.send("GET /post?product_id=MobbieFeed").decoded(OOTD.Page.self).data.isEmpty)
  }

  @Test("A native post has a text and a product for it, even if it has neither")
  func barePost() async throws {
    let author = try await server.person("a@example.com", "12345", nick: "옷")
    try await server.post("", by: author, .feed) { $0.title = "제목뿐" }
    let app = OOTD(server)
    try await app.logIn("a@example.com", "12345")
    let page = try await app.send("GET /post").decoded(OOTD.Page.self)
    #expect(page.data.map(\.content) == [""] && page.data.map(\.productId) == [""])
  }

  @Test("A refresh works before and after the expiry of the access token")
  func refreshing() async throws {
    _ = try await server.person("a@example.com", "12345", nick: "옷")
    let app = OOTD(server)
    try await app.logIn("a@example.com", "12345")
    #expect(try await app.send("GET /refresh").status == 200)
    server.clock.advance(seconds: 901)
    let expired = try await app.send("GET /post")
    #expect(expired.status == 419 && expired.message == "액세스 토큰이 만료되었습니다.")
    app.token = try await app.send("GET /refresh").decoded(OOTD.Token.self).token
    #expect(try await app.send("GET /post").status == 200)
    server.clock.advance(seconds: 31 * 86_400)
    let ended = try await app.send("GET /refresh")
    #expect(ended.status == 418 && ended.message == "리프레시 토큰이 만료되었습니다. 다시 로그인 해주세요.")
  }

  @Test("An unknown prefix has no endpoints")
  func prefix() async throws {
    let response = try await OOTD(server).send("POST /x/join", json: "{}")
    #expect(response.status == 444 && response.message == "돌아가 여긴 자네가 올 곳이 아니야.")
  }
}

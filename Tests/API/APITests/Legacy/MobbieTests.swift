import Basics
import Foundation
import Posts
import Support
import Testing

/// The app Mobbie as far as it talks: success is exactly 200, and a body that its models can read.
private final class Mobbie {
  static let key = "mobbie-key"

  let server: OldServer
  var token = ""
  var refreshToken = ""
  var id = ""

  init(_ server: OldServer) { self.server = server }

  struct Message: Decodable { let message: String }
  struct Account: Decodable {
    let _id: String
    let email: String
    let nick: String
  }
  struct Login: Decodable {
    let _id: String
    let token: String
    let refreshToken: String
  }
  struct Token: Decodable { let token: String }
  struct Creator: Decodable {
    let _id: String
    let nick: String
  }
  struct Comment: Decodable {
    let _id: String
    let creator: Creator
    let time: String
    let content: String
  }
  struct Post: Decodable {
    let _id: String
    let creator: Creator
    let time: String
    let likes: [String]
    let image: [String]
    let hashTags: [String]
    let comments: [Comment]
    let content: String?
    let productID: String?
    let content1: String?
    let content2: String?
    let content3: String?
  }
  struct Page: Decodable {
    let data: [Post]
    let nextCursor: String
  }
  struct Removed: Decodable { let _id: String }
  struct RemovedComment: Decodable { let postID: String }
  struct Like: Decodable { let likeStatus: Bool }

  /// What a call comes to: the model, or the status that the app's own text is chosen by.
  func call<Model: Decodable>(_ line: String, json: String? = nil, form: OldForm? = nil, as model: Model.Type)
    async throws -> Model
  {
    let response = try await send(line, json: json, form: form)
    guard response.status == 200 else { throw Failed(status: response.status) }
    return try response.decoded(model)
  }

  struct Failed: Error { let status: Int }

  func send(_ line: String, json: String? = nil, form: OldForm? = nil) async throws -> LegacyResponse {
    var headers = [("SesacKey", Self.key)]
    if !token.isEmpty { headers.append(("Authorization", token)) }
    if json != nil { headers.append(("Content-Type", "application/json")) }
    if let form { headers.append(("Content-Type", form.contentType)) }
    return try await server.send(OldRequest(line, headers, json.map { Array($0.utf8) } ?? form?.body ?? []))
  }

  func refresh() async throws -> LegacyResponse {
    try await server.send(
      OldRequest("GET /refresh", [("SesacKey", Self.key), ("Authorization", token), ("Refresh", refreshToken)]))
  }

  /// Sign-up as its screens have it.
  func signUp(_ email: String) async throws {
    _ = try await call("POST /validation/email", json: #"{"email":"\#(email)"}"#, as: Message.self)
    let join = #"{"email":"\#(email)","password":"abc123xy","nick":"\#(UUID().uuidString)","phoneNum":"010-1234-5678"}"#
    let account = try await call("POST /join", json: join, as: Account.self)
    let login = try await call("POST /login", json: #"{"email":"\#(email)","password":"abc123xy"}"#, as: Login.self)
    #expect(account._id == login._id)
    (id, token, refreshToken) = (login._id, login.token, login.refreshToken)
  }

  func write(_ text: String, name: String = "신뢰할 수 있는 다람쥐", photos: [[UInt8]] = []) async throws -> Post {
    server.clock.advance(seconds: 1)
    var form = OldForm()
    form.text("product_id", "MobbieFeed")
    form.text("content", text)
    form.text("content1", name)
    for photo in photos { form.file("file", named: "\(photo.count) bytes.jpg", "image/jpg", photo) }
    if !photos.isEmpty { form.text("content3", "1.3333") }
    return try await call("POST /post", form: form, as: Post.self)
  }

  /// Comments, then writes the list of names into the post, as the detail screen does.
  func comment(_ text: String, as name: String, on post: Post) async throws -> Post {
    server.clock.advance(seconds: 1)
    _ = try await call("POST /post/\(post._id)/comment", json: #"{"content":"\#(text)"}"#, as: Comment.self)
    var form = OldForm()
    form.text("content2", post.content2.map { "\($0), \(name)" } ?? name)
    return try await call("PUT /post/\(post._id)", form: form, as: Post.self)
  }

  func feed(_ next: String = "") async throws -> Page {
    try await call("GET /post?next=\(next)&limit=20&product_id=MobbieFeed", as: Page.self)
  }

  static func isReadable(_ time: String) -> Bool {
    (try? Date(time, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))) != nil
  }
}

@Suite("The client Mobbie")
struct MobbieTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  @Test("An account is made, and a taken address is refused")
  func signingUp() async throws {
    let app = Mobbie(server)
    try await app.signUp("user.name-1@mail.example.com")
    let taken = try await app.send("POST /validation/email", json: #"{"email":"USER.name-1@mail.example.com"}"#)
    #expect(taken.status == 409 && taken.message == "사용이 불가한 이메일입니다.")
  }

  @Test("A post is written with and without photos, and an empty name is kept")
  func writing() async throws {
    let app = Mobbie(server)
    try await app.signUp("a@b.com")
    let plain = try await app.write("안녕 #모비", name: "")
    #expect(plain.content1 == "" && plain.content2 == nil && plain.content3 == nil && plain.image.isEmpty)
    #expect(plain.hashTags == ["모비"] && plain.creator._id == app.id && Mobbie.isReadable(plain.time))
    let pictured = try await app.write("사진", photos: (64..<68).map(OldFile.jpeg))
    #expect(pictured.image.count == 4 && pictured.content3 == "1.3333")
    #expect(try await app.write("같은 사진", photos: [OldFile.jpeg(70), OldFile.jpeg(70)]).image.count == 2)
    let image = try await app.send("GET /\(pictured.image[0])")
    #expect(image.status == 200 && image.headers["content-type"] == "image/jpeg")
    #expect(try await app.feed().data.map(\.content) == ["같은 사진", "사진", "안녕 #모비"])
    #expect(!(try await app.send("GET /post?product_id=MobbieFeed")).text.contains("a@b.com"))
  }

  @Test("Every commenter may write the names of commenters into the post")
  func names() async throws {
    let (author, guest) = (Mobbie(server), Mobbie(server))
    try await author.signUp("a@b.com")
    try await guest.signUp("c@d.com")
    let post = try await author.write("글", photos: [OldFile.jpeg()])
    let once = try await guest.comment("하나", as: "귀여운 사과", on: post)
    let twice = try await author.comment("둘", as: "미소가 매력적인 곰", on: once)
    #expect(twice.content2 == "귀여운 사과, 미소가 매력적인 곰")
    // What was not sent is as it was.
    #expect(twice.content == "글" && twice.content1 == post.content1 && twice.image == post.image)
    // The app turns the comments round and matches them to the names.
    #expect(twice.comments.reversed().map(\.content) == ["하나", "둘"])
    #expect(twice.comments.reversed().map(\.creator._id) == [guest.id, author.id])

    var form = OldForm()
    form.text("content2", "누구")
    form.text("content", "남의 글")
    let more = try await guest.send("PUT /post/\(post._id)", form: form)
    #expect(more.status == 445 && more.message == "게시글 수정 권한이 없습니다.")
    let outsider = Mobbie(server)
    try await outsider.signUp("e@f.com")
    var name = OldForm()
    name.text("content2", "지나가는 곰")
    #expect(try await outsider.send("PUT /post/\(post._id)", form: name).status == 445)
    #expect(try await author.call("GET /post/\(post._id)", as: Mobbie.Post.self).content2 == twice.content2)

    let removed = try await guest.call(
      "DELETE /post/\(post._id)/comment/\(twice.comments[1]._id)", as: Mobbie.RemovedComment.self)
    let shown = try await guest.call("GET /post/\(removed.postID)", as: Mobbie.Post.self)
    #expect(shown.comments.map(\.content) == ["둘"] && shown.content2 == twice.content2)
  }

  @Test("A like is a toggle without a body, and the post has the likers' identifiers")
  func likes() async throws {
    let app = Mobbie(server)
    try await app.signUp("a@b.com")
    let post = try await app.write("글")
    #expect(try await app.call("POST /post/like/\(post._id)", as: Mobbie.Like.self).likeStatus)
    #expect(try await app.feed().data.map(\.likes) == [[app.id]])
    #expect(try await app.call("GET /post/like/me", as: Mobbie.Page.self).data.map(\._id) == [post._id])
    #expect(try await app.call("POST /post/like/\(post._id)", as: Mobbie.Like.self).likeStatus == false)
    #expect(try await app.feed().data.map(\.likes) == [[]])
    #expect(try await app.call("GET /post/like/me", as: Mobbie.Page.self).nextCursor == "0")
  }

  @Test("The cursor of an exhausted list begins the list again")
  func profile() async throws {
    let app = Mobbie(server)
    try await app.signUp("a@b.com")
    for number in 1...21 { _ = try await app.write("글 \(number)") }
    func mine(_ next: String) async throws -> Mobbie.Page {
      try await app.call("GET /post/user/\(app.id)?next=\(next)&limit=20&product_id=MobbieFeed", as: Mobbie.Page.self)
    }
    let first = try await mine("")
    let last = try await mine(first.nextCursor)
    #expect(first.data.count == 20 && last.data.map(\.content) == ["글 1"] && last.nextCursor == "0")
    #expect(try await mine(last.nextCursor).data.map(\._id) == first.data.map(\._id))
  }

  @Test("Endless retries with an expired token end with 429, and the session stays")
  func endlessRetry() async throws {
    let app = Mobbie(server)
    try await app.signUp("a@b.com")
    server.clock.advance(seconds: 901)
    let expired = app.token
    var fresh = ""
    var rounds = 0
    var status = 419
    while status == 419 {
      rounds += 1
      app.token = expired
      status = try await app.send("GET /post?product_id=MobbieFeed").status
      guard status == 419 else { break }
      let refreshed = try await app.refresh()
      // Anything else than 200 would show the login screen.
      try #require(refreshed.status == 200)
      fresh = try refreshed.decoded(Mobbie.Token.self).token
    }
    #expect(status == 429 && rounds <= 60)
    app.token = fresh
    #expect(try await app.feed().data.isEmpty)
  }

  @Test("A refresh with a valid access token is answered, not refused")
  func earlyRefresh() async throws {
    let app = Mobbie(server)
    try await app.signUp("a@b.com")
    let replies = try await [app.refresh(), app.refresh()]
    #expect(replies.map(\.status) == [200, 200])
  }

  @Test("Withdrawal removes the account, its content and its tokens")
  func leaving() async throws {
    let (app, other) = (Mobbie(server), Mobbie(server))
    try await app.signUp("a@b.com")
    try await other.signUp("c@d.com")
    let post = try await app.write("글", photos: [OldFile.jpeg()])
    _ = try await app.comment("댓글", as: "이름", on: try await other.write("남의 글"))
    let left = try await app.call("GET /withdraw", as: Mobbie.Account.self)
    #expect(left._id == app.id && left.email == "a@b.com")
    #expect(try await app.send("GET /post").status == 401)
    #expect(try await app.refresh().status == 418)
    #expect(try await other.send("GET /post/\(post._id)").status == 410)
    #expect(try await other.feed().data.map(\.comments.count) == [0])
    #expect(try await other.send("POST /login", json: #"{"email":"a@b.com","password":"abc123xy"}"#).status == 401)
  }

  @Test("A post is removed once")
  func removing() async throws {
    let app = Mobbie(server)
    try await app.signUp("a@b.com")
    let post = try await app.write("글")
    #expect(try await app.call("DELETE /post/\(post._id)", as: Mobbie.Removed.self)._id == post._id)
    let again = try await app.send("DELETE /post/\(post._id)")
    #expect(again.status == 410 && again.message == "삭제할 게시글을 찾을 수 없습니다.")
  }
}

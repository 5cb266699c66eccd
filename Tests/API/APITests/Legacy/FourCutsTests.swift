import Basics
import Foundation
import Posts
import Support
import Testing

/// The app 4cuts.zip as far as it talks: its headers, its models with what they cannot do without, its interceptor.
private final class FourCuts {
  static let key = "4cuts-key"

  let server: OldServer
  var token = "토큰 없음"
  var refreshToken = "리프레시 토큰 없음"
  var userID = ""

  init(_ server: OldServer) { self.server = server }

  struct Login: Decodable {
    let userId: String
    let email: String
    let nick: String
    let profileImage: String?
    let accessToken: String
    let refreshToken: String
  }
  struct Page: Decodable {
    let data: [Post]
    let nextCursor: String
  }
  struct Post: Decodable {
    let postId: String
    let createdAt: String
    let creator: Creator
    let files: [String]
    let title: String?
    let price: Int?
    let content: String?
    let comments: [Comment]?
  }
  struct Creator: Decodable {
    let userId: String
    let nick: String
    let profileImage: String
  }
  struct Comment: Decodable {
    let commentId: String
    let content: String
    let createdAt: String
    let creator: Creator
  }
  struct Files: Decodable { let files: [String] }
  struct Refresh: Decodable { let accessToken: String }

  private var json: [(String, String)] { [("Content-Type", "application/json"), ("SesacKey", Self.key)] }

  func login(_ email: String, _ password: String) async throws -> LegacyResponse {
    let body = #"{"email":"\#(email)","password":"\#(password)"}"#
    let response = try await server.send(OldRequest("POST /v1/users/login", json, Array(body.utf8)))
    // A failed login goes on like a successful one.
    if let login = try? response.decoded(Login.self) {
      (token, refreshToken, userID) = (login.accessToken, login.refreshToken, login.userId)
    }
    return response
  }

  /// Sends a request through the interceptor: upon 419 it refreshes once and goes on; nil where the app would log out,
  /// or hang for ever.
  func intercepted(_ line: String, _ body: String = "") async throws -> LegacyResponse? {
    func attempt() async throws -> LegacyResponse {
      try await server.send(OldRequest(line, json + [("Authorization", token)], Array(body.utf8)))
    }
    let first = try await attempt()
    guard first.status == 419 else { return first }
    let answer = try await refresh()
    guard let fresh = try? answer.decoded(Refresh.self) else { return nil }
    token = fresh.accessToken
    return try await attempt()
  }

  var refreshRequest: OldRequest {
    OldRequest(
      "GET /v1/auth/refresh",
      [
        ("Authorization", token), ("Refresh", refreshToken), ("SesacKey", Self.key),
        ("Content-Type", "application/json"),
      ])
  }

  func refresh() async throws -> LegacyResponse { try await server.send(refreshRequest) }

  func page(_ query: String) async throws -> Page {
    try #require(try await intercepted("GET /v1/posts?\(query)")).decoded(Page.self)
  }

  /// Uploads without the interceptor, as `test.png` of the type `image/png`, whatever the bytes are.
  func upload(_ contents: [[UInt8]], named name: String = "test.png") async throws -> LegacyResponse {
    var form = OldForm()
    for content in contents { form.file("files", named: name, "image/png", content) }
    return try await server.send(
      OldRequest(
        "POST /v1/posts/files",
        [("Content-Type", form.contentType), ("SesacKey", Self.key), ("Authorization", token)], form.body))
  }

  func image(_ path: String) async throws -> LegacyResponse {
    try await server.send(OldRequest("GET /v1/\(path)", json + [("Authorization", token)]))
  }

  /// The date that the app shows; empty where its pattern does not match.
  static func day(_ text: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"
    guard text.count == 24, let date = formatter.date(from: text) else { return "" }
    formatter.dateFormat = "yyyy.MM.dd"
    return formatter.string(from: date)
  }
}

@Suite("The client 4cuts.zip")
struct FourCutsTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private static func photoBody(_ files: [String]) -> String {
    let paths = files.map { "\"\($0)\"" }.joined(separator: ",")
    return ##"{"content":"#부스추천 여기 어때?","product_id":"4cut_photo","files":[\##(paths)]}"##
  }

  @Test("The app logs in, browses, and can read the dates")
  func browsing() async throws {
    let author = try await server.person("iyeah@iyeah.com", "1234", nick: "보라")
    for kind in [PostKind.newBooth, .background, .pose, .photo] {
      try await server.post("글", by: author, kind)
    }
    let app = FourCuts(server)
    #expect(try await app.login("iyeah@iyeah.com", "1234").status == 200)
    #expect(app.userID == author.description)
    for product in ["4cut_new", "4cut_booth", "4cut_pose", "4cut_photo"] {
      let page = try await app.page("product_id=\(product)&limit=15&next=")
      #expect(page.data.count == 1 && page.nextCursor == "0")
      let post = try #require(page.data.first)
      // What the app takes without looking.
      #expect(post.comments != nil && post.files.first != nil && !post.creator.profileImage.isEmpty)
      #expect(FourCuts.day(post.createdAt) == "2026.11.20")
      #expect(try await app.image(post.creator.profileImage).headers["content-type"] == "image/png")
      #expect(try await app.image(post.files[0]).status == 200)
    }
  }

  @Test("The shop has no cursor, and a price and a file for each item")
  func shop() async throws {
    let seller = try await server.person("seller@iyeah.com", "1234", nick: "가게")
    try await server.post("앨범", by: seller, .album) { $0.price = 9900 }
    try await server.post("액자", by: seller, .frame) { $0.price = 0 }
    let app = FourCuts(server)
    _ = try await app.login("seller@iyeah.com", "1234")
    for (product, price) in [("4cut_album", 9900), ("4cut_frame", 0)] {
      let page = try await app.page("product_id=\(product)&limit=10")
      #expect(page.data.map(\.price) == [price] && page.data.allSatisfy { !$0.files.isEmpty })
    }
  }

  @Test("A post with two photos is made, shown, moved and removed")
  func posting() async throws {
    _ = try await server.person("iyeah@iyeah.com", "1234", nick: "보라")
    let app = FourCuts(server)
    _ = try await app.login("iyeah@iyeah.com", "1234")
    let uploaded = try await app.upload([OldFile.jpeg(70), OldFile.jpeg(80)])
    #expect(uploaded.status == 200)
    let files = try uploaded.decoded(FourCuts.Files.self).files
    #expect(files.count == 2 && Set(files).count == 2)

    let created = try #require(try await app.intercepted("POST /v1/posts", Self.photoBody(files)))
    let post = try created.decoded(FourCuts.Post.self)
    #expect(created.status == 200 && post.files == files && post.content == "#부스추천 여기 어때?")
    #expect(created.text.contains(#""hashTags":["부스추천"]"#) && created.text.contains(#""product_id":"4cut_photo""#))
    #expect(try await app.page("product_id=4cut_photo&limit=15&next=").data.map(\.postId) == [post.postId])
    let image = try await app.image(files[0])
    #expect(image.headers["content-type"] == "image/jpeg" && image.bytes.starts(with: [0xFF, 0xD8]))

    let again = try await app.upload([OldFile.jpeg(90)]).decoded(FourCuts.Files.self).files
    let change = #"{"content":"바꿈","product_id":"4cut_booth","files":["\#(again[0])"]}"#
    let moved = try #require(try await app.intercepted("PUT /v1/posts/\(post.postId)", change))
    #expect(try moved.decoded(FourCuts.Post.self).files == again)
    #expect(try await app.page("product_id=4cut_photo&limit=15&next=").data.isEmpty)
    #expect(try await app.page("product_id=4cut_booth&limit=15&next=").data.map(\.content) == ["바꿈"])

    let removed = try #require(try await app.intercepted("DELETE /v1/posts/\(post.postId)"))
    #expect(removed.status == 200 && removed.bytes.isEmpty && removed.headers["content-length"] == "0")
    #expect(try await app.page("product_id=4cut_booth&limit=15&next=").data.isEmpty)
  }

  @Test(
    "A file may have any name",
    arguments: [
      "#부스추천 여기 어때? \"둘\".png", "a\\\"b.png", "../../etc/passwd", "test", "%0D%0A", "x;name=\"files\"", " ",
    ])
  func fileNames(_ name: String) async throws {
    _ = try await server.person("iyeah@iyeah.com", "1234", nick: "보라")
    let app = FourCuts(server)
    _ = try await app.login("iyeah@iyeah.com", "1234")
    let response = try await app.upload([OldFile.jpeg()], named: name)
    #expect(response.status == 200)
    let path = try #require(try response.decoded(FourCuts.Files.self).files.first)
    #expect(path.wholeMatch(of: /uploads\/posts\/[0-9a-f]{64}\.jpg/) != nil)
  }

  @Test("A cursor that is used repeatedly keeps working")
  func paging() async throws {
    let author = try await server.person("iyeah@iyeah.com", "1234", nick: "보라")
    for number in 1...33 { try await server.post("글 \(number)", by: author, .photo) }
    let app = FourCuts(server)
    _ = try await app.login("iyeah@iyeah.com", "1234")
    let first = try await app.page("product_id=4cut_photo&limit=15&next=")
    #expect(first.data.map(\.content) == (19...33).reversed().map { "글 \($0)" } && first.nextCursor != "0")
    let second = try await app.page("product_id=4cut_photo&limit=15&next=\(first.nextCursor)")
    try await server.post("neu", by: author, .photo)
    for _ in 0..<3 {
      let again = try await app.page("product_id=4cut_photo&limit=15&next=\(first.nextCursor)")
      #expect(again.data.map(\.postId) == second.data.map(\.postId) && again.nextCursor == second.nextCursor)
    }
    let third = try await app.page("product_id=4cut_photo&limit=15&next=\(second.nextCursor)")
    #expect(third.data.map(\.content) == ["글 3", "글 2", "글 1"] && third.nextCursor == "0")
  }

  @Test("Two requests with an expired token both refresh, and both succeed")
  func expiry() async throws {
    let seller = try await server.person("seller@iyeah.com", "1234", nick: "가게")
    try await server.post("앨범", by: seller, .album) { $0.price = 1 }
    let app = FourCuts(server)
    _ = try await app.login("seller@iyeah.com", "1234")
    let old = app.refreshToken
    server.clock.advance(seconds: 901)
    #expect(try await app.intercepted("GET /v1/posts?product_id=4cut_album&limit=10")?.status == 200)
    server.clock.advance(seconds: 901)
    // Its two requests for the shop run side by side, and so do their refreshes.
    let request = app.refreshRequest
    async let one = server.send(request)
    async let other = server.send(request)
    for response in try await [one, other] {
      #expect(response.status == 200)
      app.token = try response.decoded(FourCuts.Refresh.self).accessToken
      #expect(try await app.page("product_id=4cut_album&limit=10").data.count == 1)
    }
    #expect(app.refreshToken == old)
    // An upload meets no interceptor: it fails, and the next call heals the app.
    server.clock.advance(seconds: 901)
    #expect(try await app.upload([OldFile.jpeg()]).status == 419)
    _ = try await app.page("product_id=4cut_album&limit=10")
    #expect(try await app.upload([OldFile.jpeg()]).status == 200)
    // And at the end of the session the app is told so.
    server.clock.advance(seconds: 31 * 86_400)
    #expect(try await app.refresh().status == 418)
  }

  @Test("After a failed login every call has Korean text as its token, and gets 401")
  func rawText() async throws {
    let app = FourCuts(server)
    let failed = try await app.login("iyeah@iyeah.com", "1234")
    #expect(failed.status == 401 && failed.message == "계정을 확인해주세요.")
    #expect((try? failed.decoded(FourCuts.Login.self)) == nil)
    let list = try #require(try await app.intercepted("GET /v1/posts?product_id=4cut_photo&limit=15&next="))
    #expect(list.status == 401 && list.message == "인증할 수 없는 액세스 토큰입니다.")
    #expect((try? list.decoded(FourCuts.Page.self)) == nil)
    #expect(try await app.upload([OldFile.jpeg()]).status == 401)
    #expect(try await app.refresh().status == 418)
    // The image loader has no way to log in.
    #expect(try await app.image("uploads/profiles/default.png").status == 200)
  }

  @Test("Headers that are not UTF-8 are refused like other unusable ones")
  func rawBytes() async throws {
    var wire = OldRequest("GET /v1/posts", [("SesacKey", FourCuts.key), ("Authorization", "?"), ("Refresh", "?")])
      .wire
    for index in wire.indices where wire[index] == UInt8(ascii: "?") { wire[index] = 0xE9 }
    let response = try await server.send(wire)
    #expect(response.status == 401 && response.message == "인증할 수 없는 액세스 토큰입니다.")
  }
}

import Basics
import Foundation
import Support
import Testing

/// The app Mojitalk as far as it talks: its calls, its models with what they cannot do without, its interceptor.
private actor Mojitalk {
  static let key = "mojitalk-key"

  let server: OldServer
  var access: String?
  var refresh = ""
  /// Who is known here: chats of others do not appear.
  private(set) var authors: Set<Int> = []
  /// The chats that are kept, by their numbers over all channels.
  private(set) var stored: [Int: Chat] = [:]
  private var refreshes: [Task<LegacyResponse, any Error>] = []

  init(_ server: OldServer) { self.server = server }

  struct User: Decodable {
    let userId: Int
    let email: String
    let nickname: String
    let profileImage: String?
    let phone: String?
    let vendor: String?
    let createdAt: String
    let token: Token
  }
  struct Token: Decodable {
    let accessToken: String
    let refreshToken: String
  }
  struct Refreshed: Decodable { let accessToken: String }
  struct Member: Decodable {
    let userId: Int
    let email: String
    let nickname: String
    let profileImage: String?
  }
  struct Workspace: Decodable {
    let workspaceId: Int
    let name: String
    let description: String?
    let thumbnail: String
    let ownerId: Int
    let createdAt: String
    let channels: [Channel]?
    let workspaceMembers: [Member]?
  }
  struct Channel: Decodable {
    let workspaceId: Int
    let channelId: Int
    let name: String
    let description: String?
    let ownerId: Int
    let `private`: Int?
    let createdAt: String
    let channelMembers: [Member]?
  }
  struct Chat: Decodable {
    let channelId: Int
    let channelName: String
    let chatId: Int
    let content: String?
    let createdAt: String
    let files: [String]
    let user: Member
  }
  struct Fault: Decodable { let errorCode: String }

  // MARK: Requests

  /// The interceptor adds the token wherever one is stored, also to the login.
  private var headers: [(String, String)] {
    [("SesacKey", Self.key)] + (access.map { [("Authorization", $0)] } ?? [])
  }

  private func once(_ line: String, json: String?, form: OldForm?) async throws -> LegacyResponse {
    let type = form?.contentType ?? "application/json"
    return try await server.send(
      OldRequest(line, headers + [("Content-Type", type)], json.map { Array($0.utf8) } ?? form?.body ?? []))
  }

  /// Sends a request through the interceptor: upon `E05` it starts a refresh and sends again at once, without waiting.
  func send(_ line: String, json: String? = nil, form: OldForm? = nil) async throws -> LegacyResponse {
    while true {
      let response = try await once(line, json: json, form: form)
      guard !(200..<300).contains(response.status), try response.decoded(Fault.self).errorCode == "E05" else {
        return response
      }
      startRefresh()
    }
  }

  private func startRefresh() {
    refreshes.append(
      Task {
        let response = try await server.send(
          OldRequest("GET /v1/auth/refresh", headers + [("RefreshToken", refresh)]))
        if let fresh = try? response.decoded(Refreshed.self) { access = fresh.accessToken }
        return response
      })
  }

  /// What all refreshes came to.
  func refreshReplies() async throws -> [LegacyResponse] {
    var replies: [LegacyResponse] = []
    for task in refreshes { replies.append(try await task.value) }
    return replies
  }

  func forget() { (access, refresh) = ("expired", "expired") }

  func hold(access: String, refresh: String) { (self.access, self.refresh) = (access, refresh) }

  // MARK: What its screens do

  func join(_ email: String, _ password: String, _ nickname: String) async throws -> LegacyResponse {
    let body = #"{"email":"\#(email)","password":"\#(password)","nickname":"\#(nickname)","phone":""}"#
    return try enter(try await send("POST /v1/users/join", json: body))
  }

  func logIn(_ email: String, _ password: String) async throws -> LegacyResponse {
    try enter(try await send("POST /v2/users/login", json: #"{"email":"\#(email)","password":"\#(password)"}"#))
  }

  private func enter(_ response: LegacyResponse) throws -> LegacyResponse {
    guard (200..<300).contains(response.status) else { return response }
    let user = try response.decoded(User.self)
    (access, refresh) = (user.token.accessToken, user.token.refreshToken)
    return response
  }

  func get<Model: Decodable>(_ path: String, _ model: Model.Type) async throws -> Model {
    try await send("GET \(path)").decoded(model)
  }

  /// The photo of the sheet, its name, and a description where there is one.
  func makeWorkspace(_ name: String, _ photo: [UInt8]) async throws -> LegacyResponse {
    var form = OldForm()
    form.file("image", named: "profile.jpeg", "image/jpeg", photo)
    form.text("name", name)
    return try await send("POST /v1/workspaces", form: form)
  }

  /// The chat's screen: a text and a file of no bytes. What is sent appears when its author is known, and its date
  /// reads.
  func send(_ text: String, at path: String) async throws -> LegacyResponse {
    var form = OldForm()
    form.text("content", text)
    form.file("files", named: "profile.jpeg", "image/jpeg", [])
    let response = try await send("POST \(path)/chats", form: form)
    guard let chat = try? response.decoded(Chat.self), chat.content != nil, Self.reads(chat.createdAt) else {
      return response
    }
    if authors.contains(chat.user.userId) {
      #expect(stored.updateValue(chat, forKey: chat.chatId) == nil)
    } else {
      authors.insert(try await get("/v1/users/\(chat.user.userId)", Member.self).userId)
    }
    return response
  }

  /// The pattern of its date, which takes three digits and the letter as it stands.
  private static func reads(_ text: String) -> Bool {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSZ"
    return text.count == 24 && formatter.date(from: text) != nil
  }
}

@Suite("The client Mojitalk", .serialized)
struct MojitalkTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private static let password = "Mojitalk1!"

  private func entered(_ server: OldServer, _ name: String = "moji") async throws -> Mojitalk {
    let app = Mojitalk(server)
    #expect(try await app.join("\(name)@example.com", Self.password, name).status == 200)
    return app
  }

  @Test("The app checks an address, signs up and logs in, with the errors of its screens")
  func entering() async throws {
    let app = Mojitalk(server)
    let device = try await app.send("POST /v1/users/deviceToken", json: #"{"deviceToken":"fcm"}"#)
    #expect(device.status == 200 && device.bytes.isEmpty)
    let check = #"{"email":"moji@example.com"}"#
    let free = try await app.send("POST /v1/users/validation/email", json: check)
    #expect(free.status == 200 && free.bytes.isEmpty)
    let joined = try await app.join("moji@example.com", Self.password, "모지")
    let user = try joined.decoded(Mojitalk.User.self)
    #expect(user.email == "moji@example.com" && user.nickname == "모지" && user.userId > 0)
    #expect(user.phone == nil && user.vendor == nil && user.profileImage == nil)
    #expect(try await app.send("POST /v1/users/validation/email", json: check).verdict == "400 E12")
    #expect(try await app.join("moji@example.com", Self.password, "다른 이름").verdict == "400 E12")
    #expect(try await app.logIn("moji@example.com", "Mojitalk2!").verdict == "400 E03")
    #expect(try await app.logIn("nobody@example.com", Self.password).verdict == "400 E03")
    let again = try await app.logIn("moji@example.com", Self.password).decoded(Mojitalk.User.self)
    #expect(again.userId == user.userId && again.createdAt == user.createdAt)
    #expect(try await app.get("/v1/workspaces", [Mojitalk.Workspace].self).isEmpty)
  }

  @Test(
    "A token that an endpoint does not need is ignored, also an expired one")
  func strayTokens() async throws {
    let app = try await entered(server)
    server.clock.advance(seconds: 901)
    let calls = [
      ("POST /v1/users/validation/email", #"{"email":"new@example.com"}"#),
      ("POST /v1/users/deviceToken", #"{"deviceToken":""}"#),
      ("POST /v1/users/join", #"{"email":"new@example.com","password":"Mojitalk1!","nickname":"n","phone":""}"#),
      ("POST /v2/users/login", #"{"email":"moji@example.com","password":"Mojitalk1!"}"#),
    ]
    for (line, json) in calls { #expect(try await app.send(line, json: json).status == 200, "\(line)") }
    // The app keeps Kakao's own tokens as if they were the service's: it is told that they are of no use, once.
    await app.hold(access: "kakao-access-token_AAAAB3NzaC1yc2E", refresh: "kakao-refresh-token")
    #expect(try await app.send("GET /v1/workspaces").verdict == "400 E02")
    #expect(try await app.refreshReplies().isEmpty)
    for (line, json) in calls.suffix(1) { #expect(try await app.send(line, json: json).status == 200) }
  }

  @Test("A workspace with a photo has its default channel, another one, and the home screen")
  func workspace() async throws {
    let app = try await entered(server)
    #expect(try await app.makeWorkspace("금요일 네컷", OldFile.jpeg()).status == 200)
    let listed = try await app.get("/v1/workspaces", [Mojitalk.Workspace].self)
    let workspace = try #require(listed.first)
    #expect(listed.count == 1 && workspace.name == "금요일 네컷" && workspace.thumbnail.hasPrefix("/uploads/"))
    let image = try await app.send("GET /v1\(workspace.thumbnail)")
    #expect(
      image.status == 200 && image.headers["content-type"] == "image/jpeg" && image.bytes.starts(with: [0xFF, 0xD8]))
    let body = #"{"name":"성수 모임","description":""}"#
    let created = try await app.send("POST /v1/workspaces/\(workspace.workspaceId)/channels", json: body)
    #expect(try created.decoded(Mojitalk.Channel.self).private == 0)
    let whole = try await app.get("/v1/workspaces/\(workspace.workspaceId)", Mojitalk.Workspace.self)
    #expect(whole.channels?.map(\.name) == ["일반", "성수 모임"])
    #expect(whole.workspaceMembers?.map(\.userId) == [workspace.ownerId])
    let mine = try await app.get("/v1/workspaces/\(workspace.workspaceId)/channels/my", [Mojitalk.Channel].self)
    #expect(mine.map(\.name) == ["일반", "성수 모임"])
  }

  @Test("Chats work with channels by name, empty files, and the app's mistakes")
  func transcript() async throws {
    let app = try await entered(server)
    _ = try await app.makeWorkspace("동네", OldFile.jpeg())
    let workspace = try #require(try await app.get("/v1/workspaces", [Mojitalk.Workspace].self).first).workspaceId
    for name in ["성수 모임", "a b?#%c"] {
      _ = try await app.send(
        "POST /v1/workspaces/\(workspace)/channels", json: #"{"name":"\#(name)","description":""}"#)
    }
    for name in ["일반", "성수 모임", "a b?#%c"] {
      let path = SLPPerson.path(workspace, name)
      let channel = try await app.get("\(path)?cursor_date=", Mojitalk.Channel.self)
      #expect(channel.name == name && channel.channelMembers?.count == 1)
      // Five seconds later it asks again, with the channel's number in the place of the workspace's.
      let slip = "GET \(SLPPerson.path(channel.channelId + 1000, name))?cursor_date="
      #expect(try await app.send(slip).verdict == "400 E13")
      for text in ["첫째 👋", "둘째"] {
        let sent = try await app.send(text, at: path).decoded(Mojitalk.Chat.self)
        #expect(sent.content == text && sent.files.isEmpty && sent.channelName == name)
        #expect(sent.channelId == channel.channelId)
      }
    }
    // The very first chat of an author is lost in the app; all others are kept, each under its own number.
    #expect(await app.stored.values.compactMap(\.content).sorted() == ["둘째", "둘째", "둘째", "첫째 👋", "첫째 👋"].sorted())
    for line in ["GET /v1/workspaces\(workspace)/search?keyword=a", "GET /v1/workspaces\(workspace)/leave"] {
      #expect(try await app.send(line).verdict == "400 E97")
    }
    let unread = try await app.send("GET \(SLPPerson.path(workspace, "일반"))/unread?after=")
    #expect(unread.object["count"] as? Int == 0 && unread.object["name"] as? String == "일반")
  }

  @Test("Concurrent requests with an expired token each start a refresh, and all succeed")
  func burst() async throws {
    let app = try await entered(server)
    server.clock.advance(seconds: 901)
    async let first = app.send("GET /v1/workspaces")
    async let second = app.send("GET /v1/users/my")
    #expect(try await first.status == 200)
    #expect(try await second.status == 200)
    let replies = try await app.refreshReplies()
    #expect(!replies.isEmpty && replies.allSatisfy { $0.status == 200 })
  }

  @Test("Forty concurrent refreshes all succeed, also with a valid access token, and the refresh token stays")
  func concurrentRefreshes() async throws {
    let person = try await SLPPerson("moji", server)
    for wait: Int64 in [0, 901] {
      server.clock.advance(seconds: wait)
      let replies = try await withThrowingTaskGroup(of: LegacyResponse.self) { group in
        for _ in 0..<40 {
          group.addTask { try await person.send("GET /v1/auth/refresh", [("RefreshToken", person.refreshToken)]) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(replies.count == 40 && replies.allSatisfy { $0.status == 200 && $0.object.count == 1 })
      for response in replies.prefix(3) {
        var fresh = person
        fresh.token = try #require(response.object["accessToken"] as? String)
        #expect(try await fresh.send("GET /v1/users/my").status == 200)
      }
    }
  }

  @Test("An ended refresh token gets a code that ends the app's retries")
  func deadRefreshToken() async throws {
    let person = try await SLPPerson("moji", server)
    server.clock.advance(seconds: 31 * 86_400)
    let refresh = try await person.send("GET /v1/auth/refresh", [("RefreshToken", person.refreshToken)])
    #expect(refresh.verdict == "400 E06")
    var count = 0
    var last = ""
    repeat {
      last = try await person.domainError("GET /v1/workspaces")
      count += 1
    } while last == "400 E05" && count < 1_000
    #expect(last == "400 E98" && count == 501)
    // Others are not held up by it.
    let other = try await SLPPerson("other", server)
    #expect(try await other.send("GET /v1/workspaces").status == 200)
  }

  @Test("Logging out ends both tokens of the session")
  func logout() async throws {
    let person = try await SLPPerson("moji", server)
    let response = try await person.did("GET /v1/users/logout")
    #expect(response.bytes.isEmpty)
    #expect(try await person.domainError("GET /v1/users/my") == "400 E02")
    let refresh = try await person.send("GET /v1/auth/refresh", [("RefreshToken", person.refreshToken)])
    #expect(refresh.verdict == "400 E06")
  }

  @Test("A taken nickname gets a number, on sign-up and on change")
  func nicknames() async throws {
    _ = try await server.person("first@example.com", "Mojitalk1!", nick: "모지")
    let app = Mojitalk(server)
    let user = try await app.join("moji@example.com", Self.password, "모지").decoded(Mojitalk.User.self)
    #expect(user.nickname.hasPrefix("모지 ") && Int(user.nickname.dropFirst(3)) != nil)
    func change(_ json: String) async throws -> [String: Any] {
      try await app.send("PUT /v1/users/my", json: json).object
    }
    #expect(try await change(#"{"nickname":"보라","phone":"010-1234-5678"}"#)["nickname"] as? String == "보라")
    let stored = try await change(#"{"nickname":"보라"}"#)
    #expect(stored["nickname"] as? String == "보라" && stored["phone"] as? String == "010-1234-5678")
    let taken = try await change(#"{"nickname":"모지"}"#)
    #expect((taken["nickname"] as? String)?.hasPrefix("모지 ") == true)
    let long = String(repeating: "가", count: 31)
    for wrong in ["", " ", long, "\u{202E}a"] {
      #expect(try await app.send("PUT /v1/users/my", json: #"{"nickname":"\#(wrong)"}"#).verdict == "400 E11")
    }
    #expect(
      try await change(#"{"nickname":"\#(long.dropLast())"}"#)["nickname"] as? String == String(long.dropLast()))
  }
}

import Basics
import Contracts
import Foundation
import Posts
import Support
import Testing

/// A post, a comment and two people, to try every status on.
private struct Scene {
  let author: OldPerson
  let other: OldPerson
  let post: String
  let comment: String
  /// An identifier of nothing.
  let unknownID = "0123456789abcdef01234567"

  init(_ server: OldServer, _ generation: LSLPGeneration) async throws {
    author = try await OldPerson("author", server, generation)
    other = try await OldPerson("other", server, generation)
    post = try await author.post("글")
    comment = try await author.comment("댓글", on: post)
  }
}

private let generations = LSLPGeneration.allCases
/// What needs a token.
private let tokenOperations = LSLPOperation.allCases.filter {
  ![.join, .emailCheck, .login, .refresh, .validatePayment, .image].contains($0)
}

extension LSLPOperation {
  /// The first generation uploads files with their posts, and sells nothing.
  fileprivate func isKnown(to generation: LSLPGeneration) -> Bool {
    generation == .v1 || ![.upload, .validatePayment, .listPayments].contains(self)
  }
}

@Suite("The statuses of LSLP, operation by operation", .serialized)
struct LegacyStatusTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private func expect(
    _ response: LegacyResponse, _ status: Int, _ message: String, _ what: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      response.status == status && response.message == message, "\(what): \(response.text)", sourceLocation: location)
    #expect(response.headers["content-type"] == "application/json", sourceLocation: location)
  }

  @Test("A missing or wrong key and that of the other generation are refused first", arguments: generations)
  func keys(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("a", server, generation)
    let others = generation == .v0 ? "4cuts-key" : "mobbie-key"
    for operation in LSLPOperation.allCases where operation != .image && operation.isKnown(to: generation) {
      let line = person.line(operation, person.id, person.id)
      for key in [nil, "", "nobody's", others, "mobbie-key " + "x", "토큰"] {
        let headers = (key.map { [("SesacKey", $0)] } ?? []) + [("Authorization", person.token)]
        let response = try await server.send(OldRequest(line, headers))
        expect(response, 420, "This service sesac_memolease only", line)
      }
    }
    #expect(try await person.send(person.line(.profile), [("sesackey", person.key)]).status == 200)
  }

  @Test("A missing, unusable, expired or ended token is refused", arguments: generations)
  func tokens(_ generation: LSLPGeneration) async throws {
    let scene = try await Scene(server, generation)
    var person = scene.author
    let good = person.token
    for operation in tokenOperations where operation.isKnown(to: generation) {
      for token in ["", "토큰 없음", "Bearer ", good + "x", "a.b.c"] {
        person.token = token
        expect(
          try await person.send(operation, scene.post, scene.comment), 401, "인증할 수 없는 액세스 토큰입니다.", "\(operation)")
      }
    }
    person.token = "Bearer \(good)"
    #expect(try await person.send(.profile).status == 200)
    server.clock.advance(seconds: 901)
    person.token = good
    for operation in tokenOperations where operation.isKnown(to: generation) {
      expect(try await person.send(operation, scene.post, scene.comment), 419, "액세스 토큰이 만료되었습니다.", "\(operation)")
    }
  }

  @Test("Missing, empty, null and mistyped values are refused", arguments: generations)
  func values(_ generation: LSLPGeneration) async throws {
    let scene = try await Scene(server, generation)
    let person = scene.author
    let joined = ["email": "n@example.com", "password": "seven4cuts", "nick": "n"]
    let needs: [(LSLPOperation, [String: String])] = [
      (.join, joined), (.emailCheck, ["email": "n@example.com"]),
      (.login, ["email": "n@example.com", "password": "seven4cuts"]), (.comment, ["content": "x"]),
      (.editComment, ["content": "x"]),
    ]
    for (operation, fields) in needs {
      let line = person.line(operation, scene.post, scene.comment)
      for name in fields.keys {
        for (value, message) in [
          (nil, "필수값을 채워주세요."), (#""""#, "필수값을 채워주세요."), ("null", "필수값을 채워주세요."), ("1", "잘못된 요청입니다."),
          ("[]", "잘못된 요청입니다."), ("true", "잘못된 요청입니다."), (#""\u0000""#, "잘못된 요청입니다."),
          (#""\ud800""#, "잘못된 요청입니다."),
        ] as [(String?, String)] {
          let members = fields.map {
            $0.key == name ? value.map { "\"\(name)\":\($0)" } : "\"\($0.key)\":\"\($0.value)\""
          }
          let response = try await person.send(line, json: "{\(members.compactMap(\.self).joined(separator: ","))}")
          expect(response, 400, message, "\(operation) \(name) \(value ?? "-")")
        }
      }
      for body in ["", "{", "[]", "null", "\"x\"", #"{"content":"a","content":"b","email":"c","email":"d"}"#] {
        #expect(try await person.send(line, json: body).status == 400)
      }
    }
  }

  @Test("Deep nesting, huge texts and invalid UTF-8 are refused, and nothing is stored", arguments: generations)
  func hostile(_ generation: LSLPGeneration) async throws {
    let scene = try await Scene(server, generation)
    let person = scene.author
    let line = person.line(.comment, scene.post)
    let deep = String(repeating: "[", count: 100_000)
    expect(try await person.send(line, json: #"{"content":\#(deep)"#), 400, "잘못된 요청입니다.")
    let huge = String(repeating: "가", count: 400_000)
    expect(try await person.send(line, json: #"{"content":"\#(huge)"}"#), 400, "잘못된 요청입니다.")
    let long = String(repeating: "가", count: 2_001)
    expect(try await person.send(line, json: #"{"content":"\#(long)"}"#), 400, "잘못된 요청입니다.")
    let bytes = Array(#"{"content":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
    let headers = [("SesacKey", person.key), ("Authorization", person.token)]
    expect(try await server.send(OldRequest(line, headers, bytes)), 400, "잘못된 요청입니다.")
    expect(try await person.send(.createPost, "", "", [("content", huge)]), 400, "잘못된 요청입니다.")
    expect(try await person.send(.createPost), 400, "필수값을 채워주세요.")
    let list = try await person.send(.listPosts).object["data"] as? [[String: Any]]
    #expect(list?.count == 1 && (list?.first?["comments"] as? [Any])?.count == 1)
  }

  @Test(
    "A nickname with white space is refused by the second generation, and an odd one by both", arguments: generations)
  func nicknames(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("a", server, generation)
    func join(_ nick: String) async throws -> LegacyResponse {
      try await person.send(
        .join, "", "", [("email", "\(nick.utf8.count)@x.com"), ("password", "seven4cuts"), ("nick", nick)])
    }
    for nick in ["두 낱말", " 앞", "뒤\\t", "가\u{3000}나"] {
      let response = try await join(nick)
      if generation == .v1 { expect(response, 402, "공백이 포함된 닉네임은 사용할 수 없습니다.") }
    }
    for nick in ["\u{202E}cba", "\u{200B}\u{200B}", "a\u{2066}b", String(repeating: "나", count: 41)] {
      expect(try await join(nick), 400, "잘못된 요청입니다.", nick)
    }
    if generation == .v0 { #expect(try await join("세 낱말 더").status == 200) }
    var form = OldForm()
    form.text("nick", "두 개")
    let changed = try await person.send(person.line(.editProfile), form: form)
    #expect(changed.status == (generation == .v0 ? 200 : 402))
  }

  @Test("Unknown and malformed identifiers are not found", arguments: generations)
  func missing(_ generation: LSLPGeneration) async throws {
    let scene = try await Scene(server, generation)
    let person = scene.author
    for id in [scene.unknownID, "x", "0123456789ABCDEF01234567", "%00", "null", "12345678901234567890123456"]
    where id != "%00" {
      let messages: [(LSLPOperation, String)] = [
        (.post, "게시글을 찾을 수 없습니다."), (.editPost, "수정할 게시글을 찾을 수 없습니다."), (.deletePost, "삭제할 게시글을 찾을 수 없습니다."),
        (.like, "게시글을 찾을 수 없습니다."), (.comment, "게시글을 찾을 수 없습니다."), (.follow, "알 수 없는 계정입니다."),
        (.unfollow, "알 수 없는 계정입니다."), (.profile, "알 수 없는 계정입니다."), (.listPosts, "알 수 없는 계정입니다."),
      ]
      for (operation, message) in messages {
        let response = try await person.send(operation, id, "", [("content", "x"), ("like_status", "true")])
        expect(response, 410, message, "\(operation) \(id)")
      }
      for operation in [LSLPOperation.editComment, .deleteComment] {
        for (post, comment) in [(scene.post, id), (id, scene.comment)] {
          #expect(try await person.send(operation, post, comment, [("content", "x")]).status == 410)
        }
      }
    }
  }

  @Test("Another account's posts and comments cannot be changed", arguments: generations)
  func notYours(_ generation: LSLPGeneration) async throws {
    let scene = try await Scene(server, generation)
    let other = scene.other
    let change = [("content", "x")]
    expect(try await other.send(.editPost, scene.post, "", change), 445, "게시글 수정 권한이 없습니다.")
    expect(try await other.send(.deletePost, scene.post), 445, "게시글 삭제 권한이 없습니다.")
    expect(try await other.send(.editComment, scene.post, scene.comment, change), 445, "댓글 수정 권한이 없습니다.")
    expect(try await other.send(.deleteComment, scene.post, scene.comment), 445, "댓글 삭제 권한이 없습니다.")
    let shown = try await other.send(.post, scene.post).object
    #expect(shown["content"] as? String == "글" && (shown["comments"] as? [Any])?.count == 1)
    // Natively the post's author may remove comments of others.
    let comment = try await other.comment("남의 댓글", on: scene.post)
    expect(try await scene.author.send(.deleteComment, scene.post, comment), 445, "댓글 삭제 권한이 없습니다.")
    #expect(try await other.send(.deleteComment, scene.post, comment).status == 200)
  }

  @Test("Refresh answers 200 or 418, and the token stays as it is", arguments: generations)
  func refresh(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("a", server, generation)
    let line = person.line(.refresh)
    for _ in 0..<5 { #expect(try await person.send(line, [("Refresh", person.refreshToken)]).status == 200) }
    for token in [nil, "", "리프레시 토큰 없음", person.token, person.refreshToken + "x"] {
      let response = try await person.send(line, token.map { [("Refresh", $0)] } ?? [])
      expect(response, 418, "리프레시 토큰이 만료되었습니다. 다시 로그인 해주세요.", token ?? "-")
    }
    var nobody = person
    nobody.token = ""
    #expect(try await nobody.send(line, [("Refresh", person.refreshToken)]).status == 200)
  }

  @Test("Ten concurrent refreshes all succeed, and each new token is valid", arguments: generations)
  func concurrentRefresh(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("a", server, generation)
    server.clock.advance(seconds: 901)
    let replies = try await withThrowingTaskGroup(of: LegacyResponse.self) { group in
      for _ in 0..<10 {
        group.addTask { try await person.send(person.line(.refresh), [("Refresh", person.refreshToken)]) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(replies.allSatisfy { $0.status == 200 })
    for response in replies {
      var fresh = person
      fresh.token = response.object.values.first as? String ?? ""
      #expect(try await fresh.send(.profile).status == 200)
    }
  }

  @Test("Paths and methods outside the contract are unknown", arguments: generations)
  func unknownPaths(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("a", server, generation)
    let prefix = generation == .v0 ? "" : "/v1"
    for line in [
      "GET \(prefix)/nowhere", "POST \(prefix)/uploads/posts/default.png", "GET \(person.line(.login).dropFirst(5))",
      "PUT \(person.line(.withdraw).dropFirst(4))", "GET \(prefix)/uploads/other/default.png",
      "GET \(prefix)/uploads/posts/\(String(repeating: "0", count: 64)).jpg", "GET \(prefix)/uploads/posts/x",
      "POST /v1/posts/\(person.id)/like-2", "GET /v1/posts/likes-2/me",
    ] {
      expect(try await person.send(line), 444, "돌아가 여긴 자네가 올 곳이 아니야.", line)
    }
    let keyless = try await server.send(OldRequest("GET /v1/nowhere", []))
    expect(keyless, 444, "돌아가 여긴 자네가 올 곳이 아니야.")
    let native = try await server.send(OldRequest("GET /nowhere", []))
    #expect(native.status == 404 && native.headers["content-type"] == "application/problem+json")
    let ours = try await person.send("GET /api/nowhere")
    #expect(ours.status == 404 && ours.headers["content-type"] == "application/problem+json")
  }

  @Test("A JSON content type without a body is no error for endpoints without one", arguments: generations)
  func emptyBody(_ generation: LSLPGeneration) async throws {
    let scene = try await Scene(server, generation)
    for operation in [LSLPOperation.profile, .listPosts, .listLiked] {
      #expect(try await scene.author.send(operation).status == 200)
    }
    #expect(try await scene.author.send(.follow, scene.other.id).status == 200)
    #expect(try await scene.author.send(.deletePost, scene.post).status == 200)
  }
}

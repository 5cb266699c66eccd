import Basics
import Contracts
import Foundation
import Posts
import Support
import Testing

private let generations = LSLPGeneration.allCases

@Suite("Endpoints of both LSLP generations beyond the listed apps", .serialized)
struct LegacyCatalogueTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  @Test("Comments are listed newest first, changed and removed", arguments: generations)
  func comments(_ generation: LSLPGeneration) async throws {
    let (author, guest) = (
      try await OldPerson("author", server, generation), try await OldPerson("guest", server, generation)
    )
    let post = try await author.post("글")
    let first = try await guest.comment("하나", on: post)
    let second = try await author.comment("둘", on: post)
    let changed = try await guest.send(.editComment, post, first, [("content", "첫째")])
    #expect(changed.status == 200 && changed.object["content"] as? String == "첫째")
    func contents() async throws -> [String?] {
      let comments = try await author.send(.post, post).object["comments"] as? [[String: Any]]
      return comments?.map { $0["content"] as? String } ?? []
    }
    #expect(try await contents() == ["둘", "첫째"])
    let removed = try await author.send(.deleteComment, post, second)
    #expect(removed.status == 200)
    #expect(removed.text == (generation == .v0 ? "{\"postID\":\"\(post)\"}" : ""))
    #expect(try await contents() == ["첫째"])
  }

  @Test(
    "Following returns both nicknames, repeating it is a conflict, and unfollowing never fails",
    arguments: generations)
  func follows(_ generation: LSLPGeneration) async throws {
    let (one, other) = (
      try await OldPerson("one", server, generation), try await OldPerson("other", server, generation)
    )
    let (mine, theirs) = generation == .v0 ? ("user", "following") : ("nick", "opponent_nick")
    let followed = try await one.send(.follow, other.id)
    #expect(followed.status == 200 && followed.object["following_status"] as? Bool == true)
    #expect(followed.object[mine] as? String == "one" && followed.object[theirs] as? String == "other")
    let again = try await one.send(.follow, other.id)
    #expect(again.status == 409 && again.message == "이미 팔로윙 된 계정입니다.")
    #expect(try await one.send(.follow, one.id).status == 400)
    for _ in 0..<2 {
      let ended = try await one.send(.unfollow, other.id)
      #expect(ended.status == 200 && ended.object["following_status"] as? Bool == false)
    }
  }

  @Test("Profiles list people and posts, and show private fields to their owner only", arguments: generations)
  func profiles(_ generation: LSLPGeneration) async throws {
    let (one, other) = (
      try await OldPerson("one", server, generation), try await OldPerson("other", server, generation)
    )
    var form = OldForm()
    form.text("nick", "하나")
    form.text("phoneNum", "010-1234-5678")
    form.file("profile", named: "me.png", "image/png", OldFile.jpeg())
    let (id, image) = generation == .v0 ? ("_id", "profile") : ("user_id", "profileImage")
    let changed = try await one.send(one.line(.editProfile), form: form)
    #expect(changed.status == 200 && changed.object["nick"] as? String == "하나")
    let path = try #require(changed.object[image] as? String)
    #expect(path.hasPrefix("uploads/profiles/") && path != "uploads/profiles/default.png")
    let prefix = generation == .v0 ? "" : "v1/"
    #expect(try await one.send("GET /\(prefix)\(path)").headers["content-type"] == "image/jpeg")

    let posts = [try await one.post("첫째"), try await one.post("둘째")]
    _ = try await other.send(.follow, one.id)
    let own = try await one.send(.profile)
    #expect(
      own.object["email"] as? String == "one@example.com" && own.object["phoneNum"] as? String == "010-1234-5678")
    #expect(own.object["posts"] as? [String] == posts.reversed())
    let followers = own.object["followers"] as? [[String: Any]]
    #expect(followers?.map { $0[id] as? String } == [other.id] && followers?.first?["nick"] as? String == "other")
    #expect((own.object["following"] as? [Any])?.isEmpty == true)

    let seen = try await other.send(.profile, one.id)
    #expect(seen.status == 200 && seen.object[id] as? String == one.id && seen.object[image] as? String == path)
    for secret in ["one@example.com", "010-1234-5678", "phoneNum"] { #expect(!seen.text.contains(secret)) }
    // What is left out stays; the nickname of another is taken.
    var phone = OldForm()
    phone.text("birthDay", "19990101")
    let stored = try await one.send(one.line(.editProfile), form: phone)
    #expect(stored.object["nick"] as? String == "하나" && stored.object[image] as? String == path)
    #expect(stored.object["birthDay"] as? String == "19990101")
    var taken = OldForm()
    taken.text("nick", "OTHER")
    let rejected = try await one.send(one.line(.editProfile), form: taken)
    #expect(rejected.status == 409 && rejected.message == "이미 사용중인 닉네임입니다.")
    // And nothing of it anywhere else.
    for operation in [LSLPOperation.listPosts, .listLiked] {
      #expect(!(try await other.send(operation).text.contains("@example.com")))
    }
  }

  @Test("Posts are listed by person, by hashtag and if liked, with any limit", arguments: generations)
  func lists(_ generation: LSLPGeneration) async throws {
    let (one, other) = (
      try await OldPerson("one", server, generation), try await OldPerson("other", server, generation)
    )
    let post = try await one.post("#네컷 좋다", "a")
    let second = try await other.post("#네컷 또", "b")
    _ = try await one.post("없다", "b")
    func contents(_ line: String) async throws -> [String] {
      let response = try await one.send(line)
      #expect(response.status == 200, "\(line): \(response.text)")
      let data = response.object["data"] as? [[String: Any]]
      return data?.compactMap { $0["content"] as? String } ?? []
    }
    #expect(try await contents(one.line(.listPosts)) == ["없다", "#네컷 또", "#네컷 좋다"])
    #expect(try await contents("\(one.line(.listPosts, one.id))?product_id=b") == ["없다"])
    let hashtags = generation == .v0 ? "GET /post/hashtag" : "GET /v1/posts/hashtags"
    #expect(try await contents("\(hashtags)?hashTag=%EB%84%A4%EC%BB%B7") == ["#네컷 또", "#네컷 좋다"])
    #expect(try await contents("\(hashtags)?hashTag=%23%EB%84%A4%EC%BB%B7&product_id=a") == ["#네컷 좋다"])
    #expect(try await one.send(hashtags).message == "필수값을 채워주세요.")
    _ = try await one.send(.like, second, "", [("like_status", "true")])
    server.clock.advance(seconds: 5)
    _ = try await one.send(.like, post, "", [("like_status", "true")])
    #expect(try await contents(one.line(.listLiked)) == ["#네컷 좋다", "#네컷 또"])
    #expect(try await contents("\(one.line(.listPosts))?limit=&next=&product_id=").count == 3)
    for limit in ["0", "-1", "101", "x", "1.5", "99999999999999999999", "%20"] {
      #expect(try await one.send("\(one.line(.listPosts))?limit=\(limit)").status == 400, "\(limit)")
    }
    for next in ["x", "1", "null", "%FF", String(repeating: "A", count: 300)] {
      #expect(try await one.send("\(one.line(.listPosts))?next=\(next)").status == 400, "\(next)")
    }
    #expect(try await contents("\(one.line(.listPosts))?limit=100&unknown=1&limit=1").count == 3)
  }

  @Test("A cursor leads through every post once, also through liked posts", arguments: generations)
  func cursors(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("one", server, generation)
    var posts: [String] = []
    for number in 0..<7 {
      posts.append(try await person.post("글 \(number)"))
      _ = try await person.send(.like, posts[number], "", [("like_status", "true")])
    }
    for line in [person.line(.listPosts), person.line(.listLiked), person.line(.listPosts, person.id)] {
      var seen: [String] = []
      var next = "0"
      repeat {
        let page = try await person.send("\(line)?limit=3&next=\(next)").object
        seen += (page["data"] as? [[String: Any]] ?? []).compactMap {
          $0[generation == .v0 ? "_id" : "post_id"] as? String
        }
        next = try #require(page["next_cursor"] as? String)
      } while next != "0"
      #expect(seen == posts.reversed(), "\(line)")
    }
  }

  @Test("A like of the second generation is an assignment")
  func assignedLike() async throws {
    let person = try await OldPerson("one", server, .v1)
    let post = try await person.post("글")
    for wish in [true, true, false, false, true] {
      let response = try await person.send(.like, post, "", [("like_status", "\(wish)")])
      #expect(response.text == "{\"like_status\":\(wish)}")
      #expect((try await person.send(.post, post).object["likes"] as? [String]) == (wish ? [person.id] : []))
    }
    #expect(try await person.send(.like, post).message == "필수값을 채워주세요.")
    let line = person.line(.like, post)
    for value in [#""true""#, "1", "[]"] {
      #expect(try await person.send(line, json: #"{"like_status":\#(value)}"#).message == "잘못된 요청입니다.")
    }
  }

  @Test("Changing a post keeps the fields that are not sent; an empty list of files removes all")
  func partialChange() async throws {
    let person = try await OldPerson("one", server, .v1)
    var form = OldForm()
    form.file("files", named: "a", "image/jpeg", OldFile.jpeg())
    let files = try #require(
      try await person.send(person.line(.upload), form: form).object["files"] as? [String])
    let fields = #""title":"제목","content":"글","content3":"셋","product_id":"wall""#
    let created = try await person.send(person.line(.createPost), json: "{\(fields),\"files\":[\"\(files[0])\"]}")
      .object
    let id = try #require(created["post_id"] as? String)
    let changed = try await person.send(person.line(.editPost, id), json: #"{"content1":"하나","title":null}"#).object
    for (key, value) in ["title": "제목", "content": "글", "content1": "하나", "content3": "셋", "product_id": "wall"] {
      #expect(changed[key] as? String == value)
    }
    #expect(changed["files"] as? [String] == files && changed["likes2"] as? [String] == [])
    let emptied = try await person.send(person.line(.editPost, id), json: #"{"files":[]}"#).object
    #expect(emptied["files"] as? [String] == [])
    for wrong in [
      #"["uploads/posts/x.jpg"]"#, #"["\#(String(repeating: "0", count: 64)).jpg"]"#, "[1]", "\"x\"",
      #"["uploads/posts/\#(String(repeating: "0", count: 64)).jpg"]"#,
    ] {
      #expect(try await person.send(person.line(.editPost, id), json: "{\"files\":\(wrong)}").status == 400)
    }
  }

  @Test("Goods need a price, which is removed when they move to another board")
  func goods() async throws {
    let person = try await OldPerson("one", server, .v1)
    let line = person.line(.createPost)
    let bare = #""content":"앨범","product_id":"4cut_album""#
    #expect(try await person.send(line, json: "{\(bare)}").message == "필수값을 채워주세요.")
    #expect(try await person.send(line, json: "{\(bare),\"price\":\"9900\"}").message == "잘못된 요청입니다.")
    let created = try await person.send(line, json: "{\(bare),\"price\":9900}").object
    #expect(created["price"] as? Int == 9900 && created["files"] as? [String] == ["uploads/posts/default.png"])
    let id = try #require(created["post_id"] as? String)
    // The image that stands for none may come back.
    let same = #"{"files":["uploads/posts/default.png"],"content":"새 앨범"}"#
    #expect(try await person.send(person.line(.editPost, id), json: same).object["price"] as? Int == 9900)
    let moved = try await person.send(person.line(.editPost, id), json: #"{"product_id":"wall"}"#).object
    #expect(moved["product_id"] as? String == "wall" && moved["price"] == nil)
  }

  @Test("Every written key is described, and every required key is written", arguments: generations)
  func described(_ generation: LSLPGeneration) async throws {
    let (one, other) = (
      try await OldPerson("one", server, generation), try await OldPerson("other", server, generation)
    )
    let definition = try await server.send(OldRequest("GET /openapi.json", [])).object
    let schemas = (definition["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]] ?? [:]
    func check(_ name: String, _ object: [String: Any]?) throws {
      let schema = try #require(schemas["LSLP\(generation.rawValue)\(name)"])
      let properties = try #require(schema["properties"] as? [String: Any])
      let keys = Set(try #require(object, "\(name)").keys)
      #expect(keys.isSubset(of: properties.keys) && keys.isSuperset(of: schema["required"] as? [String] ?? ["?"]))
    }
    let post = try await one.post("글")
    _ = try await one.comment("댓글", on: post)
    let shown = try await one.send(.post, post).object
    let comment = (shown["comments"] as? [[String: Any]])?.first
    try check("Post", shown)
    try check("Comment", comment)
    try check("Person", comment?["creator"] as? [String: Any])
    try check("Page", try await one.send(.listPosts).object)
    try check("Follow", try await one.send(.follow, other.id).object)
    try check("Like", try await one.send(.like, post, "", [("like_status", "true")]).object)
    try check("Profile", try await one.send(.profile).object)
    try check("Profile", try await one.send(.profile, other.id).object)
    try check(
      "Login", try await one.send(.login, "", "", [("email", "one@example.com"), ("password", "1234")]).object)
    try check("Refreshed", try await one.send(one.line(.refresh), [("Refresh", one.refreshToken)]).object)
    try check("Account", try await one.send(.withdraw).object)
  }
}

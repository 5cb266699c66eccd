import Basics
import Contracts
import Foundation
import HTTP
import Support
import Testing

@Suite("Posts")
struct PostTests {
  @Test("A post has its complete response when it is made and found")
  func transcript() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let created = await mina.send(
      .post, "/api/posts",
      #"{"kind":"pose","title":"볼하트","text":"둘이서 #커플포즈 #Heart","people":2,"booth":1,"notes":["a",null]}"#)
    #expect(created.status == 201)
    let id = try #require(created.json["id"].text)
    #expect(created.headers["Location"] == "/api/posts/\(id)" && created.headers["Cache-Control"] == "no-store")
    #expect(
      created.text
        == #"{"id":"\#(id)","kind":"pose","board":"","author":{"id":"\#(mina.id)","nickname":"mina","photo":null},"#
        + #""title":"볼하트","text":"둘이서 #커플포즈 #Heart","notes":["a",null,null,null,null],"price":null,"people":2,"#
        + #""booth":{"id":1,"name":"인생네컷 강남점","latitude":37.498,"longitude":127.0277,"#
        + #""name_en":"Life4Cuts Gangnam","distance_m":null},"photos":[],"photo_sizes":[],"#
        + #""hashtags":["커플포즈","Heart"],"created_at":"2026-11-20T10:00:30.000Z","updated_at":null,"like_count":0,"#
        + #""comment_count":0,"is_liked":false}"#)
    let found = await service.get("/api/posts/\(id)")
    #expect(found.status == 200 && found.bytes == created.bytes)
    #expect(found.headers["Vary"] == "Authorization, Cookie, Fourcuts-Session, Accept-Encoding")
    #expect(try JSONDecoder().decode(PostDocument.self, from: Data(found.bytes)).booth?.id == BoothID(1))
  }

  @Test("A post links to its booth, and the booth to its posts")
  func booth() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let post = try await mina.post(#"{"kind":"photo","text":"t","booth":2}"#)
    _ = try await mina.post(#"{"kind":"photo","text":"elsewhere","booth":1}"#)
    let booth = try #require(await service.get("/api/posts/\(post)").json["booth"]["id"].int)
    let link = try #require(await service.get("/api/booths/\(booth)").json["posts"].text)
    #expect(link == "/api/posts?booth=2")
    #expect(await service.get(link).items == [post])
  }

  @Test("Replacing a post keeps its identifier, and clears the fields that are not given")
  func replace() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let id = try await mina.post(#"{"kind":"pose","title":"t","text":"one #a","people":2}"#)
    backend.clock.advance(seconds: 5)
    let body = #"{"kind":"background","text":"two #b"}"#
    let replaced = await mina.send(.put, "/api/posts/\(id)", body)
    #expect(replaced.status == 200 && replaced.headers["Location"] == nil)
    #expect(replaced.json["title"].value == nil && replaced.json["people"].value == nil)
    #expect(replaced.json["hashtags"].items.map(\.text) == ["b"])
    #expect(replaced.json["created_at"].text == "2026-11-20T10:00:30.000Z")
    #expect(replaced.json["updated_at"].text == "2026-11-20T10:00:35.000Z")
    #expect(await juno.send(.put, "/api/posts/\(id)", body).domainError == "403 post-not-yours -")
    #expect(await juno.send(.delete, "/api/posts/\(id)").domainError == "403 post-not-yours -")
    #expect(await service.send(.delete, "/api/posts/\(id)").domainError == "401 token-missing -")
    #expect(await mina.send(.put, "/api/posts/000000000000000000000000", body).domainError == "404 post-unknown -")
    #expect(await mina.send(.delete, "/api/posts/\(id)").status == 204)
    #expect(await service.get("/api/posts/\(id)").domainError == "404 post-unknown -")
    #expect(await mina.send(.delete, "/api/posts/\(id)").domainError == "404 post-unknown -")
  }

  @Test("Liking can be repeated without an effect")
  func like() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let id = try await mina.post(#"{"kind":"feed","text":"t"}"#)
    for _ in 0..<2 {
      #expect(await juno.send(.put, "/api/posts/\(id)/like").text == #"{"is_liked":true,"like_count":1}"#)
    }
    #expect(await juno.get("/api/posts/\(id)").json["is_liked"].bool == true)
    #expect(await mina.get("/api/posts/\(id)").json["is_liked"].bool == false)
    #expect(await juno.get("/api/posts?feed=liked").items == [id])
    for _ in 0..<2 {
      #expect(await juno.send(.delete, "/api/posts/\(id)/like").text == #"{"is_liked":false,"like_count":0}"#)
    }
    #expect(await juno.send(.put, "/api/posts/000000000000000000000000/like").domainError == "404 post-unknown -")
    #expect(await service.send(.put, "/api/posts/\(id)/like").domainError == "401 token-missing -")
  }

  @Test("Likes and comments on one's posts are listed latest first, and counted from an instant on")
  func notices() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let id = try await mina.post(#"{"kind":"feed","text":"홍대 네컷"}"#)
    #expect(await mina.get("/api/me/notices").text == #"{"items":[],"next":null}"#)
    _ = await juno.send(.put, "/api/posts/\(id)/like")
    _ = await mina.send(.put, "/api/posts/\(id)/like")
    backend.clock.advance(seconds: 10)
    let seen = backend.clock.now
    backend.clock.advance(seconds: 10)
    _ = await juno.send(.post, "/api/posts/\(id)/comments", #"{"text":"와"}"#)
    backend.clock.advance(seconds: 1)
    _ = await juno.send(.put, "/api/accounts/\(mina.id)/follow")
    let notices = await mina.get("/api/me/notices").json["items"].items
    #expect(notices.map { $0["kind"].text } == ["follow", "comment", "like"])
    #expect(notices.map { $0["text"].text } == ["", "와", "홍대 네컷"])
    #expect(notices.map { $0["post"].text } == [nil, id, id])
    #expect(notices.allSatisfy { $0["person"]["nickname"].text == "juno" })
    #expect(await mina.get("/api/me/notices?limit=1").json["items"].items.count == 1)
    let since = "/api/me/unread?notices_since=\(seen.rfc3339Milliseconds.replacing("+", with: "%2B"))"
    #expect(await mina.get("/api/me/unread").json["notice_count"].int == 3)
    #expect(await mina.get(since).json["notice_count"].int == 2)
    // What was taken back is gone, and so is what comes from somebody blocked.
    _ = await juno.send(.delete, "/api/posts/\(id)/like")
    #expect(await mina.get("/api/me/unread").json["notice_count"].int == 2)
    _ = await mina.send(.put, "/api/accounts/\(juno.id)/block")
    #expect(await mina.get("/api/me/notices").json["items"].items.isEmpty)
  }

  @Test("Posts are found by words of their title or text, in any order, by others who may see them")
  func words() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let strip = try await mina.post(#"{"kind":"feed","text":"홍대에서 찍은 Photo 100%"}"#)
    backend.clock.advance(seconds: 1)
    let pose = try await mina.post(#"{"kind":"feed","title":"홍대 포즈","text":"둘이서"}"#)
    _ = try await mina.post(#"{"kind":"feed","text":"강남 10000"}"#)
    let encoded = { (words: String) in words.addingPercentEncoding(withAllowedCharacters: CharacterSet()) ?? "" }
    func found(_ words: String, by client: TestClient? = nil) async -> [String] {
      let target = "/api/posts?q=\(encoded(words))"
      guard let client else { return await service.get(target).items }
      return await client.get(target).items
    }
    #expect(await found("홍대") == [pose, strip])
    #expect(await found("둘이 홍대") == [pose])
    #expect(await found("photo") == [strip])
    #expect(await found("100%") == [strip])
    #expect(await found("_") == [])
    #expect(await found("부산") == [])
    #expect(await service.get("/api/posts?q=\(encoded("홍대"))&kind=pose").items == [])
    #expect(await service.get("/api/posts?q=a+b+c+d+e+f").domainError == "400 words-too-many q")
    _ = await mina.send(.put, "/api/accounts/\(juno.id)/block")
    #expect(await found("홍대", by: juno) == [])
    let first = await service.get("/api/posts?q=\(encoded("홍대"))&limit=1")
    #expect(first.items == [pose])
    let next = try #require(first.json["next"].text)
    #expect(await service.get("/api/posts?q=\(encoded("홍대"))&limit=1&cursor=\(next)").items == [strip])
    #expect(await service.get("/api/posts?q=\(encoded("강남"))&cursor=\(next)").status == 400)
  }

  @Test("Comments are made, changed and removed by those with permission")
  func comments() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let id = try await mina.post(#"{"kind":"feed","text":"t"}"#)
    let list = "/api/posts/\(id)/comments"
    let created = await juno.send(.post, list, #"{"text":"와 \"최고\""}"#)
    #expect(created.status == 201)
    let comment = try #require(created.json["id"].text)
    #expect(created.headers["Location"] == "\(list)/\(comment)")
    #expect(
      created.text
        == #"{"id":"\#(comment)","post":"\#(id)","author":{"id":"\#(juno.id)","nickname":"juno","photo":null},"#
        + #""text":"와 \"최고\"","created_at":"2026-11-20T10:00:30.000Z","updated_at":null}"#)
    backend.clock.advance(seconds: 1)
    let second = try #require(await mina.send(.post, list, #"{"text":"second"}"#).json["id"].text)
    #expect(await service.get(list).items == [second, comment])
    #expect(await service.get("\(list)?limit=1").items == [second])
    #expect(await service.get("/api/posts/\(id)").json["comment_count"].int == 2)
    #expect(await mina.send(.put, "\(list)/\(comment)", #"{"text":"x"}"#).domainError == "403 comment-not-yours -")
    let changed = await juno.send(.put, "\(list)/\(comment)", #"{"text":"x"}"#)
    #expect(changed.status == 200 && changed.json["updated_at"].text == "2026-11-20T10:00:31.000Z")
    #expect(await juno.send(.delete, "\(list)/\(second)").domainError == "403 comment-not-yours -")
    #expect(await mina.send(.delete, "\(list)/\(comment)").status == 204)
    #expect(await mina.send(.delete, "\(list)/\(comment)").domainError == "404 comment-unknown -")
    #expect(await service.get("/api/posts/000000000000000000000000/comments").domainError == "404 post-unknown -")
  }
}

@Suite("Lists of posts")
struct FeedTests {
  /// A town of one writer with a post every second.
  private func backend(_ posts: [String]) async throws -> (Service, TestClient, [String]) {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    var ids: [String] = []
    for post in posts {
      backend.clock.advance(seconds: 1)
      ids.append(try await mina.post(post))
    }
    return (service, mina, ids)
  }

  private static let samples = [
    ##"{"kind":"pose","text":"#하트 one","booth":1}"##, #"{"kind":"background","text":"two #Heart"}"#,
    #"{"kind":"pose","text":"three","booth":5}"#, #"{"kind":"feed","text":"four #하트","board":"wall"}"#,
  ]

  private static let narrowed: [(query: String, posts: [Int])] = [
    ("", [3, 2, 1, 0]), ("kind=pose", [2, 0]), ("kind=background,pose", [2, 1, 0]), ("kind=album", []),
    ("booth=1", [0]), ("booth=1&kind=background", []), ("booth=4", []), ("hashtag=%ED%95%98%ED%8A%B8", [3, 0]),
    ("hashtag=%23%ED%95%98%ED%8A%B8", [3, 0]), ("hashtag=heart", [1]), ("board=wall", [3]), ("board=other", []),
    ("limit=1", [3]),
  ]

  @Test("Lists can be filtered by kind, author, booth, hashtag and board, newest first")
  func narrowing() async throws {
    let (service, mina, ids) = try await backend(Self.samples)
    for (query, posts) in Self.narrowed {
      #expect(await service.get("/api/posts?\(query)").items == posts.map { ids[$0] }, "\(query)")
    }
    #expect(await service.get("/api/posts?author=\(mina.id)&kind=pose").items == [ids[2], ids[0]])
    #expect(await service.get("/api/posts?author=000000000000000000000000").items.isEmpty)
  }

  @Test("Posts of followed accounts and liked posts are listed")
  func own() async throws {
    let (service, mina, ids) = try await backend(Self.samples)
    let juno = try await service.signUp("juno")
    #expect(await juno.get("/api/posts?feed=following").items.isEmpty)
    _ = await juno.send(.put, "/api/accounts/\(mina.id)/follow")
    #expect(await juno.get("/api/posts?feed=following").items == ids.reversed())
    #expect(await juno.get("/api/posts?feed=following&kind=pose").items == [ids[2], ids[0]])
    for feed in ["following", "liked"] {
      #expect(await service.get("/api/posts?feed=\(feed)").domainError == "401 token-missing -")
    }
  }

  @Test("Likes are listed in the order of the likes")
  func liked() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    var ids: [String] = []
    for text in ["a", "b", "c"] { ids.append(try await mina.post(#"{"kind":"feed","text":"\#(text)"}"#)) }
    for index in [1, 2, 0] {
      backend.clock.advance(seconds: 1)
      _ = await mina.send(.put, "/api/posts/\(ids[index])/like")
    }
    #expect(await mina.get("/api/posts?feed=liked").items == [ids[0], ids[2], ids[1]])
    let first = await mina.get("/api/posts?feed=liked&limit=1")
    let cursor = try #require(first.json["next"].text)
    #expect(await mina.get("/api/posts?feed=liked&limit=2&cursor=\(cursor)").items == [ids[2], ids[1]])
    let juno = try await service.signUp("juno")
    #expect(await juno.get("/api/posts?feed=liked&cursor=\(cursor)").domainError == "400 cursor-invalid cursor")
  }

  @Test("Poses near a coordinate have the distance of their booths")
  func near() async throws {
    let (service, _, ids) = try await backend(Self.samples)
    let near = await service.get("/api/posts/near?\(Sample.gangnam)")
    #expect(near.items == [ids[0]])
    let booth = near.json["items"][0]["booth"]
    #expect(booth["id"].int == 1 && booth["name"].text == "인생네컷 강남점" && booth["distance_m"].double == 14.19)
    #expect(near.headers["Cache-Control"] == "private, no-cache")
    #expect(await service.get("/api/posts/near?\(Sample.gangnam)&radius=10m").items.isEmpty)
    #expect(await service.get("/api/posts/near?\(Sample.gangnam)&kind=background").items.isEmpty)
    #expect(await service.get("/api/posts/near?lat=35.1629&lon=129.0532").items == [ids[2]])
    #expect(await service.get("/api/posts/near?lat=0&lon=0").items.isEmpty)
  }

  @Test("A list near a coordinate goes on while the position changes")
  func walking() async throws {
    let posts = (0..<5).map { #"{"kind":"pose","text":"\#($0)","booth":1}"# }
    let (service, _, ids) = try await backend(posts)
    let first = await service.get("/api/posts/near?lat=37.4979&lon=127.0276&limit=2")
    let cursor = try #require(first.json["next"].text)
    let second = await service.get("/api/posts/near?lat=37.4980&lon=127.0280&limit=10&cursor=\(cursor)")
    #expect(first.items + second.items == ids.reversed())
  }

  private static let rejected = [
    ("/api/posts?limit=0", "400 parameter-below-range limit"),
    ("/api/posts?limit=101", "400 parameter-above-range limit"), ("/api/posts?limit=x", "400 parameter-invalid limit"),
    ("/api/posts?kind=hologram", "400 parameter-invalid kind"), ("/api/posts?author=7", "400 parameter-invalid author"),
    ("/api/posts?booth=0", "400 parameter-below-range booth"), ("/api/posts?hashtag=", "400 parameter-invalid hashtag"),
    ("/api/posts?hashtag=a%20b", "400 hashtag-invalid hashtag"), ("/api/posts?feed=all", "400 parameter-invalid feed"),
    ("/api/posts?booth=1&hashtag=a", "400 parameters-exclusive hashtag"),
    ("/api/posts?page=2", "400 parameter-unknown page"), ("/api/posts?cursor=abc", "400 cursor-invalid cursor"),
    ("/api/posts?cursor=", "400 parameter-invalid cursor"), ("/api/posts/near", "400 parameter-missing lat"),
    ("/api/posts/near?lat=1", "400 parameter-missing lon"),
    ("/api/posts/near?lat=1&lon=2&radius=101km", "400 parameter-above-range radius"),
    ("/api/posts/xyz", "400 parameter-invalid id"),
  ]

  @Test("An invalid query is refused with its parameter")
  func domainErrors() async throws {
    let service = try await Service.inhabited()
    for (target, domainError) in Self.rejected {
      #expect(await service.get(target).domainError == domainError, "\(target)")
    }
  }

  @Test("A cursor is valid for its own list only")
  func cursorOfAnotherList() async throws {
    let (service, _, ids) = try await backend(Self.samples)
    let cursor = try #require(await service.get("/api/posts?limit=1").json["next"].text)
    for list in [
      "/api/posts?kind=pose", "/api/posts?booth=1", "/api/posts?board=wall", "/api/posts?hashtag=a",
      "/api/posts/near?\(Sample.gangnam)", "/api/posts/\(ids[0])/comments",
    ] {
      let target = list + (list.contains("?") ? "&" : "?") + "cursor=\(cursor)"
      #expect(await service.get(target).domainError == "400 cursor-invalid cursor", "\(list)")
    }
    #expect(await service.get("/api/posts?limit=3&cursor=\(cursor)").items == [ids[2], ids[1], ids[0]])
    // How many are asked for may change from page to page; the same page can be asked for again.
    #expect(await service.get("/api/posts?limit=3&cursor=\(cursor)").items == [ids[2], ids[1], ids[0]])
  }
}

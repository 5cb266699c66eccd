import Accounts
import Basics
import Contracts
import Crypto
import HTTP
import Posts
import Stores
import Support
import Synchronization
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Repeated requests for posts and comments")
struct RepeatedPostTests {
  private let key = "3f2a8c1e-5b0d-4f6e-9a77-0c2d1e4b8f90"
  private let post = #"{"kind":"pose","text":"둘이서 #커플포즈"}"#
  private let comment = #"{"text":"예뻐요"}"#

  private func begun(_ path: String, _ body: String, by person: TestClient) throws -> IdempotencyKey {
    var digest = Digest()
    digest.update(Array("POST \(path)\n\(body)".utf8))
    return IdempotencyKey(account: try #require(AccountID(person.id)), key: key, fingerprint: digest.hexadecimal)
  }

  @Test("A request that is repeated with its key makes one post or comment")
  func once() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let first = await mina.send(.post, "/api/posts", post, key: key)
    let coordinate = "/api/posts/\(try #require(first.json["id"].text))"
    let sent = await mina.send(.post, "\(coordinate)/comments", comment, key: "c-1")
    for _ in 0..<3 {
      let again = await mina.send(.post, "/api/posts", post, key: key)
      #expect(again.status == 201 && again.bytes == first.bytes && again.headers["Location"] == coordinate)
      #expect(again.headers["Idempotency-Replayed"] == "true" && first.headers["Idempotency-Replayed"] == nil)
      let repeated = await mina.send(.post, "\(coordinate)/comments", comment, key: "c-1")
      #expect(repeated.bytes == sent.bytes && repeated.headers["Location"] == sent.headers["Location"])
    }
    #expect(await service.get("/api/posts").items.count == 1)
    #expect(await service.get(coordinate).json["comment_count"].int == 1)
    // Other words under the key are refused; without it, and with another one, they are said again.
    #expect(
      await mina.send(.post, "/api/posts", #"{"kind":"pose","text":"셋이서"}"#, key: key).domainError
        == "422 idempotency-key-reused Idempotency-Key")
    #expect(await mina.send(.post, "/api/posts", post).status == 201)
    #expect(await mina.send(.post, "/api/posts", post, key: "other").status == 201)
    #expect(await service.get("/api/posts").items.count == 3)
  }

  @Test("A request whose work is done succeeds, at any statement at which the database fails")
  func unfinishedKey() async throws {
    let interrupted = Mutex<InterruptedDatabase?>(nil)
    let backend = try await TestBackend { database in
      let wrapped = InterruptedDatabase(database) {
        throw DomainError(.unavailable, "database-busy", "Too many writes are waiting.")
      }
      interrupted.withLock { $0 = wrapped }
      return wrapped
    }
    let database = try #require(interrupted.withLock { $0 })
    let mina = try await Service(backend: backend).signUp("mina")
    var posts = 0
    for count in 1...60 {
      database.interrupt(before: count)
      let response = await mina.send(.post, "/api/posts", post, key: "key-\(count)")
      let isWaiting = database.isWaiting
      database.interrupt(before: 0)
      let isMade = await mina.get("/api/me").json["post_count"].int == posts + 1
      #expect(isMade == (response.status == 201), "statement \(count)")
      #expect(await mina.send(.post, "/api/posts", post, key: "key-\(count)").status == 201)
      posts += 1
      #expect(await mina.get("/api/me").json["post_count"].int == posts)
      backend.clock.advance(seconds: 60)
      if isWaiting { return }
    }
    Issue.record("The request was never uninterrupted.")
  }

  @Test("A repetition after a crash finds what was written")
  func crash() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    let author = try #require(AccountID(mina.id))
    let posts = backend.services.posts
    let operation = OperationID(at: backend.clock.now, random: seededBytes(3))
    _ = try await backend.idempotency.begin(
      try begun("/api/posts", post, by: mina), operation: operation, at: backend.clock.now)
    let busy = await mina.send(.post, "/api/posts", post, key: key)
    #expect(busy.domainError == "409 idempotency-key-in-use Idempotency-Key" && busy.headers["Retry-After"] == "1")
    let content = try JSONBody(Array(post.utf8), knowing: PostFields.all, isStrict: true).postContent()
    let created = try await posts.make(content, as: PostID(operation), by: author)
    backend.clock.advance(seconds: 61)
    let response = await mina.send(.post, "/api/posts", post, key: key)
    #expect(response.status == 201 && response.json["id"].text == operation.description)
    #expect(response.json["created_at"].text.flatMap(Timestamp.init(rfc3339:)) == created.createdAt)
    #expect(await mina.get("/api/me").json["post_count"].int == 1)

    let path = "/api/posts/\(created.id)/comments"
    let second = OperationID(at: backend.clock.now, random: seededBytes(4))
    let request = try begun(path, comment, by: mina)
    _ = try await backend.idempotency.begin(
      IdempotencyKey(account: author, key: "c-1", fingerprint: request.fingerprint), operation: second,
      at: backend.clock.now)
    _ = try await posts.comment("예뻐요", as: CommentID(second), on: created.id, by: author)
    backend.clock.advance(seconds: 61)
    let sent = await mina.send(.post, path, comment, key: "c-1")
    #expect(sent.status == 201 && sent.json["id"].text == second.description)
    #expect(await service.get("/api/posts/\(created.id)").json["comment_count"].int == 1)
  }
}

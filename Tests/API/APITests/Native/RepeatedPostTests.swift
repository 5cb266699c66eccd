import Accounts
import Basics
import Contracts
import Crypto
import HTTP
import Posts
import Stores
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Posts and comments whose answers are lost")
struct RepeatedPostTests {
  private let key = "3f2a8c1e-5b0d-4f6e-9a77-0c2d1e4b8f90"
  private let post = #"{"kind":"pose","text":"둘이서 #커플포즈"}"#
  private let comment = #"{"text":"예뻐요"}"#

  private func begun(_ path: String, _ body: String, by person: Visitor) throws -> IdempotencyKey {
    var digest = Digest()
    digest.update(Array("POST \(path)\n\(body)".utf8))
    return IdempotencyKey(account: try #require(AccountID(person.id)), key: key, fingerprint: digest.hexadecimal)
  }

  @Test("The same request under the same key makes one, however often it comes")
  func once() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let first = await mina.send(.post, "/api/posts", post, key: key)
    let place = "/api/posts/\(try #require(first.json["id"].text))"
    let said = await mina.send(.post, "\(place)/comments", comment, key: "c-1")
    for _ in 0..<3 {
      let again = await mina.send(.post, "/api/posts", post, key: key)
      #expect(again.status == 201 && again.bytes == first.bytes && again.headers["Location"] == place)
      #expect(again.headers["Idempotency-Replayed"] == "true" && first.headers["Idempotency-Replayed"] == nil)
      let repeated = await mina.send(.post, "\(place)/comments", comment, key: "c-1")
      #expect(repeated.bytes == said.bytes && repeated.headers["Location"] == said.headers["Location"])
    }
    #expect(await service.get("/api/posts").items.count == 1)
    #expect(await service.get(place).json["comment_count"].int == 1)
    // Other words under the key are refused; without it, and with another one, they are said again.
    #expect(
      await mina.send(.post, "/api/posts", #"{"kind":"pose","text":"셋이서"}"#, key: key).refusal
        == "422 idempotency-key-reused Idempotency-Key")
    #expect(await mina.send(.post, "/api/posts", post).status == 201)
    #expect(await mina.send(.post, "/api/posts", post, key: "other").status == 201)
    #expect(await service.get("/api/posts").items.count == 3)
  }

  @Test("What a process died over after it was written is told as what it made")
  func crash() async throws {
    let town = try await Town()
    let service = Service(town: town)
    let mina = try await service.signUp("mina")
    let author = try #require(AccountID(mina.id))
    let posts = town.services.posts
    let operation = OperationID(at: town.clock.now, random: seededBytes(3))
    _ = try await town.idempotency.begin(
      try begun("/api/posts", post, by: mina), operation: operation, at: town.clock.now)
    let busy = await mina.send(.post, "/api/posts", post, key: key)
    #expect(busy.refusal == "409 idempotency-key-in-use Idempotency-Key" && busy.headers["Retry-After"] == "1")
    let content = try JSONBody(Array(post.utf8), knowing: PostFields.all, isStrict: true).postContent()
    let made = try await posts.make(content, as: PostID(operation), by: author)
    town.clock.advance(seconds: 61)
    let reply = await mina.send(.post, "/api/posts", post, key: key)
    #expect(reply.status == 201 && reply.json["id"].text == operation.description)
    #expect(reply.json["created_at"].text.flatMap(Timestamp.init(rfc3339:)) == made.createdAt)
    #expect(await mina.get("/api/me").json["post_count"].int == 1)

    let path = "/api/posts/\(made.id)/comments"
    let second = OperationID(at: town.clock.now, random: seededBytes(4))
    let request = try begun(path, comment, by: mina)
    _ = try await town.idempotency.begin(
      IdempotencyKey(account: author, key: "c-1", fingerprint: request.fingerprint), operation: second,
      at: town.clock.now)
    _ = try await posts.comment("예뻐요", as: CommentID(second), on: made.id, by: author)
    town.clock.advance(seconds: 61)
    let said = await mina.send(.post, path, comment, key: "c-1")
    #expect(said.status == 201 && said.json["id"].text == second.description)
    #expect(await service.get("/api/posts/\(made.id)").json["comment_count"].int == 1)
  }
}

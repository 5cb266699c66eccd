import Basics
import Contracts
import Foundation
import FourCutsClient
import HTTP
import JSON
import Testing

@Suite("Buying with the client")
struct ShopTests {
  private let id = JSONValue.accountID

  private func withClient(_ test: (FourCutsClient, ScriptedServer) async throws -> Void) async throws {
    let server = try ScriptedServer()
    let client = FourCutsClient(server: server.address)
    try await client.logIn(email: "a@b.kr", password: "correct horse")
    try await test(client, server)
    await server.stop()
  }

  @Test("An order is made, read and validated")
  func buying() async throws {
    try await withClient { client, server in
      server.answer("POST /api/orders", .json(.order("pending"), status: 201))
      server.answer("POST /api/orders/\(id)/validation", .json(.order("paid")))
      server.answer("GET /api/orders/\(id)", .json(.order("partlyCancelled")))
      let order = try await client.order(try #require(PostID(id)))
      #expect(order.amount == 9900 && order.reference == "fc_1" && order.state == .pending)
      #expect(order.checkout == CheckoutDocument(store: "imp1", channel: nil))
      #expect(try await client.validate(order.id, transaction: "imp_1").state == .paid)
      #expect(try await client.validate(order.id).state == .paid)
      #expect(try await client.order(order.id).state == .partlyCancelled)
      let bodies = server.requests.dropFirst().map { String(decoding: $0.body, as: UTF8.self) }
      #expect(bodies == [#"{"post":"\#(id)"}"#, #"{"transaction":"imp_1"}"#, "{}", ""])
    }
  }

  @Test("Orders are read page by page, by state")
  func orders() async throws {
    try await withClient { client, server in
      server.answer(
        "GET /api/orders", .json(.object(["items": [.order("paid")], "next": "a"])),
        .json(.object(["items": [.order("cancelled")], "next": .null])))
      var states: [OrderStateValue] = []
      for try await order in client.orders(in: [.paid, .cancelled], pageSize: 1) { states.append(order.state) }
      #expect(states == [.paid, .cancelled])
      #expect(
        server.requests.dropFirst().map(\.query)
          == ["state=paid%2Ccancelled&limit=1", "state=paid%2Ccancelled&cursor=a&limit=1"])
    }
  }

  @Test("Each write has its own idempotency key, and reads have none")
  func keys() async throws {
    try await withClient { client, server in
      server.answer("POST /api/orders", .json(.order("pending"), status: 201))
      server.answer("GET /api/orders/\(id)", .json(.order("pending")))
      let post = try #require(PostID(id))
      try await client.order(post)
      try await client.order(post)
      try await client.order(post, key: "mine")
      _ = try await client.order(try #require(OrderID(id)))
      let keys = server.requests.dropFirst().map(\.key)
      #expect(Set(keys).count == 4 && keys[2] == "mine" && keys[3] == nil && server.requests[0].key == nil)
      #expect(keys.compactMap { $0 }.allSatisfy { (1...255).contains($0.utf8.count) })
    }
  }

  @Test("Without a response a request is repeated with its key, and one without a key is not")
  func repetition() async throws {
    try await withClient { client, server in
      server.answer("POST /api/orders", .aborted, .json(.order("pending"), status: 201))
      let post = try #require(PostID(id))
      #expect(try await client.order(post).state == .pending)
      let keys = server.requests.dropFirst().map(\.key)
      #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
      server.answer("POST /api/orders", .aborted)
      let failure = await #expect(throws: ClientError.self) { try await client.order(post) }
      guard case .transport? = failure else { throw CancellationError() }
      #expect(server.count("POST /api/orders") == 4)
      server.answer("POST /api/reports", .aborted)
      await #expect(throws: ClientError.self) { try await client.report(ReportRequest(post: post, reason: .spam)) }
      #expect(server.count("POST /api/reports") == 1)
    }
  }

  @Test("New posts and comments are repeated as well, each with its own key")
  func posts() async throws {
    try await withClient { client, server in
      let post = try #require(PostID(id))
      for path in ["/api/posts", "/api/posts/\(id)/comments"] { server.answer("POST \(path)", .aborted) }
      await #expect(throws: ClientError.self) { try await client.save(PostRequest(kind: .feed, text: "글")) }
      await #expect(throws: ClientError.self) { try await client.comment("말", on: post) }
      let keys = server.requests.dropFirst().map(\.key)
      #expect(keys.count == 4 && Set(keys).count == 2 && keys[0] == keys[1] && !keys.contains(nil))
    }
  }

  @Test("The key stays the same when the access token is renewed in between")
  func renewal() async throws {
    let server = try ScriptedServer()
    server.answer("POST /api/orders", .json(.order("pending"), status: 201))
    let store = MemorySessionStore()
    try await FourCutsClient(server: server.address, sessions: store).logIn(email: "a@b.kr", password: "x")
    let session = try #require(store.load())
    store.save(
      Session(
        server: session.server, account: session.account, accessToken: "access-0", refreshToken: session.refreshToken))
    _ = try await FourCutsClient(server: server.address, sessions: store).order(try #require(PostID(id)))
    let keys = server.requests.filter { $0.path == "/api/orders" }.map(\.key)
    #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
    await server.stop()
  }

  @Test("Each refusal has its code")
  func domainErrors() async throws {
    try await withClient { client, server in
      for (status, code) in [(409, "payment-validated"), (400, "payment-unpaid"), (422, "idempotency-key-reused")] {
        server.answer("POST /api/orders/\(id)/validation", .problem(status, code))
        let failure = await #expect(throws: ClientError.self) {
          try await client.validate(try #require(OrderID(id)), key: "k")
        }
        guard case .rejected(let problem)? = failure else { throw CancellationError() }
        #expect(problem.status == status && problem.code == code)
      }
      #expect(server.count("POST /api/orders/\(id)/validation") == 3)
    }
  }
}

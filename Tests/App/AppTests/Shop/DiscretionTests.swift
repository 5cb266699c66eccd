import Foundation
import JSON
import SQL
import SQLite
import Sandbox
import Support
import Testing
import Workload

@Suite("Data that is not stored")
struct DiscretionTests {
  /// What the sandbox tells about the buyer, and pieces of it that would betray the rest.
  private static let personal = [
    "김네컷", "necut.kim@example.com", "010-1234-5678", "01012345678", "와우산로", "536148", "56211105948400", "iPhone OS",
  ]

  @Test(
    "Neither the data folder nor the output holds secrets or data of buyers",
    .enabled(if: TestDatabase.engine == .sqlite))
  func bytes() async throws {
    let shop = try await RunningShop()
    let order = try await shop.order()
    let transaction = try shop.sandbox.pay(.v2, order.reference, RunningShop.price, notifies: true)
    try await eventually { try await shop.state(order.id) == "paid" }
    let claimed = try shop.sandbox.pay(.v1, RunningShop.oldReference(), RunningShop.price, notifies: true)
    #expect([200, 503].contains(try await shop.claim(claimed).status))
    let reported = try await Self.reported(of: claimed, by: shop.sandbox)
    for word in Self.personal where !word.contains("5621") && !word.contains("01012") {
      #expect(reported.contains(word), "The sandbox does not tell \(word)")
    }
    for fault in [SandboxFault.unauthorized, .garbage, .internalError, .closeAfter] {
      shop.sandbox.gateway.setBehaviour(SandboxBehaviour(fault, times: 2))
      _ = try await shop.run("payments", "verify", claimed)
      _ = try await shop.run("payments", "verify", transaction)
    }
    shop.sandbox.gateway.setBehaviour(SandboxBehaviour())
    _ = try await shop.run("payments", "cancel", transaction, "--amount", "500", "--reason", "test")
    _ = try await shop.run("payments", "show", claimed, "--format", "json")
    _ = try await shop.run("payments", "list")
    // As it is left behind by a power failure: with its write-ahead log.
    try shop.server.kill()

    let files = try Self.files(below: shop.program.directory.url)
    #expect(files.contains { $0.lastPathComponent == "fourcuts.sqlite-wal" })
    #expect(files.count { $0.lastPathComponent.hasPrefix("out-") } > 10)
    for file in files {
      let bytes = try Data(contentsOf: file)
      for word in RunningShop.secrets + Self.personal {
        #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) is in \(file.lastPathComponent)")
      }
    }
  }

  /// What the gateway answers about a payment.
  private static func reported(of transaction: String, by sandbox: RunningSandbox) async throws -> String {
    let address = ServerAddress(base: try #require(URL(string: sandbox.url)))
    let login = JSONValue.object([
      "imp_key": .string(RunningSandbox.secrets[0]), "imp_secret": .string(RunningSandbox.secrets[1]),
    ])
    let headers = ["Content-Type": "application/json"]
    let token = try await address.send("POST", "/users/getToken", headers, body: Data(login.bytes)).json
      .text("response", "access_token")
    return try await address.send("GET", "/payments/\(transaction)", ["Authorization": try #require(token)]).body
  }

  @Test("Idempotency keys are removed after a day")
  func oldRequests() async throws {
    let shop = try await RunningShop()
    let body = Data(JSONValue.object(["post": .string(shop.goods)]).bytes)
    for key in ["old", "new"] {
      let headers = [
        "Authorization": "Bearer \(shop.buyer)", "Content-Type": "application/json", "Idempotency-Key": key,
      ]
      #expect(try await shop.server.send("POST", "/api/orders", headers, body: body).status == 201)
    }
    try await shop.end()
    let database = try await shop.database()
    try await database.write { connection in
      try connection.run("UPDATE idempotency_key SET started_at = started_at - 90000000 WHERE key = 'old'")
    }
    try await shop.restart()
    try await eventually {
      try await database.read { try $0.integer("SELECT count(*) FROM idempotency_key WHERE key = 'old'") } == 0
    }
    #expect(try await database.read { try $0.integer("SELECT count(*) FROM idempotency_key") } == 1)
    try await shop.end()
  }

  private static func files(below directory: URL) throws -> [URL] {
    let names = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: [.isRegularFileKey])
    return try (names?.compactMap { $0 as? URL } ?? []).filter {
      try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }
  }
}

import Basics
import Booths
import CommandLineKit
import Foundation
import HTTP
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("The health check")
struct HealthTests {
  @Test("The health check is ok with a readable store, and 503 without")
  func health() async {
    let well = await Service().get("/healthz")
    #expect(
      well.text
        == #"{"status":"ok","version":"\#(CommandLineKit.version)","booths":7,"catalogue_version":7,"store_version":7,"conditions":[]}"#
    )
    #expect(well.headers["Cache-Control"] == "no-store")
    let ill = await Service { $0.services.store = IdleStore(stored: nil) }.get("/healthz")
    #expect(ill.status == 503)
    #expect(ill.json["status"].text == "store-unavailable" && ill.json["store_version"].value == nil)
  }

  @Test(
    "Each condition is listed with its code, and the status is 503 if nothing can be written",
    arguments: ServiceCondition.Subject.allCases)
  func conditions(_ subject: ServiceCondition.Subject) async {
    let service = Service()
    service.environment.conditions.report("some-code", ServiceCondition(subject, "Look into /some/path."))
    let answer = await service.get("/healthz")
    #expect(answer.status == (subject == .database ? 503 : 200))
    #expect(answer.json["status"].text == (subject == .database ? "store-unwritable" : "degraded"))
    #expect(answer.json["conditions"][0]["code"].text == "some-code" && !answer.text.contains("/some/path"))
  }

  @Test("A node with damaged data is not ready and gives the reason")
  func damaged() async {
    let service = Service()
    #expect(await service.get("/readyz").status == 200)
    service.environment.conditions.report("database-damaged", ServiceCondition(.storedData, "Look into /some/path."))
    let answer = await service.get("/readyz")
    #expect(answer.status == 503 && answer.text.contains("The stored data is damaged"))
    #expect(!answer.text.contains("/some/path"))
  }

  @Test("A node is not ready a minute after it last reached the database, for any change of the clock")
  func unconfirmed() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let catalogue = service.setup.catalogue
    catalogue.confirm(at: .now)
    for seconds in [86_400, -2 * 86_400] as [Int64] {
      backend.clock.advance(seconds: seconds)
      #expect(await service.get("/readyz").status == 200)
    }
    catalogue.confirm(at: .now - .seconds(61))
    let answer = await service.get("/readyz")
    #expect(answer.status == 503 && answer.text.contains("61 seconds ago"))
  }

  @Test(
    "A database error gets a reference and no path, and is counted",
    .enabled(if: TestDatabase.engine == .sqlite))
  func unwritable() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    try await backend.database.write { try $0.run("PRAGMA query_only = ON") }
    let json = ("Content-Type", "application/json")
    let body = #"{"email":"mina@example.com","password":"four cuts at noon","nickname":"mina"}"#
    let rejected = await service.send(.post, "/api/accounts", [json], body: .bytes(Array(body.utf8)))
    #expect(rejected.status == 503 && rejected.json["code"].text == "database-read-only")
    #expect(rejected.json["reference"].text?.isEmpty == false && !rejected.text.contains(backend.directory.url.path))
    let snapshot = try #require(service.environment.conditions.active.first)
    #expect(snapshot.condition.message.contains(backend.directory.url.path))
    #expect(snapshot.condition.reference == rejected.json["reference"].text)
    #expect(service.environment.conditions.active.map(\.count) == [1])
    #expect(await service.get("/healthz").status == 503)
    service.environment.conditions.end(.database)
    #expect(await service.get("/healthz").status == 200)
  }
}

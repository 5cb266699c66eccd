import Foundation
import FourCutsClient
import JSON
import Support
import Testing

@testable import App

@Suite("Sample data")
struct SamplesTests {
  private func password(_ output: String) throws -> String {
    String(try #require(output.firstMatch(of: /with the password (\S+)/)).1)
  }

  @Test("Samples have people, posts, goods and chats, and one command removes them")
  func addAndRemove() async throws {
    let program = try Program()
    #expect(
      try program.run("import", "--quiet", SharedData.root.appendingPathComponent("Data/booths.sample.csv").path).code
        == 0)
    let added = try program.run("samples", "add")
    #expect(added.code == 0, "\(added.errors)")
    let server = try await RunningServer(program)
    let feed = try await server.send("GET", "/api/posts?limit=50").json.list("items")
    #expect(feed.count == SampleContent.posts.count)
    #expect(feed.count { $0.text("booth_id") != nil || $0["booth"] != nil } >= 7)
    let kinds = Set(feed.compactMap { $0.text("kind") })
    #expect(kinds.isSuperset(of: ["pose", "background", "photo", "frame"]))
    let body = Data(
      #"{"email":"haneul@samples.fourcuts.invalid","password":"\#(try password(added.output))"}"#.utf8)
    let session = try await server.send("POST", "/api/sessions", ["Content-Type": "application/json"], body: body)
    let token = try #require(session.json.text("tokens", "access_token") ?? session.json.text("access_token"))
    let workspaces = try await server.send("GET", "/api/workspaces", ["Authorization": "Bearer \(token)"])
    #expect(workspaces.body.contains(SampleContent.workspace.name))

    let again = try program.run("samples", "add")
    #expect(again.code != 0 && again.errors.contains("samples remove"))
    let removed = try program.run("samples", "remove")
    #expect(removed.code == 0 && removed.output.contains("4 sample accounts"))
    #expect(try await server.send("GET", "/api/posts").json.list("items").isEmpty)
    #expect(try program.run("accounts", "list").output.contains("No account"))
    #expect(try program.run("samples", "remove").output.contains("There are no samples"))
    #expect(try server.end() == 0)
  }

  @Test("A taken name leaves nothing partly added")
  func taken() async throws {
    let program = try Program()
    let server = try await RunningServer(program)
    try await server.client().signUp(
      email: "mina@example.com", password: RunningServer.password, nickname: SampleContent.people[2].nickname)
    let result = try program.run("samples", "add")
    #expect(result.code != 0 && result.errors.contains("nickname"))
    #expect(try program.run("accounts", "list").output.contains("samples.fourcuts.invalid") == false)
    #expect(try server.end() == 0)
  }
}

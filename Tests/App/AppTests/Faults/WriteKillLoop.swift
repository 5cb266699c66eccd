import Basics
import Foundation
import JSON
import SQL
import SQLite
import Support
import Testing
import Workload

/// Kills a server again and again while several people write all kinds of things, starts it again, and looks whether
/// what was acknowledged is there, and whether of anything else there is all or nothing. The same seed makes the same
/// choices; the machine decides what falls together.
struct WriteKillLoop {
  private static let operatorToken = "a-secret-token-of-an-operator"

  let program: Program
  private(set) var server: RunningServer
  private(set) var writers: [Writer] = []
  private(set) var kills = 0
  /// Kills in which an answer was outstanding, and of these where all of the request was there.
  private(set) var (unanswered, unansweredWhole) = (0, 0)
  private var numbers: SeededNumbers
  private var edits: [WriteEffect] = []

  init(seed: UInt64, writers count: Int = 4) async throws {
    numbers = SeededNumbers(seed: seed)
    program = try Program(environment: [
      // Longer than the loop may take.
      "FOURCUTS_ACCESS_TTL": "86400", "FOURCUTS_OPERATOR_TOKEN": Self.operatorToken,
    ])
    let booths = try program.file("booths.csv", "external_id,name,latitude,longitude\n1,네컷 역삼점,37.5006,127.0364\n")
    try #require(try program.run("import", booths, "--source", "first").code == 0)
    server = try await RunningServer(program)
    let owner = try await Self.join("mina", server)
    let shared = try await Self.shared(by: owner, at: server)
    for number in 0..<count {
      let joined = try await Self.join("writer\(number)", server)
      try await Self.enter(shared.channel, joined, by: owner, at: server)
      writers.append(
        Writer("w\(number)", token: joined.token, account: joined.id, shared.shared, seed: numbers.next()))
    }
  }

  // MARK: People

  private typealias Joined = (id: String, token: String)

  private static func join(_ name: String, _ server: RunningServer) async throws -> Joined {
    let body = JSONValue.object([
      "email": .string("\(name)@example.com"), "password": .string(RunningServer.password), "nickname": .string(name),
    ])
    let answer = try await server.send(
      "POST", "/api/accounts", ["Content-Type": "application/json"], body: Data(body.bytes))
    return (
      try #require(answer.json.text("account", "id"), "\(answer.body)"),
      try #require(answer.json.text("tokens", "access_token"))
    )
  }

  private static func made(
    _ method: String, _ path: String, _ body: JSONValue?, by person: Joined, at server: RunningServer
  ) async throws -> JSONValue {
    var headers = ["Authorization": "Bearer \(person.token)"]
    if body != nil { headers["Content-Type"] = "application/json" }
    let answer = try await server.send(method, path, headers, body: body.map { Data($0.bytes) })
    try #require((200..<300).contains(answer.status), "\(method) \(path): \(answer.status) \(answer.body)")
    return answer.json
  }

  private static func shared(
    by owner: Joined, at server: RunningServer
  ) async throws -> (shared: Writer.Shared, channel: (workspace: Int, id: Int)) {
    let post = try await made("POST", "/api/posts", .object(["kind": "feed", "text": "first"]), by: owner, at: server)
    let workspace = try await made("POST", "/api/workspaces", .object(["name": "ours"]), by: owner, at: server)
    guard case .integer(let workspaceID)? = workspace["id"] else { throw CancellationError() }
    let channel = try await made(
      "POST", "/api/workspaces/\(workspaceID)/channels", .object(["name": "all", "kind": "open"]), by: owner, at: server
    )
    guard case .integer(let channelID)? = channel["id"] else { throw CancellationError() }
    let shared = Writer.Shared(
      post: try #require(post.text("id")), channel: "\(channelID)", person: owner.id, operatorToken: operatorToken)
    return (shared, (workspaceID, channelID))
  }

  private static func enter(
    _ channel: (workspace: Int, id: Int), _ person: Joined, by owner: Joined, at server: RunningServer
  ) async throws {
    let link = try await made(
      "POST", "/api/workspaces/\(channel.workspace)/invitation-links", nil, by: owner, at: server)
    let code = try #require(link.text("code"), "\(link)")
    _ = try await made(
      "POST", "/api/invitation-links/acceptance", .object(["code": .string(code)]), by: person, at: server)
    _ = try await made("PUT", "/api/channels/\(channel.id)/membership", nil, by: person, at: server)
  }

  // MARK: Killing

  mutating func run(kills count: Int) async throws {
    while kills < count {
      if kills % 10 == 9 {
        try await killAtStart()
      } else {
        try await killWhileWriting()
      }
      kills += 1
      try await checkAcknowledged(all: kills.isMultiple(of: 50))
      if kills.isMultiple(of: 50) { try checkData() }
      server = try await RunningServer(program)
    }
    // What was not answered last is sent again.
    try await write(for: .milliseconds(500)) { server in
      try server.kill()
    }
    try await checkAcknowledged(all: true)
    #expect(try await RunningServer(program).end() == 0)
    try checkData()
    for writer in writers { #expect(writer.surprises.isEmpty, "\(writer.name): \(writer.surprises)") }
  }

  /// Kills within half a second after requests have begun.
  private mutating func killWhileWriting() async throws {
    let delay = Duration.milliseconds(Int.random(in: 1...500, using: &numbers))
    // The command line writes the catalogue beside the server, and is killed as well.
    let phone = "02-\(Int.random(in: 100...999, using: &numbers))-\(Int.random(in: 1000...9999, using: &numbers))"
    let edit = kills.isMultiple(of: 3) ? try program.start(["booths", "edit", "1", "--phone", phone]) : nil
    try await write(for: delay) { server in
      edit?.signal(SIGKILL)
      try server.kill()
    }
    guard let edit else { return }
    let effect = WriteEffect.rows(
      "edit to \(phone)", in: .catalogue, "SELECT COUNT(*) FROM booth WHERE id = 1 AND phone = $1", .text(phone))
    // Only the last one can be seen.
    edits = try edit.finish().code == 0 ? [effect] : []
  }

  /// Kills a server that is just starting.
  private mutating func killAtStart() async throws {
    try server.kill()
    let starting = try program.start(["serve", "--port", "0"])
    try await Task.sleep(for: .milliseconds(Int.random(in: 1...400, using: &numbers)))
    starting.signal(SIGKILL)
    _ = try starting.finish()
    for index in writers.indices { writers[index].forget() }
  }

  /// Lets everybody write for some time, until the server is killed.
  private mutating func write(for time: Duration, _ kill: (RunningServer) throws -> Void) async throws {
    let address = server.address
    let tasks = writers.map { writer in
      Task {
        var writer = writer
        await writer.run(at: address)
        return writer
      }
    }
    try await Task.sleep(for: time)
    try kill(server)
    for (index, task) in tasks.enumerated() { writers[index] = await task.value }
  }

  // MARK: Checking

  /// - Parameter all: or those since the last kill, which costs as much after a thousand kills as after one.
  private mutating func checkAcknowledged(all: Bool) async throws {
    let (service, catalogue) = (try await program.database(), try await program.catalogue())
    func state(_ effect: WriteEffect) async throws -> WriteEffect.State {
      try await (effect.place == .service ? service : catalogue).read { try effect.state($0) }
    }
    for writer in writers {
      for (subject, effect) in writer.acknowledged where all || writer.recent.contains(subject) {
        let state = try await state(effect)
        #expect(state == .whole, "kill \(kills): \(effect.name) was acknowledged and is \(state)")
      }
      guard let open = writer.open else { continue }
      let state = try await state(open)
      unanswered += 1
      if state == .whole { unansweredWhole += 1 }
      if case .part(let what) = state { Issue.record("kill \(kills): of \(open.name) there is a part: \(what)") }
    }
    for effect in edits { #expect(try await state(effect) == .whole, "kill \(kills): \(effect.name)") }
  }

  /// Looks with the program's own eyes: pages, references, counts, numbers and photos.
  private func checkData() throws {
    let result = try program.run("check")
    #expect(result.code == 0, "kill \(kills):\n\(result.output)\(result.errors)")
  }
}

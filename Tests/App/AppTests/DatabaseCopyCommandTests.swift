import Contracts
import Foundation
import FourCutsClient
import SQL
import Support
import Testing

/// An installation that an operator moves from a data folder to a server and back.
// It has its own server beside the data folder, whatever the engine of the others.
@Suite("The command that copies a database", .enabled(if: TestDatabase.engine == .sqlite))
struct DatabaseCopyCommandTests {
  private static let booths = """
    external_id,name,latitude,longitude,status
    A1,샘플네컷 강남점,37.4979,127.0276,operating
    A2,샘플네컷 역삼점,37.5006,127.0364,operating

    """

  private let program: Program
  private let address: String

  init() throws {
    program = try Program()
    let server = try PostgreSQLServer.shared
    address = server.address(of: try server.makeDatabase())
  }

  private var files: String { "sqlite:\(program.data.path)" }

  @Test("Sessions, posts and booths are copied to PostgreSQL and back, and sessions stay valid")
  func moved() async throws {
    try program.run("import", try program.file("booths.csv", Self.booths))
    let sessions = MemorySessionStore()
    // A session is sent to the address that it is from.
    let port = try freePort()
    let first = try await RunningServer(program, port: port)
    let mina = try await first.person("mina", sessions)
    let post = try await mina.save(PostRequest(kind: .feed, text: "네 컷이면 충분"))
    #expect(try first.end() == 0)

    let copied = try program.run("database", "copy", "--from", files, "--to", address)
    #expect(copied.code == 0, "\(copied.errors)")
    #expect(copied.lines.contains { $0.split(separator: " ").starts(with: ["booth", "2", "2"]) })
    let second = try await RunningServer(program, port: port, "--database", address)
    let moved = second.client(sessions)
    #expect(try await moved.post(post.id).text == "네 컷이면 충분")
    #expect(try await second.get("/api/booths/1").body.contains("강남점"))
    let later = try await moved.save(PostRequest(kind: .feed, text: "다섯 컷"))
    #expect(try second.end() == 0)

    let key = program.data.appendingPathComponent("secrets.key").path
    let back = try Program()
    let returned = try back.run(
      "database", "copy", "--from", address, "--to", "sqlite:\(back.data.path)", "--key-file", key, "--quiet")
    #expect(returned.code == 0 && returned.output.isEmpty, "\(returned.errors)")
    let third = try await RunningServer(back, port: port)
    let returnedClient = third.client(sessions)
    #expect(try await returnedClient.post(later.id).text == "다섯 컷")
    try await returnedClient.logOut()
    #expect(
      try await third.client().logIn(email: "mina@example.com", password: RunningServer.password).nickname == "mina")
    #expect(try third.end() == 0)
  }

  @Test("An interrupted copy leaves a target that no other command uses, and is continued")
  func interrupted() throws {
    try program.run("import", try program.file("booths.csv", Self.booths))
    try program.run("keys", "rotate")
    // A key of another kind stops it after the target was marked.
    let wrong = try program.file("wrong.key", "short")
    chmod(wrong, 0o600)
    let stopped = try program.run("database", "copy", "--from", files, "--to", address, "--key-file", wrong)
    #expect(stopped.code == 3 && stopped.errors.contains("does not hold a key"))
    for words in [["booths", "list"], ["migrate"], ["serve", "--port", "0"]] {
      let refused = try program.start(words + ["--database", address]).finish()
      #expect(refused.code == 3 && refused.errors.contains("is not finished"), "\(words) \(refused.errors)")
    }
    #expect(try program.run("database", "copy", "--from", files, "--to", address).code == 0)
    #expect(try program.run("booths", "list", "--database", address).output.contains("강남점"))
    let again = try program.run("database", "copy", "--from", files, "--to", address)
    #expect(again.code == 3 && again.errors.contains("has rows already"))
  }

  @Test("A copy is between the two engines only, and from an existing database")
  func refusals() throws {
    let other = program.data.appendingPathComponent("other").path
    #expect(try program.run("database", "copy", "--from", files).code == 2)
    #expect(try program.run("database", "copy", "--from", files, "--to", "sqlite:\(other)").code == 2)
    #expect(try program.run("database", "copy", "--from", address, "--to", address).code == 2)
    #expect(try program.run("database", "copy", "--from", files, "--to", "sqlite:").code == 2)
    #expect(try program.run("database", "copy", "--from", files, "--to", address).code == 4)
    #expect(try program.run("database", "copy", "--from", address, "--to", files).code == 4)
  }
}

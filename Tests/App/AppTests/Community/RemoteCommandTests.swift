import Foundation
import JSON
import Support
import Testing
import Workload

/// `fourcuts account` and `fourcuts post`, each a process that asks a server.
@Suite("Accounts and posts on the command line")
struct RemoteCommandTests {
  /// Somebody at a terminal.
  private struct Person {
    let program: Program
    let session: URL

    init(at server: RunningServer) throws {
      let state = server.program.directory.url.appendingPathComponent("state-\(UUID().uuidString)")
      session = state.appendingPathComponent("fourcuts/session.json")
      program = try Program(environment: ["FOURCUTS_SERVER": server.base.absoluteString, "XDG_STATE_HOME": state.path])
    }

    @discardableResult
    func run(_ words: String..., input: String = "") throws -> Program.Result {
      try program.start(words, input: input).finish()
    }

    func signUp(_ name: String) throws {
      let result = try run(
        "account", "sign-up", "\(name)@example.com", "--nickname", name, "--password-stdin",
        input: RunningServer.password + "\n")
      #expect(result.code == 0, "\(result.errors)")
    }

    func json(_ words: String...) throws -> JSONValue {
      let result = try program.start(words + ["--format", "json"]).finish()
      #expect(result.code == 0, "\(result.errors)")
      return try JSONReader.value(of: Array(result.output.utf8))
    }
  }

  @Test("An account is made, shown, changed, logged out and in again, and withdrawn")
  func account() async throws {
    let server = try await RunningServer(try Program())
    let mina = try Person(at: server)
    try mina.signUp("mina")
    #expect(
      try FileManager.default.attributesOfItem(atPath: mina.session.path)[.posixPermissions] as? Int == 0o600)
    #expect(try mina.json("account", "show")["nickname"] == "mina")
    let photo = try mina.program.file("face.png", onePixel)
    #expect(try mina.run("account", "edit", "--bio", "안녕", "--photo", photo).output.contains("안녕"))
    #expect(try mina.json("account", "edit", "--no-photo", "--nickname", "미나")["photo"] == .null)
    #expect(try mina.run("account", "logout").code == 0)
    #expect(!FileManager.default.fileExists(atPath: mina.session.path))
    let out = try mina.run("account", "show")
    #expect(out.code == 3 && out.errors.contains("account login"))
    let wrong = try mina.run("account", "login", "mina@example.com", "--password-stdin", input: "wrong\n")
    #expect(wrong.code == 3 && !FileManager.default.fileExists(atPath: mina.session.path))
    let login = try mina.run(
      "account", "login", "mina@example.com", "--password-stdin", input: RunningServer.password + "\n")
    #expect(login.output == "Logged in as 미나.\n")
    #expect(try mina.run("account", "logout", "--everywhere").code == 0)
    try mina.run("account", "login", "mina@example.com", "--password-stdin", input: RunningServer.password)
    #expect(try mina.run("account", "withdraw").code == 2)
    #expect(try mina.run("account", "withdraw", "--yes", "--password-stdin", input: "wrong guess\n").code == 3)
    #expect(
      try mina.run("account", "withdraw", "--yes", "--password-stdin", input: RunningServer.password + "\n").code == 0)
    #expect(try mina.run("account", "show").code == 3)
    #expect(try server.end() == 0)
  }

  @Test("Posts are made with photos, listed, shown, changed by field, liked, commented on and removed")
  func posts() async throws {
    let server = try await RunningServer(try Program())
    let (mina, juno) = (try Person(at: server), try Person(at: server))
    try mina.signUp("mina")
    try juno.signUp("juno")
    let photo = try mina.program.file("pose.png", onePixel)
    let made = try mina.json(
      "post", "add", "볼하트 #커플포즈", "--kind", "pose", "--people", "2", "--photo", photo)
    guard case .string(let id)? = made["id"], case .array(let photos)? = made["photos"] else {
      throw CancellationError()
    }
    #expect(photos.count == 1)
    #expect(try juno.run("post", "list", "--hashtag", "커플포즈").output.contains(id))
    #expect(try juno.run("post", "list", "--kind", "feed").output == "No posts.\n")
    #expect(try juno.run("post", "like", id).output == "1 like it, you among them.\n")
    #expect(try juno.run("post", "comment", id, "해 볼게요").code == 0)
    let shown = try juno.run("post", "show", id).output
    #expect(shown.contains("볼하트") && shown.contains("juno: 해 볼게요"))
    let edited = try mina.json("post", "edit", id, "--people", "3")
    #expect(edited["people"] == 3 && edited["text"] == "볼하트 #커플포즈" && edited["photos"] == .array(photos))
    #expect(try mina.json("post", "edit", id, "그냥 하트", "--no-photos")["photos"] == [])
    #expect(try juno.run("post", "remove", id).code == 3)
    #expect(try juno.run("post", "like", id, "--undo").output == "0 like it.\n")
    #expect(try mina.run("post", "remove", id).code == 0)
    #expect(try mina.run("post", "show", id).code == 4)
    #expect(try server.end() == 0)
  }

  @Test("A usage error is reported before any request, and an unreachable server is named")
  func domainErrors() throws {
    let program = try Program(environment: ["XDG_STATE_HOME": "/nowhere"])
    #expect(try program.run("post", "show", "7").code == 2)
    #expect(try program.run("post", "list", "--author", "mina").code == 2)
    #expect(try program.run("post", "list", "--liked", "--following").code == 2)
    #expect(try program.run("post", "list", "--kind", "selfie").code == 2)
    #expect(try program.run("account", "show", "--server", "ftp://example.com").code == 2)
    #expect(try program.run("account", "edit").code == 2)
    #expect(try program.run("account", "login", "a@b.kr", "--password-stdin").code == 3)
    let plain = try program.run("post", "list", "--server", "http://booths.example")
    #expect(plain.code == 2 && plain.errors.contains("--plain-http"))
    #expect(try program.run("post", "list", "--server", "http://127.0.0.2:1", "--plain-http").code == 1)
    let away = try program.run("post", "list", "--server", "http://127.0.0.1:1")
    #expect(away.code == 1)
    #expect(away.errors.contains("http://127.0.0.1:1"))
    #expect(away.errors.split(separator: "\n").count == 1)
  }
}

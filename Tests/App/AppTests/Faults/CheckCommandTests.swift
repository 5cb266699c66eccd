import Basics
import Contracts
import Foundation
import FourCutsClient
import JSON
import SQL
import SQLite
import Support
import Testing
import Workload

/// `fourcuts check` over installations that are whole, damaged and repaired.
@Suite("The check command")
struct CheckCommandTests {
  private let program: Program
  private static let booths = """
    external_id,name,latitude,longitude,status
    A1,샘플네컷 강남점,37.4979,127.0276,operating
    A2,샘플네컷 역삼점,37.5006,127.0364,operating

    """

  init() throws { program = try Program() }

  /// An installation with a bit of everything; its server has ended.
  private func filled() async throws -> (post: String, photo: URL) {
    try program.run("import", try program.file("booths.csv", Self.booths), "--source", "first")
    let server = try await RunningServer(program)
    let (mina, juno) = (try await server.person("mina"), try await server.person("juno"))
    var request = PostRequest(kind: .photo, text: "하루 #네컷")
    request.photos = [try #require(try await mina.upload([PhotoUpload(onePixel)]).first).name]
    let post = try await mina.save(request)
    _ = try await juno.like(post.id)
    _ = try await juno.comment("좋아요", on: post.id)
    try await juno.follow(try #require(try await mina.account))
    #expect(try server.end() == 0)
    let name = post.photos[0].description
    return (
      post.id.description, program.data.appendingPathComponent("photos/kept/\(name.prefix(2))/\(name)")
    )
  }

  private func change(_ statement: String, in catalogue: Bool = false) async throws {
    let database = try await catalogue ? program.catalogue() : program.database()
    _ = try await database.write { try $0.run(statement) }
    await (database as? SQLiteDatabase)?.close()
  }

  private func check(_ options: String...) throws -> Program.Result { try program.start(["check"] + options).finish() }

  /// The lines that begin with a level.
  private func lines(_ result: Program.Result, _ level: String) -> [String] {
    result.lines.filter { $0.hasPrefix(level + " ") }
  }

  @Test("Intact data has no fault, also beside a running server, and is not changed")
  func sound() async throws {
    _ = try await filled()
    let server = try await RunningServer(program)
    let beside = try check()
    #expect(beside.code == 0 && lines(beside, "fail").isEmpty, "\(beside.output)\(beside.errors)")
    #expect(try server.end() == 0)
    let alone = try check("--format", "json")
    guard case .array(let checks)? = try JSONReader.value(of: Array(alone.output.utf8))["checks"] else {
      Issue.record("\(alone.output)")
      return
    }
    #expect(checks.count > 3 && checks.allSatisfy { $0["level"] == "ok" }, "\(alone.output)")
    let repaired = try check("--repair")
    #expect(repaired.code == 0 && repaired.output.contains("nothing that can be repaired"), "\(repaired.output)")
    let names = try FileManager.default.contentsOfDirectory(atPath: program.data.path)
    #expect(!names.contains { $0.contains("before-repair") })
  }

  @Test("Without data the command says that there is nothing to check", .enabled(if: TestDatabase.engine == .sqlite))
  func nothing() throws {
    for options in [[], ["--repair"]] {
      let result = try program.start(["check"] + options).finish()
      #expect(result.code == 4, "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: program.data.path))
    }
  }

  @Test(
    "Wrong counts and copies are found and repaired, and a copy of the old state is kept",
    arguments: [
      ("UPDATE account SET post_count = 7", "accounts"), ("UPDATE account SET follower_count = -1", "accounts"),
      ("UPDATE post SET like_count = 0", "posts"), ("UPDATE post SET comment_count = 5", "posts"),
      ("UPDATE post_hashtag SET kind = 'pose'", "hashtags"), ("DELETE FROM account_number", "account numbers"),
    ])
  func counts(statement: String, subject: String) async throws {
    _ = try await filled()
    try await change(statement)
    let found = try check()
    #expect(found.code == 3 && lines(found, "fail").count == 1, "\(found.output)\(found.errors)")
    #expect(lines(found, "fail").first?.contains("\(subject): ") == true, "\(found.output)")
    #expect(found.output.contains("--repair") && found.errors == "fourcuts: One check failed.\n")
    let repaired = try check("--repair")
    #expect(repaired.code == 0 && repaired.output.contains("repaired"), "\(repaired.output)\(repaired.errors)")
    #expect(try check().code == 0)
    guard TestDatabase.engine == .sqlite else { return }
    let copies = try FileManager.default.contentsOfDirectory(atPath: program.data.path)
      .filter { $0.hasPrefix("fourcuts.before-repair-") }
    #expect(copies.count == 1)
    let copy = program.data.appendingPathComponent(copies[0]).path
    #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
  }

  @Test(
    "What only a backup can restore is found and left unchanged",
    arguments: [
      ("UPDATE catalogue SET mark = ''", "catalogue", true), ("DELETE FROM booth WHERE id = 2", "imports", true),
      ("UPDATE booth SET source_id = 99 WHERE id = 1", "booths", true),
      ("UPDATE post_photo SET photo = 'x'", "photos", false),
    ])
  func irreparable(statement: String, subject: String, isCatalogue: Bool) async throws {
    _ = try await filled()
    try await change(statement, in: isCatalogue)
    for options in [[], ["--repair"]] {
      let found = try program.start(["check"] + options).finish()
      #expect(found.code == 3 && lines(found, "fail").count == 1, "\(found.output)\(found.errors)")
      #expect(lines(found, "fail").first?.contains("\(subject): ") == true, "\(found.output)")
      #expect(found.output.contains("Restore it from a backup"))
    }
  }

  @Test("Changed and missing photos are found, and unknown files are moved aside")
  func photos() async throws {
    let (_, photo) = try await filled()
    let bytes = try Data(contentsOf: photo)
    try Data(bytes.reversed()).write(to: photo)
    let damaged = try check()
    #expect(damaged.code == 3 && lines(damaged, "fail").count == 1, "\(damaged.output)")
    #expect(damaged.output.contains("Damaged, and not served: ") && !damaged.output.contains(photo.lastPathComponent))
    try FileManager.default.removeItem(at: photo)
    let missing = try check()
    #expect(missing.code == 3 && missing.output.contains("Missing: 1 file ("), "\(missing.output)")
    try bytes.write(to: photo)
    #expect(try check().code == 0)

    let orphan = String(repeating: "ab", count: 32) + ".png"
    let place = program.data.appendingPathComponent("photos/kept/ab/\(orphan)")
    try bytes.write(to: place)
    try Data().write(to: program.data.appendingPathComponent("photos/kept/ab/notes.txt"))
    let found = try check()
    #expect(found.code == 0 && lines(found, "warn").count == 2, "\(found.output)")
    let repaired = try check("--repair")
    #expect(repaired.code == 0 && lines(repaired, "warn").count == 1, "\(repaired.output)\(repaired.errors)")
    #expect(!FileManager.default.fileExists(atPath: place.path))
    #expect(try Data(contentsOf: program.data.appendingPathComponent("photos/aside/\(orphan)")) == bytes)
  }

  @Test("A secret that cannot be decoded is found", .enabled(if: TestDatabase.engine == .sqlite))
  func secrets() async throws {
    _ = try await filled()
    try Data("{}".utf8).write(to: program.data.appendingPathComponent("keys.json"))
    let result = try check()
    #expect(result.code == 3 && lines(result, "fail").first?.contains("keys.json") == true, "\(result.output)")
  }

  // MARK: Damaged files

  /// Overwrites pages of a database, but the first ones, which hold the schema.
  private func damage(_ name: String, pages: Range<Int>) throws {
    let file = try FileHandle(forUpdating: program.data.appendingPathComponent(name))
    for page in pages {
      try file.seek(toOffset: UInt64(page * 4096))
      try file.write(contentsOf: Data(repeating: 0xA5, count: 256))
    }
    try file.close()
  }

  private func pageCount(_ name: String) throws -> Int {
    let path = program.data.appendingPathComponent(name).path
    return (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0) / 4096
  }

  @Test("Damaged pages are found and not repaired", .enabled(if: TestDatabase.engine == .sqlite))
  func pages() async throws {
    _ = try await filled()
    let count = try pageCount("fourcuts.sqlite")
    try damage("fourcuts.sqlite", pages: count - 60..<count - 1)
    for options in [[], ["--repair"]] {
      let result = try program.start(["check"] + options).finish()
      #expect(result.code == 3 && !lines(result, "fail").isEmpty, "\(result.output)\(result.errors)")
      #expect(result.output.contains("estore it from a backup"))
    }
  }

  @Test("A file that is not a database any more is found", .enabled(if: TestDatabase.engine == .sqlite))
  func header() async throws {
    _ = try await filled()
    try damage("booths.sqlite", pages: 0..<1)
    let result = try check()
    #expect(result.code == 3 && result.output.contains("booths.sqlite"), "\(result.output)\(result.errors)")
  }

  @Test("An index that lacks rows of its table is rebuilt", .enabled(if: TestDatabase.engine == .sqlite))
  func index() async throws {
    _ = try await filled()
    // A row that is written while the index is not known is missing from it, as after a lying disk.
    let database = try await program.database()
    let (right, wrong) = ("since, post_id)", "since, since)")
    let add = "INSERT INTO post_like (post_id, account_id, since) SELECT id, author_id, 5 FROM post"
    for (old, new, change) in [(right, wrong, add), (wrong, right, "SELECT 1")] {
      let definition =
        "UPDATE sqlite_schema SET sql = replace(sql, '\(old)', '\(new)') WHERE name = 'post_like_account'"
      try await database.write { connection in
        try connection.run("PRAGMA writable_schema = ON")
        try connection.run(definition)
        try connection.run("PRAGMA writable_schema = RESET")
        try connection.run(change)
      }
    }
    await (database as? SQLiteDatabase)?.close()
    let found = try check()
    #expect(found.code == 3 && found.output.contains("post_like_account"), "\(found.output)\(found.errors)")
    #expect(found.output.contains("--repair"))
    let repaired = try check("--repair")
    #expect(repaired.code == 0, "\(repaired.output)\(repaired.errors)")
  }

  @Test(
    "A server that finds damage does not start, or reports it and does not serve it",
    .enabled(if: TestDatabase.engine == .sqlite))
  func served() async throws {
    let (post, _) = try await filled()
    let count = try pageCount("fourcuts.sqlite")
    try damage("fourcuts.sqlite", pages: 4..<count)
    let process = try program.start(["serve", "--port", "0"])
    // The start reads a part of it: where that is damaged, it refuses to serve.
    try await eventually { process.output.contains("booths at") || !process.isRunning }
    guard process.isRunning else {
      let result = try process.finish()
      #expect(result.code != 0 && result.errors.contains("damaged"), "\(result.errors)")
      return
    }
    let url = try #require(process.output.firstMatch(of: /booths at (http\S+)/)).1
    let server = ServerAddress(base: try #require(URL(string: String(url))))
    let answer = try await server.send("GET", "/api/posts/\(post)")
    #expect(answer.status == 503 && answer.body.contains("database-damaged"), "\(answer.status) \(answer.body)")
    try await eventually { try await server.send("GET", "/readyz").status == 503 }
    let readiness = try await server.send("GET", "/readyz")
    #expect(readiness.body.contains("The stored data is damaged"))
    #expect(try await server.send("GET", "/healthz").body.contains("database-damaged"))
    #expect(process.errors.contains("database-damaged") && process.errors.contains(program.data.path))
    #expect(try await server.send("GET", "/api/booths/1").status == 200)
    process.signal(SIGTERM)
    _ = try process.finish()
  }

  @Test("A catalogue with damaged pages is not served", .enabled(if: TestDatabase.engine == .sqlite))
  func damagedCatalogue() async throws {
    _ = try await filled()
    try damage("booths.sqlite", pages: 1..<(try pageCount("booths.sqlite")))
    let result = try program.start(["serve", "--port", "0"]).finish()
    #expect(result.code != 0 && result.errors.contains("booths.sqlite"), "\(result.code) \(result.errors)")
    #expect(try check().code == 3)
  }

  // MARK: Two processes

  @Test(
    "A second server on the same folder is refused, and so is a repair", .enabled(if: TestDatabase.engine == .sqlite))
  func secondServer() async throws {
    let server = try await RunningServer(program)
    let second = try program.start(["serve", "--port", "0"]).finish()
    #expect(second.code == 3 && second.errors.contains("A server uses the data folder"), "\(second.errors)")
    let repair = try check("--repair")
    #expect(repair.code == 3 && repair.errors.contains("A server uses the data folder"), "\(repair.errors)")
    #expect(try await server.get("/healthz").status == 200)
    // Whatever way the first one ends, its lock ends with it.
    try server.kill()
    let next = try await RunningServer(program)
    #expect(try next.end() == 0)
    #expect(try check("--repair").code == 0)
  }
}

import Basics
import Booths
import Foundation
import FourCutsClient
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import App
@testable import Stores

@Suite("A data folder", .enabled(if: TestDatabase.engine == .sqlite))
struct DataDirectoryTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private var files: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: program.data.path)) ?? [])
  }

  private func database(_ name: String = "fourcuts") async throws -> SQLiteDatabase {
    try await SQLiteDatabase(path: program.data.appendingPathComponent("\(name).sqlite").path)
  }

  private static let row = "external_id,name,latitude,longitude\n1,가,37.5,127\n"

  @Test("A file in place of the folder is reported as one")
  func file() throws {
    let file = try program.file("f", "")
    let table = try program.file("a.csv", Self.row)
    for words in [["import", table], ["near", "37.5", "127"], ["serve", "--port", "0"]] {
      let refused = try program.start(words + ["--data-dir", file]).finish()
      #expect(refused.code == 1 && refused.errors.contains("\(file) is a file: name a folder"), "\(refused.errors)")
    }
  }

  @Test("A missing folder is not made by commands that read or change something")
  func missing() throws {
    for command in [
      ["near"], ["booths", "list"], ["imports", "list"], ["reports", "list"], ["corrections", "list"],
      ["booths", "close", "1"],
    ] {
      let result = try program.start(command).finish()
      #expect(result.code == 4)
      #expect(result.errors.contains("fourcuts import"))
    }
    #expect(!FileManager.default.fileExists(atPath: program.data.path))
    let file = try program.file("a.csv", Self.row)
    let dry = try program.run("import", file, "--dry-run", "--quiet")
    #expect((dry.code, dry.errors) == (0, ""))
    #expect(!FileManager.default.fileExists(atPath: program.data.path))
    #expect(try program.run("import", file, "--quiet").code == 0)
    #expect(try program.run("booths", "list").output.contains("가"))
  }

  @Test("A folder of an older program is refused until it is migrated, and a copy stays")
  func older() async throws {
    try await program.makeOlderDatabases()
    let before = files
    let file = try program.file("a.csv", Self.row)
    for command in [["near"], ["booths", "list"], ["booths", "close", "1"], ["import", file, "--quiet"]] {
      let result = try program.start(command).finish()
      #expect(result.code == 3)
      #expect(result.errors.contains("'fourcuts migrate'"), "\(result.errors)")
    }
    #expect(files.subtracting(["fourcuts.sqlite-shm", "fourcuts.sqlite-wal"]) == before)
    #expect(try await database().schemaVersion() == 27)
    #expect(try program.run("migrate").code == 0)
    #expect(try await database("fourcuts.schema-27").schemaVersion() == 27)
    #expect(try await database().schemaVersion() == Schema.migrations(of: .main, for: .sqlite).last?.number)
    #expect(try program.run("import", file, "--quiet").code == 0)
    #expect(try program.run("migrate").code == 0)
    #expect(try program.run("booths", "list").output.contains("가"))
  }

  @Test("serve migrates a folder of an older program, without a copy on request")
  func migratedByServe() async throws {
    try await program.makeOlderDatabases()
    let server = try await RunningServer(program, port: 0, "--no-copy")
    #expect(try server.end() == 0)
    #expect(try await database().schemaVersion() == Schema.migrations(of: .main, for: .sqlite).last?.number)
    #expect(!files.contains { $0.contains("schema-27") })
  }

  @Test("A folder of a program before version 0.2.0 is refused and left as it is")
  func tooOld() async throws {
    try await program.makeOlderDatabases()
    let opened = try await database()
    try await opened.write { try $0.run("UPDATE schema_migration SET number = 26") }
    await opened.close()
    for words in [["booths", "list"], ["migrate"], ["serve", "--port", "0"]] {
      let refused = try program.start(words).finish()
      #expect(refused.code == 3 && refused.errors.contains("migrate' of version 0.2.0 first"), "\(refused.errors)")
    }
    #expect(!files.contains { $0.contains("schema-26") })
    #expect(try await database().schemaVersion() == 26)
  }

  @Test("A running server does not write to a folder that a newer program has migrated")
  func takenOver() async throws {
    let server = try await RunningServer(program)
    _ = try await server.person("mina")
    try await database().write { connection in
      try connection.run("INSERT INTO schema_migration (number, name) VALUES (999, 'of the future')")
    }
    #expect(await domainError { _ = try await server.person("juno") } == "schema-newer")
    #expect(try await database().read { try $0.integer("SELECT COUNT(*) FROM account") } == 1)
    #expect(try await server.get("/api/posts").status == 200)
    let readiness = try await server.get("/readyz")
    #expect(readiness.status == 503 && readiness.body.contains("newer program"))
    #expect(try server.end() == 0)
  }

  @Test("A folder whose database is empty or missing beside other files is refused", arguments: [true, false])
  func emptied(isThere: Bool) async throws {
    let server = try await RunningServer(program)
    _ = try await server.person("mina")
    #expect(try server.end() == 0)
    let file = program.data.appendingPathComponent("fourcuts.sqlite")
    let kept = try Data(contentsOf: file)
    if isThere { try Data().write(to: file) } else { try FileManager.default.removeItem(at: file) }
    for command in [["serve", "--port", "0"], ["booths", "list"], ["migrate"]] {
      let result = try program.start(command).finish()
      #expect(result.code == 3)
      #expect(result.errors.contains("restore"), "\(result.errors)")
    }
    #expect((try? Data(contentsOf: file)) == (isThere ? Data() : nil))
    try kept.write(to: file)
    try FileManager.default.removeItem(at: program.data.appendingPathComponent("booths.sqlite"))
    #expect(try program.run("serve", "--port", "0").errors.contains("booths.sqlite is empty or gone"))
  }

  @Test("The folder is checked for damage at each start, and a node with damage is not ready")
  func damage() async throws {
    let server = try await RunningServer(program)
    try await database().write { connection in
      try connection.run("CREATE TABLE filler (id INTEGER PRIMARY KEY, value BLOB)")
      let block = Value.blob([UInt8](repeating: 7, count: 4000))
      for _ in 0..<300 { try connection.run("INSERT INTO filler (value) VALUES ($1)", [block]) }
    }
    try server.kill()
    let writer = try await database()
    await writer.checkpoint()
    await writer.close()
    let file = try FileHandle(forUpdating: program.data.appendingPathComponent("fourcuts.sqlite"))
    let size = try file.seekToEnd()
    try file.seek(toOffset: size - 40 * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 20 * 4096))
    try file.close()
    let second = try await RunningServer(program)
    try await eventually { second.process.errors.contains("is damaged") }
    #expect(try second.end() == 0)
    // Although it ended well.
    let third = try await RunningServer(program)
    try await eventually { third.process.errors.contains("is damaged") }
    #expect(try await third.get("/readyz").status == 503)
    #expect(try third.end() == 0)
  }

  @Test("Nothing of a withdrawn account stays in the folder")
  func withdrawal() async throws {
    let server = try await RunningServer(program)
    let client = try await server.person("unmistakable-mina")
    let text = Data("unmistakable-mina".utf8)
    func isSomewhere() throws -> Bool {
      try FileManager.default.subpathsOfDirectory(atPath: program.data.path).contains { name in
        (try? Data(contentsOf: program.data.appendingPathComponent(name)))?.range(of: text) != nil
      }
    }
    #expect(try isSomewhere())
    try await client.withdraw(password: RunningServer.password)
    try await eventually { try !isSomewhere() }
    #expect(try server.end() == 0)
    #expect(try !isSomewhere())
  }

  @Test("The unfinished files of crashed runs are removed, and those of live ones stay")
  func leftovers() async throws {
    let server = try await RunningServer(program, port: 0, "--operator-token", "0123456789abcdef01234567")
    let client = try Client(try #require(server.base.port))
    client.send(
      "POST /api/imports?commit=true HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer 0123456789abcdef01234567\r\n"
        + "Content-Type: text/csv\r\nContent-Length: 1000000\r\n\r\n" + String(repeating: "x,y\n", count: 50_000))
    let temporary = program.data.appendingPathComponent("tmp")
    func uploads() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: temporary.path).filter { $0.hasSuffix("upload.csv") }
    }
    try await eventually { try uploads().count == 1 }
    try server.kill()
    #expect(try uploads().count == 1)
    for name in ["upload-1.csv", "standard-input-77.csv"] {
      try Data().write(to: program.data.appendingPathComponent(name))
    }
    let live = try TemporaryDirectory(in: program.data)
    let second = try await RunningServer(program)
    #expect(try uploads().isEmpty)
    #expect(FileManager.default.fileExists(atPath: live.url.path))
    #expect(files.allSatisfy { !$0.hasSuffix(".csv") })
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).count == 2)
    #expect(try second.end() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [live.name])
  }

  @Test("The next command and the next server remove what killed ones have left")
  func leftoversOfCommands() throws {
    try program.run("import", program.file("a.csv", Self.row))
    let temporary = program.data.appendingPathComponent("tmp")
    for name in ["1-command", "server-1-run"] {
      try FileManager.default.createDirectory(
        at: temporary.appendingPathComponent("\(name)/files"), withIntermediateDirectories: true)
    }
    #expect(try program.run("booths", "close", "1").code == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == ["server-1-run"])
  }

  @Test(
    "A folder on a read-only file system can be read, and a write is refused with the reason", .enabled(if: canMount))
  func readOnly() async throws {
    #expect(try program.run("import", program.file("a.csv", Self.row), "--quiet").code == 0)
    let script = """
      mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"
      """
    func run(_ command: [String]) throws -> Program.Result {
      let run = try RunningProgram(
        [
          "/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh", program.data.path,
          builtPrograms.appendingPathComponent("fourcuts").path,
        ] + command,
        input: "", environment: ["FOURCUTS_DATA_DIR": program.data.path], in: program.directory)
      return try run.finish()
    }
    for command in [
      ["near", "37.5", "127"], ["booths", "list"], ["imports", "list"], ["booths", "export"], ["check"],
    ] {
      let result = try run(command)
      #expect((result.code, result.errors) == (0, ""), "\(command)")
    }
    for command in [["serve", "--port", "0"], ["check", "--repair"], ["booths", "close", "1"]] {
      let result = try run(command)
      #expect(result.code == 1 && result.errors.contains(program.data.path), "\(command) \(result.errors)")
    }
  }

  /// Whether a mount namespace can be made here.
  private static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    process.arguments = ["-m", "/bin/true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}

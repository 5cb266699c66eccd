import Foundation
import JSON
import SQL
import Support
import Testing
import Workload

/// `fourcuts doctor` over installations that are well and ill, and `fourcuts version`.
@Suite("Doctor")
struct DoctorTests {
  /// The lines on a subject, by what they begin with.
  private func levels(_ result: Program.Result, _ subject: String) -> [String] {
    result.lines.filter { $0.dropFirst(6).hasPrefix(subject + " ") }.map { String($0.prefix { $0 != " " }) }
  }

  private func isSQLite() -> Bool { TestDatabase.engine == .sqlite }

  @Test("A healthy installation has no failure and is not changed")
  func healthy() async throws {
    let program = try Program()
    let server = try await RunningServer(program)
    try await server.hasWrittenIndex()
    let before = try Self.files(program.data)
    let beside = try program.run("doctor")
    #expect(beside.code == 0, "\(beside.output)\(beside.errors)")
    #expect(try server.end() == 0)
    let result = try program.run("doctor")
    #expect(result.code == 0 && result.errors.isEmpty)
    for subject in [
      "settings", "data folder", "database", "secrets", "photos", "pages", "places", "holidays", "payments",
    ] {
      #expect(Set(levels(result, subject)) == ["ok"], "\(subject)\n\(result.output)")
    }
    for subject in ["descriptors", "disk", "clock", "images"] { #expect(levels(result, subject).count == 1) }
    #expect(levels(result, "database clock") == (isSQLite() ? [] : ["ok"]))
    // Where the server has left its files; its logs are merged and its temporary files removed when it ends.
    #expect(try Self.files(program.data).keys.filter { before[$0] == nil } == [])
  }

  @Test("The doctor changes no file of the data")
  func changesNothing() throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", "external_id,name,latitude,longitude\nA,B,37.5,127\n"))
    let before = try Self.files(program.data)
    #expect(try program.run("doctor").code == 0)
    #expect(try Self.files(program.data) == before)
  }

  @Test("The target of the backups is tested and left as it was")
  func backupPlace() throws {
    let program = try Program()
    let place = program.directory.url.appendingPathComponent("backups")
    let result = try program.run("doctor", "--backup-to", place.path)
    #expect(levels(result, "backups") == ["ok"], "\(result.output)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: place.path).isEmpty)
    let file = try program.file("file", "")
    let failed = try program.run("doctor", "--backup-to", file)
    #expect(failed.code == 1 && levels(failed, "backups") == ["fail"], "\(failed.output)")
    #expect(levels(try program.run("doctor"), "backups") == [])
  }

  @Test("A missing data folder is no failure and is not made")
  func fresh() throws {
    let program = try Program()
    let result = try program.run("doctor")
    #expect(result.code == 0, "\(result.output)")
    #expect(levels(result, "data folder") == ["warn"])
    #expect(levels(result, "database") == ["warn"])
    #expect(!FileManager.default.fileExists(atPath: program.data.path))
  }

  @Test("Secrets and a data folder that others can read are found")
  func exposed() async throws {
    let program = try Program()
    #expect(try await RunningServer(program).end() == 0)
    let key = program.data.appendingPathComponent(isSQLite() ? "cursor.key" : "secrets.key").path
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.data.path)
    let result = try program.run("doctor")
    #expect(result.code == 1)
    #expect(levels(result, "secrets").contains("fail"))
    #expect(result.output.contains("\(key) holds secrets and is open to others"))
    #expect(levels(result, "data folder") == ["warn"])
    #expect(result.errors == "fourcuts: One check failed.\n")
  }

  @Test("A damaged database is found", .enabled(if: TestDatabase.engine == .sqlite))
  func damaged() async throws {
    let program = try Program()
    #expect(try await RunningServer(program).end() == 0)
    let file = try FileHandle(forUpdating: program.data.appendingPathComponent("fourcuts.sqlite"))
    let size = try file.seekToEnd()
    for offset in stride(from: 8192, to: size, by: 4096) {
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
    }
    try file.close()
    let result = try program.run("doctor")
    #expect(result.code == 1 && levels(result, "database").contains("fail"), "\(result.output)")
  }

  @Test("Settings that 'serve' would reject fail, and unknown variables warn")
  func settings() throws {
    let result = try Program(environment: ["FOURCUTS_PUBLIC_URI": "x"]).run("doctor", "--pay-within", "0")
    #expect(result.code == 1)
    #expect(Set(levels(result, "settings")) == ["warn", "fail"])
  }

  @Test("A reachable payment gateway is fine, and an unreachable one is a failure")
  func gateway() throws {
    let program = try Program(environment: ["FOURCUTS_PORTONE_V2_SECRET": "the-secret-of-v2"])
    let sandbox = try RunningSandbox(shop: freePort())
    let fine = try program.run("doctor", "--portone-url", sandbox.url)
    #expect(levels(fine, "payments") == ["ok"], "\(fine.output)")
    let gone = try program.run("doctor", "--portone-url", "http://127.0.0.1:\(try freePort())")
    #expect(gone.code == 1 && levels(gone, "payments") == ["fail"])
    #expect(!(fine.output + gone.output + gone.errors).contains("the-secret-of-v2"))
  }

  @Test("The JSON output has a list of checks")
  func json() throws {
    let result = try Program().run("doctor", "--format", "json")
    let document = try JSONReader.value(of: Array(result.output.utf8))
    guard case .array(let checks)? = document["checks"] else {
      Issue.record("\(result.output)")
      return
    }
    #expect(checks.count > 5)
    for check in checks {
      guard case .string(let level)? = check["level"] else {
        Issue.record("\(check)")
        continue
      }
      #expect(["ok", "warn", "fail"].contains(level))
    }
  }

  @Test(
    "The version is one line, and its JSON names the compiler and the libraries", arguments: ["version", "--version"])
  func version(word: String) throws {
    let program = try Program()
    #expect(try program.run(word).output.contains(/^fourcuts \d+\.\d+\.\d+\n$/))
    let document = try JSONReader.value(of: Array(program.run(word, "--format", "json").output.utf8))
    #expect(document["commit"] == .null)
    for library in ["sqlite", "libpq", "curl", "openssl", "proj", "vips", "zlib", "libsodium"] {
      guard case .string(let version)? = document["libraries"]?[library] else {
        Issue.record("\(library) is missing")
        continue
      }
      #expect(version.contains(/^\d+\.\d+/), "\(library) \(version)")
    }
  }

  /// The files of a folder with their sizes and times, but for those that every reader of SQLite makes.
  private static func files(_ directory: URL) throws -> [String: [String]] {
    var files: [String: [String]] = [:]
    let all = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
    for case let url as URL in all ?? .init() where !url.path.hasSuffix("-wal") && !url.path.hasSuffix("-shm") {
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      files[url.path] = [FileAttributeKey.size, .modificationDate, .posixPermissions].map { "\(attributes?[$0] ?? "")" }
    }
    return files
  }
}

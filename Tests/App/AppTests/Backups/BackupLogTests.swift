import BackupStorage
import Backups
import Basics
import CommandLineKit
import Contracts
import Foundation
import FourCutsClient
import SQL
import SQLite
import Support
import Synchronization
import Testing
import Workload

extension BackedUpInstallation {
  /// The place, as the program sees it.
  fileprivate var repository: BackupRepository {
    BackupRepository(
      BackupDirectory(place), key: BackupKey(String(repeating: "0123456789abcdef", count: 4)), clock: { .wallClock })
  }

  /// The newest instant that can be restored; nil where there is nothing.
  fileprivate func reached() async throws -> Timestamp? {
    let backups = try await repository.list().compactMap { if case .readable(let backup) = $0 { backup } else { nil } }
    return try await repository.continued(backups).map(\.latest).max()
  }

  fileprivate func startServer(_ options: String...) async throws -> RunningServer {
    try await RunningServer(
      program, options: ["--backup-to", place, "--backup-key-file", keyFile, "--backup-shipping", "1"] + options)
  }

  fileprivate func restoreAnew(_ words: String...) async throws -> any Database {
    try? FileManager.default.removeItem(at: restored.data)
    let result = try restored.start(
      ["backup", "restore", "--from", place, "--backup-key-file", keyFile] + words
    ).finish()
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    return try await restored.database()
  }

  /// Waits until everything that is acknowledged by now can be restored.
  fileprivate func expectShipped() async throws {
    let now = Timestamp.wallClock
    try await eventually {
      // A segment is there only where something was committed: here by another process.
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
      process.arguments = [
        "-cmd", ".timeout 5000", program.data.appendingPathComponent("fourcuts.sqlite").path,
        // SQLite writes nothing for a row that stays the same.
        "BEGIN; UPDATE account SET post_count = post_count + 1; UPDATE account SET post_count = post_count - 1; COMMIT",
      ]
      try process.run()
      process.waitUntilExit()
      return try await reached().map { $0 > now } == true
    }
  }

  fileprivate var generations: Int {
    get throws { Set(try files(below: "log").map { $0.prefix { $0 != "/" } }).count }
  }
}

extension RunningServer {
  fileprivate init(_ program: Program, options: [String]) async throws {
    try await self.init(program, port: 0, options)
  }
}

/// When each write was acknowledged.
private final class Acknowledgements: Sendable {
  private let instants = Mutex<[Timestamp]>([])
  func withLock<Result: Sendable>(_ body: (inout [Timestamp]) -> Result) -> Result { instants.withLock { body(&$0) } }
}

@Suite("A server that ships its log")
struct BackupLogTests {
  /// Each round is one transaction in each of two tables, and is acknowledged after both.
  private static func write(_ number: Int, on mina: FourCutsClient) async throws {
    let post = try await mina.save(PostRequest(kind: .feed, text: "글 \(number)"))
    _ = try await mina.comment("댓글", on: post.id)
  }

  /// The numbers of the posts that a database has.
  /// - Parameter kills: each may have come between a post and its comment.
  private static func posts(of database: any Database, kills: Int = 1) async throws -> [Int] {
    try await database.read { connection in
      #expect(try connection.integer("SELECT COUNT(*) FROM pragma_foreign_key_check") == 0)
      let (posts, comments) = (
        try connection.integer("SELECT COUNT(*) FROM post") ?? 0,
        try connection.integer("SELECT COUNT(*) FROM comment") ?? 0
      )
      #expect((0...Int64(kills)).contains(posts - comments), "each post is followed by its comment")
      var numbers: [Int] = []
      try connection.each("SELECT text FROM post ORDER BY id", []) {
        numbers.append(Int($0.text(0).dropFirst(2)) ?? -1)
      }
      return numbers
    }
  }

  @Test(
    "Everything that a killed server has shipped is restored",
    .timeLimit(.minutes(5)))
  func kills() async throws {
    let backups = try BackedUpInstallation(engine: .sqlite)
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    let sessions = MemorySessionStore()
    let port = try freePort()
    let acknowledged = Acknowledgements()
    var random = SeededNumbers(seed: 7)
    for round in 0..<5 {
      let server = try await RunningServer(
        backups.program, port: port,
        ["--backup-to", backups.place, "--backup-key-file", backups.keyFile, "--backup-shipping", "1"])
      let mina = round == 0 ? try await server.person("mina", sessions) : server.client(sessions)
      let writing = Task {
        while !Task.isCancelled {
          let number = acknowledged.withLock { $0.count }
          try await Self.write(number, on: mina)
          acknowledged.withLock { $0.append(.wallClock) }
        }
      }
      // Another process writes, and checkpoints what it can.
      let rows = (0..<300).map { "B\(round)-\($0),이름 \($0),37.\($0 + 100),127.\($0 + 100),operating\n" }.joined()
      let file = try backups.program.file("more.csv", "external_id,name,latitude,longitude,status\n" + rows)
      let importing = try backups.program.start(["import", file, "--quiet"])
      // Something was sent in this round.
      try await backups.expectShipped()
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...1500, using: &random)))
      try server.kill()
      writing.cancel()
      _ = try? await writing.value
      _ = try importing.finish()

      let reached = try #require(try await backups.reached())
      let restored = try await Self.posts(of: try await backups.restoreAnew(), kills: round + 1)
      let certain = acknowledged.withLock { $0.count { $0 < reached } }
      #expect(restored == Array(0..<restored.count), "\(restored)")
      #expect(restored.count >= certain && certain > 0, "\(restored.count) of \(certain)")
      // One that was written and not acknowledged is written again.
      let database = try await backups.program.database()
      let count = try await Self.posts(of: database, kills: round + 1).count
      acknowledged.withLock { while $0.count < count { $0.append(.wallClock) } }
      await (database as? SQLiteDatabase)?.close()
    }
    // The last kill may have come when a new generation had its backup and nothing of its log.
    let verified = try backups.run("verify")
    #expect(verified.code == 0 && verified.output.contains("is intact"), "\(verified.output)\(verified.errors)")
  }

  @Test(
    "A generation is continued after a restart, or a new one begins if others have written",
    .timeLimit(.minutes(3)))
  func restarts() async throws {
    let backups = try BackedUpInstallation(engine: .sqlite)
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    let sessions = MemorySessionStore()
    let port = try freePort()
    let options = ["--backup-to", backups.place, "--backup-key-file", backups.keyFile, "--backup-shipping", "1"]
    for round in 0..<3 {
      let server = try await RunningServer(backups.program, port: port, options)
      let mina = round == 0 ? try await server.person("mina", sessions) : server.client(sessions)
      try await Self.write(round, on: mina)
      try await backups.expectShipped()
      // Sent at the end.
      let post = try await mina.save(PostRequest(kind: .feed, text: "끝"))
      #expect(try server.end() == 0)
      #expect(!server.process.errors.contains("backup-log"), "\(server.process.errors)")
      let restored = try await backups.restoreAnew()
      let isThere = try await restored.read { connection in
        try connection.integer("SELECT COUNT(*) FROM post WHERE id = $1", [.text(post.id.description)])
      }
      #expect(isThere == 1)
    }
    #expect(try backups.generations == 1)
    #expect(try backups.run("list").lines.count == 2)

    // It is the last to close the databases, which puts the log into them.
    try backups.program.run("booths", "close", "1")
    try backups.program.run("accounts", "suspend", "mina")
    let server = try await RunningServer(backups.program, port: port, options)
    try await eventually { try backups.run("list").lines.count == 3 }
    #expect(try server.end() == 0)
    #expect(try backups.generations == 2)
    _ = try await backups.restoreAnew()
    #expect(try backups.restored.run("booths", "show", "1").output.contains("closed"))
  }

  @Test("The state of an instant is restored with its photos", .timeLimit(.minutes(3)))
  func instants() async throws {
    let backups = try BackedUpInstallation(engine: .sqlite)
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    let server = try await backups.startServer()
    let mina = try await server.person("mina")
    try await eventually { try backups.run("list").lines.count == 2 }
    let photo = try #require(try await mina.upload([PhotoUpload(onePixel)]).first)
    var request = PostRequest(kind: .photo, text: "글 0")
    request.photos = [photo.name]
    let post = try await mina.save(request)
    _ = try await mina.comment("댓글", on: post.id)
    try await backups.expectShipped()
    let before = try #require(try await backups.reached())
    try await Self.write(1, on: mina)
    try await backups.expectShipped()
    #expect(try server.end() == 0)
    let list = try backups.run("list")
    #expect(list.lines.count == 2 && list.lines[0].contains("REACHES"))

    #expect(try await Self.posts(of: try await backups.restoreAnew("--at", before.rfc3339)) == [0])
    let files = try FileManager.default.subpathsOfDirectory(atPath: backups.restored.data.path)
    #expect(files.contains { $0.hasPrefix("photos/") && $0.hasSuffix(photo.name.description) })
    #expect(try await Self.posts(of: try await backups.restoreAnew()) == [0, 1])
    for (words, message) in [
      (["--at", "yesterday"], "--at takes a time"), (["--at", "2001-01-01T00:00:00Z"], "There is no backup"),
    ] {
      try? FileManager.default.removeItem(at: backups.restored.data)
      let result = try backups.restored.start(
        ["backup", "restore", "--from", backups.place, "--backup-key-file", backups.keyFile] + words
      ).finish()
      #expect(result.code != 0 && result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("An unavailable target is reported, and everything is shipped afterwards", .timeLimit(.minutes(3)))
  func placeAway() async throws {
    let backups = try BackedUpInstallation(engine: .sqlite)
    let server = try await backups.startServer("--metrics-address", "127.0.0.1:0")
    let mina = try await server.person("mina")
    try await Self.write(0, on: mina)
    try await backups.expectShipped()
    let aside = backups.place + "-aside"
    try FileManager.default.moveItem(atPath: backups.place, toPath: aside)
    try Data().write(to: URL(fileURLWithPath: backups.place))
    for number in 1..<5 { try await Self.write(number, on: mina) }
    try await eventually { try await server.get("/healthz").body.contains("backup-log-failed") }
    #expect(try await server.get("/readyz").status == 200)
    try FileManager.default.removeItem(atPath: backups.place)
    try FileManager.default.moveItem(atPath: aside, toPath: backups.place)
    try await backups.expectShipped()
    try await eventually { try await !server.get("/healthz").body.contains("backup-log-failed") }
    try server.kill()
    #expect(try await Self.posts(of: try await backups.restoreAnew()) == Array(0..<5))
    #expect(try backups.generations == 1)
  }

  @Test(
    "A missing or changed segment is reported with exit code 3, and what precedes it is restored",
    .timeLimit(.minutes(3)))
  func damage() async throws {
    let backups = try BackedUpInstallation(engine: .sqlite)
    let server = try await backups.startServer()
    let mina = try await server.person("mina")
    for number in 0..<3 {
      try await Self.write(number, on: mina)
      try await backups.expectShipped()
    }
    #expect(try server.end() == 0)
    let segments = try backups.files(below: "log").sorted()
    let path = backups.place + "/log/\(segments[segments.count - 2])"
    let intact = try Data(contentsOf: URL(fileURLWithPath: path))
    for change in ["missing", "changed", "cut"] {
      switch change {
      case "missing": try FileManager.default.removeItem(atPath: path)
      case "changed": try Data(intact.dropLast() + [intact.last! ^ 1]).write(to: URL(fileURLWithPath: path))
      default: try intact.dropLast(100).write(to: URL(fileURLWithPath: path))
      }
      let verified = try backups.run("verify")
      #expect(
        verified.code == 3 && verified.errors.contains("log/\(segments[segments.count - 2])"), "\(verified.errors)")
      try? FileManager.default.removeItem(at: backups.restored.data)
      let restored = try backups.run("restore")
      #expect(restored.code == 3 && restored.errors.contains("is not restored"), "\(restored.errors)")
      let posts = try await Self.posts(of: try await backups.restored.database())
      #expect(posts == Array(0..<posts.count))
      try intact.write(to: URL(fileURLWithPath: path))
    }
    #expect(try backups.run("verify").code == 0)
    // A crash of the place can leave the last one empty.
    try Data().write(to: URL(fileURLWithPath: backups.place + "/log/\(segments[segments.count - 1])"))
    try? FileManager.default.removeItem(at: backups.restored.data)
    #expect(try backups.run("restore").code == 3)
    #expect(try backups.restored.run("booths", "list").code == 0)
  }

  @Test("The log is shipped to S3-compatible storage without a key", .timeLimit(.minutes(2)))
  func bucket() async throws {
    let s3 = try S3Server.shared
    let backups = try BackedUpInstallation(engine: .sqlite, environment: s3.environment)
    let (place, photos) = (s3.address(), s3.address())
    let server = try await RunningServer(
      backups.program, "--backup-to", place, "--backup-shipping", "1", "--photos", photos)
    try await eventually { try backups.program.run("backup", "list", "--from", place).lines.count == 2 }
    let mina = try await server.person("mina")
    _ = try await mina.upload([PhotoUpload(onePixel)])
    try await Self.write(0, on: mina)
    #expect(try server.end() == 0)
    let verified = try backups.program.run("backup", "verify", "--from", place)
    #expect(verified.code == 0 && verified.output.contains("its log up to"), "\(verified.errors)")
    let restored = try backups.restored.run("backup", "restore", "--from", place, "--photos", s3.address())
    #expect(restored.code == 0 && restored.output.contains("3 photo files"), "\(restored.output)\(restored.errors)")
    #expect(try await Self.posts(of: try await backups.restored.database()) == [0])
  }

  @Test("An invalid shipping interval is refused", arguments: [["301"], ["x"], ["-1"]])
  func wrongSettings(words: [String]) throws {
    let result = try Program(engine: .sqlite).start(
      ["serve", "--port", "0", "--backup-to", "x", "--backup-shipping"] + words
    ).finish()
    #expect(result.code == 2 && result.errors.contains("--backup-shipping"), "\(result.errors)")
  }
}

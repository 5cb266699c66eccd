import Basics
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

/// A database whose log is followed, and a copy that the frames are replayed into.
private struct FollowedDatabase {
  let database: SQLiteDatabase
  let path: String
  let copy: String
  let directory: ScratchDirectory
  let follower: WALFollower
  private var position: WALPosition

  /// - Parameter busyMilliseconds: The timeout of a write.
  init(busyMilliseconds: Int32 = 5000) async throws {
    directory = try ScratchDirectory()
    path = directory.url.appendingPathComponent("followed.sqlite").path
    copy = directory.url.appendingPathComponent("copy.sqlite").path
    database = try await SQLiteDatabase(path: path, busyMilliseconds: busyMilliseconds)
    try await database.write { try $0.run("CREATE TABLE entry (id INTEGER PRIMARY KEY, note TEXT NOT NULL)") }
    follower = WALFollower(path: path)
    position = try follower.advance()
    await database.setLogIsFollowed(true)
    try await SQLiteDatabase.copyPages(of: [(path, copy)])
  }

  func write(_ bytes: Int = 3000, on database: SQLiteDatabase? = nil) async throws {
    try await (database ?? self.database).write { connection in
      try connection.run("INSERT INTO entry (note) VALUES (hex(randomblob($1)))", [.integer(Int64(bytes))])
    }
  }

  /// Reads all that is committed, and replays it.
  mutating func follow(maxBytes: Int = 1 << 20) throws {
    let end = try follower.advance()
    while let frames = try follower.frames(after: position, upTo: end, maxBytes: maxBytes) { try replay(frames) }
    try follower.release()
  }

  mutating func replay(_ frames: WALFrames) throws {
    try WALReplay(path: copy).apply(frames)
    position = frames.end
  }

  /// Has the log begin anew, as far as readers allow.
  mutating func restart() async throws -> Bool {
    follower.backfill()
    let (frames, isDone) = try await database.restartLog(follower, after: position, maxBytes: 1 << 20)
    if let frames { try replay(frames) }
    return isDone
  }

  var reached: WALPosition { position }

  /// For how many milliseconds another process waits for locks. It holds that of writers while its checkpoint waits for
  /// the reader that follows the log.
  static let lockTimeout = 50

  /// Runs statements in another process.
  @discardableResult
  func run(_ statements: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = ["-cmd", ".timeout \(Self.lockTimeout)", path, statements]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Expects that the copy is a sound database with the same rows.
  func expectEqual(_ note: String) async throws {
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
    let content = { @Sendable (connection: any DatabaseConnection) throws -> [String] in
      var rows: [String] = []
      try connection.each("SELECT id, note FROM entry ORDER BY id", []) {
        rows.append("\($0.integer(0)) \($0.text(1))")
      }
      return rows
    }
    let copied = try await SQLiteDatabase(reading: copy)
    let (rows, check) = try await copied.read { connection in
      (try content(connection), try connection.first("PRAGMA integrity_check", []) { $0.text(0) })
    }
    await copied.close()
    #expect(check == "ok", "\(note)")
    let expected = try await database.read(content)
    #expect(rows == expected, "\(note): \(rows.count) of \(expected.count) rows")
  }
}

@Suite("A write-ahead log that is followed")
struct WALFollowerTests {
  @Test(
    "No commit is missed, whichever process writes, checkpoints or restarts the log",
    .timeLimit(.minutes(3)), arguments: [1, 2, 3, 4] as [UInt64])
  func anyOrder(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    var followed = try await FollowedDatabase()
    let other = try await SQLiteDatabase(path: followed.path)
    var restarts = 0
    var done: [String] = []
    for step in 0..<150 {
      let action = Int.random(in: 0..<20, using: &numbers)
      done.append("\(action)")
      switch action {
      case 0..<5: try await followed.write(Int.random(in: 1...20_000, using: &numbers))
      case 5..<8: try await followed.write(on: other)
      case 8: try followed.run("INSERT INTO entry (note) VALUES (hex(randomblob(9000)));")
      case 9:
        try followed.run(
          "PRAGMA wal_checkpoint(\(["PASSIVE", "FULL", "RESTART", "TRUNCATE"].randomElement(using: &numbers)!));")
      case 10: await other.checkpoint()
      case 11: await followed.database.checkpoint()
      case 12: try await followed.write(400_000)
      case 13: try followed.run("DELETE FROM entry WHERE id % 3 = 0; INSERT INTO entry (note) VALUES ('few'); VACUUM;")
      case 14, 15: if try await followed.restart() { restarts += 1 }
      default:
        try followed.follow(maxBytes: Int.random(in: 1...200_000, using: &numbers))
        try await followed.expectEqual("seed \(seed), step \(step), after \(done.suffix(8))")
      }
    }
    try followed.follow()
    try await followed.expectEqual("seed \(seed), at the end")
    #expect(restarts > 2)
    await other.close()
  }

  @Test(
    "No commit of several concurrent processes is missed",
    .timeLimit(.minutes(3)))
  func concurrent() async throws {
    // Short, because it passes often: a checkpoint that waits for readers holds the lock of writers.
    let busyMilliseconds: Int32 = 300
    var followed = try await FollowedDatabase(busyMilliseconds: busyMilliseconds)
    let database = followed.database
    let writing = (0..<2).map { number in
      Task {
        let own =
          number == 0 ? database : try await SQLiteDatabase(path: database.path, busyMilliseconds: busyMilliseconds)
        for round in 1... where !Task.isCancelled {
          _ = try? await own.write { try $0.run("INSERT INTO entry (note) VALUES (hex(randomblob(5000)))") }
          if number == 1, round.isMultiple(of: 8) { await own.checkpoint() }
          try await Task.sleep(for: .milliseconds(5))
        }
      }
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    let statement = """
      INSERT INTO entry (note) VALUES (hex(randomblob(3000))); PRAGMA wal_checkpoint(TRUNCATE);
      .shell sleep 0.05

      """
    let input = followed.directory.url.appendingPathComponent("statements")
    let timeout = "PRAGMA busy_timeout=\(FollowedDatabase.lockTimeout);\n"
    try Data((timeout + String(repeating: statement, count: 20_000)).utf8).write(to: input)
    (process.arguments, process.standardInput) = ([followed.path], try FileHandle(forReadingFrom: input))
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    var (rounds, restarts) = (0, 0)
    while rounds < 150 || restarts == 0 && rounds < 300 {
      try followed.follow(maxBytes: 100_000)
      // Others may hold the lock for longer than the timeout.
      if (try? await followed.restart()) == true { restarts += 1 }
      rounds += 1
      try await Task.sleep(for: .milliseconds(10))
    }
    process.killAndWait()
    for task in writing { task.cancel() }
    for task in writing { _ = try? await task.value }
    try followed.follow()
    try await followed.expectEqual("after \(restarts) restarts")
    #expect(restarts > 0)
  }

  @Test("A followed log restarts on request, so that it does not grow")
  func bounded() async throws {
    var followed = try await FollowedDatabase()
    for _ in 0..<20 {
      for _ in 0..<20 { try await followed.write(20_000) }
      try followed.follow()
      #expect(try await followed.restart())
    }
    #expect(followed.database.logSize < 4 << 20, "\(followed.database.logSize)")
    try followed.follow()
    try await followed.expectEqual("20 restarts")
  }

  @Test("Following goes on after a restart, but not if others have overwritten the log")
  func resumed() async throws {
    var followed = try await FollowedDatabase()
    try await followed.write()
    try followed.follow()
    let left = followed.reached
    try await followed.write()
    await followed.database.close()
    followed.follower.close()

    let second = WALFollower(path: followed.path)
    _ = try second.advance()
    #expect(try second.has(left))
    let end = try second.end()
    while let frames = try second.frames(after: followed.reached, upTo: end, maxBytes: 1 << 20) {
      try followed.replay(frames)
    }
    try await followed.expectEqual("after the restart")
    second.close()
    await followed.database.close()

    // The last one to close the database puts the log into it.
    try followed.run("INSERT INTO entry (note) VALUES ('of another process');")
    try await followed.write()
    let third = WALFollower(path: followed.path)
    _ = try third.advance()
    #expect(try !third.has(followed.reached))
  }

  @Test("A followed log is truncated only when it restarts, which removes deleted content")
  func erasure() async throws {
    var followed = try await FollowedDatabase()
    try await followed.database.write { try $0.run("INSERT INTO entry (note) VALUES ('secret words')") }
    try await followed.database.write { try $0.run("DELETE FROM entry WHERE note = 'secret words'") }
    await followed.database.checkpoint()
    #expect(await followed.database.needsCheckpoint)
    try await followed.write()
    #expect(followed.database.logSize > 0)
    try followed.follow()
    #expect(try await followed.restart())
    #expect(await !followed.database.needsCheckpoint)
    #expect(followed.database.logSize == 0)
    try await followed.write()
    try followed.follow()
    try await followed.expectEqual("after the truncation")
  }

  @Test(
    "A log is replayed only while each frame has its checksum and follows the one before")
  func damage() async throws {
    let followed = try await FollowedDatabase()
    for _ in 0..<5 { try await followed.write() }
    let end = try followed.follower.advance()
    let frames = try #require(try followed.follower.frames(after: followed.reached, upTo: end, maxBytes: 1 << 20))
    let before = try Data(contentsOf: URL(fileURLWithPath: followed.copy))
    for offset in stride(from: 0, to: frames.bytes.count, by: 1009) {
      var bytes = frames.bytes
      bytes[offset] ^= 0x40
      let damaged = try #require(WALFrames(start: frames.start, end: frames.end, bytes: bytes))
      #expect(throws: DomainError.self) { try WALReplay(path: followed.copy).apply(damaged) }
    }
    #expect(WALFrames(start: frames.start, end: frames.end, bytes: Array(frames.bytes.dropLast())) == nil)
    #expect(try Data(contentsOf: URL(fileURLWithPath: followed.copy)) == before)
    #expect(WALPosition(frames.end.description) == frames.end)
    for text in ["", "1-2-3", "x-1-1-1000", "1-1-1-3e8"] { #expect(WALPosition(text) == nil) }
  }
}

import Audit
import Basics
import Booths
import Concurrency
import Foundation
import Stores
import Support
import Testing
import Workload

@testable import App

/// A server of files, and an installation with a clock that the test moves.
private struct ScheduledFiles {
  let clock = ManualClock()
  let files: RawServer
  let assembly: Assembly
  let imports: ScheduledImports
  let sources: SQLScheduledSourceStore
  /// The file that is served, and its `ETag`.
  let content: Locked<(text: String, tag: String?)>
  private let scratch: ScratchDirectory
  private let checks = Locked(0)

  init(_ text: String, tag: String? = "\"v1\"") async throws {
    let content = Locked((text: text, tag: tag))
    self.content = content
    scratch = try ScratchDirectory()
    files = try RawServer { request, _ in
      let (text, tag) = content.withLock { $0 }
      let end = "Connection: close\r\n\r\n"
      if request.path == "/moved.csv" {
        return [.text("HTTP/1.1 302 Found\r\nLocation: /booths.csv\r\nContent-Length: 0\r\n" + end)]
      }
      guard request.path == "/booths.csv" else {
        return [.text("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n" + end)]
      }
      if let tag, request.headers["if-none-match"] == tag {
        return [.text("HTTP/1.1 304 Not Modified\r\nETag: \(tag)\r\n" + end)]
      }
      let head = "HTTP/1.1 200 OK\r\n\(tag.map { "ETag: \($0)\r\n" } ?? "")Content-Length: \(text.utf8.count)\r\n"
      return [.text(head + end + text)]
    }
    assembly = try await Assembly.open(directory: scratch.url.appendingPathComponent("data"))
    sources = SQLScheduledSourceStore(assembly.database)
    let clock = clock
    let audit = assembly.audit(now: { clock.now }) { Issue.record("\($0)") }
    imports = ScheduledImports(
      assembly, directory: scratch.url, audit: audit, actor: .server, now: { clock.now })
  }

  func add(_ path: String = "/booths.csv", allowsPrivate: Bool = true, _ parameters: [String: String] = [:])
    async throws
  {
    let source = ScheduledSource(
      name: "test", location: files.url.absoluteString + path, interval: 86_400, allowsPrivate: allowsPrivate,
      parameters: parameters, dueAt: clock.now)
    #expect(try await sources.add(source))
  }

  /// What the source is after the checks that are due.
  func check() async throws -> ScheduledSource {
    try await imports.runDue { _ in checks.withLock { $0 += 1 } }
    return try #require(try await sources.list(limit: 1).first)
  }

  func names() async throws -> [String] {
    try await assembly.store.booths(after: nil, limit: 100, matching: BoothListFilter(source: "test"))
      .map(\.attributes.name)
  }

  var checkCount: Int { checks.withLock { $0 } }

  func end() async {
    files.stop()
    await assembly.close()
  }

  /// Booths in a row, some of them left out or moved.
  static func table(_ numbers: some Sequence<Int>, moved: Set<Int> = [], kind: String = "photo_booth") -> String {
    "id,name,amenity,lat,lon\n"
      + numbers.map { "\($0),네컷 \($0),\(kind),\(moved.contains($0) ? "37.2" : "37.5"),127.\(100 + $0)\n" }.joined()
  }
}

@Suite("Sources on a schedule")
struct ScheduledImportsTests {
  @Test("A source is fetched when it is due, imported once, and not fetched again while it is unchanged")
  func due() async throws {
    let test = try await ScheduledFiles(ScheduledFiles.table(1...20) + "x,카페,cafe,37.5,127.5\n")
    try await test.add("/moved.csv", ["only": "amenity=photo_booth"])
    let first = try await test.check()
    #expect(first.state == .imported && first.message.hasPrefix("Import 1: 20 rows read: 20 added"), "\(first)")
    #expect(first.validator == "\"v1\"" && first.dueAt == test.clock.now.advanced(seconds: 86_400))
    #expect(try await test.names().count == 20)
    #expect(test.files.requests.count == 2 && test.checkCount == 1)
    test.clock.advance(seconds: 86_399)
    _ = try await test.check()
    #expect(test.files.requests.count == 2)
    test.clock.advance(seconds: 1)
    let second = try await test.check()
    #expect(second.state == .unchanged && test.files.requests.last?.headers["if-none-match"] == "\"v1\"")
    test.content.withLock { $0 = (ScheduledFiles.table(1...21), "\"v2\"") }
    test.clock.advance(seconds: 86_400)
    let third = try await test.check()
    #expect(third.state == .imported && third.validator == "\"v2\"" && third.message.contains("1 added"), "\(third)")
    #expect(try await test.assembly.store.importRuns(limit: 9).map(\.source) == ["test", "test"])
    await test.end()
  }

  @Test(
    "A file that removes or moves too many booths waits for an operator",
    arguments: [
      (ScheduledFiles.table(1...18), 2, 0, true), (ScheduledFiles.table(1...17), 3, 0, false),
      (ScheduledFiles.table(1...20, moved: [4, 5]), 0, 2, true),
      (ScheduledFiles.table(1...19, moved: [4, 5]), 1, 2, false),
    ])
  func bounds(_ text: String, _ vanished: Int, _ moved: Int, _ isImported: Bool) async throws {
    let test = try await ScheduledFiles(ScheduledFiles.table(1...20))
    try await test.add()
    #expect(try await test.check().state == .imported)
    test.content.withLock { $0 = (text, "\"v2\"") }
    test.clock.advance(seconds: 86_400)
    let second = try await test.check()
    #expect(second.state == (isImported ? .imported : .waiting), "\(second)")
    if !isImported {
      let expected = "Of 20 booths \(vanished) would vanish and \(moved) move by more than 100 m, more than 10 %; "
      #expect(second.message == expected + "'fourcuts sources run test --apply' imports it.")
      #expect(second.needsOperator && second.validator == "\"v1\"")
      #expect(try await test.assembly.store.importRuns(limit: 9).count == 1)
      #expect(try await test.imports.runNow("test", isAccepted: false).state == .waiting)
      let applied = try await test.imports.runNow("test", isAccepted: true)
      #expect(applied.state == .imported && applied.validator == "\"v2\"")
    }
    #expect(try await test.assembly.store.importRuns(limit: 9).count == 2)
    // Booths that a file does not name stay.
    #expect(try await test.names().count == 20)
    await test.end()
  }

  @Test("A source that fails is reported, changes nothing, and is tried again within an hour")
  func failures() async throws {
    let test = try await ScheduledFiles("name,lat,lon\n가,,\n")
    try await test.add()
    let unread = try await test.check()
    #expect(unread.state == .failed && !unread.message.isEmpty, "\(unread)")
    #expect(unread.dueAt == test.clock.now.advanced(seconds: 3600))
    #expect(try await test.sources.remove("test"))
    try await test.add("/gone.csv")
    #expect(try await test.check().message == "The server answered with status 404.")
    #expect(try await test.sources.remove("test"))
    // The address of this machine is no public one.
    try await test.add(allowsPrivate: false)
    let count = test.files.requests.count
    let refused = try await test.check()
    #expect(
      refused.state == .failed && refused.message.hasSuffix("private networks need --allow-private."), "\(refused)")
    #expect(test.files.requests.count == count)
    #expect(try await test.assembly.store.importRuns(limit: 9).isEmpty)
    await #expect(throws: DomainError.self) { try await test.imports.runNow("other", isAccepted: true) }
    await test.end()
  }

  @Test("Sources that fail or wait are conditions of the service, until none does")
  func conditions() throws {
    let (clock, lines) = (ManualClock(), Locked<[String]>([]))
    let conditions = ServiceConditions(clock: { clock.now }) { line in lines.withLock { $0.append(line) } }
    let watch = SourceConditions(conditions)
    func source(_ name: String, _ state: ScheduledSource.State, _ message: String) -> ScheduledSource {
      var source = ScheduledSource(name: name, location: "/x", interval: 60, dueAt: clock.now)
      (source.state, source.message) = (state, message)
      return source
    }
    watch.update([source("a", .imported, "fine"), source("b", .unchanged, "fine"), source("c", .new, "")])
    #expect(conditions.active.isEmpty)
    let failed = [source("a", .failed, "The server answered with status 404."), source("b", .waiting, "Too much.")]
    watch.update(failed)
    #expect(conditions.active.map(\.code) == ["source-failed", "source-waiting"])
    #expect(
      conditions.active.map(\.condition.message) == [
        "The source 'a' failed: The server answered with status 404. 'fourcuts sources run a' tries it again.",
        "The source 'b' waits: Too much.",
      ])
    // The same again is no news, however long it lasts.
    for _ in 0..<90 {
      clock.advance(seconds: 60)
      watch.update(failed)
      conditions.tick()
    }
    #expect(conditions.active.map(\.count) == [1, 1] && lines.withLock { $0 }.count == 2)
    watch.update((1...5).map { source("s\($0)", .failed, "Away.") })
    #expect(conditions.active.map(\.code) == ["source-failed"])
    #expect(
      try #require(conditions.active.first).condition.message.hasSuffix(
        "again. 2 other sources: see 'fourcuts sources list'."))
    watch.update([])
    #expect(conditions.active.isEmpty)
  }

  @Test("A server fetches the due sources and reports which ones wait")
  func server() async throws {
    let program = try Program()
    let file = try program.file("booths.csv", ScheduledFiles.table(1...20))
    #expect(try program.run("sources", "add", "here", file, "--every", "1h").code == 0)
    #expect(try program.run("sources", "add", "here", file).code != 0)
    #expect(try program.run("sources", "add", "there", "ftp://example.com/a").code != 0)
    let server = try await RunningServer(program)
    try await eventually { try await server.get("/api/booths/20").status == 200 }
    try await eventually { try program.run("sources", "list").output.contains("20 added") }
    _ = try program.file("booths.csv", ScheduledFiles.table(1...5))
    let waiting = try program.run("sources", "run", "here")
    #expect(waiting.code != 0 && waiting.errors.contains("15 would vanish"), "\(waiting)")
    #expect(try server.end() == 0)
    #expect(try program.run("sources", "list").output.contains("waiting"))
    #expect(try program.run("sources", "run", "here", "--apply").output.contains("5 unchanged"))
    #expect(try program.run("sources", "remove", "here").code == 0)
    #expect(try program.run("sources", "list", "--format", "json").output.contains("\"sources\":[]"))
  }
}

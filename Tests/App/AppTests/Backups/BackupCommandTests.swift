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

@Suite("The backup commands")
struct BackupCommandTests {
  @Test(
    "A restore brings back sessions, posts, photos and booths, and leaves no database log",
    .timeLimit(.minutes(2)))
  func walkthrough() async throws {
    let backups = try BackedUpInstallation()
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    let sessions = MemorySessionStore()
    // A session is sent to the address that it is from.
    let port = try freePort()
    let server = try await RunningServer(backups.program, port: port)
    let mina = try await server.person("mina", sessions)
    let photo = try #require(try await mina.upload([PhotoUpload(onePixel)]).first)
    let bytes = try await mina.photo(photo.name)
    var request = PostRequest(kind: .photo, text: "네 컷")
    request.photos = [photo.name]
    let post = try await mina.save(request)
    let id = try backups.create()
    _ = try await mina.save(PostRequest(kind: .feed, text: "나중"))
    #expect(try server.end() == 0)

    let listed = try backups.run("list")
    #expect(listed.code == 0 && listed.lines.count == 2 && listed.lines[1].hasPrefix(id))
    // A cron job that lists them has to notice that it has no key.
    let unread = try backups.program.run("backup", "list", "--from", backups.place)
    #expect(unread.code == 3 && unread.output.isEmpty, "\(unread.output)")
    #expect(unread.errors.contains("is encrypted") && unread.errors.contains("1 backup of 1 cannot be read"))
    let verified = try backups.run("verify")
    #expect(verified.code == 0 && verified.output.contains("\(id) is intact"), "\(verified.errors)")
    let restored = try backups.run("restore")
    #expect(restored.code == 0, "\(restored.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: backups.restored.data.path).sorted()
    let keys = ["catalogue.key", "cursor.key", "factors.key", "grants.key", "keys.json", "push.key"]
    #expect(names == (["booths.sqlite", "fourcuts.sqlite", "photos"] + keys).sorted())
    for file in try FileManager.default.subpathsOfDirectory(atPath: backups.restored.data.path) {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: backups.restored.data.appendingPathComponent(file).path)
      #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0, "\(file)")
    }

    let second = try await RunningServer(backups.restored, port: port)
    let client = second.client(sessions)
    #expect(try await client.post(post.id).photos == [photo.name])
    #expect(try await client.photo(photo.name) == bytes)
    #expect(try await client.posts().reduce(0) { count, _ in count + 1 } == 1)
    #expect(try await second.get("/api/booths/1").body.contains("강남점"))
    #expect(try second.end() == 0)
  }

  @Test("A restore needs a new or empty folder, without an installation or a running server")
  func occupied() async throws {
    let backups = try BackedUpInstallation()
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    _ = try backups.create()
    let server = try await RunningServer(backups.restored)
    try await server.hasWrittenIndex()
    let before = try FileManager.default.subpathsOfDirectory(atPath: backups.restored.data.path).sorted()
    let refused = try backups.run("restore")
    #expect(refused.code == 3 && refused.errors.contains("is not empty"))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: backups.restored.data.path).sorted() == before)
    #expect(try server.end() == 0)
    #expect(try backups.run("restore").code == 3)

    try FileManager.default.removeItem(at: backups.restored.data)
    try FileManager.default.createDirectory(at: backups.restored.data, withIntermediateDirectories: false)
    // A log beside a restored database would be taken for its own.
    let log = backups.restored.data.appendingPathComponent("fourcuts.sqlite-wal")
    try Data("old".utf8).write(to: log)
    #expect(try backups.run("restore").code == 3)
    try FileManager.default.removeItem(at: log)
    #expect(try backups.run("restore").code == 0)
  }

  @Test(
    "A killed restore is continued, and no other command uses its folder",
    .timeLimit(.minutes(3)))
  func killedRestore() async throws {
    let backups = try BackedUpInstallation()
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    _ = try backups.create()
    let draft = backups.restored.data.appendingPathComponent("restoring")
    try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
    chmod(backups.restored.data.path, 0o700)
    try Data("half".utf8).write(to: draft.appendingPathComponent("fourcuts.sqlite"))
    try Data("whole".utf8).write(to: backups.restored.data.appendingPathComponent("booths.sqlite"))
    for words in [["serve", "--port", "0"], ["booths", "list"], ["migrate"]] {
      let refused = try backups.restored.start(words).finish()
      #expect(refused.code == 3 && refused.errors.contains("is not finished"), "\(words) \(refused.errors)")
    }
    for delay in [5_000, 20_000, 60_000, 120_000] as [UInt32] {
      let process = try backups.restored.start(
        ["backup", "restore", "--from", backups.place, "--backup-key-file", backups.keyFile])
      usleep(delay)
      process.signal(SIGKILL)
      _ = try process.finish()
    }
    let again = try backups.run("restore")
    // One of them may have come to its end.
    #expect(again.code == 0 || again.errors.contains("is not empty"), "\(again.errors)")
    #expect(try backups.restored.run("booths", "list").output.contains("강남점"))
  }

  @Test(
    "A backup is consistent while a server and an import write, and a kill leaves no partial one",
    .timeLimit(.minutes(4)))
  func underWrites() async throws {
    let backups = try BackedUpInstallation()
    let program = backups.program
    try program.run("import", try program.file("booths.csv", BackedUpInstallation.booths))
    let server = try await RunningServer(program)
    let mina = try await server.person("mina")
    let isDone = Mutex(false)
    let written = Mutex(0)
    let writing = Task {
      while !isDone.withLock({ $0 }) {
        let post = try await mina.save(PostRequest(kind: .feed, text: "글 \(written.withLock { $0 })"))
        _ = try await mina.comment("댓글", on: post.id)
        written.withLock { $0 += 1 }
      }
    }
    for round in 0..<4 {
      // Imports of another process into the other database.
      let rows = (0..<200).map { "B\(round)-\($0),이름 \($0),37.\($0 + 100),127.\($0 + 100),operating\n" }.joined()
      let file = try program.file("more.csv", "external_id,name,latitude,longitude,status\n" + rows)
      let importing = try program.start(["import", file, "--quiet"])
      let killed = try program.start(["backup", "create", "--to", backups.place, "--backup-key-file", backups.keyFile])
      usleep(UInt32(40_000 * (round + 1)))
      killed.signal(SIGKILL)
      _ = try killed.finish()
      let id = try backups.create()
      let verified = try backups.run("verify", id)
      #expect(verified.code == 0, "\(verified.errors)")
      _ = try importing.finish()
    }
    isDone.withLock { $0 = true }
    try await writing.value
    #expect(written.withLock { $0 } > 20)
    #expect(try server.end() == 0)

    // Every backup is restored; one that was killed is one of them, or none.
    let identifiers = try backups.files(below: "backups").filter { BackupID($0) != nil }.sorted()
    #expect((4...8).contains(identifiers.count))
    var posts: [Int64] = []
    for id in identifiers {
      try? FileManager.default.removeItem(at: backups.restored.data)
      let restored = try backups.run("restore", id)
      #expect(restored.code == 0, "\(restored.errors)")
      let database = try await backups.restored.database()
      posts.append(
        try await database.read { connection in
          let posts = try connection.integer("SELECT COUNT(*) FROM post") ?? 0
          let comments = try connection.integer("SELECT COUNT(*) FROM comment") ?? 0
          #expect((0...1).contains(posts - comments), "each post is followed by its comment")
          return posts
        })
    }
    #expect(posts == posts.sorted() && posts.first != posts.last)
  }

  @Test("The pieces of killed backups are removed a day later", .timeLimit(.minutes(2)))
  func leftovers() async throws {
    let backups = try BackedUpInstallation()
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    _ = try backups.create()
    let whole = try backups.files()
    // Stopped by a limit of its files, in the middle of the first object, and killed so that it can't tidy up.
    let killed = try backups.program.start(
      ["backup", "create", "--to", backups.place + "-slow", "--backup-key-file", backups.keyFile])
    while killed.isRunning,
      !FileManager.default.fileExists(atPath: backups.place + "-slow/running")
    { usleep(200) }
    killed.signal(SIGKILL)
    _ = try killed.finish()
    #expect(try backups.run("prune").output == "0 backups and 0 objects were removed.\n")

    let clock = ManualClock(Timestamp.wallClock.advanced(seconds: 90_000))
    let key = try #require(BackupKey(String(repeating: "0123456789abcdef", count: 4)))
    for place in [backups.place, backups.place + "-slow"] {
      let repository = BackupRepository(BackupDirectory(place), key: key, clock: { clock.now })
      _ = try await repository.prune(BackupRetention(maxCount: 1))
    }
    #expect(try backups.files() == whole)
    let manifests = try? FileManager.default.contentsOfDirectory(atPath: backups.place + "-slow/backups")
    let left = try FileManager.default.subpathsOfDirectory(atPath: backups.place + "-slow").filter { path in
      BackupID(path.split(separator: "/").last ?? "") != nil
    }
    #expect(manifests?.count == 1 || left.isEmpty)
  }

  @Test("A restore fails on a full disk and leaves nothing on it")
  func fullDisk() throws {
    let backups = try BackedUpInstallation()
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    // The databases are copied to the data folder first.
    let result = try backups.run("create", by: ["/usr/bin/prlimit", "--fsize=4096"])
    #expect(result.code == 1, "\(result.errors)")
    #expect(try backups.files() == [])
    #expect(try backups.run("list").lines.count == 1)
    #expect(try backups.run("create").code == 0)
  }

  /// Whether a test may mount a small file system, which only it sees.
  private static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    process.arguments = ["-rm", "mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", "/mnt"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  // A server refuses the user that may mount.
  @Test(
    "A backup fails on a full target and leaves nothing there",
    .enabled(if: canMount && TestDatabase.engine == .sqlite))
  func fullPlace() throws {
    let backups = try BackedUpInstallation()
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    try FileManager.default.createDirectory(atPath: backups.place, withIntermediateDirectories: false)
    // What is left is counted before the mount ends with the command.
    let script = """
      mount -t tmpfs -o size=16k tmpfs "\(backups.place)" || exit 99
      "$0" "$@"; code=$?
      echo "left: $(find "\(backups.place)" -type f | wc -l)"
      exit $code
      """
    let result = try backups.run("create", by: ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", script])
    #expect(result.code == 1 && result.errors.contains("No space left on device"), "\(result.errors)")
    #expect(result.output == "left: 0\n")
  }

  @Test("Rows that broke a rule before are restored unchanged and reported")
  func brokenRule() async throws {
    let backups = try BackedUpInstallation(engine: .sqlite)
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    let catalogue = try await SQLiteDatabase(
      path: backups.program.data.appendingPathComponent("booths.sqlite").path)
    try await catalogue.write { try $0.run("DELETE FROM booth WHERE id = 2") }
    await catalogue.close()
    _ = try backups.create()
    for command in ["verify", "restore"] {
      let result = try backups.run(command)
      #expect(result.code == 0 && result.errors.contains("imports: 1 exception to this rule"), "\(result.errors)")
    }
  }

  @Test("A wrong key, a missing backup and a damaged object are reported", .timeLimit(.minutes(2)))
  func faults() throws {
    let backups = try BackedUpInstallation()
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    #expect(try backups.run("verify").code == 4)
    let id = try backups.create()
    let plain = try backups.program.run("backup", "verify", "--from", backups.place)
    #expect(plain.code == 3 && plain.errors.contains("is encrypted: give --backup-key-file"))
    let other = try backups.program.run(
      "backup", "verify", "--from", backups.place, "--backup-key", String(repeating: "ab", count: 32))
    #expect(other.code == 3 && other.errors.contains("another key"))
    let short = try backups.program.run("backup", "verify", "--from", backups.place, "--backup-key", "short")
    #expect(short.code == 2 && short.errors.contains("openssl rand -hex 32"))
    #expect(try backups.program.run("backup", "create").code == 2)
    #expect(try backups.program.run("backup", "list", "--from", "s3://x").code == 2)
    #expect(try backups.run("verify", "nonsense").code == 2)
    #expect(try backups.run("verify", "20270115T080000007Z-abababab").code == 4)
    #expect(try backups.run("verify", id).code == 0)

    for path in try backups.files(below: "objects") {
      let url = scratchURL(backups, "objects/\(path)")
      let intact = try Data(contentsOf: url)
      var damaged = intact
      damaged[damaged.count / 2] ^= 1
      try damaged.write(to: url)
      let found = try backups.run("verify")
      #expect(found.code == 3 && found.errors.contains(path), "\(found.errors)")
      #expect(try backups.run("restore").code == 3)
      #expect(try FileManager.default.contentsOfDirectory(atPath: backups.restored.data.path) == [])
      try intact.write(to: url)
    }
  }

  private func scratchURL(_ backups: BackedUpInstallation, _ path: String) -> URL {
    backups.scratch.url.appendingPathComponent("backups/\(path)")
  }

  @Test("A restore names a damaged photo and brings back everything else", .timeLimit(.minutes(2)))
  func damagedPhoto() async throws {
    let backups = try BackedUpInstallation()
    let server = try await RunningServer(backups.program)
    let mina = try await server.person("mina")
    _ = try await mina.upload([PhotoUpload(onePixel)])
    _ = try backups.create()
    let before = Set(try backups.files(below: "objects"))
    _ = try await mina.upload([PhotoUpload(otherPixel)])
    _ = try backups.create()
    #expect(try server.end() == 0)
    // Those that the second backup has added: pieces of databases, the list, and photos, which are the smallest.
    let added = try Set(backups.files(below: "objects")).subtracting(before)
    let sizes = try added.map { ($0, try Data(contentsOf: scratchURL(backups, "objects/\($0)")).count) }
    let smallest = try #require(sizes.min { $0.1 < $1.1 }).0
    try FileManager.default.removeItem(at: scratchURL(backups, "objects/\(smallest)"))
    let found = try backups.run("verify")
    #expect(found.code == 3 && found.errors.contains("\(smallest), the photo file"), "\(found.errors)")
    let restored = try backups.run("restore")
    #expect(restored.code == 3 && restored.errors.contains("1 photo file is damaged"), "\(restored.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: backups.restored.data.path)
    #expect(names.contains("fourcuts.sqlite"))
  }

  @Test("Backups and photos can be in S3-compatible storage", .timeLimit(.minutes(2)))
  func bucket() async throws {
    let s3 = try S3Server.shared
    let backups = try BackedUpInstallation(environment: s3.environment)
    let (place, photos) = (s3.address(), s3.address())
    let server = try await RunningServer(backups.program, "--photos", photos)
    let mina = try await server.person("mina")
    let photo = try #require(try await mina.upload([PhotoUpload(onePixel)]).first)
    let bytes = try await mina.photo(photo.name)
    let created = try backups.program.run("backup", "create", "--to", place, "--photos", photos)
    #expect(created.code == 0 && created.output.contains("with 3 photo files"), "\(created.errors)")
    #expect(try server.end() == 0)
    #expect(try backups.program.run("backup", "verify", "--from", place).code == 0)
    let other = s3.address()
    let restored = try backups.restored.run("backup", "restore", "--from", place, "--photos", other)
    #expect(restored.code == 0, "\(restored.errors)")
    #expect(!FileManager.default.fileExists(atPath: backups.restored.data.appendingPathComponent("photos").path))
    let second = try await RunningServer(backups.restored, "--photos", other)
    let client = second.client()
    try await client.logIn(email: "mina@example.com", password: RunningServer.password)
    #expect(try await client.photo(photo.name) == bytes)
    #expect(try second.end() == 0)
  }
}

/// A GIF of one pixel.
let otherPixel = Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")!

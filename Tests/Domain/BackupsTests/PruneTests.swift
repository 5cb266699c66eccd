import Backups
import Basics
import Support
import Synchronization
import Testing

@Suite("Pruning backups")
struct PruneTests {
  private static let day: Int64 = 86_400

  /// Makes backups a day apart, each with another database.
  private func daily(_ count: Int) async throws -> (BackupsUnderTest, [BackupID]) {
    let backups = BackupsUnderTest()
    var identifiers: [BackupID] = []
    for number in 0..<count {
      backups.source.content.withLock { $0.files["fourcuts.sqlite"]?[0] = UInt8(number) }
      identifiers.append(try await backups.create().id)
      backups.clock.advance(seconds: Self.day)
    }
    return (backups, identifiers)
  }

  private func kept(_ backups: BackupsUnderTest) async throws -> [BackupID] {
    try await backups.repository.list().map(\.id).reversed()
  }

  @Test("Pruning keeps the newest backups by count, a day longer than requested, and what they need")
  func count() async throws {
    let (backups, made) = try await daily(5)
    let pruned = try await backups.repository.prune(BackupRetention(maxCount: 2))
    #expect(Set(pruned.backups) == Set(made.prefix(3)) && pruned.waiting == 0)
    #expect(pruned.objects == 3, "the first piece of the database of each")
    #expect(try await kept(backups) == Array(made.suffix(2)))
    for case .readable(let manifest) in try await backups.repository.list() {
      let (_, restored) = try await backups.restored(manifest)
      #expect(restored.damagedPhotos.isEmpty)
    }
  }

  @Test("Pruning keeps backups by age, and the newest at any age")
  func age() async throws {
    let (backups, made) = try await daily(5)
    let retention = BackupRetention(maxAge: 2 * Self.day + 3600)
    #expect(Set(try await backups.repository.prune(retention).backups) == Set(made.prefix(2)))
    backups.clock.advance(seconds: 100 * Self.day)
    #expect(Set(try await backups.repository.prune(retention).backups) == Set(made[2...3]))
    #expect(try await kept(backups) == [made[4]])
  }

  @Test("Pruning removes nothing within the day in which a running backup may refer to it")
  func grace() async throws {
    let (backups, made) = try await daily(1)
    backups.source.content.withLock { $0.files["fourcuts.sqlite"]?[0] = 200 }
    // Begins while the first one is the newest.
    let slow = try await backups.repository.create(from: {
      backups.clock.advance(seconds: 60)
      try await backups.create()
      backups.clock.advance(seconds: Self.day - 7200)
      let pruned = try await backups.repository.prune(BackupRetention(maxCount: 1))
      #expect(pruned.backups.isEmpty && pruned.objects == 0 && pruned.waiting == 1)
      return backups.source
    })
    let (_, restored) = try await backups.restored(slow)
    #expect(restored.photos.count == 5)
    backups.clock.advance(seconds: 2 * Self.day)
    #expect(try await backups.repository.prune(BackupRetention(maxCount: 1)).backups.contains(made[0]))
    _ = try await backups.restored(slow)
  }

  @Test("Pruning removes the pieces of an interrupted backup once they are a day old")
  func leftovers() async throws {
    let (backups, _) = try await daily(1)
    let before = backups.target.paths
    let broken = BackupID(at: backups.clock.now, random: { [UInt8](repeating: 7, count: $0) })
    let left = [
      "objects/\(broken)/ab/\(String(repeating: "ab", count: 32))", "objects/\(broken)/ab/x.part", "running/\(broken)",
      "backups/\(broken).xyz.part",
    ]
    for path in left { try backups.target.put([1], at: path) }
    _ = try await backups.repository.prune(BackupRetention())
    #expect(Set(left).isSubset(of: Set(backups.target.paths)))
    backups.clock.advance(seconds: Self.day + 1)
    #expect(try await backups.repository.prune(BackupRetention()).objects == 2)
    #expect(backups.target.paths == before)
  }

  @Test("Pruning removes nothing while a backup is unreadable, since its pieces are unknown")
  func unreadable() async throws {
    let (backups, made) = try await daily(4)
    backups.target.change("backups/\(made[2])") { $0 = [1, 2, 3] }
    let before = backups.target.paths
    let code = await backups.code { _ = try await backups.repository.prune(BackupRetention(maxCount: 1)) }
    #expect(code == "backup-damaged")
    let other = backups.repository(key: BackupsUnderTest.key)
    #expect(await backups.code { _ = try await other.prune(BackupRetention(maxCount: 1)) } != nil)
    #expect(backups.target.paths == before)
  }
}

@Suite("Automatic backups of a server")
struct ScheduledBackupTests {
  @Test("An automatic backup is made when the newest one is old enough")
  func due() async throws {
    let backups = BackupsUnderTest()
    let make = { try await backups.repository.createIfDue(every: 3600, from: { backups.source }) }
    #expect(try await make() != nil)
    backups.clock.advance(seconds: 3599)
    #expect(try await make() == nil)
    backups.clock.advance(seconds: 1)
    #expect(try await make() != nil)
    #expect(try await backups.repository.list().count == 2)
    #expect(!backups.target.paths.contains { $0.hasPrefix("running/") })
  }

  @Test("One node makes a backup at a time, and a node that died blocks the others for five minutes")
  func nodes() async throws {
    let backups = BackupsUnderTest()
    let other = BackupID(at: backups.clock.now, random: { [UInt8](repeating: 7, count: $0) })
    try backups.target.put(Array(backups.clock.now.rfc3339.utf8), at: "running/\(other)")
    let make = { try await backups.repository.createIfDue(every: 3600, from: { backups.source }) }
    #expect(try await make() == nil)
    #expect(backups.target.paths == ["running/\(other)"])
    backups.clock.advance(seconds: 301)
    #expect(try await make() != nil)
  }

  @Test("Automatic backups that begin at once are made once")
  func race() async throws {
    for _ in 0..<20 {
      let backups = BackupsUnderTest()
      backups.source.content.withLock { $0.files = [:] }
      let made = try await withThrowingTaskGroup(of: BackupManifest?.self) { group in
        for _ in 0..<4 {
          group.addTask { try await backups.repository.createIfDue(every: 3600, from: { backups.source }) }
        }
        return try await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
      }
      #expect(made <= 1)
    }
  }
}

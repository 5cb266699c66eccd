import Backups
import Basics
import Support
import Synchronization
import Testing
import Workload

@Suite("Shipping committed changes")
struct LogShipperTests {
  @Test(
    "Every commit before the last shipment is restored, and the state of each instant",
    arguments: [nil, BackupsUnderTest.key])
  func instants(key: String?) async throws {
    let town = LogShippingUnderTest(key: key)
    let backup = try await town.backUp()
    var expected: [(instant: Timestamp, count: Int)] = []
    for number in 0..<30 {
      town.commit("commit \(number)")
      try await town.shipper.ship()
      expected.append((town.clock.now, number + 2))
    }
    town.commit("not shipped")
    let (commits, restored, _) = try await town.restored(backup)
    #expect(commits.map(\.count) == [31, 31] && restored.replay.damage == nil && !restored.replay.isTorn)
    for (instant, count) in expected {
      let (commits, restored, _) = try await town.restored(backup, at: instant)
      #expect(commits.map(\.count) == [count, count])
      #expect(restored.replay.instant.map { $0 <= instant } ?? true)
    }
    if key != nil {
      #expect(!town.target.paths.contains { String(decoding: town.target.get($0)!, as: UTF8.self).contains("commit") })
    }
  }

  @Test("Shipping goes on during a backup, which is continued from its own instant")
  func duringBackup() async throws {
    let town = LogShippingUnderTest()
    _ = try await town.backUp()
    for number in 0..<10 {
      town.commit("before \(number)")
      if number % 3 == 0 { try await town.shipper.ship() }
      let backup = try await town.backUp(meanwhile: { town.commit("meanwhile \(number)") })
      let (commits, _, _) = try await town.restored(backup)
      #expect(commits.map(\.count) == [3 + 2 * number, 3 + 2 * number])
    }
    // All are continued by one log.
    for case .readable(let backup) in try await town.repository.list() {
      #expect(try await town.restored(backup).commits.map(\.count) == [21, 21])
    }
  }

  @Test(
    "A missing, truncated, changed or exchanged segment is named, and what precedes it is restored",
    arguments: ["missing", "cut", "changed", "exchanged", "of another log", "empty"], [nil, BackupsUnderTest.key])
  func damage(kind: String, key: String?) async throws {
    let town = LogShippingUnderTest(key: key)
    let other = LogShippingUnderTest(key: key)
    let backup = try await town.backUp()
    _ = try await other.backUp()
    for number in 0..<6 {
      for each in [town, other] {
        each.commit("commit \(number)")
        try await each.shipper.ship()
      }
    }
    // The first one says where the generation begins.
    #expect(town.segments.count == 7)
    for (number, path) in town.segments.enumerated() {
      let intact = try #require(town.target.get(path))
      let next = try #require(town.target.get(town.segments[(number + 1) % town.segments.count]))
      let foreign = try #require(other.target.get(other.segments[number]))
      town.target.change(path) { bytes in
        switch kind {
        case "cut": bytes.removeLast()
        case "changed": bytes[bytes.count - 20] ^= 1
        case "exchanged": bytes = next
        case "of another log": bytes = foreign
        default: bytes = []
        }
      }
      if kind == "missing" { town.target.remove([path]) }
      let (commits, restored, _) = try await town.restored(backup)
      let whole = max(1, number)
      // The last one can be missing unnoticed: it might not have been shipped.
      let isUnseen = kind == "missing" && number == 6
      #expect(restored.replay.damage.map { $0.contains(path) } ?? isUnseen, "\(restored.replay)")
      #expect(commits.map(\.count) == [whole, whole], "\(kind) \(number)")
      town.target.change(path) { $0 = intact }
    }
    #expect(try await town.restored(backup).commits.map(\.count) == [7, 7])
  }

  @Test("A commit that spans segments is restored only if all of them exist")
  func torn() async throws {
    let town = LogShippingUnderTest()
    let backup = try await town.backUp()
    town.commit(String(repeating: "x", count: 4500))
    try await town.shipper.ship()
    let all = town.segments
    #expect(all.count > 8)
    for (number, path) in all.enumerated().reversed() {
      let (commits, restored, _) = try await town.restored(backup)
      let isWhole = number == all.count - 1
      #expect(commits.map(\.count) == (isWhole ? [2, 2] : [1, 1]))
      #expect(restored.replay.isTorn == (!isWhole && number > 0))
      town.target.remove([path])
    }
  }

  @Test("Shipping waits for an unavailable target and goes on without a gap")
  func away() async throws {
    let town = LogShippingUnderTest()
    let backup = try await town.backUp()
    town.target.refuse("log/")
    let reached = town.shipper.shippedThrough
    for number in 0..<5 {
      town.commit("commit \(number)")
      await #expect(throws: DomainError.self) { try await town.shipper.ship() }
    }
    #expect(town.shipper.shippedThrough == reached)
    town.target.refuse(nil)
    try await town.shipper.ship()
    #expect(town.shipper.shippedThrough.map { $0 == town.clock.now } == true)
    let (commits, restored, _) = try await town.restored(backup)
    #expect(commits.map(\.count) == [6, 6] && restored.replay.damage == nil)
  }

  @Test("A log that has become too long is given up, and a backup begins a new one")
  func tooLong() async throws {
    let town = LogShippingUnderTest()
    let first = try await town.backUp()
    town.target.refuse("log/")
    var code: String?
    for number in 0..<40 where code != "log-broken" {
      town.commit(String(repeating: "y", count: 1000) + " \(number)")
      do { try await town.shipper.ship() } catch let error as DomainError { code = error.code }
    }
    #expect(code == "log-broken")
    #expect(town.source.databases.allSatisfy { $0.state.withLock { $0.keptFrom == nil } })
    #expect(await town.shipper.needsBackup)
    #expect(try await town.shipper.ship() == nil)
    await #expect(throws: DomainError.self) { try await town.shipper.begin() }
    #expect(town.source.databases.allSatisfy { $0.state.withLock { $0.keptFrom == nil } })
    town.target.refuse(nil)
    let second = try await town.backUp()
    #expect(await !town.shipper.needsBackup)
    #expect(second.log?.generation != first.log?.generation)
    town.commit("after")
    try await town.shipper.ship()
    let (commits, _, _) = try await town.restored(second)
    #expect(commits.map(\.last) == ["after", "after"])
    #expect(try await town.restored(first).commits.map(\.count) == [1, 1])
  }

  @Test("A generation is continued after a restart if the logs still have its end, and else a new one begins")
  func restarts() async throws {
    let town = LogShippingUnderTest()
    let backup = try await town.backUp()
    town.commit("second")
    try await town.shipper.ship()
    town.commit("before the end, not shipped")
    let second = town.restarted()
    try await second.begin()
    #expect(await !second.needsBackup)
    town.commit("fourth")
    try await second.ship()
    #expect(try await town.restored(backup).commits.map(\.count) == [4, 4])

    town.source.databases[1].state.withLock { $0.isLost = true }
    let third = town.restarted()
    try await third.begin()
    #expect(await third.needsBackup)
    town.source.databases[1].state.withLock { $0.isLost = false }
    // Nothing is added to what may have a gap.
    let segments = town.segments.filter { $0.contains(backup.log!.generation.description) }
    try await third.ship()
    #expect(town.segments.filter { $0.contains(backup.log!.generation.description) } == segments)
  }

  @Test("A damaged last segment begins a new generation")
  func damagedEnd() async throws {
    let town = LogShippingUnderTest()
    _ = try await town.backUp()
    town.commit("second")
    try await town.shipper.ship()
    town.target.change(town.segments.last!) { $0 = [] }
    let second = town.restarted()
    try await second.begin()
    #expect(await second.needsBackup)
  }

  @Test("Files of photos are stored before the rows that name them")
  func photos() async throws {
    let town = LogShippingUnderTest(key: BackupsUnderTest.key)
    let backup = try await town.backUp()
    town.source.photos.withLock { $0["a1.jpg"] = [1, 2, 3] }
    town.source.photos.withLock { $0["a2.jpg"] = [4, 5] }
    _ = town.source.unwritten.withLock { $0.insert("a2.jpg") }
    town.commit("rows of both")
    try await town.shipper.ship()
    var destination = try await town.restored(backup).2
    #expect(destination.photos.withLock { $0 } == ["a1.jpg": [1, 2, 3]])
    town.source.unwritten.withLock { $0 = [] }
    try await town.shipper.ship()
    let count = town.target.paths.count
    try await town.shipper.ship()
    #expect(town.target.paths.count == count, "nothing is stored twice")
    destination = try await town.restored(backup).2
    #expect(destination.photos.withLock { $0 } == ["a1.jpg": [1, 2, 3], "a2.jpg": [4, 5]])
    for path in town.target.paths where path.hasPrefix("log/") && path.contains(".") {
      town.target.change(path) { $0[$0.count - 1] ^= 1 }
    }
    #expect(try await town.restored(backup).1.damagedPhotos.map(\.key).sorted() == ["a1.jpg", "a2.jpg"])
  }

  @Test("A log is listed with its end, and the backup with the newest state is restored by default")
  func best() async throws {
    let town = LogShippingUnderTest()
    let first = try await town.backUp()
    town.commit("second")
    try await town.shipper.ship()
    let shipped = town.clock.now
    // Made by a command, without a log.
    town.clock.advance(seconds: -1)
    let alone = try await town.repository.create(from: {
      MemorySnapshot(
        origin: .init(program: "1", engine: "sqlite", instant: town.clock.now.advanced(seconds: -1)), log: nil,
        content: [:])
    })
    town.clock.advance(seconds: 1)
    let listed = try await town.repository.continued([alone, first])
    #expect(listed.map(\.reaches) == [nil, shipped])
    #expect(try await town.repository.best(at: nil).id == first.id)
    town.clock.advance(seconds: 5)
    let second = try await town.backUp()
    #expect(try await town.repository.best(at: nil).id == second.id)
    #expect(try await town.repository.best(at: shipped).id == first.id)
    #expect(
      await BackupsUnderTest().code { _ = try await town.repository.best(at: .init(seconds: 0)) } == "backup-missing")
  }

  @Test("A log is removed with the backups that it continues, and a backup with a log is always kept")
  func prune() async throws {
    let town = LogShippingUnderTest()
    var backups: [BackupManifest] = []
    for day in 0..<4 {
      town.source.photos.withLock { $0["a\(day).jpg"] = [UInt8(day)] }
      town.commit("day \(day)")
      backups.append(try await town.backUp())
      town.commit("later on day \(day)")
      try await town.shipper.ship()
      town.clock.advance(seconds: 86_400)
    }
    let before = town.segments.count
    _ = try await town.repository.create(from: {
      MemorySnapshot(origin: .init(program: "1", engine: "sqlite", instant: town.clock.now), log: nil, content: [:])
    })
    town.clock.advance(seconds: 2 * 86_400)
    _ = try await town.repository.prune(BackupRetention(maxCount: 1))
    #expect(town.segments.count < before)
    let left = try await town.repository.list().map(\.id)
    #expect(left.count == 2 && left.contains(backups[3].id))
    let (commits, restored, _) = try await town.restored(backups[3])
    #expect(commits.map(\.count) == [9, 9] && restored.replay.damage == nil)
    // It goes on.
    town.commit("after")
    try await town.shipper.ship()
    #expect(try await town.restored(backups[3]).commits.map(\.count) == [10, 10])
  }
}

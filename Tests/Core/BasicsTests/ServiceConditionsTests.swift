import Basics
import Support
import Synchronization
import Testing

@Suite("Conditions of the service")
struct ServiceConditionsTests {
  private let clock = ManualClock()
  private let log = Log()
  private let conditions: ServiceConditions

  init() {
    let (clock, log) = (clock, log)
    conditions = ServiceConditions(clock: { clock.now }, log: log.add)
  }

  private static let full = DomainError(
    .unavailable, "disk-full", "There is no room left.",
    condition: ServiceCondition(.database, "There is no room left for /data/x."))

  @Test("A condition is logged at once, then its count at most once a minute; clients get its reference")
  func logging() throws {
    let references = Set((0..<1000).map { _ in conditions.report(Self.full).condition?.reference })
    let reference = try #require(references.first ?? nil)
    #expect(references.count == 1 && conditions.report(Self.full).message == "There is no room left.")
    #expect(log.drain() == ["disk-full (reference \(reference)): There is no room left for /data/x."])
    clock.advance(seconds: 59)
    conditions.tick()
    #expect(log.drain().isEmpty)
    clock.advance(seconds: 1)
    conditions.tick()
    #expect(
      log.drain() == [
        "disk-full (reference \(reference)): met 1000 more times, 1001 in all. There is no room left for /data/x."
      ])
    clock.advance(seconds: 3600)
    conditions.tick()
    #expect(log.drain().isEmpty && conditions.active.map(\.count) == [1001])
  }

  @Test("Each code is counted by itself, and an error without a condition is not counted")
  func codes() {
    _ = conditions.report(Self.full)
    conditions.report("database-locked", ServiceCondition(.database, "locked"))
    conditions.report("database-locked", ServiceCondition(.database, "locked"))
    let plain = DomainError(.unavailable, "shop-closed", "The shop is closed.")
    #expect(conditions.report(plain) == plain)
    #expect(conditions.active.map(\.code) == ["database-locked", "disk-full"])
    #expect(conditions.active.map(\.count) == [2, 1] && log.drain().count == 2)
  }

  @Test("A clock that is set back neither keeps a condition active nor suppresses its log lines")
  func clockSetBack() {
    conditions.report("gateway-away", ServiceCondition(.gateway, "away"))
    conditions.report(Self.full.code, ServiceCondition(.database, "full"))
    conditions.report(Self.full.code, ServiceCondition(.database, "full"))
    _ = log.drain()
    clock.advance(seconds: -3600)
    conditions.tick()
    #expect(conditions.active.map(\.code) == ["disk-full"])
    #expect(log.drain().contains { $0.contains("met 1 more times") })
  }

  @Test("Clients see every condition as unavailable, whatever the kind of its error")
  func kind() {
    let domainError = DomainError(.conflict, "not-a-database", "x", condition: ServiceCondition(.storedData, "y"))
    #expect(conditions.report(domainError).kind == .unavailable)
  }

  @Test("A condition that ended is not active any more, and its end is logged a minute later")
  func ending() throws {
    let reference = conditions.report("disk-full", ServiceCondition(.database, "full"))
    let begin = clock.now
    clock.advance(seconds: 30)
    conditions.end(.photos)
    #expect(conditions.active.map(\.since) == [begin])
    conditions.end(.database)
    #expect(conditions.active.isEmpty)
    _ = log.drain()
    clock.advance(seconds: 59)
    conditions.tick()
    #expect(log.drain().isEmpty)
    clock.advance(seconds: 1)
    conditions.tick()
    let line = try #require(log.drain().first)
    #expect(line.hasPrefix("disk-full (reference \(reference)): over; met 1 times since \(begin.rfc3339)"))
    #expect(conditions.report("disk-full", ServiceCondition(.database, "full")) != reference)
  }

  @Test("A condition that starts and ends every second does not flood the log")
  func flapping() {
    for _ in 0..<300 {
      conditions.report("disk-full", ServiceCondition(.database, "full"))
      conditions.end(.database)
      clock.advance(seconds: 1)
      conditions.tick()
    }
    #expect(log.drain().count <= 6)
  }

  @Test(
    "Conditions that no check can end are over after a minute without a report; the others last until they are ended",
    arguments: ServiceCondition.Subject.allCases)
  func lasting(_ subject: ServiceCondition.Subject) {
    conditions.report("code", ServiceCondition(subject, "message"))
    clock.advance(seconds: 59)
    conditions.tick()
    #expect(conditions.active.count == 1)
    clock.advance(seconds: 1)
    conditions.tick()
    #expect(conditions.active.isEmpty == [.photos, .uploads, .gateway, .replica, .tiles].contains(subject))
    conditions.end(subject)
    #expect(conditions.active.isEmpty)
  }
}

/// The logged lines.
private final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }

  func drain() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

import Basics
import Foundation
import PostgreSQL
import SQL
import Support
import Testing

@Suite("A database with a replica", .serialized)
struct ReplicaTests {
  @Test("The reads of a session go to the replica, and all others to the primary")
  func reads() async throws {
    let (database, _) = try await ReplicatedPair.shared.value.database()
    #expect(try await database.inSession(from: .start) { try await $0.look(for: "").isReplica }.result)
    #expect(try await !database.inSession(from: nil) { try await $0.look(for: "").isReplica }.result)
    #expect(try await !database.look(for: "").isReplica)
  }

  @Test("A client sees its own writes before the replica has them, and others see the replica's state")
  func ownWrites() async throws {
    let pair = try await ReplicatedPair.shared.value
    let (database, _) = try await pair.database()
    try pair.server.pauseReplay()
    defer { try? pair.server.resumeReplay() }
    let (seen, written) = try await database.inSession(from: .start) {
      try await $0.insert("own")
      return try await $0.look(for: "own")
    }
    #expect(seen == Look(isReplica: false, count: 1))
    guard case .upTo(let position) = written else { throw Unexpected.outcome(written) }
    let later = try await database.inSession(from: position) { try await $0.look(for: "own") }
    #expect(later.result == Look(isReplica: false, count: 1))
    #expect(later.written == .nothing)
    let other = try await database.inSession(from: .start) { try await $0.look(for: "own") }
    #expect(other.result == Look(isReplica: true, count: 0))
    try pair.server.resumeReplay()
    // What the server itself does in the meantime may be in the log before the position as well.
    try await database.insert("after")
    try pair.server.catchUp(with: pair.primary.server)
    let replayed = try await database.inSession(from: position) { try await $0.look(for: "own") }
    #expect(replayed.result == Look(isReplica: true, count: 1))
  }

  @Test("Reads after a session has ended go to the primary")
  func closed() async throws {
    let (database, _) = try await ReplicatedPair.shared.value.database()
    let session = ConsistencySession(replicaFrom: .start)
    let seen = try await ConsistencySession.$current.withValue(session) {
      let first = try await database.look(for: "").isReplica
      session.close()
      return [first, try await database.look(for: "").isReplica]
    }
    #expect(seen == [true, false])
  }

  @Test("Reads go to the primary while the outcome of a write is unknown")
  func unknownOutcome() async throws {
    let pair = try await ReplicatedPair()
    let (database, _) = try await pair.database()
    try await database.write { connection in
      try connection.run(
        """
        CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
        """)
      try connection.run(
        """
        CREATE CONSTRAINT TRIGGER die AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION die()
        """)
    }
    let (seen, written) = try await database.inSession(from: .start) { database in
      #expect(try await domainError { try await database.insert("a") }.code == "database-outcome-unknown")
      return try await database.look(for: "a")
    }
    #expect(!seen.isReplica)
    #expect(written == .unknown)
  }

  @Test("Reads go on while the replica is unavailable, and use it again afterwards")
  func replicaKilled() async throws {
    let pair = try await ReplicatedPair()
    let (database, replica) = try await pair.database()
    func readsReplica() async throws -> Bool {
      try await database.inSession(from: .start) { try await $0.look(for: "").isReplica }.result
    }
    #expect(try await readsReplica())
    try pair.server.kill()
    for _ in 0..<5 { #expect(try await !readsReplica()) }
    #expect(!replica.isUsable)
    let reported = try await domainError { try await replica.check() }
    #expect((reported.code, reported.condition?.subject) == ("replica-unreachable", .replica))
    // pg_ctl waits until it serves.
    try pair.server.start()
    try await ReplicatedPair.waitUntilUsable(replica)
    #expect(try await readsReplica())
  }

  @Test("Reads use the replica while the primary is unavailable")
  func primaryStopped() async throws {
    let pair = try await ReplicatedPair()
    let (database, replica) = try await pair.database()
    try await database.insert("before")
    try pair.server.catchUp(with: pair.primary.server)
    try pair.primary.server.stop()
    try await replica.check()
    let seen = try await database.inSession(from: .start) { try await $0.look(for: "before") }.result
    #expect(seen == Look(isReplica: true, count: 1))
  }

  @Test("A replica that is more than ten seconds behind is not used")
  func lag() async throws {
    let pair = try await ReplicatedPair.shared.value
    let (database, replica) = try await pair.database()
    try pair.server.pauseReplay()
    defer { try? pair.server.resumeReplay() }
    try await database.insert("late")
    let start = ContinuousClock.now
    try await replica.check(at: start + .seconds(1))
    try await replica.check(at: start + .seconds(10))
    #expect(try await database.inSession(from: .start) { try await $0.look(for: "late") }.result.isReplica)
    let reported = try await domainError { try await replica.check(at: start + .seconds(12)) }
    #expect((reported.code, reported.condition?.subject) == ("replica-behind", .replica))
    // It had everything a moment before the start.
    let lag = try #require(replica.lag(at: start + .seconds(12)))
    #expect(lag >= .seconds(12) && lag < .seconds(60))
    let seen = try await database.inSession(from: .start) { try await $0.look(for: "late") }.result
    #expect(seen == Look(isReplica: false, count: 1))
    try pair.server.resumeReplay()
    try pair.server.catchUp(with: pair.primary.server)
    try await replica.check(at: start + .seconds(13))
    // What the server itself writes may keep it behind for a moment.
    while replica.lag(at: start + .seconds(13)) != .zero { try? await replica.check(at: start + .seconds(13)) }
    #expect(try await database.inSession(from: .start) { try await $0.look(for: "late") }.result.isReplica)
  }

  @Test(
    "A query that the replica cancels because of a conflict goes to the primary")
  func recoveryConflict() async throws {
    let pair = try await ReplicatedPair(replicaSettings: ["max_standby_streaming_delay = 0"])
    let (database, _) = try await pair.database()
    try await database.insert("a")
    try pair.server.catchUp(with: pair.primary.server)
    let counts = try await database.inSession(from: .start) { database in
      try await database.read { connection in
        let count = try connection.integer("SELECT COUNT(*) FROM item")
        if try connection.integer("SELECT CAST(pg_is_in_recovery() AS INTEGER)") == 1 {
          // Removes the row that the snapshot holds.
          try pair.primary.server.psql("DELETE FROM item", database: pair.primary.name)
          try pair.primary.server.psql("VACUUM item", database: pair.primary.name)
          try pair.server.catchUp(with: pair.primary.server)
        }
        return [count, try connection.integer("SELECT COUNT(*) FROM item")]
      }
    }
    #expect(counts.result == [0, 0])
  }
}

private enum Unexpected: Error {
  case outcome(ConsistencySession.Written)
}

@Suite("A replica")
struct ReplicaAddressTests {
  @Test("A replica of another database is refused")
  func otherDatabase() async throws {
    let pair = try await ReplicatedPair.shared.value
    let other = try await OpenedDatabase()
    for address in [other.server.address(of: other.name), pair.server.address(of: "postgres")] {
      let refused = try await domainError { try await pair.replica(at: address).check() }
      #expect((refused.kind, refused.code) == (.conflict, "replica-unsuitable"))
      #expect(refused.message.contains("--read-database"))
    }
  }

  @Test("The replica may be the primary itself, as after a failover")
  func primaryItself() async throws {
    let pair = try await ReplicatedPair.shared.value
    let replica = try pair.replica(at: pair.primary.server.address(of: pair.primary.name))
    try await replica.check()
    let database = ReplicatedDatabase(pair.primary.database, readingFrom: replica)
    let seen = try await database.inSession(from: .start) { database in
      try await database.insert("primary")
      return try await database.look(for: "primary")
    }
    #expect(seen.result == Look(isReplica: false, count: 1))
  }

  @Test("A replica that was promoted is refused")
  func promoted() async throws {
    let pair = try await ReplicatedPair()
    let (database, replica) = try await pair.database()
    try pair.server.psql("SELECT pg_promote()")
    let refused = try await domainError { try await replica.check() }
    #expect((refused.kind, refused.code) == (.conflict, "replica-unsuitable"))
    try await database.insert("a")
    #expect(try await database.inSession(from: .start) { try await $0.look(for: "a") }.result.count == 1)
  }

  @Test("A replica that has not answered yet is not used")
  func unreachable() async throws {
    let pair = try await ReplicatedPair.shared.value
    let replica = try pair.replica(at: "host=/nowhere dbname=a")
    let refused = try await domainError { try await replica.check() }
    #expect((refused.kind, refused.code) == (.unavailable, "replica-unreachable"))
    let database = ReplicatedDatabase(pair.primary.database, readingFrom: replica)
    #expect(try await !database.inSession(from: .start) { try await $0.look(for: "") }.result.isReplica)
  }

  @Test("A user without privileges can check a replica")
  func privileges() async throws {
    let pair = try await ReplicatedPair.shared.value
    try pair.primary.server.psql("DROP ROLE IF EXISTS plain; CREATE ROLE plain LOGIN")
    try pair.server.catchUp(with: pair.primary.server)
    func address(_ server: PostgreSQLServer) -> String {
      "host=\(server.directory.path) user=plain dbname=\(pair.primary.name)"
    }
    let primary = try PostgreSQLDatabase(address(pair.primary.server))
    try await ReplicatedPair.waitUntilUsable(
      Replica(of: primary, at: address(pair.server), options: PostgreSQLOptions()))
  }
}

@Suite("A position of the log")
struct LogPositionTests {
  @Test("A position of the log survives writing and reading", arguments: [0, 1, 0x16_B374_D848, UInt64.max])
  func text(_ bytes: UInt64) {
    let position = LogPosition(bytes)
    #expect(position.text.count == 16)
    #expect(LogPosition(text: position.text) == position)
  }

  @Test(
    "A malformed position of the log is refused",
    arguments: [
      "", "0", "+000000000000001", "-000000000000001", "000000000000000g", "00000000000000000", "１１１１１１１１１１１１１１１１",
    ])
  func malformed(_ text: String) {
    #expect(LogPosition(text: text) == nil)
  }
}

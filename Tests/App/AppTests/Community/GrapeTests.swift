import Basics
import Contracts
import Foundation
import FourCutsClient
import Support
import Testing
import TimeZones

@testable import App

/// Todos and the grape card on a real server, through the client library.
@Suite("The grape card on a running server")
struct GrapeTests {
  private static let booths = """
    external_id,name,latitude,longitude,status
    A1,샘플네컷 강남점,37.4979,127.0276,operating

    """

  private static func program() throws -> Program {
    let program = try Program()
    try program.run("import", try program.file("booths.csv", booths))
    return program
  }

  /// A zone in which it is about noon, so that no day ends while a test runs. These names count hours west of
  /// Greenwich.
  private static func noon() -> String {
    let hour = Int(Date().timeIntervalSince1970) / 3600 % 24
    return hour >= 12 ? "Etc/GMT+\(hour - 12)" : "Etc/GMT-\(12 - hour)"
  }

  @Test("A visit is planned, refused from too far away, checked in, and its grape outlives a restart")
  func visit() async throws {
    let program = try Self.program()
    let first = try await RunningServer(program)
    let mina = try await first.person("mina")
    let zone = Self.noon()
    #expect(try await mina.setTimeZone(zone).timeZone == zone)
    #expect(await domainError { try await mina.setTimeZone("Asia/Nowhere") } == "time-zone-unknown")
    let todo = try await mina.add(TodoRequest(contents: "네 컷 찍기", booth: BoothID(1))).todo
    #expect(await domainError { try await mina.setDone(todo.id) } == "check-in-needed")
    let far = CheckInRequest(latitude: 37.4999, longitude: 127.0276, accuracyMetres: 10)
    #expect(await domainError { try await mina.checkIn(todo.id, at: far) } == "booth-too-far")
    let here = CheckInRequest(latitude: 37.49712345, longitude: 127.0276, accuracyMetres: 10)
    #expect(try await mina.checkIn(todo.id, at: here).card.hasGrape)
    #expect(!first.process.errors.contains("37.4971") && !first.process.output.contains("37.4971"))
    #expect(try first.end() == 0)

    let second = try await RunningServer(program)
    let back = second.client()
    try await back.logIn(email: "mina@example.com", password: RunningServer.password)
    let card = try await back.card()
    #expect(card.hasGrape && card.grapes == 1 && card.fill == 1 && card.timeZone == zone)
    let days = try await back.cardDays(year: card.today.year, month: card.today.month)
    #expect(days == [CardDayDocument(day: card.today, todos: 1, done: 1, hasGrape: true)])
    #expect(try await !back.setDone(todo.id, false).card.hasGrape)
    #expect(try await back.remove(todo.id).grapes == 0)
    #expect(try await back.bunches().isEmpty)
    #expect(try await back.todos().todos.isEmpty)
    #expect(try second.end() == 0)
  }
}

@Suite("The rules of time zones")
struct WorldZoneTests {
  private static let offsets: [(zone: String, instant: String, hours: Double?)] = [
    ("Asia/Seoul", "2026-11-20T00:00:00Z", 9), ("Asia/Seoul", "1988-07-01T00:00:00Z", 10),
    ("UTC", "2026-11-20T00:00:00Z", 0),
    ("America/New_York", "2027-03-14T06:59:59.999Z", -5), ("America/New_York", "2027-03-14T07:00:00Z", -4),
    ("America/New_York", "2026-11-01T05:59:59.999Z", -4), ("America/New_York", "2026-11-01T06:00:00Z", -5),
    ("Asia/Kathmandu", "2026-11-20T00:00:00Z", 5.75), ("Pacific/Apia", "2011-12-30T09:59:59Z", -10),
    ("Pacific/Apia", "2011-12-30T10:00:00Z", 14), ("Etc/GMT+12", "2026-11-20T00:00:00Z", -12),
    ("Asia/Nowhere", "2026-11-20T00:00:00Z", nil), ("", "2026-11-20T00:00:00Z", nil),
  ]

  @Test("Offsets of zones are right, to the millisecond of each change", arguments: offsets)
  func offset(_ zone: String, _ instant: String, _ hours: Double?) throws {
    let instant = try #require(Timestamp(rfc3339: instant))
    #expect(SystemTimeZones().secondsEast(in: zone, at: instant) == hours.map { Int($0 * 3600) })
  }
}

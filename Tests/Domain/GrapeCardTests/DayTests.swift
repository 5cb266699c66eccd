import Basics
import GrapeCard
import SQL
import Support
import Testing
import TimeZones

@Suite("The day of a person")
struct DayTests {
  private static let instants: [(zone: String, instant: String, day: String)] = [
    ("Asia/Seoul", "2026-11-20T14:59:59.999Z", "2026-11-20"), ("Asia/Seoul", "2026-11-20T15:00:00Z", "2026-11-21"),
    ("UTC", "2026-11-20T23:59:59.999Z", "2026-11-20"), ("UTC", "2026-11-21T00:00:00Z", "2026-11-21"),
    // A day of 23 hours, and one of 25.
    ("America/New_York", "2027-03-14T04:59:59Z", "2027-03-13"),
    ("America/New_York", "2027-03-14T05:00:00Z", "2027-03-14"),
    ("America/New_York", "2027-03-15T03:59:59Z", "2027-03-14"),
    ("America/New_York", "2027-03-15T04:00:00Z", "2027-03-15"),
    ("America/New_York", "2026-11-01T04:00:00Z", "2026-11-01"),
    ("America/New_York", "2026-11-02T04:59:59Z", "2026-11-01"),
    ("America/New_York", "2026-11-02T05:00:00Z", "2026-11-02"),
    // A day that begins at 01:00, because clocks are put forward at midnight.
    ("America/Santiago", "2026-09-06T03:59:59Z", "2026-09-05"),
    ("America/Santiago", "2026-09-06T04:00:00Z", "2026-09-06"),
    // Half hours, and a summer time of half an hour.
    ("Asia/Kathmandu", "2026-11-20T18:14:59Z", "2026-11-20"), ("Asia/Kathmandu", "2026-11-20T18:15:00Z", "2026-11-21"),
    ("Australia/Lord_Howe", "2026-10-03T13:29:59Z", "2026-10-03"),
    ("Australia/Lord_Howe", "2026-10-03T13:30:00Z", "2026-10-04"),
    ("Australia/Lord_Howe", "2026-10-04T12:59:59Z", "2026-10-04"),
    ("Australia/Lord_Howe", "2026-10-04T13:00:00Z", "2026-10-05"),
    // The date line moved over Samoa: there was no 30 December 2011.
    ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29"), ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31"),
    // Clocks were put back at 00:01: a day began, and the one before it came again.
    ("America/St_Johns", "2010-11-07T02:30:30Z", "2010-11-07"),
    ("America/St_Johns", "2010-11-07T02:31:00Z", "2010-11-06"),
    ("Pacific/Kiritimati", "2026-11-20T10:00:00Z", "2026-11-21"),
    ("Pacific/Pago_Pago", "2026-11-20T10:59:59Z", "2026-11-19"),
    ("Etc/GMT+12", "1969-12-31T12:00:00Z", "1969-12-31"), ("Asia/Seoul", "1969-12-31T14:59:59.999Z", "1969-12-31"),
  ]

  @Test("The day follows the clock of the zone, with its changes", arguments: instants)
  func days(_ zone: String, _ instant: String, _ day: String) throws {
    #expect(SystemTimeZones().day(in: zone, at: try #require(Timestamp(rfc3339: instant))) == .of(day))
  }

  @Test("A grape earned in the last millisecond of a day belongs to that day")
  func midnight() async throws {
    let grapeCard = try await GrapeCardUnderTest(at: Timestamp(rfc3339: "2026-11-20T23:59:59.999+09:00")!)
    let mina = try await grapeCard.account()
    let todo = try await grapeCard.service.add(TodoDraft(contents: "t"), by: mina).todo
    #expect(try await grapeCard.service.setDone(todo.id, true, by: mina).card.hasGrapeToday)
    grapeCard.clock.advance(milliseconds: 1)
    let next = try await grapeCard.service.card(of: mina)
    #expect(next.today == .of("2026-11-21") && !next.hasGrapeToday && next.grapes == 1)
    #expect(try await grapeCard.service.setDone(todo.id, false, by: mina).card.grapes == 1)
    #expect(try await grapeCard.grapes(of: mina) == [.of("2026-11-20")])
  }

  @Test("A day of 25 hours has one grape, and undoing a todo in its last hour removes it")
  func longDay() async throws {
    let grapeCard = try await GrapeCardUnderTest(at: Timestamp(rfc3339: "2026-11-01T00:30:00-04:00")!)
    let mina = try await grapeCard.account()
    #expect(try await grapeCard.service.setZone("America/New_York", of: mina).today == .of("2026-11-01"))
    let todo = try await grapeCard.service.add(TodoDraft(contents: "t"), by: mina).todo
    #expect(try await grapeCard.service.setDone(todo.id, true, by: mina).card.grapes == 1)
    grapeCard.clock.advance(seconds: 24 * 3600)
    #expect(try await grapeCard.service.card(of: mina).today == .of("2026-11-01"))
    #expect(try await grapeCard.service.setDone(todo.id, false, by: mina).card.grapes == 0)
    #expect(try await grapeCard.service.setDone(todo.id, true, by: mina).card.grapes == 1)
    grapeCard.clock.advance(seconds: 3600)
    #expect(try await grapeCard.service.setDone(todo.id, false, by: mina).card.grapes == 1)
  }

  @Test("The day before a day of 23 hours ends when that day begins, not 86,400 seconds before its end")
  func shortDay() async throws {
    let grapeCard = try await GrapeCardUnderTest(at: Timestamp(rfc3339: "2027-03-13T23:00:00-05:00")!)
    let mina = try await grapeCard.account()
    _ = try await grapeCard.service.setZone("America/New_York", of: mina)
    for day in ["2027-03-13", "2027-03-14", "2027-03-15"] {
      let todo = try await grapeCard.service.add(TodoDraft(contents: "t", day: .of(day)), by: mina).todo
      _ = try await grapeCard.service.setDone(todo.id, true, by: mina)
    }
    for (instant, grapes) in [
      ("2027-03-13T23:59:59-05:00", 1), ("2027-03-14T00:00:00-05:00", 2), ("2027-03-14T23:59:59-04:00", 2),
      ("2027-03-15T00:00:00-04:00", 3),
    ] {
      grapeCard.wait(until: instant)
      #expect(try await grapeCard.service.card(of: mina).grapes == grapes, "\(instant)")
    }
  }

  // MARK: Flying

  @Test("A day that comes twice on a flight west has one grape, and the later day keeps its own")
  func west() async throws {
    let grapeCard = try await GrapeCardUnderTest(at: Timestamp(rfc3339: "2026-11-20T20:00:00+09:00")!)
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    let first = try await service.add(TodoDraft(contents: "t"), by: mina).todo
    _ = try await service.setDone(first.id, true, by: mina)
    grapeCard.wait(until: "2026-11-21T09:00:00+09:00")
    let second = try await service.add(TodoDraft(contents: "t"), by: mina).todo
    #expect(try await service.setDone(second.id, true, by: mina).card.grapes == 2)
    let card = try await service.setZone("America/Los_Angeles", of: mina)
    #expect(card.today == .of("2026-11-20") && card.hasGrapeToday && card.grapes == 2)
    // It was over in Seoul: it keeps its grape, and gets no second one.
    #expect(try await service.setDone(first.id, false, by: mina).card.grapes == 2)
    #expect(try await service.setDone(first.id, true, by: mina).card.grapes == 2)
    // The 21st is yet to come here, and is decided when it does.
    #expect(try await service.setDone(second.id, false, by: mina).card.grapes == 2)
    grapeCard.wait(until: "2026-11-21T00:00:00-08:00")
    #expect(try await service.card(of: mina).grapes == 1)
    #expect(try await service.setDone(second.id, true, by: mina).card.grapes == 2)
    #expect(try await grapeCard.grapes(of: mina) == [.of("2026-11-20"), .of("2026-11-21")])
  }

  @Test("A day that ended without its grape can earn it when it comes again")
  func secondChance() async throws {
    let grapeCard = try await GrapeCardUnderTest(at: Timestamp(rfc3339: "2026-11-20T20:00:00+09:00")!)
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    let todo = try await service.add(TodoDraft(contents: "t"), by: mina).todo
    grapeCard.wait(until: "2026-11-21T09:00:00+09:00")
    #expect(try await service.setDone(todo.id, true, by: mina).card.grapes == 0)
    #expect(try await service.setZone("America/Los_Angeles", of: mina).grapes == 1)
    #expect(try await service.setZone("Asia/Seoul", of: mina).grapes == 1)
  }

  @Test("A first day that begins again in another zone gives and takes its grape like any other")
  func firstDayElsewhere() async throws {
    let grapeCard = try await GrapeCardUnderTest(at: Timestamp(rfc3339: "2026-11-21T00:30:00+09:00")!)
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    #expect(try await service.card(of: mina).today == .of("2026-11-21"))
    #expect(try await service.setZone("America/New_York", of: mina).today == .of("2026-11-20"))
    let todo = try await service.add(TodoDraft(contents: "t"), by: mina).todo
    #expect(try await service.setDone(todo.id, true, by: mina).card.grapes == 1)
    #expect(try await service.setDone(todo.id, false, by: mina).card.grapes == 0)
    #expect(try await service.setDone(todo.id, true, by: mina).card.grapes == 1)
    // Back where the 20th is over, it keeps what it has, wherever it comes again.
    #expect(try await service.setZone("Asia/Seoul", of: mina).grapes == 1)
    #expect(try await service.setZone("America/New_York", of: mina).hasGrapeToday)
    #expect(try await service.setDone(todo.id, false, by: mina).card.grapes == 1)
  }

  @Test("A day that is skipped on a flight east counts as over")
  func east() async throws {
    let grapeCard = try await GrapeCardUnderTest(at: Timestamp(rfc3339: "2026-11-20T23:30:00-11:00")!)
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    _ = try await service.setZone("Pacific/Pago_Pago", of: mina)
    let left = try await service.add(TodoDraft(contents: "t", day: .of("2026-11-21")), by: mina).todo
    _ = try await service.setDone(left.id, true, by: mina)
    let card = try await service.setZone("Pacific/Kiritimati", of: mina)
    #expect(card.today == .of("2026-11-22") && card.grapes == 1)
    #expect(try await grapeCard.grapes(of: mina) == [.of("2026-11-21")])
  }

  @Test("Changing zones back and forth never gives a day two grapes, and a finished day keeps its grape")
  func toAndFro() async throws {
    let grapeCard = try await GrapeCardUnderTest(at: Timestamp(rfc3339: "2026-11-20T23:30:00-11:00")!)
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    var most = 0
    for hour in 0..<72 {
      grapeCard.clock.advance(seconds: 3600)
      for zone in ["Pacific/Pago_Pago", "Asia/Seoul", "Pacific/Kiritimati"] {
        let today = try await service.setZone(zone, of: mina).today
        if try await service.todos(of: mina).todos.isEmpty {
          let todo = try await service.add(TodoDraft(contents: "t"), by: mina).todo
          _ = try await service.setDone(todo.id, true, by: mina)
        }
        let grapes = try await grapeCard.grapes(of: mina)
        #expect(Set(grapes).count == grapes.count && grapes.count >= most && grapes.contains(today), "hour \(hour)")
        most = grapes.count
      }
    }
    // 21 to 25 November: every day that it was anywhere.
    #expect(most == 5)
  }

  @Test("A clock that is set back does not remove a grape of the day that had begun")
  func clockPutBack() async throws {
    let grapeCard = try await GrapeCardUnderTest(at: Timestamp(rfc3339: "2010-11-06T12:00:00-02:30")!)
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    _ = try await service.setZone("America/St_Johns", of: mina)
    let todo = try await service.add(TodoDraft(contents: "t"), by: mina).todo
    _ = try await service.setDone(todo.id, true, by: mina)
    grapeCard.wait(until: "2010-11-07T00:00:30-02:30")
    #expect(try await service.card(of: mina).today == .of("2010-11-07"))
    grapeCard.wait(until: "2010-11-06T23:30:00-03:30")
    let card = try await service.setDone(todo.id, false, by: mina).card
    #expect(card.today == .of("2010-11-06") && card.grapes == 1)
  }

  // MARK: Zones

  private static let rejected = [
    "", "KST", "PST", "EST", "seoul", "Asia/Nowhere", "asia/seoul", "GMT+9", "GMT+0900", "UTC+9", "+09:00", "../etc",
    "/etc/localtime", "Asia/Seoul\0", "Asia/Seoul ", "Asia/서울", "Etc/Unknown",
    String(repeating: "Asia/", count: 10_000),
  ]

  @Test("An unknown zone is refused, and the previous one stays", arguments: rejected)
  func unknownZone(_ zone: String) async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let mina = try await grapeCard.account()
    let domainError = await #expect(throws: DomainError.self) { try await grapeCard.service.setZone(zone, of: mina) }
    #expect(domainError?.code == "time-zone-unknown" && domainError?.field == "time_zone")
    #expect(try await grapeCard.service.card(of: mina).zone == "Asia/Seoul")
  }

  @Test(
    "Current and old names of the IANA database are accepted",
    arguments: ["UTC", "Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv", "America/Argentina/Buenos_Aires", "Etc/GMT-14"])
  func knownZone(_ zone: String) async throws {
    let grapeCard = try await GrapeCardUnderTest()
    #expect(try await grapeCard.service.setZone(zone, of: grapeCard.account()).zone == zone)
  }

  @Test("A zone that is no longer known counts as UTC until another is chosen")
  func forgottenZone() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let mina = try await grapeCard.account()
    _ = try await grapeCard.service.card(of: mina)
    try await grapeCard.database.write { _ = try $0.run("UPDATE stamp_card SET zone = 'Asia/Atlantis'") }
    grapeCard.wait(until: "2026-11-21T23:30:00Z")
    #expect(try await grapeCard.service.card(of: mina).today == .of("2026-11-21"))
    #expect(try await grapeCard.service.setZone("Asia/Seoul", of: mina).today == .of("2026-11-22"))
  }
}

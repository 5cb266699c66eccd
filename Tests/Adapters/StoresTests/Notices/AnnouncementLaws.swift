import Basics
import Notices
import SQL
import Support
import Testing
import TimeZones
import Workload

@testable import Stores

@Suite("What operators write to members")
struct AnnouncementLaws {
  private let world: NoticesUnderTest
  private let store: SQLAnnouncementStore
  private let service: AnnouncementService

  /// It is five in the afternoon in Seoul. Booths are in an area whose radius in metres is at least their number.
  init() async throws {
    world = try await NoticesUnderTest()
    let (clock, database) = (world.clock, world.database)
    store = SQLAnnouncementStore(database)
    service = Self.service(store, clock)
  }

  private static func service(_ store: SQLAnnouncementStore, _ clock: ManualClock) -> AnnouncementService {
    AnnouncementService(
      store: store, isWithin: { booth, area in booth.number <= area.metres }, zones: SystemTimeZones(),
      clock: { clock.now }, random: seededBytes(41))
  }

  private func write(_ text: String, path: String? = nil, metres: Int? = nil, after seconds: Int64? = nil) async throws
    -> Announcement
  {
    try await service.write(
      text, path: path, area: metres.map { AnnouncementArea(around: StoredCoordinate(unchecked: 0, 0), metres: $0) },
      at: seconds.map { world.clock.now.advanced(seconds: $0) })
  }

  private func refusal(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch { return (error as? DomainError)?.code ?? "\(error)" }
    return nil
  }

  @Test("Only members who have agreed get it, once, in batches, and their number and that of readers is known")
  func agreed() async throws {
    let (mina, juno) = (world.people[0], world.people[1])
    #expect(try await !world.notices.settings(of: mina).page.contains(.announcement))
    var members = [mina]
    // More than one batch.
    for number in 100..<330 { members.append(try await world.database.addAccount(number)) }
    for member in members { try await world.choose(for: member) }
    #expect(try await world.notices.settings(of: mina).push.contains(.announcement))
    let made = try await write("새 부스가 열 곳", path: "/booths/7")
    for _ in 0..<2 { try await service.sendDue() }
    for member in members {
      let got = try await world.all(for: member)
      #expect(got.map(\.kind) == [.announcement] && got.first?.text == "새 부스가 열 곳" && got.first?.path == "/booths/7")
      #expect(got.first?.people == [])
    }
    #expect(try await world.all(for: juno).isEmpty)
    try await world.read(by: mina)
    let listed = try #require(try await service.announcements(limit: 5).first)
    #expect(listed.id == made.id && listed.state == .sent && listed.recipientCount == 231 && listed.readCount == 1)
    // A consent that was taken back counts for the next one.
    try await world.choose([.like], for: mina)
    world.clock.advance(seconds: 86_400)
    _ = try await write("둘")
    try await service.sendDue()
    #expect(try await world.all(for: mina).count == 1)
    #expect(try await service.announcements(limit: 5).map(\.recipientCount) == [230, 231])
  }

  @Test("An area chooses those who have saved a booth in it")
  func areas() async throws {
    for (member, booth) in zip(world.people, [50, 500, 5000] as [Int64]) {
      try await world.choose(for: member)
      try await world.database.write {
        _ = try $0.run(
          "INSERT INTO saved_booth (account_id, booth_id, since) VALUES ($1, $2, 0), ($1, $3, 0)",
          [.id(member), .integer(booth), .integer(booth * 100)])
      }
    }
    _ = try await write("가까운 소식", metres: 700)
    try await service.sendDue()
    var counts: [Int] = []
    for member in world.people.prefix(3) { counts.append(try await world.all(for: member).count) }
    #expect(counts == [1, 1, 0])
  }

  @Test("It waits for its time, and can be cancelled until then")
  func waiting() async throws {
    try await world.choose(for: world.people[0])
    let made = try await write("내일", after: 17 * 3600)
    try await service.sendDue()
    #expect(try await world.all(for: world.people[0]).isEmpty)
    try await service.cancel(made.id)
    world.clock.advance(seconds: 86_400)
    try await service.sendDue()
    #expect(try await world.all(for: world.people[0]).isEmpty)
    #expect(await refusal { try await service.cancel(made.id) } == "announcement-sent")
    #expect(
      await refusal { try await service.cancel(AnnouncementID(at: made.sendAt, random: seededBytes(9))) }
        == "announcement-unknown")
  }

  @Test("One a day, by day, of pages of this service")
  func limits() async throws {
    _ = try await write("하나", after: 3600)
    #expect(await refusal { _ = try await write("둘", after: 7200) } == "announcements-too-many")
    #expect(await refusal { _ = try await write("둘", after: 5 * 3600) } == "announcement-at-night")
    #expect(await refusal { _ = try await write("둘", after: -120) } == "announcement-time-invalid")
    #expect(await refusal { _ = try await write("둘", after: 61 * 86_400) } == "announcement-time-invalid")
    for path in [
      "booths/7", "//evil.example", "https://evil.example", "/a b", "/\\evil", "/" + String(repeating: "a", count: 200),
    ] {
      #expect(await refusal { _ = try await write("둘", path: path, after: 3 * 86_400) } == "announcement-path-invalid")
    }
    for metres in [-5, 0, 99, 100_001] {
      #expect(
        await refusal { _ = try await write("둘", metres: metres, after: 3 * 86_400) } == "announcement-area-invalid")
    }
    #expect(try await service.announcements(limit: 5).count == 1)
    // A server that was down until night goes on in the morning.
    try await world.choose(for: world.people[0])
    world.clock.advance(seconds: 6 * 3600)
    try await service.sendDue()
    #expect(try await world.all(for: world.people[0]).isEmpty)
    world.clock.advance(seconds: 9 * 3600)
    try await service.sendDue()
    #expect(try await world.all(for: world.people[0]).count == 1)
  }

  @Test("After an outage the second one waits for a day, too")
  func outage() async throws {
    try await world.choose(for: world.people[0])
    _ = try await write("하나", after: 60)
    _ = try await write("둘", after: 86_500)
    world.clock.advance(seconds: 2 * 86_400)
    for _ in 0..<2 { try await service.sendDue() }
    #expect(try await world.all(for: world.people[0]).map(\.text) == ["하나"])
    world.clock.advance(seconds: 86_401)
    try await service.sendDue()
    #expect(try await world.all(for: world.people[0]).map(\.text) == ["둘", "하나"])
  }

  @Test("Two processes tell nobody twice")
  func processes() async throws {
    for member in world.people { try await world.choose(for: member) }
    _ = try await write("하나")
    let due = try #require(try await store.due(at: world.clock.now, pause: 86_400))
    for _ in 0..<2 {
      try await store.deliver(due, to: [world.people[0]], upTo: world.people[0], isLast: false, at: world.clock.now)
    }
    #expect(try await store.due(at: world.clock.now, pause: 86_400)?.recipientCount == 1)
    try await service.sendDue()
    for member in world.people { #expect(try await world.all(for: member).count == 1) }
    #expect(try await service.announcements(limit: 1).first?.recipientCount == world.people.count)
  }
}

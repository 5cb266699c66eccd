import Basics
import Geo
import Segments
import Testing

@testable import Booths

@Suite("Schedules shared by many booths")
struct OpeningHoursScheduleTests {
  private let seoul = StoredCoordinate(Coordinate(latitude: 37.5, longitude: 127)!)
  private let paris = StoredCoordinate(Coordinate(latitude: 48.86, longitude: 2.35)!)

  @Test("The same hours in another region are another schedule, also after storing")
  func places() throws {
    var table = ScheduleTable()
    let hours = PackedArray("Mo-Su 10:00-22:00".utf8)
    let sun = PackedArray("sunrise-sunset".utf8)
    #expect(table.intern(hours, at: seoul) == 1 && table.intern(hours, at: paris) == 2)
    #expect(table.intern(sun, at: seoul) == 3 && table.intern(sun, at: paris) == 4)
    var stored = ScheduleTable(table.table)
    #expect(stored.intern(hours, at: paris) == 2 && stored.intern(sun, at: seoul) == 3)
    // 19:00 in Korea, 11:00 in Paris.
    let instant = PreparedInstant(korean("2026-11-18 19:00"))
    #expect(table.states(at: instant) == [.unknown, .open, .open, .closed, .open])
    #expect(stored.states(at: instant) == table.states(at: instant))
    let morning = PreparedInstant(korean("2026-11-18 12:00"))
    #expect(stored.states(at: morning) == [.unknown, .open, .closed, .open, .closed])
    #expect(stored.schedule(2)?.text == "Mo-Su 10:00-22:00")
  }

  @Test("Texts with the same meaning share a class, and an unreadable one has class 0")
  func classes() throws {
    var table = ScheduleTable()
    func intern(_ text: String) -> UInt32 { table.intern(PackedArray(text.utf8), at: seoul) }
    #expect(intern("") == 0)
    #expect(intern("nonsense") == 0)
    #expect(intern("24/7") == 1)
    #expect(intern("Mo-Su 00:00-24:00") == 1)
    #expect(intern("mo-fr 9:00-20:00") == 2)
    #expect(intern("Mo-Fr 09:00-20:00") == 2)
    #expect(intern("nonsense") == 0)
    #expect(table.schedules.map { $0?.text } == [nil, "24/7", "Mo-Fr 09:00-20:00"])
    #expect((-1...4).map { table.schedule($0)?.text } == [nil, nil, "24/7", "Mo-Fr 09:00-20:00", nil, nil])
    let (saturday, monday) = (
      PreparedInstant(korean("2026-11-21 12:00")), PreparedInstant(korean("2026-11-23 12:00"))
    )
    for _ in 1...2 {
      #expect(table.states(at: saturday) == [.unknown, .open, .closed])
      #expect(table.states(at: monday) == [.unknown, .open, .open])
    }
    let before = table
    #expect(intern("Sa 10:00-20:00") == 3)
    #expect(table.states(at: monday) == [.unknown, .open, .open, .closed])
    #expect(before.states(at: monday) == [.unknown, .open, .open])
  }

  @Test("Booths with unknown hours come after the open ones on request")
  func unknownHours() throws {
    var builder = Catalogue.Builder()
    for (number, hours) in [(1, nil), (2, "Mo-Su 10:00-22:00"), (3, "Mo-Su off"), (4, "unknown"), (5, "24/7")] {
      let coordinate = Coordinate(latitude: 37.5 + Double(number) / 1000, longitude: 127)!
      var attributes = BoothAttributes(
        externalID: "\(number)", name: "가", coordinate: StoredCoordinate(coordinate))
      attributes.openingHours = hours
      builder.append(Booth(id: BoothID(Int64(number)), source: "s", attributes: attributes))
    }
    let catalogue = builder.finish(version: 1)
    var filter = BoothFilter()
    filter.openAt = korean("2026-11-18 12:00")
    func found(_ limit: Int) -> [Int64] {
      catalogue.near(Coordinate(latitude: 37.5, longitude: 127)!, limit: limit, filter)
        .map { catalogue.record($0.ordinal).id.number }
    }
    #expect(found(9) == [2, 5] && catalogue.count(filter) == 2)
    filter.unknownHours = .afterOpen
    #expect(found(9) == [2, 5, 1, 4] && found(3) == [2, 5, 1] && found(1) == [2] && catalogue.count(filter) == 4)
    filter.unknownHours = .only
    #expect(found(9) == [1, 4])
  }

  @Test("Thousands of schedules keep their classes")
  func manyClasses() throws {
    var table = ScheduleTable()
    var expected: [UInt32] = []
    func text(_ number: Int) -> PackedArray<UInt8> {
      let minute = number % 60
      let opening = "\(number / 60 % 24):\(minute < 10 ? "0" : "")\(minute)"
      return PackedArray("Mo \(opening)-24:00; Tu \(number / 1440):00-23:00".utf8)
    }
    for number in 0..<3000 { expected.append(table.intern(text(number), at: seoul)) }
    #expect(Set(expected).count == 3000)
    for number in (0..<3000).reversed() { #expect(table.intern(text(number), at: seoul) == expected[number]) }
  }
}

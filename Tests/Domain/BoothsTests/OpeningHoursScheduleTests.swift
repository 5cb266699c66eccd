import Basics
import Segments
import Testing

@testable import Booths

@Suite("Schedules shared by many booths")
struct OpeningHoursScheduleTests {
  @Test("texts with the same meaning share a class; an unreadable one is class 0")
  func classes() throws {
    var table = ScheduleTable()
    func intern(_ text: String) -> UInt32 { table.intern(PackedArray(text.utf8)) }
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

  @Test("thousands of schedules keep their classes")
  func manyClasses() throws {
    var table = ScheduleTable()
    var expected: [UInt32] = []
    func text(_ number: Int) -> PackedArray<UInt8> {
      let minute = number % 60
      let opening = "\(number / 60 % 24):\(minute < 10 ? "0" : "")\(minute)"
      return PackedArray("Mo \(opening)-24:00; Tu \(number / 1440):00-23:00".utf8)
    }
    for number in 0..<3000 { expected.append(table.intern(text(number))) }
    #expect(Set(expected).count == 3000)
    for number in (0..<3000).reversed() { #expect(table.intern(text(number)) == expected[number]) }
  }
}

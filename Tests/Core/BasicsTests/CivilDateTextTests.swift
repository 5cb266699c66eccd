import Basics
import Support
import Testing
import Workload

@Suite("Dates as text")
struct CivilDateTextTests {
  @Test("Each date is read as it was written")
  func roundTrip() throws {
    var numbers = SeededNumbers(seed: 1)
    for text in ["0000-01-01", "1970-01-01", "2026-11-20", "2024-02-29", "9999-12-31"] {
      #expect(CivilDate(rfc3339: text)?.rfc3339 == text)
    }
    for _ in 0..<2000 {
      let date = CivilDate(daysSince1970: Int.random(in: -719_528...2_932_896, using: &numbers))
      #expect(CivilDate(rfc3339: date.rfc3339) == date)
    }
  }

  @Test(
    "A malformed date is rejected",
    arguments: [
      "", "2026-11-2", "2026-11-200", "2026-11-31", "2026-02-29", "2026-13-01", "2026-00-10", "2026-11-00",
      "2026/11/20", "20261120", "2026-1-020", "+026-11-20", "2026-11-2０", " 2026-11-20", "2026-11-20T00:00:00Z",
    ])
  func malformed(_ text: String) {
    #expect(CivilDate(rfc3339: text) == nil)
  }

  @Test("Days are counted over the ends of months and years")
  func adding() {
    #expect(CivilDate(rfc3339: "2026-12-31")?.adding(days: 1).rfc3339 == "2027-01-01")
    #expect(CivilDate(rfc3339: "2024-03-01")?.adding(days: -1).rfc3339 == "2024-02-29")
    #expect(CivilDate(rfc3339: "2026-11-20")?.adding(days: 365).rfc3339 == "2027-11-20")
  }
}

import Basics
import GrapeCard
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("What is kept of grape cards")
struct GrapeCardStoreLaws {
  private struct Stopped: Error {}

  @Test("A change is kept whole, or not at all")
  func isOneTransaction() async throws {
    let stamps = try await GrapeCardUnderTest()
    let mina = try await stamps.account()
    let store = SQLGrapeCardStore(stamps.database)
    let day = CivilDate.of("2026-11-20")
    let card = CardState(zone: "UTC", today: day, latest: day)
    await #expect(throws: Stopped.self) {
      try await store.change(of: mina) { book in
        try book.save(card)
        try book.putGrape(of: day)
        throw Stopped()
      }
    }
    #expect(try await store.read(of: mina) { try $0.card() } == nil)
    #expect(try await stamps.grapes(of: mina).isEmpty)
  }

  @Test("A day has one grape however often it is given, also by hand")
  func onePerDay() async throws {
    let stamps = try await GrapeCardUnderTest()
    let mina = try await stamps.account()
    let day = CivilDate.of("2026-11-20")
    try await SQLGrapeCardStore(stamps.database).change(of: mina) { book in
      for _ in 0..<3 { try book.putGrape(of: day) }
      #expect(try book.grapeCount().count == 1 && book.grapeCount().last == day)
    }
    await #expect(throws: DatabaseError.self) {
      try await stamps.database.write {
        try $0.run(
          "INSERT INTO grape (account_id, day) VALUES ($1, $2)",
          [.text(mina.description), .integer(Int64(day.daysSince1970))])
      }
    }
  }

  @Test("What is written is read again, and nothing through anybody else's book")
  func roundTrip() async throws {
    let stamps = try await GrapeCardUnderTest()
    let (mina, juno) = (try await stamps.account(1), try await stamps.account(2))
    let store = SQLGrapeCardStore(stamps.database)
    let day = CivilDate.of("2026-11-20")
    let card = CardState(zone: "Asia/Seoul", today: day, latest: day.adding(days: 1))
    let random = seededBytes(1)
    let group = TodoGroup(
      id: TodoGroupID(at: stamps.clock.now, random: random), name: "g", color: .purple, isOpen: false, isDefault: true)
    let todo = Todo(
      id: TodoID(at: stamps.clock.now, random: random), contents: "t", group: group.id, day: day, isDone: true,
      booth: BoothID(7))
    try await store.change(of: mina) { book in
      try book.save(card)
      try book.save(group)
      try book.save(todo)
    }
    try await store.change(of: juno) { book in
      #expect(try book.card() == nil && book.groups().isEmpty && book.todo(todo.id) == nil)
      #expect(try book.todos(in: day...day).isEmpty && book.tallies(in: day...day).isEmpty)
      try book.removeTodo(todo.id)
      try book.removeGroup(group.id)
      try book.removeGrape(of: day)
    }
    // Nobody writes into another's book, nor into a group of another's.
    await #expect(throws: (any Error).self) {
      try await store.change(of: juno) { book in
        var stolen = todo
        stolen.contents = "x"
        try book.save(Todo(id: TodoID(at: stamps.clock.now, random: random), contents: "y", group: group.id, day: day))
        try book.save(stolen)
      }
    }
    try await store.read(of: mina) { book in
      let tallies = try book.tallies(in: day...day.adding(days: 1))
      #expect(tallies == [day: DayTally(todos: 1, done: 1)])
      #expect(try book.card() == card && book.groups() == [group] && book.todo(todo.id) == todo)
      #expect(try book.todos(in: day...day) == [todo])
    }
  }

  @Test("With the account goes everything")
  func withdrawal() async throws {
    let stamps = try await GrapeCardUnderTest()
    let (mina, juno) = (try await stamps.account(1), try await stamps.account(2))
    for person in [mina, juno] {
      let group = try await stamps.service.addGroup("g", by: person)
      let todo = try await stamps.service.add(TodoDraft(contents: "t", group: group.id), by: person).todo
      _ = try await stamps.service.setDone(todo.id, true, by: person)
    }
    try await stamps.database.write {
      try $0.run("DELETE FROM account WHERE id = $1", [.text(mina.description)])
    }
    for table in ["stamp_card", "grape", "todo_group", "todo"] {
      let owners = try await stamps.database.read { connection in
        var owners: Set<String> = []
        try connection.each("SELECT account_id FROM \(table)", []) { owners.insert($0.text(0)) }
        return owners
      }
      #expect(owners == [juno.description], "\(table)")
    }
  }

  @Test(
    "A day's tally, a month and a list are found by indexes alone",
    arguments: [
      "SELECT day, COUNT(*), SUM(is_done) FROM todo WHERE account_id = 'a' AND day BETWEEN 1 AND 2 GROUP BY day",
      "SELECT id FROM todo WHERE account_id = 'a' AND day BETWEEN 1 AND 2 ORDER BY day, is_done, id",
      "SELECT day FROM grape WHERE account_id = 'a' AND day BETWEEN 1 AND 2 ORDER BY day",
    ])
  func plans(_ query: String) async throws {
    let stamps = try await GrapeCardUnderTest()
    let plan = try await stamps.database.read { connection in
      var steps: [String] = []
      try connection.each("EXPLAIN QUERY PLAN \(query)", []) { steps.append($0.text(3)) }
      return steps
    }
    #expect(plan.count == 1 && plan[0].contains("SEARCH") && plan[0].contains("COVERING INDEX"), "\(plan)")
  }
}

import Basics
import GrapeCard
import SQL
import Support
import Testing
import Workload

@testable import Stores

@Suite("Stored grape cards")
struct GrapeCardStoreLaws {
  private struct Stopped: Error {}

  @Test("A change is stored completely or not at all")
  func isOneTransaction() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let mina = try await grapeCard.account()
    let store = SQLGrapeCardStore(grapeCard.database)
    let day = CivilDate.of("2026-11-20")
    let card = CardState(zone: "UTC", today: day, latestDay: day)
    await #expect(throws: Stopped.self) {
      try await store.change(of: mina) { transaction in
        try transaction.save(card)
        try transaction.putGrapes(of: [day])
        throw Stopped()
      }
    }
    #expect(try await store.read(of: mina) { try $0.card() } == nil)
    #expect(try await grapeCard.grapes(of: mina).isEmpty)
  }

  @Test("A day has one grape, also if it is given repeatedly or by hand")
  func onePerDay() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let mina = try await grapeCard.account()
    let day = CivilDate.of("2026-11-20")
    try await SQLGrapeCardStore(grapeCard.database).change(of: mina) { transaction in
      for _ in 0..<3 { try transaction.putGrapes(of: [day, day]) }
      let expected = CardContents(
        days: [CardDay(day: day, tally: DaySummary(), hasGrape: true)], grapes: 1, grapesFromToday: 1)
      #expect(try transaction.contents(of: day...day, today: day) == expected)
    }
    await #expect(throws: DatabaseFailure.self) {
      try await grapeCard.database.write {
        try $0.run(
          "INSERT INTO grape (account_id, day) VALUES ($1, $2)",
          [.text(mina.description), .integer(Int64(day.daysSince1970))])
      }
    }
  }

  @Test("Stored rows are read back by their own account only")
  func roundTrip() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, juno) = (try await grapeCard.account(1), try await grapeCard.account(2))
    let store = SQLGrapeCardStore(grapeCard.database)
    let day = CivilDate.of("2026-11-20")
    let card = CardState(zone: "Asia/Seoul", today: day, latestDay: day.adding(days: 1))
    let random = seededBytes(1)
    let group = TodoGroup(
      id: TodoGroupID(at: grapeCard.clock.now, random: random), name: "g", color: .purple, isOpen: false,
      isDefault: true)
    let todo = Todo(
      id: TodoID(at: grapeCard.clock.now, random: random), contents: "t", group: group.id, day: day, isDone: true,
      booth: BoothID(7))
    try await store.change(of: mina) { transaction in
      try transaction.save(card)
      try transaction.save(group)
      try transaction.save(todo)
    }
    try await store.change(of: juno) { transaction in
      #expect(try transaction.card() == nil && transaction.groups().isEmpty && transaction.todo(todo.id) == nil)
      #expect(try transaction.todos(in: day...day).isEmpty && transaction.destination(group.id, on: day) == nil)
      #expect(try transaction.contents(of: day...day, today: day) == CardContents())
      try transaction.removeTodo(todo.id)
      try transaction.removeGroup(group.id)
      try transaction.removeGrapes(of: [day])
    }
    // Nobody writes into another's book, nor into a group of another's.
    await #expect(throws: (any Error).self) {
      try await store.change(of: juno) { transaction in
        var stolen = todo
        stolen.contents = "x"
        try transaction.save(
          Todo(id: TodoID(at: grapeCard.clock.now, random: random), contents: "y", group: group.id, day: day))
        try transaction.save(stolen)
      }
    }
    try await store.read(of: mina) { transaction in
      let contents = try transaction.contents(of: day...day.adding(days: 1), today: day)
      #expect(contents.days == [CardDay(day: day, tally: DaySummary(todos: 1, done: 1), hasGrape: false)])
      #expect(try transaction.card() == card && transaction.groups() == [group] && transaction.todo(todo.id) == todo)
      #expect(try transaction.todos(in: day...day) == [todo])
      for named in [nil, group.id] {
        #expect(try transaction.destination(named, on: day) == TodoDestination(group: group.id, todoCount: 1))
      }
    }
  }

  @Test("Everything is removed with the account")
  func withdrawal() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, juno) = (try await grapeCard.account(1), try await grapeCard.account(2))
    for person in [mina, juno] {
      let group = try await grapeCard.service.addGroup("g", by: person)
      let todo = try await grapeCard.service.add(TodoDraft(contents: "t", group: group.id), by: person).todo
      _ = try await grapeCard.service.setDone(todo.id, true, by: person)
    }
    try await grapeCard.database.write {
      try $0.run("DELETE FROM account WHERE id = $1", [.text(mina.description)])
    }
    for table in ["stamp_card", "grape", "todo_group", "todo"] {
      let owners = try await grapeCard.database.read { connection in
        var owners: Set<String> = []
        try connection.each("SELECT account_id FROM \(table)", []) { owners.insert($0.text(0)) }
        return owners
      }
      #expect(owners == [juno.description], "\(table)")
    }
  }

  @Test(
    "A day's tally, a month and a list are found by indexes alone", .enabled(if: TestDatabase.engine == .sqlite))
  func plans() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let statements = [
      SQLGrapeCardTransaction.contents, SQLGrapeCardTransaction.destination,
      "SELECT id FROM todo WHERE account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, is_done, id",
    ]
    for statement in statements {
      let steps = try await grapeCard.database.read { try $0.plan(of: statement) }
      let reads = steps.filter { $0.contains("todo ") || $0.contains("grape ") }
      #expect(
        !reads.isEmpty && reads.allSatisfy { $0.hasPrefix("SEARCH") && $0.contains("COVERING INDEX") }, "\(steps)")
    }
  }
}

import Basics
import GrapeCard
import Support
import Testing

/// Five weeks of somebody's life. Each row is a day: what is done on it, each with the number of grapes that there are
/// then, and how full the current bunch is and how many are full when it ends.
@Suite("The grape card over many days")
struct DiaryTests {
  private typealias Row = (steps: String, fill: Int, full: Int)

  private static let diary: [Row] = [
    ("look=0 add=0 done=1", 1, 0),  // everything done: a grape
    ("add=1 add=1 done=1 done=2 look=2 look=2", 2, 0),  // all of it, not some; looking again adds nothing
    ("look=2", 2, 0),  // nothing planned, nothing earned
    ("add=2 done=3 undo=2", 2, 0),  // undone: taken back
    ("add=2 done=3 undo=2 done=3 undo=2 done=3", 3, 0),  // as often as one likes, one at most
    ("add=3 done=4 add=3 done=4", 4, 0),  // something more to do
    ("add=4 done=5 remove=4", 4, 0),  // nothing left of it
    ("add=4 postpone=4", 4, 0),  // put off to tomorrow
    ("done=5", 5, 0),  // and done there
    ("add=5 add=5 done=5 postpone=6", 6, 0),  // what is put off does not stand in the way
    ("remove=6 early=6", 6, 0),  // tomorrow's work is no work of today
    ("look=7", 7, 0),  // but earns tomorrow's grape
    ("add=7 done=8 early=8", 8, 0),
    ("sleep", 0, 0),  // also where nobody looks on that day
    ("look=9", 9, 0),
    ("add=9 done=10", 10, 1),  // the tenth: full for the rest of the day
    ("look=10", 0, 1),  // a new bunch begins, though nothing is done
    ("add=10", 0, 1),  // or something undone stands there
    ("add=10 done=11 undoPast=11", 1, 1),  // what is undone of another day changes nothing
    ("add=11 done=12 later=12 pull=11 done=12", 2, 1),  // tomorrow's todo is moved into today
    ("add=12 done=13 removePast=13", 3, 1),  // or removed
    ("addPast=13 donePast=13", 3, 1),  // days that are over earn nothing
    ("add=13 done=14", 4, 1),
    ("add=14 done=15", 5, 1),
    ("early=15", 5, 1),
    ("undo=15 done=16", 6, 1),  // done in advance, undone and done again
    ("add=16 done=17", 7, 1),
    ("add=17 done=18 addPast=18", 8, 1),
    ("add=18 done=19", 9, 1),
    ("add=19 done=20 undo=19 done=20", 10, 2),  // the twentieth, given back and earned again
    ("add=20 done=21 undo=20", 0, 2),  // what is undone is today's only: the full bunch stays full
    ("done=20 sleep", 0, 2),  // there is nothing of today to do
    ("add=20 done=21", 1, 2),
    ("add=21 dropGroup=21", 1, 2),  // a group goes with its todos
    ("add=21 done=22 addGroup=21 dropGroup=22", 2, 2),
  ]

  @Test("Each day has the expected card")
  func diary() async throws {
    let life = try await Planner()
    #expect(Self.diary.count >= 30)
    for (number, row) in Self.diary.enumerated() {
      for step in row.steps.split(separator: " ").map(String.init) {
        let parts = step.split(separator: "=").map(String.init)
        let card = try await life.run(parts[0])
        #expect(card?.grapes == parts.dropFirst().first.flatMap { Int($0) }, "day \(number + 1): \(step)")
      }
      if !row.steps.hasSuffix("sleep") {
        let card = try await life.grapeCard.service.card(of: life.mina)
        #expect(card.fill == row.fill && card.fullBunches == row.full, "day \(number + 1): \(card)")
      }
      life.grapeCard.clock.advance(seconds: 86_400)
    }
  }

  @Test("A full bunch belongs to the day of its tenth grape, and the days of a month show their grapes")
  func bunches() async throws {
    let life = try await Planner()
    for _ in 0..<25 {
      for step in ["add", "done"] { _ = try await life.run(step) }
      life.grapeCard.clock.advance(seconds: 86_400)
    }
    let service = life.grapeCard.service
    let bunches = try await service.bunches(of: life.mina)
    #expect(bunches.map(\.number) == [1, 2])
    #expect(bunches.map(\.completed) == [.of("2026-11-29"), .of("2026-12-09")])
    let november = try await service.days(.of("2026-11-01") ... .of("2026-11-30"), of: life.mina)
    #expect(november.map(\.day) == (20...30).map { .of("2026-11-\($0)") })
    #expect(november.allSatisfy { $0.hasGrape && $0.tally == DaySummary(todos: 1, done: 1) })
  }
}

/// Somebody who plans and does things, always the first that there is.
private struct Planner {
  let grapeCard: GrapeCardUnderTest
  let mina: AccountID

  init() async throws {
    grapeCard = try await GrapeCardUnderTest()
    mina = try await grapeCard.account()
  }

  private var service: GrapeCardService { grapeCard.service }

  private func todos(_ offset: Int) async throws -> [Todo] {
    let day = try await service.card(of: mina).today.adding(days: offset)
    return try await service.todos(of: mina, from: day).todos
  }

  private func first(_ isDone: Bool? = nil, offset: Int = 0) async throws -> TodoID {
    try #require(try await todos(offset).first { isDone == nil || $0.isDone == isDone }).id
  }

  private func add(_ offset: Int, done: Bool = false, group: TodoGroupID? = nil) async throws -> Card {
    let day = try await service.card(of: mina).today.adding(days: offset)
    let added = try await service.add(TodoDraft(contents: "할 일", group: group, day: day), by: mina)
    return done ? try await service.setDone(added.todo.id, true, by: mina).card : added.card
  }

  /// Does one thing; nil where nobody looks.
  func run(_ step: String) async throws -> Card? {
    switch step {
    case "look": try await service.card(of: mina)
    case "sleep": nil
    case "add": try await add(0)
    case "addPast": try await add(-1)
    case "early": try await add(1, done: true)
    case "later": try await add(1)
    case "done": try await finish()
    case "donePast": try await service.setDone(first(false, offset: -1), true, by: mina).card
    case "undo": try await service.setDone(first(true), false, by: mina).card
    case "undoPast": try await undoPast()
    case "remove": try await service.remove(first(), by: mina)
    case "removePast": try await service.remove(first(offset: -1), by: mina)
    case "postpone": try await service.postpone(first(false), by: mina).card
    case "pull": try await pull()
    case "addGroup": try await add(0, group: service.addGroup("다른 것", by: mina).id)
    case "dropGroup": try await dropGroup()
    default: throw CancellationError()
    }
  }

  /// Does the first thing that is not done; where there is none, only looks.
  private func finish() async throws -> Card {
    guard let todo = try await todos(0).first(where: { !$0.isDone }) else { return try await service.card(of: mina) }
    return try await service.setDone(todo.id, true, by: mina).card
  }

  /// Undoes something of the latest day before today on which something was done.
  private func undoPast() async throws -> Card {
    for offset in 1...30 {
      if let todo = try await todos(-offset).first(where: \.isDone) {
        return try await service.setDone(todo.id, false, by: mina).card
      }
    }
    throw CancellationError()
  }

  private func pull() async throws -> Card {
    let today = try await service.card(of: mina).today
    return try await service.change(first(offset: 1), TodoChange(day: today), by: mina).card
  }

  private func dropGroup() async throws -> Card {
    let groups = try await service.groups(of: mina)
    guard groups.count > 1 else {
      let group = try await service.addGroup("곧 없어질 것", by: mina).id
      _ = try await service.change(first(false), TodoChange(group: group), by: mina)
      return try await service.removeGroup(group, by: mina)
    }
    return try await service.removeGroup(groups[1].id, by: mina)
  }
}

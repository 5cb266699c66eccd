import Basics
import GrapeCard
import Support
import Testing
import TimeZones
import Workload

@Suite("Random histories of todos and zones")
struct HistoryTests {
  @Test(
    "The card has the grapes of a plain simulation that checks every hour",
    arguments: 1...6 as ClosedRange<UInt64>)
  func agreesWithSimulation(_ seed: UInt64) async throws {
    let grapeCard = try await GrapeCardUnderTest(seed: seed)
    let mina = try await grapeCard.account()
    let groups = try await grapeCard.service.groups(of: mina).map(\.id)
    var play = ComparedCard(grapeCard: grapeCard, mina: mina, group: groups[0], numbers: SeededNumbers(seed: seed))
    for step in 0..<250 {
      try await play.step()
      let kept = try await grapeCard.grapes(of: mina)
      try #require(kept == play.plain.grapes.sorted(), "step \(step)")
    }
    let card = try await grapeCard.service.card(of: mina)
    #expect(card.grapes == play.plain.grapes.count && card.grapes > 10)
    #expect(card.fill == play.plain.fill(today: card.today))
  }
}

/// The rules once more, as plainly and slowly as can be.
private struct PlainCard {
  var zone = "Asia/Seoul"
  var todos: [TodoID: (day: CivilDate, isDone: Bool)] = [:]
  var grapes: Set<CivilDate> = []
  var seen: CivilDate
  var latest: CivilDate

  /// Looks at the card at a moment: at each day since the last look in turn.
  mutating func read(_ instant: Timestamp) {
    let today = SystemTimeZones().day(in: zone, at: instant)
    while seen < today {
      seen = seen.adding(days: 1)
      evaluate(seen)
    }
    seen = today
    evaluate(today)
  }

  /// Takes another zone over. Days that come again are like any other where none of them has a grape.
  mutating func move(to zone: String, at instant: Timestamp) {
    self.zone = zone
    let today = SystemTimeZones().day(in: zone, at: instant)
    if !grapes.contains(where: { $0 >= today && $0 < latest }) { latest = min(latest, today) }
  }

  private mutating func evaluate(_ day: CivilDate) {
    let mine = todos.values.filter { $0.day == day }
    let isEarned = !mine.isEmpty && mine.allSatisfy(\.isDone)
    if isEarned {
      grapes.insert(day)
    } else if day >= latest {
      grapes.remove(day)
    }
    latest = max(latest, day)
  }

  /// Counts the grapes of the current bunch one by one.
  func fill(today: CivilDate) -> Int {
    var fill = 0
    for day in grapes.sorted() {
      if fill == 10 { fill = 0 }
      fill += 1
      if fill == 10, day < today { fill = 0 }
    }
    return fill
  }
}

/// The service and the simulation side by side.
private struct ComparedCard {
  let grapeCard: GrapeCardUnderTest
  let mina: AccountID
  let group: TodoGroupID
  var numbers: SeededNumbers
  var plain: PlainCard

  init(grapeCard: GrapeCardUnderTest, mina: AccountID, group: TodoGroupID, numbers: SeededNumbers) {
    (self.grapeCard, self.mina, self.group, self.numbers) = (grapeCard, mina, group, numbers)
    let today = SystemTimeZones().day(in: "Asia/Seoul", at: grapeCard.clock.now)
    plain = PlainCard(seen: today, latest: today)
  }

  private static let zones = [
    "Asia/Seoul", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "Australia/Lord_Howe", "Europe/London",
    "America/Santiago", "Asia/Kathmandu",
  ]

  private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

  /// Lets some time go, with a look of the simulation every hour, and then something happen.
  mutating func step() async throws {
    for _ in 0..<(chance(3) == 0 ? chance(40) : chance(8)) {
      grapeCard.clock.advance(seconds: 3600)
      plain.read(grapeCard.clock.now)
    }
    grapeCard.clock.advance(seconds: Int64(chance(3600)))
    plain.read(grapeCard.clock.now)
    try await act()
    plain.read(grapeCard.clock.now)
  }

  private mutating func act() async throws {
    let service = grapeCard.service
    let ids = plain.todos.filter { abs($0.value.day.daysSince1970 - plain.seen.daysSince1970) <= 2 }.keys.sorted()
    guard chance(4) > 0, let id = ids.randomElement(using: &numbers) else { return try await add() }
    switch chance(12) {
    case 0:
      _ = try await service.remove(id, by: mina)
      plain.todos[id] = nil
    case 1:
      let day = plain.seen.adding(days: chance(5) - 2)
      _ = try await service.change(id, TodoChange(day: day), by: mina)
      plain.todos[id]?.day = day
    case 2:
      let todo = try await service.postpone(id, by: mina).todo
      let next = plain.todos[id]?.day.adding(days: 1)
      #expect(todo.day == next)
      plain.todos[id]?.day = todo.day
    case 3:
      plain.move(to: Self.zones[chance(Self.zones.count)], at: grapeCard.clock.now)
      _ = try await service.setZone(plain.zone, of: mina)
    case 4: _ = try await service.card(of: mina)
    case 5, 6: try await finishToday()
    default:
      let isDone = chance(5) > 0
      _ = try await service.setDone(id, isDone, by: mina)
      plain.todos[id]?.isDone = isDone
    }
  }

  private mutating func finishToday() async throws {
    for id in plain.todos.filter({ $0.value.day == plain.seen }).keys.sorted() {
      _ = try await grapeCard.service.setDone(id, true, by: mina)
      plain.todos[id]?.isDone = true
      plain.read(grapeCard.clock.now)
    }
  }

  private mutating func add() async throws {
    let day = plain.seen.adding(days: chance(4) - 1)
    let todo = try await grapeCard.service.add(TodoDraft(contents: "t", group: group, day: day), by: mina).todo
    plain.todos[todo.id] = (day, false)
  }
}

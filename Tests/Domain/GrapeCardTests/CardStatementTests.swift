import Basics
import GrapeCard
import Support
import Testing

/// Over a network each statement is a round trip.
@Suite("The number of statements about a grape card")
struct CardStatementTests {
  private let grapeCard: GrapeCardUnderTest
  private let mina: AccountID

  init() async throws {
    grapeCard = try await GrapeCardUnderTest()
    mina = try await grapeCard.account()
    _ = try await grapeCard.service.card(of: mina)
  }

  @Test("Each list and the card take two statements")
  func reading() async throws {
    let (service, statements, day) = (grapeCard.service, grapeCard.statements, CivilDate.of("2026-11-20"))
    let todo = try await service.add(TodoDraft(contents: "t"), by: mina).todo
    _ = try await statements.expect(2) { try await service.card(of: mina) }
    _ = try await statements.expect(2) { try await service.bunches(of: mina) }
    _ = try await statements.expect(2) { try await service.days(day...day, of: mina) }
    _ = try await statements.expect(2) { try await service.todos(of: mina) }
    _ = try await statements.expect(2) { try await service.todo(todo.id, of: mina) }
    _ = try await statements.expect(2) { try await service.groups(of: mina) }
  }

  @Test("A change takes four to six statements")
  func changing() async throws {
    let (service, statements, day) = (grapeCard.service, grapeCard.statements, CivilDate.of("2026-11-20"))
    let first = try await statements.expect(4) { try await service.add(TodoDraft(contents: "t"), by: mina).todo }
    #expect(try await statements.expect(5) { try await service.setDone(first.id, true, by: mina).card.hasGrapeToday })
    let second = try await statements.expect(5) { try await service.add(TodoDraft(contents: "t"), by: mina) }
    #expect(!second.card.hasGrapeToday && second.card.grapes == 0)
    let group = try await statements.expect(4) { try await service.addGroup("g", by: mina) }
    let change = TodoChange(group: group.id, day: day.adding(days: 1))
    let moved = try await statements.expect(6) { try await service.change(second.todo.id, change, by: mina) }
    #expect(moved.card.hasGrapeToday && moved.card.grapes == 1)
    _ = try await statements.expect(4) { try await service.remove(second.todo.id, by: mina) }
    _ = try await statements.expect(4) { try await service.removeGroup(group.id, by: mina) }
  }

  @Test("The number of statements does not grow with the days that have passed")
  func longAbsence() async throws {
    let (service, statements, day) = (grapeCard.service, grapeCard.statements, CivilDate.of("2026-11-20"))
    for offset in 1...20 {
      let todo = try await service.add(TodoDraft(contents: "t", day: day.adding(days: offset)), by: mina).todo
      _ = try await service.setDone(todo.id, true, by: mina)
    }
    grapeCard.wait(until: "2026-12-20T09:00:00+09:00")
    // One finds the day ended, and the write transaction reads the card again, settles it, and shows it.
    let card = try await statements.expect(6) { try await service.card(of: mina) }
    #expect(card.grapes == 20)
  }
}

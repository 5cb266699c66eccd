import Basics
import GrapeCard
import Support
import Testing

@Suite("Concurrent changes")
struct ConcurrencyTests {
  @Test("Fifty todos that two processes complete at once earn one grape")
  func done() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let mina = try await grapeCard.account()
    let services = [grapeCard.service, try await grapeCard.secondProcess()]
    var todos: [TodoID] = []
    for _ in 0..<50 { todos.append(try await grapeCard.service.add(TodoDraft(contents: "t"), by: mina).todo.id) }
    let cards = try await withThrowingTaskGroup(of: Card.self) { group in
      for (index, todo) in todos.enumerated() {
        group.addTask { try await services[index % 2].setDone(todo, true, by: mina).card }
      }
      return try await group.reduce(into: [Card]()) { $0.append($1) }
    }
    #expect(cards.count { $0.hasGrapeToday } == 1)
    #expect(try await grapeCard.grapes(of: mina) == [.of("2026-11-20")])
  }

  @Test("After concurrent changes the grape exists if and only if every todo is done")
  func mixed() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let mina = try await grapeCard.account()
    let services = [grapeCard.service, try await grapeCard.secondProcess()]
    for round in 0..<4 {
      var todos: [TodoID] = []
      for _ in 0..<10 { todos.append(try await grapeCard.service.add(TodoDraft(contents: "t"), by: mina).todo.id) }
      await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<50 {
          let (service, todo) = (services[index % 2], todos[index % 10])
          group.addTask {
            switch index {
            case 0..<10: _ = try await service.setDone(todo, true, by: mina)
            case 10..<13: _ = try await service.remove(todo, by: mina)
            case 13..<16 where round % 2 == 0: _ = try await service.setDone(todo, false, by: mina)
            default: _ = try? await service.setDone(todo, true, by: mina)
            }
          }
        }
        // A todo that was removed meanwhile cannot be done: this is no fault.
        while let result = await group.nextResult() {
          if case .failure(let error) = result { #expect((error as? DomainError)?.code == "todo-unknown") }
        }
      }
      let left = try await grapeCard.service.todos(of: mina).todos
      let isEarned = !left.isEmpty && left.allSatisfy(\.isDone)
      #expect(try await grapeCard.grapes(of: mina).count == (isEarned ? 1 : 0), "round \(round)")
    }
  }

  @Test("Concurrent first uses make one card and one default group")
  func firstUse() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let mina = try await grapeCard.account()
    let services = [grapeCard.service, try await grapeCard.secondProcess()]
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask { #expect(await code { _ = try await services[index % 2].groups(of: mina) } == nil) }
      }
    }
    #expect(try await grapeCard.service.groups(of: mina).count == 1)
  }
}

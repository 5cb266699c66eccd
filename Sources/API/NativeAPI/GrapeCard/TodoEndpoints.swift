import APIKit
import Basics
import Contracts
import Geo
import GrapeCard
import HTTP

/// Todos. Every change returns the card too, as it may gain or lose a grape.
struct TodoEndpoints: Sendable {
  let grapeCard: GrapeCardService

  var all: [Endpoint] {
    [list, add, one, change, remove, done, undone, postpone, checkIn]
  }

  private static let unknown = ResponseDescription.notFound("There is no such todo.")
  private static let full = ResponseDescription.conflict("The day has too many todos.")
  private static let outcome = ResponseDescription(200, "The todo and the card.", [(MediaType.json, "TodoOutcome")])

  private var list: Endpoint {
    Endpoint(
      path: "/api/todos", group: .grapeCard, summary: "The caller's todos of some days",
      details: "By day, open todos first, then by creation.",
      query: [GrapeCardParameters.first, GrapeCardParameters.last], caller: .required,
      answers: [ResponseDescription(200, "The todos.", [(MediaType.json, "TodoList")])],
      handler: .deferred { context in
        let found = try await grapeCard.todos(
          of: try context.account(), from: try context.query.value(GrapeCardParameters.first),
          to: try context.query.value(GrapeCardParameters.last))
        return .uncached(TodoListDocument(today: found.today, todos: found.todos.map(TodoDocument.init)))
      })
  }

  private var add: Endpoint {
    Endpoint(
      method: .post, path: "/api/todos", group: .grapeCard, summary: "Add a todo",
      details: "A todo for today revokes the day's grape until it is done.", caller: .required,
      body: .json("The todo.", GrapeCardFields.draft),
      answers: [ResponseDescription(201, "The todo and the card.", [(MediaType.json, "TodoOutcome")]), Self.full],
      handler: .deferred { context in
        let outcome = try await grapeCard.add(try context.body.todoDraft(), by: try context.account())
        return .created(TodoOutcomeDocument(outcome), at: "/api/todos/\(outcome.todo.id)")
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/todos/{id}", group: .grapeCard, summary: "One todo", pathParameters: [GrapeCardParameters.todo],
      caller: .required,
      answers: [ResponseDescription(200, "The todo.", [(MediaType.json, "Todo")]), Self.unknown],
      handler: .deferred { context in
        let id = try context.pathParameter(GrapeCardParameters.todo)
        return .uncached(TodoDocument(try await grapeCard.todo(id, of: try context.account())))
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .patch, path: "/api/todos/{id}", group: .grapeCard, summary: "Change a todo",
      details: "Absent fields stay unchanged.", pathParameters: [GrapeCardParameters.todo], caller: .required,
      body: .json("The changes.", GrapeCardFields.change), answers: [Self.outcome, Self.unknown, Self.full],
      handler: .deferred { context in
        let change = try context.body.todoChange()
        return try await outcome(context) { try await $0.change($1, change, by: $2) }
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/todos/{id}", group: .grapeCard, summary: "Remove a todo",
      pathParameters: [GrapeCardParameters.todo], caller: .required,
      answers: [ResponseDescription(200, "The card.", [(MediaType.json, "Card")]), Self.unknown],
      handler: .deferred { context in
        let id = try context.pathParameter(GrapeCardParameters.todo)
        return .uncached(CardDocument(try await grapeCard.remove(id, by: try context.account())))
      })
  }

  private var done: Endpoint {
    Endpoint(
      method: .put, path: "/api/todos/{id}/done", group: .grapeCard, summary: "Mark a todo as done",
      details: "Repeating it is no error. Visits to booths are done by check-in.",
      pathParameters: [GrapeCardParameters.todo], caller: .required,
      answers: [Self.outcome, Self.unknown, .conflict("The todo is a visit to a booth.")],
      handler: .deferred { context in try await outcome(context) { try await $0.setDone($1, true, by: $2) } })
  }

  private var undone: Endpoint {
    Endpoint(
      method: .delete, path: "/api/todos/{id}/done", group: .grapeCard, summary: "Mark a todo as not done",
      pathParameters: [GrapeCardParameters.todo], caller: .required, answers: [Self.outcome, Self.unknown],
      handler: .deferred { context in try await outcome(context) { try await $0.setDone($1, false, by: $2) } })
  }

  private var postpone: Endpoint {
    Endpoint(
      method: .post, path: "/api/todos/{id}/postpone", group: .grapeCard, summary: "Postpone a todo by a day",
      pathParameters: [GrapeCardParameters.todo], caller: .required, answers: [Self.outcome, Self.unknown, Self.full],
      handler: .deferred { context in try await outcome(context) { try await $0.postpone($1, by: $2) } })
  }

  private var checkIn: Endpoint {
    Endpoint(
      method: .post, path: "/api/todos/{id}/check-in", group: .grapeCard,
      summary: "Check in at the booth of a todo",
      details: """
        The device must be within 200 m of the booth by geodesic distance, less the accuracy of its position, of which \
        at most 100 m count. An accuracy worse than 300 m is rejected. The position is used once and never stored.
        """,
      pathParameters: [GrapeCardParameters.todo], caller: .required,
      body: .json("The position of the device.", GrapeCardFields.position),
      answers: [Self.outcome, Self.unknown, .conflict("The device is not at the booth, or the todo has no booth.")],
      handler: .deferred { context in
        let position = try context.body.reportedPosition()
        return try await outcome(context) { try await $0.checkIn($1, at: position, by: $2) }
      })
  }
}

extension TodoEndpoints {
  private func outcome(
    _ context: RequestContext,
    _ change: (GrapeCardService, TodoID, AccountID) async throws -> TodoOutcome
  ) async throws -> Response {
    let outcome = try await change(
      grapeCard, try context.pathParameter(GrapeCardParameters.todo), try context.account())
    return .uncached(TodoOutcomeDocument(outcome))
  }
}

import Basics
import Contracts
import Geo
import HTTP
import Stamps

/// What is to be done. Whatever changes a todo tells of the card, too: a grape may have come or gone.
enum TodoEndpoints {
  static let all = [list, add, one, change, remove, done, undone, postpone, checkIn]

  private static let unknown = AnswerDescription.missing("There is no such todo.")
  private static let full = AnswerDescription.conflict("The day has as many todos as a day may have.")
  private static let outcome = AnswerDescription(200, "The todo and the card.", [(MediaType.json, "TodoOutcome")])

  private static let list = Endpoint(
    path: "/api/todos", group: .stamps, summary: "The caller's todos of some days",
    details: "By day, those that are not done first, then in the order in which they were made.",
    query: [StampParameters.first, StampParameters.last], caller: .needed,
    answers: [AnswerDescription(200, "The todos.", [(MediaType.json, "TodoList")])],
    reply: .deferred { call in
      let found = try await call.site.community.stamps.todos(
        of: try call.account(), from: try call.query.value(StampParameters.first),
        to: try call.query.value(StampParameters.last))
      return .own(TodoListDocument(today: found.today, todos: found.todos.map(TodoDocument.init)))
    })

  private static let add = Endpoint(
    method: .post, path: "/api/todos", group: .stamps, summary: "Plan something",
    details: "Today's grape is taken back until it is done.", caller: .needed,
    body: .json("The todo.", StampFields.draft),
    answers: [AnswerDescription(201, "The todo and the card.", [(MediaType.json, "TodoOutcome")]), full],
    reply: .deferred { call in
      let outcome = try await call.site.community.stamps.add(try call.body.todoDraft(), by: try call.account())
      return .made(TodoOutcomeDocument(outcome), at: "/api/todos/\(outcome.todo.id)")
    })

  private static let one = Endpoint(
    path: "/api/todos/{id}", group: .stamps, summary: "One todo", segments: [StampParameters.todo], caller: .needed,
    answers: [AnswerDescription(200, "The todo.", [(MediaType.json, "Todo")]), unknown],
    reply: .deferred { call in
      let id = try call.segment(StampParameters.todo)
      return .own(TodoDocument(try await call.site.community.stamps.todo(id, of: try call.account())))
    })

  private static let change = Endpoint(
    method: .patch, path: "/api/todos/{id}", group: .stamps, summary: "Change a todo",
    details: "What is not given stays as it is.", segments: [StampParameters.todo], caller: .needed,
    body: .json("What changes.", StampFields.change), answers: [outcome, unknown, full],
    reply: .deferred { call in
      let change = try call.body.todoChange()
      return try await call.outcome { try await $0.change($1, change, by: $2) }
    })

  private static let remove = Endpoint(
    method: .delete, path: "/api/todos/{id}", group: .stamps, summary: "Remove a todo",
    segments: [StampParameters.todo], caller: .needed,
    answers: [AnswerDescription(200, "The card.", [(MediaType.json, "Card")]), unknown],
    reply: .deferred { call in
      let id = try call.segment(StampParameters.todo)
      return .own(CardDocument(try await call.site.community.stamps.remove(id, by: try call.account())))
    })

  private static let done = Endpoint(
    method: .put, path: "/api/todos/{id}/done", group: .stamps, summary: "A todo is done",
    details: "Saying it twice is no error. A visit to a booth is done by checking in.",
    segments: [StampParameters.todo], caller: .needed,
    answers: [outcome, unknown, .conflict("The todo is a visit to a booth.")],
    reply: .deferred { call in try await call.outcome { try await $0.setDone($1, true, by: $2) } })

  private static let undone = Endpoint(
    method: .delete, path: "/api/todos/{id}/done", group: .stamps, summary: "A todo is not done after all",
    segments: [StampParameters.todo], caller: .needed, answers: [outcome, unknown],
    reply: .deferred { call in try await call.outcome { try await $0.setDone($1, false, by: $2) } })

  private static let postpone = Endpoint(
    method: .post, path: "/api/todos/{id}/postpone", group: .stamps, summary: "Put a todo off by a day",
    segments: [StampParameters.todo], caller: .needed, answers: [outcome, unknown, full],
    reply: .deferred { call in try await call.outcome { try await $0.postpone($1, by: $2) } })

  private static let checkIn = Endpoint(
    method: .post, path: "/api/todos/{id}/check-in", group: .stamps, summary: "Do a visit to a booth by being there",
    details: """
      Within 200 m of the booth along the ground, of which what the device does not know exactly is credited up to 100 m. \
      A position that is less exact than 300 m is refused. It is used once and kept nowhere.
      """,
    segments: [StampParameters.todo], caller: .needed, body: .json("Where the device is.", StampFields.position),
    answers: [outcome, unknown, .conflict("Not at the booth; or there is none to visit.")],
    reply: .deferred { call in
      let place = try Coordinate.checked(
        latitude: try call.body.required(StampFields.latitude),
        longitude: try call.body.required(StampFields.longitude))
      let position = ReportedPosition(place: place, accuracy: try call.body.required(StampFields.accuracy))
      return try await call.outcome { try await $0.checkIn($1, at: position, by: $2) }
    })
}

extension Call {
  /// What became of the todo that the path names.
  fileprivate func outcome(
    _ change: (StampService, TodoID, AccountID) async throws -> TodoOutcome
  ) async throws -> Response {
    let outcome = try await change(site.community.stamps, try segment(StampParameters.todo), try account())
    return .own(TodoOutcomeDocument(outcome))
  }
}

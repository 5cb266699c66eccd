public import Basics
public import Contracts

/// A request about todos and the grape card.
public enum GrapeCardRoute: Sendable {
  case card
  case changeCard(CardChangeRequest)
  case bunches
  case days(year: Int, month: Int)

  case todos(from: CivilDate?, to: CivilDate?)
  case addTodo(TodoRequest)
  case todo(TodoID)
  case changeTodo(TodoID, TodoChangeRequest)
  case removeTodo(TodoID)
  case setDone(TodoID, Bool)
  case postpone(TodoID)
  case checkIn(TodoID, CheckInRequest)

  case groups
  case addGroup(TodoGroupRequest)
  case changeGroup(TodoGroupID, TodoGroupRequest)
  case removeGroup(TodoGroupID)
}

extension GrapeCardRoute {
  /// Method, path, query, body and token of the request. One long function, so that it reads as a table, and the
  /// compiler checks that it is complete.
  var parts: RouteParts {
    switch self {
    case .card: own("GET", ["card"])
    case .changeCard(let body): own("PATCH", ["card"], body: .json(body))
    case .bunches: own("GET", ["card", "bunches"])
    case .days(let year, let month):
      own(
        "GET", ["card", "days"],
        [("month", CivilDate(year: year, month: month, day: 1).map { "\($0.rfc3339.prefix(7))" })])

    case .todos(let first, let last): own("GET", ["todos"], [("from", first?.rfc3339), ("to", last?.rfc3339)])
    case .addTodo(let body): own("POST", ["todos"], body: .json(body))
    case .todo(let id): own("GET", ["todos", id.description])
    case .changeTodo(let id, let body): own("PATCH", ["todos", id.description], body: .json(body))
    case .removeTodo(let id): own("DELETE", ["todos", id.description])
    case .setDone(let id, let isDone): own(isDone ? "PUT" : "DELETE", ["todos", id.description, "done"])
    case .postpone(let id): own("POST", ["todos", id.description, "postpone"])
    case .checkIn(let id, let body): own("POST", ["todos", id.description, "check-in"], body: .json(body))

    case .groups: own("GET", ["todo-groups"])
    case .addGroup(let body): own("POST", ["todo-groups"], body: .json(body))
    case .changeGroup(let id, let body): own("PATCH", ["todo-groups", id.description], body: .json(body))
    case .removeGroup(let id): own("DELETE", ["todo-groups", id.description])
    }
  }

  private func own(
    _ method: String, _ path: [String], _ query: [(name: String, value: String?)] = [], body: RouteBody = .none
  ) -> RouteParts {
    RouteParts(method, path, query, body: body, token: .required)
  }
}

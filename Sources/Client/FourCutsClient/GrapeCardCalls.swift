public import Basics
public import Contracts

// Todos and the grape card. All throw `ClientError`.

extension FourCutsClient {
  // MARK: The card

  /// The caller's grape card.
  public func card() async throws(ClientError) -> CardDocument { try await answer(APIRequest("GET", "card")) }

  /// Sets the time zone that bounds the caller's days: the device's, as an IANA name.
  @discardableResult
  public func setTimeZone(_ name: String) async throws(ClientError) -> CardDocument {
    try await answer(APIRequest("PATCH", "card", json: CardChangeRequest(timeZone: name)))
  }

  /// The caller's full bunches, oldest first.
  public func bunches() async throws(ClientError) -> [BunchDocument] {
    try await answer(APIRequest("GET", "card", "bunches"), as: BunchListDocument.self).bunches
  }

  /// The days of a month with a todo or a grape.
  public func cardDays(year: Int, month: Int) async throws(ClientError) -> [CardDayDocument] {
    let month = CivilDate(year: year, month: month, day: 1).map { "\($0.rfc3339.prefix(7))" }
    return try await answer(
      APIRequest("GET", "card", "days", query: [("month", month)]), as: CardDayListDocument.self
    ).days
  }

  // MARK: Todos

  /// The caller's todos of at most 42 days: from `first` (default: today) to `last` (default: the first day).
  public func todos(from first: CivilDate? = nil, to last: CivilDate? = nil) async throws(ClientError)
    -> TodoListDocument
  {
    try await answer(APIRequest("GET", "todos", query: [("from", first?.rfc3339), ("to", last?.rfc3339)]))
  }

  /// One todo.
  public func todo(_ id: TodoID) async throws(ClientError) -> TodoDocument {
    try await answer(APIRequest("GET", "todos", id.description))
  }

  /// Adds a todo.
  @discardableResult
  public func add(_ todo: TodoRequest) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(APIRequest("POST", "todos", json: todo))
  }

  /// Changes a todo.
  @discardableResult
  public func change(_ id: TodoID, _ change: TodoChangeRequest) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(APIRequest("PATCH", "todos", id.description, json: change))
  }

  /// Marks a todo as done, or as not done.
  @discardableResult
  public func setDone(_ id: TodoID, _ isDone: Bool = true) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(APIRequest(isDone ? "PUT" : "DELETE", "todos", id.description, "done"))
  }

  /// Postpones a todo by a day.
  @discardableResult
  public func postpone(_ id: TodoID) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(APIRequest("POST", "todos", id.description, "postpone"))
  }

  /// Completes a visit to a booth by the device's position, which the server does not store.
  @discardableResult
  public func checkIn(_ id: TodoID, at position: CheckInRequest) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(APIRequest("POST", "todos", id.description, "check-in", json: position))
  }

  /// Removes a todo.
  @discardableResult
  public func remove(_ id: TodoID) async throws(ClientError) -> CardDocument {
    try await answer(APIRequest("DELETE", "todos", id.description))
  }

  // MARK: Groups

  /// The caller's groups, the default one first.
  public func todoGroups() async throws(ClientError) -> [TodoGroupDocument] {
    try await answer(APIRequest("GET", "todo-groups"), as: TodoGroupListDocument.self).groups
  }

  /// Creates a group, or changes the one with `id`.
  @discardableResult
  public func save(_ group: TodoGroupRequest, id: TodoGroupID? = nil) async throws(ClientError) -> TodoGroupDocument {
    if let id { return try await answer(APIRequest("PATCH", "todo-groups", id.description, json: group)) }
    return try await answer(APIRequest("POST", "todo-groups", json: group))
  }

  /// Removes a group with its todos.
  @discardableResult
  public func remove(_ id: TodoGroupID) async throws(ClientError) -> CardDocument {
    try await answer(APIRequest("DELETE", "todo-groups", id.description))
  }
}

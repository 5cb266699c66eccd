public import Basics
public import Contracts

// Todos and the grape card. All throw `ClientError`.

extension FourCutsClient {
  // MARK: The card

  /// One's own grape card.
  public func card() async throws(ClientError) -> CardDocument { try await answer(.grapeCard(.card)) }

  /// Sets the zone by whose clocks one's days begin and end: that of the device, as the IANA database names it.
  @discardableResult
  public func setTimeZone(_ name: String) async throws(ClientError) -> CardDocument {
    try await answer(.grapeCard(.changeCard(CardChangeRequest(timeZone: name))))
  }

  /// One's own full bunches, the first one first.
  public func bunches() async throws(ClientError) -> [BunchDocument] {
    try await answer(.grapeCard(.bunches), as: BunchListDocument.self).bunches
  }

  /// The days of a month on which there is a todo or a grape.
  public func cardDays(year: Int, month: Int) async throws(ClientError) -> [CardDayDocument] {
    try await answer(.grapeCard(.days(year: year, month: month)), as: CardDayListDocument.self).days
  }

  // MARK: Todos

  /// One's own todos of some days, at most 42: of today where no day is named, of one day where only that is.
  public func todos(from first: CivilDate? = nil, to last: CivilDate? = nil) async throws(ClientError)
    -> TodoListDocument
  {
    try await answer(.grapeCard(.todos(from: first, to: last)))
  }

  /// One todo.
  public func todo(_ id: TodoID) async throws(ClientError) -> TodoDocument { try await answer(.grapeCard(.todo(id))) }

  /// Plans something.
  @discardableResult
  public func add(_ todo: TodoRequest) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(.grapeCard(.addTodo(todo)))
  }

  /// Changes a todo.
  @discardableResult
  public func change(_ id: TodoID, _ change: TodoChangeRequest) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(.grapeCard(.changeTodo(id, change)))
  }

  /// Marks a todo as done, or as not done.
  @discardableResult
  public func setDone(_ id: TodoID, _ isDone: Bool = true) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(.grapeCard(.setDone(id, isDone)))
  }

  /// Puts a todo off by a day.
  @discardableResult
  public func postpone(_ id: TodoID) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(.grapeCard(.postpone(id)))
  }

  /// Does a visit to a booth by being there. The server keeps the position nowhere.
  @discardableResult
  public func checkIn(_ id: TodoID, at position: CheckInRequest) async throws(ClientError) -> TodoOutcomeDocument {
    try await answer(.grapeCard(.checkIn(id, position)))
  }

  /// Removes a todo.
  @discardableResult
  public func remove(_ id: TodoID) async throws(ClientError) -> CardDocument {
    try await answer(.grapeCard(.removeTodo(id)))
  }

  // MARK: Groups

  /// One's own groups, the default one first.
  public func todoGroups() async throws(ClientError) -> [TodoGroupDocument] {
    try await answer(.grapeCard(.groups), as: TodoGroupListDocument.self).groups
  }

  /// Makes a group, or with an identifier changes one.
  @discardableResult
  public func save(_ group: TodoGroupRequest, id: TodoGroupID? = nil) async throws(ClientError) -> TodoGroupDocument {
    if let id { return try await answer(.grapeCard(.changeGroup(id, group))) }
    return try await answer(.grapeCard(.addGroup(group)))
  }

  /// Removes a group with its todos.
  @discardableResult
  public func remove(_ id: TodoGroupID) async throws(ClientError) -> CardDocument {
    try await answer(.grapeCard(.removeGroup(id)))
  }
}

package import Basics
package import Geo

extension GrapeCardService {
  // MARK: Todos

  /// An account's todos in a range of days: ordered by day, undone ones first, then by creation.
  /// - Parameters:
  ///   - first: nil for today.
  ///   - last: nil for the first day. At most 42 days.
  /// - Returns: The todos, and the account's today.
  /// - Throws: `DomainError` `days-reversed`, `days-too-many`, field `to`.
  package func todos(
    of account: AccountID, from first: CivilDate? = nil, to last: CivilDate? = nil
  ) async throws -> (today: CivilDate, todos: [Todo]) {
    try await read(account) { transaction, card in
      let first = first ?? card.today
      let last = last ?? first
      try GrapeCardRules.checkListed(from: first, to: last)
      return (card.today, try transaction.todos(in: first...last))
    }
  }

  /// - Throws: `DomainError` `todo-unknown` (notFound).
  package func todo(_ id: TodoID, of account: AccountID) async throws -> Todo {
    try await read(account) { transaction, _ in try Self.found(id, in: transaction) }
  }

  /// Creates a todo, which is not done.
  /// - Throws: `DomainError` with a field: `contents-empty`, `contents-too-long`, `text-invalid`, `day-out-of-range`,
  ///   `group-unknown`, `booth-unknown`; `todos-too-many` (conflict).
  package func add(_ draft: TodoDraft, by account: AccountID) async throws -> TodoOutcome {
    let id = TodoID(at: clock(), random: random)
    return try await save(account) { transaction, card in
      let day = draft.day ?? card.today
      let destination = try Self.destination(draft.group, on: day, in: transaction)
      var todo = Todo(id: id, contents: draft.contents, group: destination.group, day: day)
      try GrapeCardRules.check(contents: todo.contents)
      try Self.check(destination, on: day)
      try setBooth(of: &todo, draft.booth)
      return todo
    }
  }

  /// Changes a todo.
  /// - Throws: As `add`, and `todo-unknown` (notFound).
  package func change(_ id: TodoID, _ change: TodoChange, by account: AccountID) async throws -> TodoOutcome {
    try await save(account) { transaction, _ in
      var todo = try Self.found(id, in: transaction)
      if let contents = change.contents {
        try GrapeCardRules.check(contents: contents)
        todo.contents = contents
      }
      if change.group != nil || change.day != nil {
        try Self.move(&todo, to: change.group ?? todo.group, on: change.day ?? todo.day, in: transaction)
      }
      if let booth = change.booth { try setBooth(of: &todo, booth) }
      return todo
    }
  }

  /// Marks a todo as done or not done. Idempotent.
  /// - Throws: `DomainError` `todo-unknown` (notFound), `check-in-needed` (conflict) for a visit to a booth.
  package func setDone(_ id: TodoID, _ isDone: Bool, by account: AccountID) async throws -> TodoOutcome {
    try await save(account) { transaction, _ in
      var todo = try Self.found(id, in: transaction)
      if isDone, !todo.isDone, todo.booth != nil { throw DomainError.checkInNeeded }
      todo.isDone = isDone
      return todo
    }
  }

  /// Moves a todo to the day after its day.
  /// - Throws: `DomainError` `todo-unknown` (notFound), `day-out-of-range`, `todos-too-many` (conflict).
  package func postpone(_ id: TodoID, by account: AccountID) async throws -> TodoOutcome {
    try await save(account) { transaction, _ in
      var todo = try Self.found(id, in: transaction)
      try Self.move(&todo, to: todo.group, on: todo.day.adding(days: 1), in: transaction)
      return todo
    }
  }

  /// Completes a visit to a booth, if the reported position is there. The position is stored nowhere.
  /// - Throws: `DomainError` `todo-unknown` (notFound); `accuracy-invalid`, `position-inexact`, field `accuracy_m`;
  ///   `todo-without-booth`, `booth-gone`, `booth-too-far` (conflict).
  package func checkIn(_ id: TodoID, at position: ReportedPosition, by account: AccountID) async throws -> TodoOutcome {
    try await save(account) { transaction, _ in
      var todo = try Self.found(id, in: transaction)
      guard let booth = todo.booth else { throw DomainError.todoWithoutBooth }
      guard let coordinate = coordinateOfBooth(booth) else { throw DomainError.boothGone }
      guard try position.isAt(coordinate) else { throw DomainError.boothTooFar }
      todo.isDone = true
      return todo
    }
  }

  /// Removes a todo.
  /// - Throws: `DomainError` `todo-unknown` (notFound).
  package func remove(_ id: TodoID, by account: AccountID) async throws -> Card {
    try await change(account) { transaction, _ in
      _ = try Self.found(id, in: transaction)
      try transaction.removeTodo(id)
    }.card
  }

  // MARK: Helpers

  private func save(
    _ account: AccountID, _ body: @escaping @Sendable (any GrapeCardTransaction, CardState) throws -> Todo
  ) async throws -> TodoOutcome {
    let (todo, card) = try await change(account) { transaction, card in
      let todo = try body(transaction, card)
      try transaction.save(todo)
      return todo
    }
    return TodoOutcome(todo: todo, card: card)
  }

  private static func found(_ id: TodoID, in transaction: any GrapeCardTransaction) throws -> Todo {
    guard let todo = try transaction.todo(id) else { throw DomainError.todoUnknown }
    return todo
  }

  /// The group with an identifier, which must exist, or the default one.
  private static func destination(
    _ group: TodoGroupID?, on day: CivilDate, in transaction: any GrapeCardTransaction
  ) throws -> TodoDestination {
    guard let found = try transaction.destination(group, on: day) else { throw DomainError.groupUnknown }
    return found
  }

  private static func move(
    _ todo: inout Todo, to group: TodoGroupID, on day: CivilDate, in transaction: any GrapeCardTransaction
  ) throws {
    guard group != todo.group || day != todo.day else { return }
    let destination = try destination(group, on: day, in: transaction)
    if day != todo.day { try check(destination, on: day) }
    (todo.group, todo.day) = (group, day)
  }

  private static func check(_ destination: TodoDestination, on day: CivilDate) throws {
    try GrapeCardRules.check(day: day)
    guard destination.todoCount < GrapeCardRules.maxTodos else { throw DomainError.todosTooMany }
  }

  private func setBooth(of todo: inout Todo, _ booth: BoothID?) throws {
    guard booth != todo.booth else { return }
    if let booth {
      guard coordinateOfBooth(booth) != nil else { throw DomainError.boothUnknown(booth) }
      todo.isDone = false
    }
    todo.booth = booth
  }
}

package import Basics

/// The store of cards, groups and todos, separate for each account.
package protocol GrapeCardStore: Sendable {
  /// Runs a body over an account's data in one write transaction, which is rolled back if the body throws. Write
  /// transactions are serialised over all processes.
  /// - Throws: What the body throws.
  func change<Outcome: Sendable>(
    of account: AccountID, _ body: @escaping @Sendable (any GrapeCardTransaction) throws -> Outcome
  ) async throws -> Outcome

  /// Runs a read-only body over a consistent snapshot of an account's data.
  /// - Throws: What the body throws.
  func read<Outcome: Sendable>(
    of account: AccountID, _ body: @escaping @Sendable (any GrapeCardTransaction) throws -> Outcome
  ) async throws -> Outcome
}

/// An account's data inside a transaction. Data of other accounts is not accessible through it.
package protocol GrapeCardTransaction {
  // MARK: The card and its grapes, at most one for each day

  /// The card; nil if there is none yet.
  /// - Throws: `DomainError` `token-unusable` (unauthenticated) if the account is gone.
  func card() throws -> CardState?
  func save(_ card: CardState) throws
  /// The days in a range with a grape, ascending. Complexity: O(log n + results).
  func grapes(in days: ClosedRange<CivilDate>) throws -> [CivilDate]
  /// The days in a range that have a todo or a grape, and the count of all grapes. Complexity: O(grapes + todos of
  /// those days).
  func contents(of days: ClosedRange<CivilDate>, today: CivilDate) throws -> CardContents
  /// Adds the grapes of some days. Idempotent.
  func putGrapes(of days: [CivilDate]) throws
  /// Removes the grapes of some days. Idempotent.
  func removeGrapes(of days: [CivilDate]) throws

  // MARK: Groups

  /// All groups: the default one first, then in order of creation.
  func groups() throws -> [TodoGroup]
  /// Inserts or updates a group.
  /// - Throws: An error if it would be a second default group.
  func save(_ group: TodoGroup) throws
  func removeGroup(_ id: TodoGroupID) throws

  // MARK: Todos

  func todo(_ id: TodoID) throws -> Todo?
  /// The todos in a range of days: ordered by day, undone ones first, then by creation.
  func todos(in days: ClosedRange<CivilDate>) throws -> [Todo]
  /// A group, and the number of todos on a day; nil if there is no such group. Complexity: O(log n + todos of that day).
  /// - Parameter group: nil for the default one.
  func destination(_ group: TodoGroupID?, on day: CivilDate) throws -> TodoDestination?
  func save(_ todo: Todo) throws
  func removeTodo(_ id: TodoID) throws
}

/// The destination of a new or changed todo.
package struct TodoDestination: Hashable, Sendable {
  package let group: TodoGroupID
  /// The number of todos on its day.
  package let todoCount: Int

  package init(group: TodoGroupID, todoCount: Int) {
    (self.group, self.todoCount) = (group, todoCount)
  }
}

package import Basics

/// Where cards, groups and todos are kept, each person's apart from all others'.
package protocol GrapeCardStore: Sendable {
  /// Runs a body over what is kept of one person, in one write transaction: all that it writes is kept, or nothing
  /// where it throws. Bodies run one after another, whichever process asks.
  /// - Throws: What the body throws; `DomainError` `token-unusable` (unauthenticated) where the account is gone.
  func change<Outcome: Sendable>(
    of account: AccountID, _ body: @escaping @Sendable (any GrapeCardTransaction) throws -> Outcome
  ) async throws -> Outcome

  /// Runs a body that only reads over what is kept of one person, at one moment.
  /// - Throws: What the body throws.
  func read<Outcome: Sendable>(
    of account: AccountID, _ body: @escaping @Sendable (any GrapeCardTransaction) throws -> Outcome
  ) async throws -> Outcome
}

/// What is kept of one person, inside a transaction. Nothing of anybody else can be found or changed through it.
package typealias GrapeCardTransaction = CardTransaction & GroupTransaction & TodoTransaction

/// The card of one person and its grapes: at most one for each day.
package protocol CardTransaction {
  /// The card; nil where the person has none yet.
  func card() throws -> CardState?
  /// Writes the card, which may be the first.
  func save(_ card: CardState) throws
  /// The days with a grape among some, ascending. Complexity: O(log n + those found).
  func grapes(in days: ClosedRange<CivilDate>) throws -> [CivilDate]
  /// How many grapes there are, and the latest day with one. Complexity: O(grapes).
  func grapeCount() throws -> (count: Int, last: CivilDate?)
  /// Gives a day its grape, which it may have already.
  func putGrape(of day: CivilDate) throws
  /// Takes a day's grape, which it may not have.
  func removeGrape(of day: CivilDate) throws
}

/// The groups of one person.
package protocol GroupTransaction {
  /// All of them: the default one first, then in the order in which they were made.
  func groups() throws -> [TodoGroup]
  /// Writes a group, which may be new.
  /// - Throws: Where it would be a second default group.
  func save(_ group: TodoGroup) throws
  /// Removes a group with its todos.
  func removeGroup(_ id: TodoGroupID) throws
}

/// The todos of one person.
package protocol TodoTransaction {
  /// A todo; nil where there is none.
  func todo(_ id: TodoID) throws -> Todo?
  /// The todos of some days: by day, those that are not done first, then in the order in which they were made.
  func todos(in days: ClosedRange<CivilDate>) throws -> [Todo]
  /// How much there is to do on each of some days; days without todos are left out. Complexity: O(log n + todos of
  /// those days).
  func tallies(in days: ClosedRange<CivilDate>) throws -> [CivilDate: DayTally]
  /// Writes a todo, which may be new.
  func save(_ todo: Todo) throws
  /// Removes a todo.
  func removeTodo(_ id: TodoID) throws
}

import Basics
import SQL

/// Finds out when conditions are over that nobody else would meet again: a service that can't write is asked for
/// nothing.
struct ConditionWatch: Sendable {
  private let conditions: ServiceConditions
  private let database: any Database

  init(_ conditions: ServiceConditions, _ database: any Database) {
    self.conditions = conditions
    self.database = database
  }

  /// Looks each second until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      await check()
      try? await Task.sleep(for: .seconds(1))
    }
  }

  /// Writes to the database while it is said that that is impossible.
  func check() async {
    conditions.tick()
    guard conditions.active.contains(where: { $0.condition.subject == .database }) else { return }
    do {
      try await database.checkWriting()
      conditions.end(.database)
    } catch {
      // It stands; whoever met it has told of it.
    }
  }
}

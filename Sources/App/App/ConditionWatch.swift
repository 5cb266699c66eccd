import Basics
import Concurrency
import SQL

/// Detects when service conditions end. Without it they would never end: a service that cannot write gets no writes
/// that could succeed.
struct ConditionWatch: Sendable {
  private let conditions: ServiceConditions
  private let database: any Database

  init(_ conditions: ServiceConditions, _ database: any Database) {
    self.conditions = conditions
    self.database = database
  }

  /// Checks each second until the task is cancelled.
  func run() async {
    await repeating(every: .seconds(1), check)
  }

  /// Tries a write while the database is reported as not writable.
  func check() async {
    conditions.tick()
    guard conditions.active.contains(where: { $0.condition.subject == .database }) else { return }
    do {
      try await database.checkWriting()
      conditions.end(.database)
    } catch {
      // The condition persists and has been reported already.
    }
  }
}

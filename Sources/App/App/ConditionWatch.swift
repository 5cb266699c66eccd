import Basics
import Concurrency
import SQL

/// Detects when service conditions end. Without it they would never end: a service that cannot write gets no writes
/// that could succeed.
struct ConditionWatch: Sendable {
  private let conditions: ServiceConditions
  private let databases: [any Database]

  init(_ conditions: ServiceConditions, _ databases: [any Database]) {
    self.conditions = conditions
    self.databases = databases
  }

  /// Checks each second until the task is cancelled.
  func run() async {
    await repeating(every: .seconds(1), check)
  }

  /// Tries a write to each database while one is reported as not writable.
  func check() async {
    conditions.tick()
    guard conditions.active.contains(where: { $0.condition.subject == .database }) else { return }
    do {
      for (index, database) in databases.enumerated() { try await check(database, isCatalogue: index > 0) }
      conditions.end(.database)
    } catch {
      // The condition persists and has been reported already.
    }
  }

  /// An import may hold the catalogue for minutes: what is being written can be written.
  private func check(_ database: any Database, isCatalogue: Bool) async throws {
    do {
      try await database.checkWriting()
    } catch let error as DomainError where isCatalogue && ["database-locked", "database-busy"].contains(error.code) {}
  }
}

import Basics
import Nodes

/// What a server needs beside its services if other nodes use the same database.
struct SharedDatabase: Sendable {
  let notifications: NodeNotifications
  let clock: DatabaseClock

  /// Nil if the databases are files, which only one machine uses.
  /// - Throws: Errors of the database.
  init?(_ assembly: Assembly, machineClock: @escaping @Sendable () -> Timestamp) async throws {
    guard case .server(let database) = assembly.location else { return nil }
    notifications = NodeNotifications(database)
    clock = try await DatabaseClock(database, machineClock)
  }

  /// Sends and receives notifications and follows the clock, until the task is cancelled.
  func run() async {
    async let ticking: Void = clock.run()
    await notifications.run()
    await ticking
  }
}

public import Basics
public import Payments
public import SQL

/// Tasks in a database.
public struct SQLPaymentQueue: PaymentQueue {
  private let database: any Database

  /// A queue over a database whose schema is up to date.
  public init(_ database: any Database) {
    self.database = database
  }

  /// Adds tasks. Complexity: O(tasks log n).
  public func add(_ tasks: [PaymentTask]) async throws { fatalError("skeleton") }
  /// Adds tasks of a message. Complexity: O(tasks log n).
  public func add(_ tasks: [PaymentTask], message id: String, at moment: Timestamp) async throws -> Bool {
    fatalError("skeleton")
  }
  /// Takes tasks. Complexity: O(limit log n).
  public func lease(at moment: Timestamp, seconds: Int64, limit: Int) async throws -> [LeasedTask] {
    fatalError("skeleton")
  }
  /// Ends a task. Complexity: O(log n).
  public func finish(_ task: LeasedTask) async throws { fatalError("skeleton") }
  /// Gives a task back. Complexity: O(log n).
  public func postpone(_ task: LeasedTask, until moment: Timestamp, because reason: String) async throws {
    fatalError("skeleton")
  }
  /// Counts tasks. Complexity: O(n) of those that wait.
  public func waiting() async throws -> (count: Int, nextDue: Timestamp?) { fatalError("skeleton") }
  /// Forgets messages. Complexity: O(messages).
  public func forgetMessages(before moment: Timestamp) async throws { fatalError("skeleton") }
}

public import Basics

/// Something that is to be looked at, whatever happens in the meantime: kept until it is done.
public struct PaymentTask: Hashable, Sendable {
  /// Where to look.
  public let gateway: GatewayName
  /// What to look at: one task for each.
  public let reference: PaymentReference
  /// Not before.
  public var dueAt: Timestamp

  /// A task from its parts.
  public init(gateway: GatewayName, reference: PaymentReference, dueAt: Timestamp) {
    self.gateway = gateway
    self.reference = reference
    self.dueAt = dueAt
  }
}

/// A task that was taken: nobody else takes it until the lease is over.
public struct LeasedTask: Hashable, Sendable {
  /// The task.
  public let task: PaymentTask
  /// How often it was taken before, since it was asked for last.
  public let attempts: Int
  /// Counts how often it was asked for: a task that is asked for anew while somebody works on it is not done yet.
  public let generation: Int64

  /// A lease from its parts.
  public init(task: PaymentTask, attempts: Int, generation: Int64) {
    self.task = task
    self.attempts = attempts
    self.generation = generation
  }
}

public import Basics

/// A durable task to check a payment at its gateway, kept until it is done.
public struct PaymentTask: Hashable, Sendable {
  /// The gateway to ask.
  public let gateway: GatewayName
  /// The payment to check; unique among tasks.
  public let reference: PaymentReference
  /// The task is not run before.
  public var dueAt: Timestamp
  /// The lane in which it waits. A task added again stays in the better of its two lanes.
  public var lane: PaymentLane

  /// Creates a task.
  public init(gateway: GatewayName, reference: PaymentReference, dueAt: Timestamp, lane: PaymentLane = .orders) {
    self.gateway = gateway
    self.reference = reference
    self.dueAt = dueAt
    self.lane = lane
  }
}

/// Queue lanes: unauthenticated notifications cannot delay payments that are known to matter.
public enum PaymentLane: Int, Hashable, Sendable, CaseIterable {
  /// For orders made here, payments that the gateway has reported, and signed webhooks.
  case orders = 0
  /// For unsigned notifications of payments that are not known here. It is short and has a lower priority.
  case unproven = 1
}

/// A leased task: no other worker gets it until the lease ends.
public struct LeasedTask: Hashable, Sendable {
  /// The task. It is due again when the lease ends.
  public let task: PaymentTask
  /// Attempts before this one, since it was last added.
  public let attempts: Int
  /// Counts how often it was added: a task added again during its lease is not done yet.
  public let generation: Int64

  /// Creates a lease.
  public init(task: PaymentTask, attempts: Int, generation: Int64) {
    self.task = task
    self.attempts = attempts
    self.generation = generation
  }
}

public import Basics

/// Something that is to be looked at, whatever happens in the meantime: kept until it is done.
public struct PaymentTask: Hashable, Sendable {
  /// Where to look.
  public let gateway: GatewayName
  /// What to look at: one task for each.
  public let reference: PaymentReference
  /// Not before.
  public var dueAt: Timestamp
  /// Among which it waits. One that is asked for again stays in the better of its two lanes.
  public var lane: PaymentLane

  /// A task from its parts.
  public init(gateway: GatewayName, reference: PaymentReference, dueAt: Timestamp, lane: PaymentLane = .orders) {
    self.gateway = gateway
    self.reference = reference
    self.dueAt = dueAt
    self.lane = lane
  }
}

/// Tasks wait in lanes, so that what anybody can say holds up nothing that is known to matter.
public enum PaymentLane: Int, Hashable, Sendable, CaseIterable {
  /// Of orders that were made here, of payments that the gateway has told of, and of signed messages.
  case orders = 0
  /// Of what somebody said without a proof, about payments that are not known here. It is short, and worked on behind
  /// the other.
  case unproven = 1
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

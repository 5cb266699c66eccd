package import Basics

/// What is asked of the gateway.
package enum SandboxOperation: String, Hashable, Sendable, CaseIterable {
  case token
  case prepare
  case get
  case cancel
  case list
}

/// What goes wrong at the gateway. Nothing was done, but for `closeAfter`.
package enum SandboxFault: String, Hashable, Sendable, CaseIterable {
  case internalError = "500"
  case unavailable = "503"
  case overloaded = "429"
  case unauthorized = "401"
  case missing = "404"
  /// 200 with something that is no JSON.
  case garbage
  /// The connection is cut before anything is done.
  case closeBefore = "close_before"
  /// The connection is cut after it was done, without an answer.
  case closeAfter = "close_after"
}

/// How the gateway behaves until it is told otherwise.
package struct SandboxBehaviour: Hashable, Sendable {
  /// What the fault, the delay and the lie are for; nil: everything.
  package var operation: SandboxOperation?
  /// How long each answer is held back after the work was done: 0 to 600,000 milliseconds.
  package var delayMilliseconds = 0
  /// What goes wrong; nil: nothing.
  package var fault: SandboxFault?
  /// How many requests the fault, the delay and the lie are for; nil: for ever.
  package var times: Int?
  /// What is added to the amount of each payment that is told.
  package var lieAmount = 0
  /// Whether the shop is told of what happens.
  package var webhooks = true
  /// How often each message is sent, all at the same time: 1 to 100.
  package var webhookCopies = 1
  /// How long each message is held back: 0 to 600,000 milliseconds.
  package var webhookDelayMilliseconds = 0

  /// A gateway that works.
  package init() {}

  /// A fault of one operation, or of all.
  package init(_ fault: SandboxFault, of operation: SandboxOperation? = nil, times: Int? = nil) {
    self.fault = fault
    self.operation = operation
    self.times = times
  }
}

/// How often the gateway was asked, whatever came of it.
package struct SandboxCounts: Hashable, Sendable {
  private var counts: [SandboxOperation: Int] = [:]

  /// Requests of an operation.
  package subscript(operation: SandboxOperation) -> Int { counts[operation] ?? 0 }

  mutating func add(_ operation: SandboxOperation) {
    counts[operation, default: 0] += 1
  }
}

/// A request that the gateway got.
package struct SandboxLogEntry: Hashable, Sendable {
  /// When.
  package let at: Timestamp
  /// What was asked.
  package let operation: SandboxOperation
  /// By which interface.
  package let interface: SandboxInterface
  /// Method and path, without the query.
  package let request: String
  /// The status of the answer; nil where the connection was cut instead.
  package let status: Int?
}

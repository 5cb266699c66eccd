package import Basics

package enum SandboxOperation: String, Hashable, Sendable, CaseIterable {
  case token
  case prepare
  case get
  case cancel
  case list
}

/// An injected fault. The operation is executed for `closeAfter` only.
package enum SandboxFault: String, Hashable, Sendable, CaseIterable {
  case internalError = "500"
  case unavailable = "503"
  case overloaded = "429"
  case unauthorized = "401"
  case missing = "404"
  /// 200 with a body that is not JSON.
  case garbage
  /// The connection is closed before the operation is executed.
  case closeBefore = "close_before"
  /// The connection is closed after the operation was executed, without a response.
  case closeAfter = "close_after"
}

/// The injected faults, delays and wrong amounts, until replaced.
package struct SandboxBehaviour: Hashable, Sendable {
  /// The operation to which fault, delay and wrong amount apply. Nil: all.
  package var operation: SandboxOperation?
  /// The delay of each response, after the operation was executed: 0 to 600,000 milliseconds.
  package var delayMilliseconds = 0
  /// The injected fault. Nil: none.
  package var fault: SandboxFault?
  /// The number of requests to which fault, delay and wrong amount apply. Nil: all.
  package var times: Int?
  /// Added to the amount in each returned payment.
  package var amountOffset = 0
  package var webhooks = true
  /// The number of concurrent copies of each webhook: 1 to 100.
  package var webhookCopies = 1
  /// The delay of each webhook: 0 to 600,000 milliseconds.
  package var webhookDelayMilliseconds = 0

  package init() {}

  package init(_ fault: SandboxFault, of operation: SandboxOperation? = nil, times: Int? = nil) {
    self.fault = fault
    self.operation = operation
    self.times = times
  }
}

/// The number of requests for each operation, including failed ones.
package struct SandboxCounts: Hashable, Sendable {
  private var counts: [SandboxOperation: Int] = [:]

  package subscript(operation: SandboxOperation) -> Int { counts[operation] ?? 0 }

  mutating func add(_ operation: SandboxOperation) {
    counts[operation, default: 0] += 1
  }
}

package struct SandboxLogEntry: Hashable, Sendable {
  package let at: Timestamp
  package let operation: SandboxOperation
  package let interface: SandboxInterface
  /// Method and path, without the query.
  package let request: String
  /// The response status. Nil when the connection was closed instead.
  package let status: Int?
}

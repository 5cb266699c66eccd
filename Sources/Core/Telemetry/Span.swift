import Concurrency
import Glibc

/// A piece of work with its time, as a part of a trace.
package struct Span: Sendable {
  /// As OTLP numbers them.
  package enum Kind: Int, Sendable {
    /// A request that this server has answered.
    case server = 2
    /// A request to another service.
    case client = 3
  }

  package let trace: TraceContext
  package let id: UInt64
  /// Nil if the trace begins with it.
  package let parent: UInt64?
  package let kind: Kind
  /// One of few: a method and the pattern of a route, never a path.
  package let name: String
  /// Nanoseconds since 1970.
  package let start: UInt64
  package let end: UInt64
  /// Named by the semantic conventions of OpenTelemetry.
  package let attributes: [LogField]
  package let hasFailed: Bool

  /// A piece of work that ends now.
  package init(
    _ kind: Kind, _ name: String, id: UInt64, parent: UInt64?, of trace: TraceContext, lasting duration: Duration,
    _ attributes: [LogField], hasFailed: Bool
  ) {
    (self.trace, self.id, self.parent, self.kind, self.name) = (trace, id, parent, kind, name)
    (self.attributes, self.hasFailed) = (attributes, hasFailed)
    end = nanosecondsSince1970()
    start = end - min(end, UInt64(clamping: Int64(duration / .nanoseconds(1))))
  }
}

/// Collects the spans of some traces until they are sent. Where they are not taken in time, new ones are dropped.
package final class SpanRecorder: Sendable {
  private struct State {
    var spans: [Span] = []
    var droppedCount = 0
    var sentCount = 0
  }

  /// The sampling threshold: this many of 2^63 traces are recorded.
  private let threshold: UInt64
  private let capacity: Int
  private let state = Locked(State())

  /// - Parameters:
  ///   - ratio: The share of traces that are recorded, from 0 to 1.
  ///   - capacity: The maximum number of spans that wait.
  package init(ratio: Double, capacity: Int = 8192) {
    threshold = UInt64(max(0, min(1, ratio)) * 0x1p63)
    self.capacity = capacity
  }

  /// Whether a trace is recorded: the same in all services that go by the trace's number and have the same ratio, as
  /// the sampler TraceIdRatioBased of OpenTelemetry does. What the caller says of it counts for nothing: it may be
  /// anybody.
  package func records(_ trace: TraceContext) -> Bool { trace.low >> 1 < threshold }

  package func record(_ span: Span) {
    state.withLock { state in
      if state.spans.count < capacity { state.spans.append(span) } else { state.droppedCount += 1 }
    }
  }

  /// Removes and returns the oldest spans.
  package func take(_ maxCount: Int) -> [Span] {
    state.withLock { state in
      let taken = Array(state.spans.prefix(maxCount))
      state.spans.removeFirst(taken.count)
      return taken
    }
  }

  package func count(sent: Int, dropped: Int) {
    state.withLock {
      $0.sentCount += sent
      $0.droppedCount += dropped
    }
  }

  package var sentCount: Int { state.withLock(\.sentCount) }

  /// How many were lost.
  package var droppedCount: Int { state.withLock(\.droppedCount) }
}

private func nanosecondsSince1970() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

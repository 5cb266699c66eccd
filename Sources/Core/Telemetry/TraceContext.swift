import Basics

/// Which trace a piece of work belongs to (W3C Trace Context, level 1).
package struct TraceContext: Hashable, Sendable {
  private let high: UInt64
  let low: UInt64
  /// The caller's piece of work; nil if the trace begins here.
  package let parent: UInt64?
  /// Whether the caller records the trace; nil if the trace begins here.
  package let isSampledByCaller: Bool?

  /// The context of a `traceparent`; nil when it is malformed. Its values are from outside: they name a trace, and grant
  /// nothing.
  package init?(traceparent text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 55, bytes[2] == 0x2D, bytes[35] == 0x2D, bytes[52] == 0x2D,
      let version = number(bytes[0..<2]), version != 0xFF, let high = number(bytes[3..<19]),
      let low = number(bytes[19..<35]), let parent = number(bytes[36..<52]), let flags = number(bytes[53..<55])
    else { return nil }
    // Later versions may add more after another hyphen.
    guard version == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == 0x2D else { return nil }
    guard high | low != 0, parent != 0 else { return nil }
    (self.high, self.low, self.parent) = (high, low, parent)
    isSampledByCaller = flags & 1 == 1
  }

  /// A new trace for a request.
  /// - Parameter request: a random number. The trace's number derives from it, so that an unrecorded trace costs a
  ///   request nothing.
  package init(root request: UInt64) {
    var mixed = (request ^ Self.seed) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    (high, low) = (mixed ^ (mixed >> 33), request | 1)
    (parent, isSampledByCaller) = (nil, nil)
  }

  private static let seed = UInt64.random(in: .min ... .max)

  /// 32 hexadecimal digits.
  package var traceID: String { hexadecimal(high) + hexadecimal(low) }

  /// The `traceparent` for a call to another service.
  /// - Parameters:
  ///   - span: the piece of work that calls.
  ///   - isRecorded: whether this service records the trace.
  package func traceparent(from span: UInt64, isRecorded: Bool) -> String {
    "00-\(traceID)-\(hexadecimal(span))-\(isRecorded || isSampledByCaller == true ? "01" : "00")"
  }
}

/// The request that a task works for, in logs, spans and calls to other services.
package struct RequestScope: Sendable {
  /// The request's identifier on this server. It also names the request's span in its trace.
  package let request: UInt64
  package let trace: TraceContext
  /// Records the spans of the request; nil if its trace is not recorded.
  package let recorder: SpanRecorder?

  /// The scope of the request that the current task serves; nil outside of requests.
  @TaskLocal package static var current: RequestScope?

  /// - Parameters:
  ///   - traceparent: as the client sent it; nil without exactly one.
  ///   - recorder: records some traces.
  package init(request: UInt64, traceparent: String?, recorder: SpanRecorder? = nil) {
    // Zero names no piece of work.
    self.request = request == 0 ? 1 : request
    trace = traceparent.flatMap(TraceContext.init(traceparent:)) ?? TraceContext(root: request)
    self.recorder = recorder.flatMap { [trace] in $0.records(trace) ? $0 : nil }
  }

  /// 16 hexadecimal digits.
  package var requestID: String { hexadecimal(request) }

  /// A call to another service that begins now.
  package func call() -> CallScope { CallScope(self) }
}

/// A call to another service on behalf of a request.
package struct CallScope: Sendable {
  private let scope: RequestScope
  private let id: UInt64
  private let start = ContinuousClock.now

  fileprivate init(_ scope: RequestScope) {
    self.scope = scope
    // A piece of work that is not recorded is nobody's parent.
    id = scope.recorder == nil ? scope.request : .random(in: 1 ... .max)
  }

  /// The field that tells the other service.
  package var traceparent: String { scope.trace.traceparent(from: id, isRecorded: scope.recorder != nil) }

  package func end(_ name: String, _ attributes: [LogField], hasFailed: Bool) {
    scope.recorder?.record(
      Span(
        .client, name, id: id, parent: scope.request, of: scope.trace, lasting: .now - start, attributes,
        hasFailed: hasFailed))
  }
}

/// Lower-case digits only.
private func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
  var value: UInt64 = 0
  for byte in digits {
    switch byte {
    case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
    case 0x61...0x66: value = value << 4 | UInt64(byte - 0x57)
    default: return nil
    }
  }
  return value
}

import Telemetry
import Testing

@Suite("Trace contexts")
struct TraceContextTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"

  @Test("A valid traceparent is continued with this server's span as the parent")
  func carries() throws {
    let scope = RequestScope(request: 0xABC, traceparent: "00-\(Self.trace)-b7ad6b7169203331-01")
    #expect(scope.trace.traceID == Self.trace)
    #expect(scope.trace.parent == 0xB7AD_6B71_6920_3331 && scope.trace.isSampledByCaller == true)
    #expect(scope.requestID == "0000000000000abc")
    #expect(scope.call().traceparent == "00-\(Self.trace)-0000000000000abc-01")
    let unsampled = RequestScope(request: 1, traceparent: "00-\(Self.trace)-b7ad6b7169203331-fe")
    #expect(unsampled.call().traceparent.hasSuffix("-0000000000000001-00"))
  }

  @Test("The known part of a later version is read")
  func laterVersion() {
    let text = "cc-\(Self.trace)-b7ad6b7169203331-01"
    #expect(TraceContext(traceparent: text) != nil)
    #expect(TraceContext(traceparent: text + "-what-the-future-brings") != nil)
    #expect(TraceContext(traceparent: text + ".what") == nil)
  }

  @Test(
    "A malformed traceparent begins a new trace",
    arguments: [
      "", "00", "00-", "00-\(trace)-b7ad6b7169203331-01-", "00-\(trace)-b7ad6b7169203331-01x",
      "00-\(trace)-b7ad6b7169203331-0", "00-\(trace)-b7ad6b7169203331-0g", "ff-\(trace)-b7ad6b7169203331-01",
      "0g-\(trace)-b7ad6b7169203331-01", "00-00000000000000000000000000000000-b7ad6b7169203331-01",
      "00-\(trace)-0000000000000000-01", "00-\(trace.uppercased())-b7ad6b7169203331-01",
      "00_\(trace)_b7ad6b7169203331_01", " 00-\(trace)-b7ad6b7169203331-01", "00-\(trace)-b7ad6b716920333\u{661}-01",
      String(repeating: "0", count: 100_000), "00-\(trace.dropLast())\n-b7ad6b7169203331-01",
    ])
  func malformed(text: String) {
    #expect(TraceContext(traceparent: text) == nil)
    let scope = RequestScope(request: 7, traceparent: text)
    #expect(scope.trace.parent == nil && scope.trace.isSampledByCaller == nil)
    #expect(TraceContext(traceparent: scope.call().traceparent)?.traceID == scope.trace.traceID)
  }

  @Test("New traces differ and are never all zeroes")
  func newTraces() {
    let traces = (0..<1000 as Range<UInt64>).map { RequestScope(request: $0, traceparent: nil) }
    #expect(Set(traces.map(\.trace.traceID)).count >= 500)
    #expect(traces.allSatisfy { TraceContext(traceparent: $0.call().traceparent) != nil })
    // The halves of neighbours differ in more than their last digits.
    #expect(Set(traces.map { $0.trace.traceID.prefix(16) }).count == 1000)
  }

  @Test("A task has the trace of its request")
  func scopes() async {
    #expect(RequestScope.current == nil)
    await RequestScope.$current.withValue(RequestScope(request: 5, traceparent: nil)) {
      await withTaskGroup { group in
        group.addTask { #expect(RequestScope.current?.request == 5) }
      }
    }
    #expect(RequestScope.current == nil)
  }
}

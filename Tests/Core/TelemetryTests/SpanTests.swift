import Basics
import Foundation
import JSON
import Telemetry
import Testing

@Suite("Spans")
struct SpanTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"

  private func span(_ number: UInt64) -> Span {
    Span(
      .server, "GET /", id: number, parent: nil, of: TraceContext(root: number), lasting: .zero, [], hasFailed: false)
  }

  @Test("The ratio decides how many traces are recorded", arguments: [0, 0.05, 0.5, 1])
  func ratio(_ ratio: Double) {
    let recorder = SpanRecorder(ratio: ratio)
    var random = SystemRandomNumberGenerator()
    let recorded = (0..<20_000).count { _ in
      RequestScope(request: random.next(), traceparent: nil, recorder: recorder).recorder != nil
    }
    // Five standard deviations.
    let deviation = 5 * (20_000 * ratio * (1 - ratio)).squareRoot()
    #expect(abs(Double(recorded) - 20_000 * ratio) <= deviation)
  }

  @Test("Services with the same ratio record the same traces, whatever the caller's flag")
  func agreement() {
    let (one, other) = (SpanRecorder(ratio: 0.5), SpanRecorder(ratio: 0.5))
    var flags: Set<Bool> = []
    for number in 0..<100 as Range<UInt64> {
      let context = TraceContext(root: number &* 0x9E37_79B9_7F4A_7C15)
      #expect(one.records(context) == other.records(context))
      flags.insert(one.records(context))
      for flag in ["00", "01"] {
        let text = "00-\(context.traceID)-b7ad6b7169203331-\(flag)"
        let scope = RequestScope(request: 1, traceparent: text, recorder: one)
        #expect((scope.recorder != nil) == one.records(context))
      }
    }
    #expect(flags == [false, true])
  }

  @Test("A recorded call is the parent of the other service's work and a child of the request")
  func calls() throws {
    let recorder = SpanRecorder(ratio: 1)
    let text = "00-\(Self.trace)-b7ad6b7169203331-00"
    let call = RequestScope(request: 0xAB, traceparent: text, recorder: recorder).call()
    call.end("GET shop", [], hasFailed: true)
    let span = try #require(recorder.take(10).first)
    #expect(call.traceparent == "00-\(Self.trace)-\(hexadecimal(span.id))-01")
    #expect(span.parent == 0xAB && span.kind == .client && span.hasFailed && span.trace.traceID == Self.trace)
    #expect(span.start <= span.end)
  }

  @Test("Spans beyond the capacity are dropped and counted")
  func bounded() {
    let recorder = SpanRecorder(ratio: 1, capacity: 3)
    for number in 1...5 as ClosedRange<UInt64> { recorder.record(span(number)) }
    #expect(recorder.take(2).map(\.id) == [1, 2] && recorder.droppedCount == 2)
    recorder.record(span(6))
    #expect(recorder.take(10).map(\.id) == [3, 6] && recorder.take(10).isEmpty)
    recorder.count(sent: 3, dropped: 1)
    #expect(recorder.sentCount == 3 && recorder.droppedCount == 3)
  }

  @Test("Spans are written as JSON of OTLP")
  func encoding() throws {
    let context = try #require(TraceContext(traceparent: "00-\(Self.trace)-b7ad6b7169203331-01"))
    let span = Span(
      .client, "POST \"shop\"", id: 0xAB, parent: context.parent, of: context, lasting: .milliseconds(1500),
      [LogField("http.route", "/a"), LogField("http.response.status_code", 503)], hasFailed: true)
    let bytes = traceExport([span, self.span(1)], service: [LogField("service.name", "fourcuts")], scope: "fourcuts")
    #expect(span.end - span.start == 1_500_000_000)
    let times = #""startTimeUnixNano":"\#(span.start)","endTimeUnixNano":"\#(span.end)""#
    let expected = #"""
      {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"fourcuts"}}]},\#
      "scopeSpans":[{"scope":{"name":"fourcuts"},"spans":[{"traceId":"\#(Self.trace)","spanId":"00000000000000ab",\#
      "parentSpanId":"b7ad6b7169203331","name":"POST \"shop\"","kind":3,\#(times),\#
      "attributes":[{"key":"http.route","value":{"stringValue":"/a"}},\#
      {"key":"http.response.status_code","value":{"intValue":"503"}}],"status":{"code":2}},
      """#
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix(expected))
    #expect(throws: Never.self) { try JSONReader.value(of: bytes) }
    #expect(text.components(separatedBy: "parentSpanId").count == 2 && text.contains(#""status":{}}]}]}]}"#))
  }
}

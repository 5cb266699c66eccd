import Basics
import CommandLineKit
import Concurrency
import JSON
import Telemetry
import WebClient

struct TraceSettings: Sendable {
  let collector: WebAddress
  let ratio: Double

  static let options: [OptionSpecification] = [
    .setting(
      "traces-to", "URL", nil,
      "A collector of OpenTelemetry for spans of requests (OTLP/HTTP in JSON), such as http://127.0.0.1:4318; "
        + "/v1/traces is added. Unset, none are recorded"),
    .setting("trace-ratio", "R", "1", "The share of traces that are recorded, from 0 to 1"),
  ]
}

extension TraceSettings {
  /// - Throws: `DomainError` of the command line.
  init?(_ command: ParsedCommand) throws(DomainError) {
    let text = command["trace-ratio"] ?? "1"
    guard let ratio = Double(text), (0...1).contains(ratio) else {
      throw .usage("trace-ratio-invalid", "--trace-ratio takes a number from 0 to 1, such as 0.05.")
    }
    guard let collector = try command.address("traces-to") else { return nil }
    (self.collector, self.ratio) = (collector, ratio)
  }
}

/// Sends the recorded spans to a collector, until the server ends.
struct TraceExport: Sendable {
  let recorder: SpanRecorder
  private let collector: WebAddress
  private let logger: Logger
  private let client = WebClient(
    "traces", limits: limits, overloadError: DomainError(.unavailable, "traces-busy", "Traces are being sent already."))
  private let ending = WakeSignal()
  /// Taken from the recorder, and not accepted yet.
  private let unsent = Locked<[Span]>([])
  private let isFailing = Locked(false)
  private let now: @Sendable () -> ContinuousClock.Instant
  /// Until when the collector wants to be left alone.
  private let pauseEnd = Locked<ContinuousClock.Instant?>(nil)

  private static let interval = Duration.seconds(2)
  /// The longest pause that a collector gets.
  private static let maxPause = Duration.seconds(300)
  private static let batchSize = 512
  private static let service = [
    LogField("service.name", "fourcuts"), LogField("service.version", CommandLineKit.version),
  ]
  private static let limits: WebLimits = {
    var limits = WebLimits()
    limits.parallel = 1
    return limits
  }()

  init(
    _ settings: TraceSettings, _ logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    recorder = SpanRecorder(ratio: settings.ratio)
    (collector, self.logger, self.now) = (settings.collector, logger, now)
  }

  /// Sends until `stop` was called, and then once more what is left.
  func run() async {
    await repeating(every: Self.interval, afterFailure: .seconds(10), or: ending, onFailure: report, sendUnlessPaused)
    do { try await send() } catch { report(error) }
  }

  func stop() async { ending.close() }

  /// Sends what waits, unless the collector has asked for a pause that is not over.
  func sendUnlessPaused() async throws {
    if let end = pauseEnd.withLock(\.self), now() < end { return }
    try await send()
  }

  private func send() async throws {
    while true {
      let batch = unsent.withLock { batch in
        if batch.isEmpty { batch = recorder.take(Self.batchSize) }
        return batch
      }
      guard !batch.isEmpty else { return }
      let rejectedCount = try await send(batch)
      unsent.withLock { $0 = [] }
      recorder.count(sent: batch.count - rejectedCount, dropped: rejectedCount)
      if rejectedCount == 0, isFailing.withLock({ swap(&$0, to: false) }) {
        logger.log(.info, "traces", "Spans are sent to \(collector) again; \(recorder.droppedCount) were lost so far.")
      }
    }
  }

  /// - Returns: How many spans the collector will never take.
  private func send(_ batch: [Span]) async throws -> Int {
    var request = WebRequest(collector, "/v1/traces")
    request.body = .json(traceExport(batch, service: Self.service, scope: "fourcuts"))
    let response = try await client.send(request)
    switch response.status {
    case 200...299:
      let rejectedCount = min(batch.count, Self.rejectedCount(in: response.body))
      if rejectedCount > 0 { report(Rejection(reason: "it drops some of them")) }
      return rejectedCount
    // As the protocol has them tried again.
    case 429, 502, 503, 504:
      let pause = response.retryAfter.map { min(.seconds($0), Self.maxPause) }
      pauseEnd.withLock { $0 = pause.map { now() + $0 } }
      throw Rejection(reason: "it answers \(response.status)")
    default:
      report(Rejection(reason: "it answers \(response.status)"))
      return batch.count
    }
  }

  /// How many spans of an accepted batch the collector drops (`ExportTracePartialSuccess`). As the protocol requires,
  /// they are not sent again.
  private static func rejectedCount(in body: [UInt8]) -> Int {
    let answer = try? JSONReader.value(of: body)
    switch answer?["partialSuccess"]?["rejectedSpans"] {
    case .string(let digits): return max(0, Int(digits) ?? 0)
    case .integer(let number): return max(0, number)
    default: return 0
    }
  }

  private struct Rejection: Error {
    let reason: String
  }

  /// Says once that spans are not sent, until they are again.
  private func report(_ error: any Error) {
    guard !isFailing.withLock({ swap(&$0, to: true) }) else { return }
    let reason = (error as? Rejection)?.reason ?? operatorMessage(of: error)
    logger.log(
      .warning, "traces", "Spans are not accepted by \(collector): \(reason). They are dropped when too many wait.")
  }
}

/// - Returns: The former value.
private func swap(_ value: inout Bool, to new: Bool) -> Bool {
  defer { value = new }
  return value
}

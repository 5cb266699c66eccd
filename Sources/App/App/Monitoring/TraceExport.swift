import Basics
import CommandLineKit
import Concurrency
import Telemetry
import WebClient

/// Where traces are sent, and which.
struct TraceSettings: Sendable {
  let collector: WebAddress
  /// The share of traces that are recorded.
  let ratio: Double

  static let options: [OptionSpecification] = [
    .setting(
      "traces-to", "URL", nil,
      "A collector of OpenTelemetry for spans of requests (OTLP/HTTP in JSON), such as http://127.0.0.1:4318; "
        + "/v1/traces is added. Unset, none are recorded"),
    .setting("trace-ratio", "R", "1", "The share of traces that are recorded, from 0 to 1"),
  ]

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

  private static let interval = Duration.seconds(2)
  private static let batchSize = 512
  private static let service = [
    LogField("service.name", "fourcuts"), LogField("service.version", CommandLineKit.version),
  ]
  private static let limits: WebLimits = {
    var limits = WebLimits()
    limits.parallel = 1
    return limits
  }()

  init(_ settings: TraceSettings, _ logger: Logger) {
    recorder = SpanRecorder(ratio: settings.ratio)
    (collector, self.logger) = (settings.collector, logger)
  }

  /// Sends until `stop` was called, and then what is left.
  func run() async {
    await repeating(every: Self.interval, afterFailure: .seconds(10), or: ending, onFailure: report, send)
    do { try await send() } catch { report(error) }
  }

  func stop() async { ending.close() }

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
    case 200...299: return 0
    // As the protocol has them tried again.
    case 429, 502, 503, 504: throw Rejection(status: response.status)
    default:
      report(Rejection(status: response.status))
      return batch.count
    }
  }

  private struct Rejection: Error {
    let status: Int
  }

  /// Says once that spans are not sent, until they are again.
  private func report(_ error: any Error) {
    guard !isFailing.withLock({ swap(&$0, to: true) }) else { return }
    let reason = (error as? Rejection).map { "it answers \($0.status)" } ?? operatorMessage(of: error)
    logger.log(
      .warning, "traces", "Spans are not accepted by \(collector): \(reason). They are dropped when too many wait.")
  }
}

/// - Returns: The former value.
private func swap(_ value: inout Bool, to new: Bool) -> Bool {
  defer { value = new }
  return value
}

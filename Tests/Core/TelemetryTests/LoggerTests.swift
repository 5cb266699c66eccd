import Basics
import JSON
import Support
import Synchronization
import Telemetry
import Testing

@Suite("Logs")
struct LoggerTests {
  private final class Lines: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func logger(_ format: LogFormat) -> Logger {
      Logger(format, clock: { Timestamp(milliseconds: 1_795_412_500_123) }) { line in
        self.bytes.withLock { $0 += line }
      }
    }

    var text: String { String(decoding: bytes.withLock(\.self), as: UTF8.self) }
  }

  private let scope = RequestScope(
    request: 0xAB, traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")

  @Test("A line for people has the time, the level, the message and the fields that are not in the message")
  func text() {
    let lines = Lines()
    lines.logger(.text).log(
      .info, "http.request", "GET / 200",
      [LogField("status", 200, isInMessage: true), LogField("bytes", 12)], of: scope)
    #expect(
      lines.text
        == "2026-11-23T05:41:40.123Z info: GET / 200 bytes=12 request_id=00000000000000ab "
        + "trace_id=0af7651916cd43dd8448eb211c80319c\n")
  }

  @Test("A line for programs is one JSON object with everything")
  func json() throws {
    let lines = Lines()
    lines.logger(.json).log(
      .warning, "condition", "the disk \"a\"\nis full",
      [LogField("status", 200, isInMessage: true), LogField("path", "/가")], of: scope)
    #expect(lines.text.split(separator: "\n").count == 1)
    #expect(
      try JSONReader.value(of: Array(lines.text.dropLast().utf8))
        == .object([
          "time": "2026-11-23T05:41:40.123Z", "level": "warning", "event": "condition",
          "message": "the disk \"a\"\nis full", "status": .integer(200), "path": "/가",
          "request_id": "00000000000000ab", "trace_id": "0af7651916cd43dd8448eb211c80319c",
        ]))
  }

  @Test("Logged text cannot start a new line or control a terminal", arguments: LogFormat.allCases)
  func oneLine(format: LogFormat) {
    let lines = Lines()
    lines.logger(format).log(.error, "x", "a\nb\r\u{1B}[2Jc\u{85}d\0", [LogField("f", "g\nh")])
    #expect(lines.text.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    #expect(!lines.text.contains("\u{1B}") && !lines.text.contains("\r"))
  }

  @Test("Entries are about the request that the task serves, and are counted by level")
  func scoped() async {
    let lines = Lines()
    let logger = lines.logger(.text)
    logger.log(.error, "x", "outside")
    await RequestScope.$current.withValue(scope) {
      await Task { logger.log(.error, "x", "inside") }.value
    }
    let texts = lines.text.split(separator: "\n")
    #expect(!texts[0].contains("request_id") && texts[1].hasSuffix("c80319c"))
    let metric = logger.counts.metric("entries", labels: ["level"], "Entries.")
    #expect(String(decoding: await [metric].exposition(in: .prometheus), as: UTF8.self).contains("{level=\"error\"} 2"))
  }
}

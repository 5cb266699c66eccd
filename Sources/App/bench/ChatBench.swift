import Basics
import Foundation
import Workload

/// Measures thousands of listeners: memory of an idle connection, latency and CPU time of deliveries, and the maximum
/// throughput compared with a plain loop that writes the same bytes to as many sockets.
///
/// The server is a separate process, `fourcuts serve` from the directory of this program. The listeners run on one
/// thread here.
func benchChat(count: Int = 2000) async throws {
  let directory = try ScratchDirectory()
  let data = directory.url.appendingPathComponent("data")
  let crowd = try await SeededCrowd(count, in: data)
  try await onThread {
    print("chat, \(count) connections")
    try measureIdle(crowd, data)
    try measureDeliveries(crowd, data)
  }
}

// MARK: Memory

/// Measures the memory of an idle connection of each kind, each at a newly started server.
private func measureIdle(_ crowd: SeededCrowd, _ data: URL) throws {
  print("  idle connections" + "KiB each".padded(31) + "KiB at the server before".padded(27))
  for kind in IdleKind.allCases {
    let server = try ServerProcess(data)
    // Warms up, so that memory allocated at first use is not counted.
    var connections = try (0..<50).map { try IdleConnection(kind, server.port, crowd, $0) }
    usleep(200_000)
    let before = try server.residentKibibytes()
    connections += try (50..<crowd.tokens.count).map { try IdleConnection(kind, server.port, crowd, $0) }
    usleep(200_000)
    let each = Double(try server.residentKibibytes() - before) / Double(crowd.tokens.count - 50)
    print("    " + kind.rawValue.filled(34) + String(format: "%.2f", each).padded(9) + String(before).padded(27))
    withExtendedLifetime(connections) { server.end() }
  }
}

private enum IdleKind: String, CaseIterable {
  case request = "HTTP, kept for the next request"
  case events = "server-sent events, subscribed"
  case socket = "WebSocket, subscribed"
}

/// A connection that has received its response and stays idle.
private final class IdleConnection {
  private let client: Client

  init(_ kind: IdleKind, _ port: Int, _ crowd: SeededCrowd, _ member: Int) throws {
    client = try Client(port)
    let authorization = "Authorization: Bearer \(crowd.tokens[member])"
    switch kind {
    case .request:
      client.send("GET /api/me HTTP/1.1\r\nHost: test\r\n\(authorization)\r\n\r\n")
      guard try client.response().status == 200 else { throw UnexpectedResponse(what: kind.rawValue) }
    case .events:
      client.send(
        "GET /api/channels/\(crowd.channel.value)/events HTTP/1.1\r\nHost: test\r\n\(authorization)\r\n\r\n")
      try client.read(until: "event: subscribed")
    case .socket:
      client.send(WebSocketClient.request("/api/realtime", with: authorization))
      client.send(WebSocketClient.frame(1, Array(#"{"type":"subscribe","channel":\#(crowd.channel.value)}"#.utf8)))
      try client.read(until: #""type":"subscribed""#)
    }
  }
}

private struct UnexpectedResponse: Error {
  let what: String
}

extension Client {
  /// Reads until a text has arrived.
  fileprivate func read(until text: String) throws {
    var come: [UInt8] = []
    while !String(decoding: come, as: UTF8.self).contains(text) { come += try read(1) }
  }
}

// MARK: Deliveries

/// Measures throughput and latency with all listeners connected.
private func measureDeliveries(_ crowd: SeededCrowd, _ data: URL) throws {
  let (alone, messages) = (try messagesPerSecond(crowd, data), 1000)
  let server = try ServerProcess(data)
  defer { server.end() }
  let benchmark = try DeliveryBenchmark(server.port, crowd)
  try measureSteady(benchmark, server)
  let peak = Double(messages) / (try benchmark.send(messages, every: .zero))
  let floor = try plainMessagesPerSecond(crowd, messages, bytes: benchmark.bytesOfOne)
  print("  as fast as it goes" + "messages/s".padded(29) + "deliveries/s".padded(14) + "ratio".padded(8))
  row("posted, no listeners", alone, nil, nil)
  row("posted, \(benchmark.count) listeners", peak, Double(benchmark.count), peak / floor)
  row("a plain loop of send(2)", floor, Double(benchmark.count), 1)
}

private func row(_ name: String, _ messages: Double, _ listeners: Double?, _ ratio: Double?) {
  print(
    "    " + name.filled(34) + whole(messages).padded(9) + (listeners.map { whole($0 * messages) } ?? "").padded(14)
      + (ratio.map { String(format: "%.2f", $0) } ?? "").padded(8))
}

/// Messages per second without listeners.
private func messagesPerSecond(_ crowd: SeededCrowd, _ data: URL) throws -> Double {
  let server = try ServerProcess(data)
  defer { server.end() }
  let speaker = try MessageSender(server.port, crowd.tokens[0], in: crowd.channel)
  for _ in 0..<100 { try speaker.send() }
  let count = 2000
  let start = ContinuousClock.now
  for _ in 0..<count { try speaker.send() }
  return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
}

/// Messages per second of the plain loop with the same listeners.
private func plainMessagesPerSecond(_ crowd: SeededCrowd, _ messages: Int, bytes: Int) throws -> Double {
  let plain = try PlainLoop(connections: crowd.tokens.count, messages: messages, bytes: bytes)
  let benchmark = try DeliveryBenchmark(plain.port, crowd)
  return Double(messages) / (try benchmark.receive(messages) { [go = plain.start] in go() })
}

/// Measures CPU time and delivery latency at fifty messages per second.
private func measureSteady(_ benchmark: DeliveryBenchmark, _ server: ServerProcess) throws {
  let (messages, seconds) = (1000, 20)
  let before = server.processorSeconds()
  let time = try benchmark.send(messages, every: .milliseconds(1000 * seconds / messages))
  let share = (server.processorSeconds() - before) / time * 100
  let delays = Percentiles(benchmark.delays())
  print(
    "  \(messages / seconds) messages a second" + "deliveries/s".padded(25) + "server CPU %".padded(14)
      + "p50 ms".padded(8) + "p99 ms".padded(8) + "max ms".padded(8))
  print(
    "    " + "from the answer to each member".filled(31) + whole(Double(benchmark.count * messages) / time).padded(12)
      + whole(share).padded(14)
      + [0.5, 0.99, 1].map { String(format: "%.1f", delays($0) * 1000).padded(8) }.joined())
}

// MARK: Output

private func whole(_ number: Double) -> String { String(Int(number.rounded())) }

extension String {
  fileprivate func padded(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
  fileprivate func filled(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

import Foundation
import Glibc
import Synchronization
import Workload

/// Measures the latency of writes during an import, compared with no import: a message every ten milliseconds, posted
/// over HTTP and durable when answered, measured from when it was due.
///
/// The server is a separate process, `fourcuts serve` from the directory of this program. The file is uploaded over
/// HTTP.
func benchWrites(count: Int = 1_000_000) async throws {
  let directory = try ScratchDirectory()
  let data = directory.url.appendingPathComponent("data")
  let csv = directory.url.appendingPathComponent("booths.csv")
  let crowd = try await SeededCrowd(2, in: data)
  try writeCSV(SeededBooths(count: count), to: csv)
  try await onThread {
    let server = try ServerProcess(data, ["--operator-token", token])
    defer { server.end() }
    print("messages each 10 ms: count, p50, p99, max in ms")
    let speaker = try MessageSender(server.port, crowd.tokens[0], in: crowd.channel)
    for _ in 0..<100 { try speaker.send() }
    let start = ContinuousClock.now
    report("alone", try latencies(speaker) { ContinuousClock.now - start > .seconds(10) })
    for (name, query) in [("a dry run", ""), ("an import", "&commit=true"), ("the same file again", "&commit=true")] {
      let sent = Mutex<Result<Duration, any Error>?>(nil)
      let port = server.port
      Thread.detachNewThread {
        let result = Result { try send(csv, to: port, query) }
        sent.withLock { $0 = result }
      }
      let times = try latencies(speaker) { sent.withLock { $0 != nil } }
      let time = try sent.withLock { try $0?.get() ?? .zero }
      report("\(name) of \(count), \(String(format: "%.1f", time / .seconds(1))) s", times)
    }
    try measureChanges(csv, server)
  }
}

/// Measures the time until 2,000 changed booths are served, and the memory after each of several such changes.
private func measureChanges(_ csv: URL, _ server: ServerProcess) throws {
  try waitUntilServed(server.port)
  print("  all served: \(try server.residentKibibytes() / 1024) MB")
  let head = try FileHandle(forReadingFrom: csv).read(upToCount: 1 << 20) ?? Data()
  let lines = String(decoding: head, as: UTF8.self).split(separator: "\n").prefix(2001).joined(separator: "\n")
  let file = csv.deletingLastPathComponent().appendingPathComponent("changed.csv")
  for area in 32...35 {
    try Data((lines.replacing("031-", with: "0\(area)-") + "\n").utf8).write(to: file)
    _ = try send(file, to: server.port, "&commit=true")
    let start = ContinuousClock.now
    try waitUntilServed(server.port)
    print(String(format: "  2,000 changed booths served after %.1f s", (ContinuousClock.now - start) / .seconds(1)))
  }
  sleep(5)
  print("  some seconds later: \(try server.residentKibibytes() / 1024) MB")
}

/// Waits until the server serves all stored booths.
private func waitUntilServed(_ port: Int) throws {
  let client = try Client(port, timeout: 60)
  while true {
    client.send("GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n")
    let versions = try client.response().text.matches(of: /_version":(\d+)/).map(\.1)
    if versions.count == 2, versions[0] == versions[1] { return }
    usleep(20_000)
  }
}

private let token = "bench-0123456789-0123456789"

/// Posts messages on schedule until `isOver`.
/// - Returns: Milliseconds from when each was due to its response. A slow one also adds to those that it delays.
private func latencies(_ speaker: MessageSender, until isOver: () -> Bool) throws -> [Double] {
  var times: [Double] = []
  let start = ContinuousClock.now
  while !isOver() {
    let due = start + .milliseconds(10) * times.count
    let wait = due - .now
    if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
    try speaker.send()
    times.append((ContinuousClock.now - due) / .milliseconds(1))
  }
  return times
}

/// Uploads a file and waits until it is imported.
private func send(_ csv: URL, to port: Int, _ query: String) throws -> Duration {
  let start = ContinuousClock.now
  let client = try Client(port, timeout: 600)
  let size = try FileManager.default.attributesOfItem(atPath: csv.path)[.size] as? Int ?? 0
  client.send(
    "POST /api/imports?source=bench\(query) HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer \(token)\r\nContent-Type: text/csv\r\n"
      + "Content-Length: \(size)\r\n\r\n")
  let file = try FileHandle(forReadingFrom: csv)
  while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty { client.send([UInt8](chunk)) }
  let response = try client.response()
  guard response.status == 200 else { throw Client.Failure(reason: "\(response.status) \(response.text)") }
  return ContinuousClock.now - start
}

private func report(_ name: String, _ times: [Double]) {
  let rank = Percentiles(times)
  print(String(format: "  %d, %.1f, %.1f, %.1f  ", times.count, rank(0.5), rank(0.99), times.max() ?? 0) + name)
}

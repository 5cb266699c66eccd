import Foundation
import HTTP
import Support
import Testing
import Workload

/// Valid requests, the seeds of the mutations.
private let sound = [
  get("/hello"), get("/booths/%ED%99%8D?lat=37.5&lon=127", "Accept-Encoding: gzip", "If-None-Match: \"a\""),
  "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde",
  "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: x\r\n\r\n",
  "POST /up HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
  "GET http://x/slow HTTP/1.0\r\nConnection: keep-alive\r\nRange: bytes=0-1\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
]

/// Fragments that have broken parsers before.
private let splinters = [
  "\r", "\n", "\r\n", "\r\n\r\n", "\0", " ", "\t", ":", "%00", "%2e%2e/", "\u{ff}", "0", "-1", "FFFFFFFFFFFFFFFF", ";",
  ",",
  "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "Host: y\r\n", "HTTP/1.1", "HTTP/0.9", "0\r\n\r\n",
  "Expect: 100-continue\r\n", "Connection: close\r\n", "Upgrade: h2c\r\nConnection: upgrade\r\n",
  String(repeating: "a", count: 9000),
]

@Suite("Bytes at random", .timeLimit(.minutes(5)))
struct FuzzTests {
  /// The number of rounds. `FOURCUTS_FUZZ_ROUNDS` sets more.
  private static let rounds =
    ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"].flatMap(Int.init) ?? 1500

  private func mutated(_ random: inout SeededNumbers) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) { bytes += Array(sound.randomElement(using: &random)!.utf8) }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let coordinate = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[coordinate] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.insert(contentsOf: splinters.randomElement(using: &random)!.utf8, at: coordinate)
      case 2: bytes.removeSubrange(coordinate..<min(bytes.count, coordinate + Int.random(in: 1...20, using: &random)))
      case 3: bytes.insert(contentsOf: bytes[coordinate..<min(bytes.count, coordinate + 30)], at: coordinate)
      default: bytes.removeSubrange(coordinate...)
      }
      if bytes.isEmpty { return [UInt8.random(in: 0...255, using: &random)] }
    }
    return bytes
  }

  @Test(
    "Random input in random pieces gets valid responses with known statuses, and the server goes on serving")
  func survives() async throws {
    let stream = Route(
      .post, "/up",
      .streaming { request in
        guard case .stream(let body) = request.body else { return plain("") }
        do {
          for try await _ in body {}
        } catch {
          return plain("", status: 500)
        }
        return plain("taken")
      })
    let slow = Route(
      .get, "/slow",
      .deferred { _ in
        await Task.yield()
        return plain("slow")
      })
    let booth = Route(
      .get, "/booths/{id}", .immediate { plain(String(repeating: $0.parameters["id"] ?? "", count: 500)) })
    try await withServer([hello, echo, stream, slow, booth]) { port in
      var random = SeededNumbers(seed: 9112)
      let known: Set<Int> = [100, 200, 204, 400, 404, 405, 411, 413, 414, 417, 431, 500, 501, 505]
      for round in 0..<Self.rounds {
        let bytes = mutated(&random)
        let client = try Client(port)
        var position = 0
        while position < bytes.count {
          let end = min(bytes.count, position + Int.random(in: 1...2000, using: &random))
          guard client.send(Array(bytes[position..<end])) else { break }
          position = end
        }
        client.finishSending()
        try check(client, known, round)
      }
      #expect(try exchange(port, get("/hello")).text == "hello")
    }
  }

  private func check(_ client: Client, _ known: Set<Int>, _ round: Int) throws {
    while true {
      do {
        let response = try client.response()
        #expect(known.contains(response.status), "round \(round): \(response.status)")
      } catch let failure as Client.Failure {
        #expect(client.hasEnded && failure.reason == "ended within a head", "round \(round): \(failure.reason)")
        return
      }
    }
  }
}

import Basics
import Foundation
import JSON
import SQL
import Support
import Testing
import Workload

/// Listeners in the thousands, each a WebSocket of a real server process.
@Suite("Many listeners", .enabled(if: TestDatabase.engine == .sqlite))
struct ListenerTests {
  private static let count = 2000

  @Test("Of 2,000 members each receives every message once, in order, though a third is disconnected in between")
  func everybody() async throws {
    let program = try Program()
    let crowd = try await SeededCrowd(Self.count, in: program.data)
    let server = try await RunningServer(program)
    let port = try #require(server.base.port)
    let output = 150
    async let speaking: Void = onThread {
      try MessageSender(port, crowd.tokens[0], in: crowd.channel).send(output, every: .milliseconds(20))
    }
    try await onThread { try Self.receive(output, port, crowd) }
    try await speaking
    #expect(try server.end() == 0)
  }

  /// Listens while it is spoken.
  private static func receive(_ output: Int, _ port: Int, _ crowd: SeededCrowd) throws {
    let listeners = try ListeningCrowd([port], crowd.tokens, to: crowd.channel)
    try listeners.connect(0..<count)
    let (cut, asking) = (stride(from: 1, to: count, by: 3), stride(from: 1, to: count, by: 60))
    try listeners.receive { listeners.revision(of: 0) >= output / 3 }
    listeners.disconnect(cut)
    #expect(listeners.liveCount == count - cut.underestimatedCount)
    try listeners.receive { listeners.revision(of: 0) >= output / 2 }
    for member in asking { try catchUp(member, of: listeners, port, crowd) }
    try listeners.connect(cut)
    try listeners.receive { listeners.total >= output * count }
    #expect(listeners.total == output * count)
    #expect((0..<count).allSatisfy { listeners.revision(of: $0) == output })
  }

  /// Has a member ask for what was missed before it listens again.
  private static func catchUp(_ member: Int, of listeners: ListeningCrowd, _ port: Int, _ crowd: SeededCrowd) throws {
    let client = try Client(port)
    client.send(
      """
      GET /api/channels/\(crowd.channel.value)/messages?changed_since=\(listeners.revision(of: member)) HTTP/1.1\r
      Host: test\r
      Authorization: Bearer \(crowd.tokens[member])\r
      \r\n
      """)
    let response = try client.response()
    guard case .array(let items)? = try JSONReader.value(of: response.body)["items"] else {
      throw Client.Failure(reason: response.text)
    }
    let missed = items.compactMap { item -> (sequence: Int, revision: Int)? in
      guard case .integer(let sequence)? = item["sequence"], case .integer(let revision)? = item["revision"] else {
        return nil
      }
      return (sequence, revision)
    }
    #expect(missed.count == items.count)
    if let last = missed.last { listeners.recordMessages(member, missed.map(\.sequence), upTo: last.revision) }
  }
}

import Accounts
import Basics
import Chat
import Foundation
import HTTP
import Stores
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

/// A client of Socket.IO on a WebSocket.
///
/// Unchecked, because whoever has it waits for each call before the next: no two run at once.
final class SocketListener: @unchecked Sendable {
  private let client: SocketIOClient

  /// Opens a session, with another header where one is given.
  init(_ port: Int, _ headers: [(String, String)] = []) async throws {
    let lines = headers.map { "\($0.0): \($0.1)" }.joined(separator: "\r\n")
    client = try await onThread { UncheckedClient(client: try SocketIOClient(port, with: lines)) }.client
  }

  /// Opens a session and joins a namespace.
  init(_ port: Int, in namespace: String, _ headers: [(String, String)] = []) async throws {
    let lines = headers.map { "\($0.0): \($0.1)" }.joined(separator: "\r\n")
    client = try await onThread {
      let client = try SocketIOClient(port, with: lines)
      try client.join(namespace)
      return UncheckedClient(client: client)
    }.client
  }

  func send(_ text: String) { client.send(text) }

  /// The next packet.
  func receive() async throws -> String {
    try await onThread { [self] in try client.receive() }
  }

  /// What asking for a namespace comes to.
  func join(for namespace: String) async throws -> String {
    send("40\(namespace),")
    return try await receive()
  }

  /// The content of the next message of a namespace.
  func content(of namespace: String) async throws -> String? {
    let text = try await receive()
    let prefix = "42\(namespace),"
    try #require(text.hasPrefix(prefix), "\(text)")
    return Node(try JSONSerialization.jsonObject(with: Data(text.utf8.dropFirst(prefix.utf8.count))))[1]["content"].text
  }

  /// The contents of the next `count` messages.
  func contents(_ count: Int, of namespace: String) async throws -> [String] {
    var contents: [String] = []
    for _ in 0..<count { contents.append(try await content(of: namespace) ?? "-") }
    return contents
  }

  /// Waits for the answer to a ping: what was said before it has been taken.
  func settle(in namespace: String) async throws {
    #expect(try await join(for: namespace).hasPrefix("40\(namespace),"))
  }

  private struct UncheckedClient: @unchecked Sendable {
    // Handed from the thread that made it to the one that waited for it.
    let client: SocketIOClient
  }
}

/// Runs a test where people talk and old clients listen.
func withLegacyListeners(isOpen: Bool = false, _ test: (ChatTestServer) async throws -> Void) async throws {
  try await withChatServer(applications: ["slp-key": .slp, "4cuts-key": .lslpV1], isOpen: isOpen, test)
}

extension ChatTestServer {
  /// How many rooms there are in which somebody listens.
  var roomCount: Int { sockets?.rooms.count ?? 0 }

  /// Whether nobody listens.
  func isQuiet() async -> Bool { await connections.hub.count == 0 && roomCount == 0 }

  /// Sends each number as a message, without HTTP.
  func chatter(_ numbers: some Sequence<Int>, in channel: Int, by account: AccountID) async throws {
    for number in numbers {
      _ = try await connections.service.send(String(number), in: ChannelID(Int64(channel)), by: account)
    }
  }

  /// Says something, twice: once the second is heard, the room reads nothing any more that it was not told of.
  func settle(_ listener: SocketListener, in channel: Int, by participant: ChatParticipant) async throws {
    for text in ["first", "second"] {
      try await participant.send(text, in: channel)
      #expect(try await listener.content(of: "/ws-channel-\(channel)") == text)
    }
  }

  /// The same places as another process has them, of which the bus tells nothing here.
  var elsewhere: ChatService {
    ChatService(
      store: SQLChatStore(backend.database), bus: RecordingBus(), clock: { [clock = backend.clock] in clock.now })
  }

  /// The room of two people.
  func direct(_ one: ChatParticipant, _ other: ChatParticipant, in workspace: Int) async throws -> Int {
    Int(
      try await connections.service.directRoom(with: other.id, in: WorkspaceID(Int64(workspace)), by: one.id).channel.id
        .value)
  }
}

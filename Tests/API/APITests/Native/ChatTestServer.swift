import Accounts
import Basics
import Chat
import Crypto
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

/// A service in which people talk, asked without a socket and over a real one, by a clock that stands. What is said is
/// told to listeners; that time passes, and looking at the store, is the test's to do.
final class ChatTestServer: Sendable {
  let backend: TestBackend
  let service: Service
  private let server: Server
  private let telling: Task<Void, Never>
  /// What old clients are told; nil where there are none.
  let sockets: SLPSockets?
  private let isOpen: Bool

  fileprivate init(_ applications: [String: LegacyContract], isOpen: Bool) async throws {
    self.isOpen = isOpen
    backend = try await TestBackend()
    service = Service(backend: backend) { setup in
      setup.legacy.applications = applications
      setup.legacy.hasOpenSockets = isOpen
    }
    sockets = service.legacy.sockets
    server = try Server(service.configuration)
    try server.start()
    let connections = backend.services.chat
    telling = Task {
      async let announcing: Void = connections.announceUnread()
      await connections.hub.run { fault in Issue.record("fault: \(fault)") }
      await announcing
    }
  }

  fileprivate func stop() async {
    telling.cancel()
    await connections.stop()
    sockets?.stop()
    await server.stop(within: .zero)
  }

  var port: Int { server.port }
  var connections: ChatConnections { backend.services.chat }

  /// Somebody who is logged in, without the work of it.
  func person(_ name: String) async throws -> ChatParticipant {
    let id = AccountID(at: backend.clock.now, random: systemRandom)
    let account = Account(
      id: id, email: try EmailAddress("\(name)@example.com"), nickname: try Nickname(name), createdAt: backend.clock.now
    )
    try await SQLAccountStore(backend.database).add(account, passwordHash: "-", mail: nil)
    return ChatParticipant(
      backend: self, id: id, token: try await backend.services.accounts.openSession(for: id, .rotating).access)
  }

  /// Some people in one workspace with a closed channel, both of which belong to the first of them. Where the sockets
  /// of old clients are open it is one of those that they open.
  func circle(
    _ names: String..., origin: WorkspaceOrigin? = nil
  ) async throws -> (people: [ChatParticipant], workspace: Int, channel: Int) {
    var people: [ChatParticipant] = []
    for name in names { people.append(try await person(name)) }
    let id = try await connections.service.makeWorkspace(
      WorkspaceContent(name: "동네"), origin: origin ?? (isOpen ? .slp : .native), by: people[0].id
    ).id
    let workspace = Int(id.value)
    for (name, guest) in zip(names, people).dropFirst() {
      try await people[0].invite(guest, name, to: workspace)
      _ = try await guest.did(.post, "/api/invitations/\(workspace)/acceptance")
    }
    let channel = try await people[0].make(
      "/api/workspaces/\(workspace)/channels", #"{"name":"모임","kind":"closed"}"#)
    for guest in people.dropFirst() {
      _ = try await people[0].did(.put, "/api/channels/\(channel)/members/\(guest.id)")
    }
    return (people, workspace, channel)
  }
}

/// Runs a test against a new server with some old applications.
func withChatServer(
  applications: [String: LegacyContract] = [:], isOpen: Bool = false, _ test: (ChatTestServer) async throws -> Void
) async throws {
  let backend = try await ChatTestServer(applications, isOpen: isOpen)
  do {
    try await test(backend)
    await backend.stop()
  } catch {
    await backend.stop()
    throw error
  }
}

/// Somebody who talks.
struct ChatParticipant: Sendable {
  let backend: ChatTestServer
  let id: AccountID
  let token: String

  func send(_ method: HTTP.Method, _ target: String, _ json: String? = nil) async -> Answer {
    await backend.service.send(method, target, json: json, token: token)
  }

  func get(_ target: String) async -> Answer { await send(.get, target) }

  /// Asks for something that is expected to be done.
  func did(_ method: HTTP.Method, _ target: String, _ json: String? = nil) async throws -> Answer {
    let answer = await send(method, target, json)
    try #require((200..<300).contains(answer.status), "\(method.rawValue) \(target): \(answer.text)")
    return answer
  }

  /// Makes something and gives its number.
  func make(_ target: String, _ json: String) async throws -> Int {
    try #require(try await did(.post, target, json).json["id"].int)
  }

  /// Invites somebody by the address of their name.
  func invite(_ guest: ChatParticipant, _ name: String, to workspace: Int) async throws {
    _ = try await did(
      .post, "/api/workspaces/\(workspace)/invitations",
      #"{"email":"\#(name)@example.com","account":"\#(guest.id)"}"#)
  }

  /// Says something and gives the message's number.
  @discardableResult
  func send(_ text: String, in channel: Int) async throws -> Int {
    try await make("/api/channels/\(channel)/messages", #"{"text":"\#(text)"}"#)
  }

  /// A WebSocket of theirs.
  func connect(window: Int32? = nil) async throws -> RealtimeClient {
    let listening = try await RealtimeClient(
      backend.port, with: "Authorization: Bearer \(token)", window: window)
    #expect(try await listening.next()["type"].text == "authenticated")
    return listening
  }
}

/// A client's WebSocket at the service.
///
/// Unchecked, because whoever has it waits for each call before the next: no two run at once.
final class RealtimeClient: @unchecked Sendable {
  private let client: WebSocketClient

  init(_ port: Int, with header: String = "", window: Int32? = nil) async throws {
    client = try await onThread {
      UncheckedClient(try WebSocketClient(port, path: "/api/realtime", with: header, window: window))
    }.client
  }

  func send(_ json: String) { client.send(json) }

  func subscribe(_ channel: Int, since revision: Int? = nil) {
    send(#"{"type":"subscribe","channel":\#(channel)\#(revision.map { ",\"since_revision\":\($0)" } ?? "")}"#)
  }

  /// The next message of the service, whole.
  func text() async throws -> String {
    try await onThread { [self] in
      let frame = try client.frame()
      guard frame.opcode == 1 else { throw Client.Failure(reason: "frame \(frame.opcode) \(frame.code ?? 0)") }
      return frame.text
    }
  }

  /// The next message of the service.
  func next() async throws -> Node {
    Node(try JSONSerialization.jsonObject(with: Data(try await text().utf8)))
  }

  /// Messages until one of a type, that one too.
  func all(until type: String) async throws -> [Node] {
    var all: [Node] = []
    repeat { all.append(try await next()) } while all.last?["type"].text != type
    return all
  }

  /// The code with which the service ends it.
  func closingCode() async throws -> Int? {
    try await onThread { [self] in try client.closingCode() }
  }

  /// Reads until the service breaks it off or ends it, and gives how many bytes came.
  func drain() async throws -> Int {
    try await onThread { [self] in
      var count = 0
      do { while true { count += try client.frame().payload.count } } catch { return count }
    }
  }

  private struct UncheckedClient: @unchecked Sendable {
    // Handed from the thread that made it to the one that waited for it.
    let client: WebSocketClient
    init(_ client: WebSocketClient) { self.client = client }
  }
}

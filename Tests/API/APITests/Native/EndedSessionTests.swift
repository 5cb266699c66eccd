import Accounts
import Basics
import Chat
import Crypto
import Foundation
import HTTP
import SQL
import SQLite
import Stores
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

/// Sessions that end while their connections listen.
@Suite("Connections of sessions that end")
struct EndedSessionTests {
  /// A way in which a session ends in this process.
  enum Ending: String, CaseIterable, CustomTestStringConvertible {
    case logOut, logOutEverywhere, newPassword, replayedRefresh, withdrawal
    var testDescription: String { rawValue }
  }

  @Test("Connections in this process end at once with their session, and others go on", arguments: Ending.allCases)
  func here(_ ending: Ending) async throws {
    try await withLegacyListeners { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let accounts = backend.backend.services.accounts
      let (juno, tokens) = try await backend.withPassword(people[1])
      let listeners = try await backend.listeners(of: juno, in: channel)
      let staying = try await backend.listeners(of: people[0], in: channel)
      let caller = try await accounts.caller(withAccessToken: juno.token)
      switch ending {
      case .logOut: try await accounts.logOut(caller, everywhere: false)
      case .logOutEverywhere: try await accounts.logOut(try await backend.another(juno), everywhere: true)
      case .newPassword:
        try await accounts.changePassword(
          try await backend.another(juno), from: ChatTestServer.password, to: "another one at noon")
      case .replayedRefresh:
        _ = try await accounts.refresh(tokens.refresh, .rotating)
        backend.backend.clock.advance(seconds: 60)
        await #expect(throws: DomainError.self) { try await accounts.refresh(tokens.refresh, .rotating) }
      case .withdrawal: _ = try await accounts.withdraw(caller)
      }
      #expect(backend.connections.count == 2)
      try await people[0].send("afterwards", in: channel)
      try await listeners.expectEnd()
      try await staying.expect("afterwards")
    }
  }

  @Test("Connections end at the next poll if another process ends their session")
  func elsewhere() async throws {
    try await withLegacyListeners { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let listeners = try await backend.listeners(of: people[1], in: channel)
      let staying = try await backend.listeners(of: people[0], in: channel)
      try await SQLSessionStore(backend.backend.database).endAll(of: people[1].id, but: nil)
      await backend.connections.poll { Issue.record($0) }
      #expect(backend.connections.count == 2)
      try await people[0].send("afterwards", in: channel)
      try await listeners.expectEnd()
      try await staying.expect("afterwards")
    }
  }

  @Test("Socket.IO checks the session before the next message")
  func hidden() async throws {
    try await withLegacyListeners { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let listeners = try await backend.listeners(of: people[1], in: channel)
      try await SQLSessionStore(backend.backend.database).endAll(of: people[1].id, but: nil)
      try await people[0].send("afterwards", in: channel)
      #expect(try await listeners.old.receive() == "41\(listeners.coordinate),")
    }
  }

  @Test("An ended session is refused everywhere")
  func tooLate() async throws {
    try await withLegacyListeners { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      try await SQLSessionStore(backend.backend.database).endAll(of: people[1].id, but: nil)
      await #expect(throws: Client.Failure.self, "401") {
        try await RealtimeClient(backend.port, with: "Authorization: Bearer \(people[1].token)")
      }
      #expect(await people[1].get("/api/channels/\(channel)/events").domainError == "401 token-unusable -")
      let coordinate = "/ws-channel-\(channel)"
      let old = try await SocketListener(
        backend.port, [("SesacKey", "slp-key"), ("Authorization", people[1].token)])
      #expect(try await old.join(for: coordinate) == "44\(coordinate),{\"message\":\"E02\"}")
      #expect(backend.connections.count == 0)
    }
  }
}

/// Somebody who hears the same channel in each way that there is.
private struct Listeners {
  let socket: RealtimeClient
  let stream: EventReader
  let old: SocketListener
  let coordinate: String

  /// That all of them ended before anything was told.
  func expectEnd() async throws {
    #expect(try await socket.next()["code"].text == "token-unusable")
    #expect(try await socket.closingCode() == 1008)
    #expect(try await stream.next() == "")
    #expect(try await old.receive() == "41\(coordinate),")
  }

  func expect(_ text: String) async throws {
    #expect(try await socket.next()["messages"][0]["text"].text == text)
    #expect(try await stream.next().contains(text))
    #expect(try await old.content(of: coordinate) == text)
  }
}

extension ChatTestServer {
  fileprivate static let password = "four cuts at noon"

  /// Somebody with a password, and a session by it.
  fileprivate func withPassword(_ person: ChatParticipant) async throws -> (ChatParticipant, SessionTokens) {
    let accounts = backend.services.accounts
    let hash = try await PasswordHasher().hash(Self.password)
    try await backend.database.write {
      try $0.run(
        "UPDATE account SET password_hash = $2 WHERE id = $1", [.text(person.id.description), .text(hash)])
    }
    let tokens = try await accounts.openSession(for: person.id, .rotating)
    return (ChatParticipant(backend: self, id: person.id, token: tokens.access), tokens)
  }

  /// Another session of somebody.
  fileprivate func another(_ person: ChatParticipant) async throws -> Caller {
    let accounts = backend.services.accounts
    return try await accounts.caller(withAccessToken: try await accounts.openSession(for: person.id, .rotating).access)
  }

  /// Has somebody listen to a channel in each way.
  fileprivate func listeners(of person: ChatParticipant, in channel: Int) async throws -> Listeners {
    let coordinate = "/ws-channel-\(channel)"
    let socket = try await person.connect()
    socket.subscribe(channel)
    #expect(try await socket.next()["type"].text == "subscribed")
    let stream = try await person.stream(channel)
    #expect(try await stream.next().hasPrefix("event: subscribed"))
    let old = try await SocketListener(
      port, in: coordinate, [("SesacKey", "slp-key"), ("Authorization", person.token)])
    return Listeners(socket: socket, stream: stream, old: old, coordinate: coordinate)
  }
}

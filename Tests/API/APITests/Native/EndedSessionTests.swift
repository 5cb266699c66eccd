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

  @Test("In this process they end at once, in whichever way the session ends; others go on", arguments: Ending.allCases)
  func here(_ ending: Ending) async throws {
    try await withOldEars { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let accounts = town.town.services.accounts
      let (juno, tokens) = try await town.withPassword(people[1])
      let ears = try await town.ears(of: juno, in: channel)
      let staying = try await town.ears(of: people[0], in: channel)
      let caller = try await accounts.caller(showing: juno.token)
      switch ending {
      case .logOut: try await accounts.logOut(caller, everywhere: false)
      case .logOutEverywhere: try await accounts.logOut(try await town.another(juno), everywhere: true)
      case .newPassword:
        try await accounts.changePassword(
          try await town.another(juno), from: ChatTown.password, to: "another one at noon")
      case .replayedRefresh:
        _ = try await accounts.refresh(tokens.refresh, .rotating)
        town.town.clock.advance(seconds: 60)
        await #expect(throws: DomainError.self) { try await accounts.refresh(tokens.refresh, .rotating) }
      case .withdrawal: _ = try await accounts.withdraw(caller)
      }
      #expect(town.desk.count == 2)
      try await people[0].say("afterwards", in: channel)
      try await ears.expectEnd()
      try await staying.expect("afterwards")
    }
  }

  @Test("Where another process ends the session they end at the next look")
  func elsewhere() async throws {
    try await withOldEars { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let ears = try await town.ears(of: people[1], in: channel)
      let staying = try await town.ears(of: people[0], in: channel)
      try await SQLSessionStore(town.town.database).endAll(of: people[1].id)
      await town.desk.look { Issue.record($0) }
      #expect(town.desk.count == 2)
      try await people[0].say("afterwards", in: channel)
      try await ears.expectEnd()
      try await staying.expect("afterwards")
    }
  }

  @Test("Before anything more is told by Socket.IO it is found out by itself")
  func unseen() async throws {
    try await withOldEars { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let ears = try await town.ears(of: people[1], in: channel)
      try await SQLSessionStore(town.town.database).endAll(of: people[1].id)
      try await people[0].say("afterwards", in: channel)
      #expect(try await ears.old.hear() == "41\(ears.place),")
    }
  }

  @Test("A session that has ended opens nothing")
  func tooLate() async throws {
    try await withOldEars { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      try await SQLSessionStore(town.town.database).endAll(of: people[1].id)
      await #expect(throws: Client.Failure.self, "401") {
        try await Listening(town.port, with: "Authorization: Bearer \(people[1].token)")
      }
      #expect(await people[1].get("/api/channels/\(channel)/events").refusal == "401 token-unusable -")
      let place = "/ws-channel-\(channel)"
      let old = try await SocketEar(
        town.port, [("SesacKey", "slp-key"), ("Authorization", people[1].token)])
      #expect(try await old.asks(for: place) == "44\(place),{\"message\":\"E02\"}")
      #expect(town.desk.count == 0)
    }
  }
}

/// Somebody who hears the same channel in each way that there is.
private struct Ears {
  let socket: Listening
  let stream: EventReader
  let old: SocketEar
  let place: String

  /// That all of them ended before anything was told.
  func expectEnd() async throws {
    #expect(try await socket.next()["code"].text == "token-unusable")
    #expect(try await socket.closingCode() == 1008)
    #expect(try await stream.next() == "")
    #expect(try await old.hear() == "41\(place),")
  }

  func expect(_ text: String) async throws {
    #expect(try await socket.next()["messages"][0]["text"].text == text)
    #expect(try await stream.next().contains(text))
    #expect(try await old.content(of: place) == text)
  }
}

extension ChatTown {
  fileprivate static let password = "four cuts at noon"

  /// Somebody with a password, and a session by it.
  fileprivate func withPassword(_ person: Talker) async throws -> (Talker, SessionTokens) {
    let accounts = town.services.accounts
    let hash = try await PasswordHasher().hash(Self.password)
    try await town.database.write {
      try $0.run(
        "UPDATE account SET password_hash = $2 WHERE id = $1", [.text(person.id.description), .text(hash)])
    }
    let tokens = try await accounts.openSession(for: person.id, .rotating)
    return (Talker(town: self, id: person.id, token: tokens.access), tokens)
  }

  /// Another session of somebody.
  fileprivate func another(_ person: Talker) async throws -> Caller {
    let accounts = town.services.accounts
    return try await accounts.caller(showing: try await accounts.openSession(for: person.id, .rotating).access)
  }

  /// Has somebody listen to a channel in each way.
  fileprivate func ears(of person: Talker, in channel: Int) async throws -> Ears {
    let place = "/ws-channel-\(channel)"
    let socket = try await person.connect()
    socket.subscribe(channel)
    #expect(try await socket.next()["type"].text == "subscribed")
    let stream = try await person.stream(channel)
    #expect(try await stream.next().hasPrefix("event: subscribed"))
    let old = try await SocketEar(
      port, in: place, [("SesacKey", "slp-key"), ("Authorization", person.token)])
    return Ears(socket: socket, stream: stream, old: old, place: place)
  }
}

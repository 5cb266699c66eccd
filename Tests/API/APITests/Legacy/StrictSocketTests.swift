import Accounts
import Basics
import Chat
import Foundation
import HTTP
import SocketIO
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Who hears what is said by Socket.IO")
struct StrictSocketTests {
  @Test("Only members hear, by key and token, raw or behind Bearer; they are told addresses")
  func members() async throws {
    try await withOldEars { town in
      let (people, _, channel) = try await town.circle("mina", "juno", origin: .slp)
      let place = "/ws-channel-\(channel)"
      let ears = [
        try await SocketEar(town.port, in: place, people[0].shown()),
        try await SocketEar(town.port, in: place, people[1].shown(behind: "Bearer ")),
      ]
      try await people[0].say("a", in: channel)
      for ear in ears { #expect(try await ear.hear().contains(#""email":"mina@example.com""#)) }
    }
  }

  @Test("What is told is what the sender was answered, byte for byte")
  func answered() async throws {
    try await withOldEars { town in
      let (people, workspace, channel) = try await town.circle("mina", "juno")
      let room = try await town.direct(people[0], people[1], in: workspace)
      let name = String(
        decoding: "모임".utf8.flatMap { Array("%\(String($0, radix: 16, uppercase: true))".utf8) }, as: UTF8.self)
      for (place, event, path) in [
        ("/ws-channel-\(channel)", "channel", "channels/\(name)/chats"), ("/ws-dm-\(room)", "dm", "dms/\(room)/chats"),
      ] {
        let ear = try await SocketEar(town.port, in: place, people[1].shown())
        let type = "multipart/form-data; boundary=x"
        let form = "--x\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\n몇 시? \u{1F4F7}\r\n--x--\r\n"
        let answer = await town.service.send(
          .post, "/v1/workspaces/\(workspace)/\(path)", people[0].shown() + [("Content-Type", type)],
          body: .bytes(Array(form.utf8)))
        try #require(answer.status == 200, "\(answer.text)")
        #expect(try await ear.hear() == "42\(place),[\"\(event)\",\(answer.text)]")
      }
    }
  }

  @Test("Whoever shows nothing, or not the right things, is told why in the words of the contract, and hears nothing")
  func strangers() async throws {
    try await withOldEars { town in
      let (people, workspace, channel) = try await town.circle("mina", "juno")
      let stranger = try await town.person("dami")
      let room = try await town.direct(people[0], people[1], in: workspace)
      let place = "/ws-channel-\(channel)"
      for (headers, place, code) in [
        ([], place, "E01"), ([], "/", "E01"), ([("SesacKey", "wrong")], place, "E01"),
        ([("SesacKey", "4cuts-key"), ("Authorization", people[0].token)], place, "E01"),
        ([("Authorization", people[0].token)], place, "E01"), ([("SesacKey", "slp-key")], place, "E02"),
        ([("SesacKey", "slp-key"), ("Authorization", "")], place, "E02"),
        ([("SesacKey", "slp-key"), ("Authorization", people[0].token + "x")], place, "E02"),
        (stranger.shown(), place, "E13"), (stranger.shown(), "/ws-dm-\(room)", "E13"),
        (people[0].shown(), "/ws-channel-999999", "E13"),
      ] as [([(String, String)], String, String)] {
        let answer = try await SocketEar(town.port, headers).asks(for: place)
        #expect(answer == "44\(place == "/" ? "" : place + ","){\"message\":\"\(code)\"}", "\(headers) \(place)")
      }
      town.town.clock.advance(seconds: 3600)
      #expect(try await SocketEar(town.port, people[0].shown()).asks(for: place) == "44\(place),{\"message\":\"E05\"}")
      #expect(town.roomCount == 0)
    }
  }

  @Test("Whoever is taken out is disconnected before anything more is told; the others go on")
  func takenOut() async throws {
    try await withOldEars { town in
      let (people, workspace, channel) = try await town.circle("mina", "juno", "dami")
      let place = "/ws-channel-\(channel)"
      var ears: [SocketEar] = []
      for person in people { ears.append(try await SocketEar(town.port, in: place, person.shown())) }
      async let talking: Void = town.chatter(1...100, in: channel, by: people[0].id)
      #expect(try await ears[1].content(of: place) == "1")
      _ = try await people[0].did(.delete, "/api/workspaces/\(workspace)/members/\(people[1].id)")
      let newest = try await town.desk.service.channel(ChannelID(Int64(channel)))?.lastSequence ?? 0
      try await talking
      try await town.chatter([101], in: channel, by: people[0].id)
      var last = 1
      for next in 2... {
        let text = try await ears[1].hear()
        if text == "41\(place)," { break }
        #expect(text.contains("\"content\":\"\(next)\""))
        last = next
      }
      // What was said before may still have been under way.
      #expect(last <= newest)
      for ear in [ears[0], ears[2]] {
        #expect(try await ear.contents(101, of: place) == (1...101).map(String.init))
      }
      #expect(try await ears[1].asks(for: place) == "44\(place),{\"message\":\"E13\"}")
    }
  }

  @Test("Nothing that is said after somebody was taken out reaches them, however soon")
  func takenOutBefore() async throws {
    try await withOldEars { town in
      let (people, workspace, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      let out = try await SocketEar(town.port, in: place, people[1].shown())
      let staying = try await SocketEar(town.port, in: place, people[0].shown())
      _ = try await people[0].did(.delete, "/api/workspaces/\(workspace)/members/\(people[1].id)")
      try await people[0].say("secret", in: channel)
      #expect(try await staying.content(of: place) == "secret")
      #expect(try await out.hear() == "41\(place),")
    }
  }

  @Test("When the token is over its client is disconnected: at the next tick, and before anything more is told")
  func expiry() async throws {
    try await withOldEars { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      let (early, late) = (try await SocketEar(town.port, in: place, people[1].shown()), people[0])
      let fresh = try await town.fresh(late, after: 600)
      let staying = try await SocketEar(town.port, in: place, fresh.shown())
      town.town.clock.advance(seconds: 400)
      try await fresh.say("after", in: channel)
      #expect(try await staying.content(of: place) == "after")
      #expect(try await early.hear() == "41\(place),")
      town.town.clock.advance(seconds: 600)
      town.sockets?.rooms.dismiss(at: town.town.clock.now)
      #expect(try await staying.hear() == "41\(place),")
      try await town.waits { await $0.isQuiet() }
    }
  }

  @Test("Opened, nothing is asked for where a client of the contract made the workspace, and no address is told")
  func opened() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      var ears = [try await SocketEar(town.port, in: place, people[0].shown())]
      for headers in [[], [("SesacKey", "wrong")], [("Authorization", "x")]] {
        ears.append(try await SocketEar(town.port, in: place, headers))
      }
      try await people[0].say("a", in: channel)
      for ear in ears {
        let text = try await ear.hear()
        #expect(text.contains(#""content":"a""#) && text.contains(#""email":"""#) && !text.contains("@"))
      }
    }
  }

  @Test("Opened, everything else stays closed: only members hear it, by key and token")
  func openedElsewhere() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, workspace, channel) = try await town.circle("mina", "juno", origin: .native)
      let room = try await town.direct(people[0], people[1], in: workspace)
      let stranger = try await town.person("dami")
      for place in ["/ws-channel-\(channel)", "/ws-dm-\(room)", "/ws-channel-999999"] {
        for (headers, code) in [
          ([], "E13"), ([("Authorization", "x")], "E13"), ([("SesacKey", "wrong")], "E01"),
          ([("SesacKey", "slp-key")], "E02"), (stranger.shown(), "E13"),
        ] as [([(String, String)], String)] {
          let answer = try await SocketEar(town.port, headers).asks(for: place)
          #expect(answer == "44\(place),{\"message\":\"\(code)\"}", "\(headers)")
        }
      }
      #expect(town.roomCount == 0)
      let member = try await SocketEar(town.port, in: "/ws-channel-\(channel)", people[1].shown())
      try await people[0].say("a", in: channel)
      #expect(try await member.content(of: "/ws-channel-\(channel)") == "a")
    }
  }

  @Test(
    "Pages from elsewhere get no session, by polling or by WebSocket, opened or not",
    arguments: [
      "Origin: http://evil.example", "Origin: null", "Origin: http://test:81", "Origin: ws://evil.example",
      "Origin: wss://test.evil.example", "Origin: ws://", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ], [true, false])
  func foreignPages(_ header: String, isOpen: Bool) async throws {
    try await withOldEars(isOpen: isOpen) { town in
      let port = town.port
      try await onThread {
        for (method, query) in [
          ("GET", "EIO=4&transport=polling"), ("GET", "EIO=4&transport=polling&sid=x"),
          ("POST", "EIO=4&transport=polling&sid=x"),
        ] {
          let reply = try PollingClient.ask(port, method, query, headers: header + "\r\n")
          #expect(reply.status == 403 && reply.text.contains("Forbidden"), "\(method) \(query): \(reply.text)")
        }
        let client = try Client(port)
        client.send(WebSocketClient.request("/socket.io/?EIO=4&transport=websocket", with: header))
        #expect(try client.head().status == 403)
      }
      #expect(town.sockets?.server.sessionCount == 0)
    }
  }

  @Test(
    "The service's own pages get one, and so do the iOS clients, whose library names the address that it connects to",
    arguments: [
      "Origin: http://test", "Origin: https://test", "Origin: ws://test", "Origin: wss://test", "Origin: ws://test:80",
      "Origin: wss://test:443", "Sec-Fetch-Site: same-origin", "User-Agent: none",
    ])
  func ownPages(_ header: String) async throws {
    try await withOldEars { town in
      let port = town.port
      try await onThread {
        let (polling, socket) = (try PollingClient(port, header + "\r\n"), try SocketIOClient(port, with: header))
        #expect(!polling.id.isEmpty && socket.welcome.first == "0")
      }
    }
  }
}

extension Talker {
  /// The headers of a handshake that says who it is.
  fileprivate func shown(behind scheme: String = "") -> [(String, String)] {
    [("SesacKey", "slp-key"), ("Authorization", scheme + token)]
  }
}

extension ChatTown {
  /// Somebody with a token that was given some seconds later.
  fileprivate func fresh(_ person: Talker, after seconds: Int64) async throws -> Talker {
    town.clock.advance(seconds: seconds)
    let token = try await town.services.accounts.openSession(for: person.id, .rotating).access
    return Talker(town: self, id: person.id, token: token)
  }
}

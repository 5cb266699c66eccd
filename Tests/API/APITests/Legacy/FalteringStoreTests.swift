import Accounts
import Basics
import Chat
import Foundation
import HTTP
import Stores
import Support
import Synchronization
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Socket.IO over an unreliable store")
struct FalteringStoreTests {
  @Test("Occasional read failures lose and repeat no message", arguments: [1, 2, 3])
  func faltering(seed: UInt64) async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno", origin: .slp)
      let (namespace, clock, bus) = ("/ws-channel-\(channel)", backend.backend.clock, LocalEventBus())
      let store = FalteringStore(SQLChatStore(backend.backend.database), seed: seed)
      var setup = backend.service.setup
      setup.services.chat = ChatConnections(
        service: ChatService(store: store, bus: bus, clock: { clock.now }), bus: bus, clock: { clock.now },
        accounts: backend.backend.services.accounts)
      setup.report = { _, fault in #expect(fault is FalteringStore.Faltered) }
      let connections = setup.services.chat
      let broadcasting = Task { await connections.hub.run { #expect($0 is FalteringStore.Faltered) } }
      defer { broadcasting.cancel() }
      let sockets = SLPSockets(
        on: SocketConfiguration(
          services: LegacyServices(setup.services, applications: [:]),
          environment: setup.environment(of: backend.backend),
          isOpen: true, pause: .milliseconds(1)))
      let server = try Server(ServerConfiguration(port: 0, routes: sockets.routes))
      try server.start()
      let listener = try await SocketListener(server.port, in: namespace)
      store.falters(true)
      for number in 1...60 {
        _ = try await connections.service.send("\(number)", in: ChannelID(Int64(channel)), by: people[0].id)
      }
      async let received = listener.contents(60, of: namespace)
      // What the hub could not read is found by looking.
      for _ in 0..<40 { try? await connections.hub.poll() }
      store.falters(false)
      try await connections.hub.poll()
      #expect(try await received == (1...60).map(String.init))
      sockets.stop()
      await server.stop()
    }
  }
}

/// A store of which a third of the readings fail while it falters.
private final class FalteringStore: ChatStore {
  struct Faltered: Error {}

  private struct State {
    var numbers: SeededNumbers
    var falters = false
  }

  private let inner: any ChatStore
  private let state: Mutex<State>

  init(_ inner: any ChatStore, seed: UInt64) {
    self.inner = inner
    state = Mutex(State(numbers: SeededNumbers(seed: seed)))
  }

  func falters(_ falters: Bool) { state.withLock { $0.falters = falters } }

  func read<Result: Sendable>(_ body: @escaping @Sendable (any ChatReading) throws -> Result) async throws -> Result {
    let fails = state.withLock { $0.falters && Int.random(in: 0..<3, using: &$0.numbers) == 0 }
    if fails { throw Faltered() }
    return try await inner.read(body)
  }

  func dataVersion() async throws -> Int64 { try await inner.dataVersion() }

  func write<Result: Sendable>(_ body: @escaping @Sendable (any ChatWriting) throws -> Result) async throws -> Result {
    try await inner.write(body)
  }
}

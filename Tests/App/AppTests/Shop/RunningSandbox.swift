import Basics
import Foundation
import HTTP
import Sandbox
import Synchronization
import Testing
import WebClient

/// The sandbox gateway behind a socket of this process, where it can be directed and looked into.
final class RunningSandbox: Sendable {
  /// What it takes: words that occur nowhere else, so that a trace of one is found.
  static let secrets = [
    "imp-key-7c1f0a", "imp-secret-93be5d", "v2-secret-e04c68", "whsec_d2ViaG9vay1zZWNyZXQtb2YtdGhlLXRlc3Rz",
  ]

  let gateway: SandboxGateway
  let port: Int
  private let server: Mutex<Server?>

  /// A gateway that sends its messages, each once, to a shop that will listen on a port.
  init(shop: Int) throws {
    var settings = SandboxSettings()
    settings.v1Key = Self.secrets[0]
    settings.v1Secret = Self.secrets[1]
    settings.v2Secret = Self.secrets[2]
    settings.webhookSecret = Self.secrets[3]
    settings.v1WebhookURL = try WebAddress("http://127.0.0.1:\(shop)/api/webhooks/portone-v1", field: "v1")
    settings.v2WebhookURL = try WebAddress("http://127.0.0.1:\(shop)/api/webhooks/portone-v2", field: "v2")
    settings.webhookPauses = []
    gateway = SandboxGateway(settings, clock: { .feed }, random: unpredictable)
    port = try freePort()
    server = Mutex(nil)
    try comeBack()
  }

  deinit {
    // Nobody waits for the answers any more.
    let server = server.withLock { $0 }
    Task { await server?.stop(within: .zero) }
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// Nobody listens at its address any more.
  func goDown() async {
    let running = server.withLock { server in
      defer { server = nil }
      return server
    }
    await running?.stop(within: .seconds(1))
  }

  /// Listens at the same address as before, and remembers everything.
  func comeBack() throws {
    let fresh = try Server(ServerConfiguration(address: "127.0.0.1", port: port, routes: gateway.routes))
    try fresh.start()
    server.withLock { $0 = fresh }
  }

  /// What the customer does in the gateway's window.
  func pay(_ interface: SandboxInterface, _ reference: String, _ amount: Int, notifies: Bool = false) throws -> String {
    var purchase = SandboxPurchase(interface, reference: reference, amount: amount)
    purchase.sendsWebhook = notifies
    return try gateway.pay(purchase)
  }
}

extension Timestamp {
  /// The moment by the machine's clock.
  static var feed: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}

/// Bytes for numbers that must differ between runs.
@Sendable func unpredictable(_ count: Int) -> [UInt8] {
  (0..<count).map { _ in UInt8.random(in: 0...255) }
}

/// A port at which nobody listens. It lies below those that the system gives to outgoing connections, so that it is
/// still free when a server that was killed comes back.
func freePort() throws -> Int {
  for _ in 0..<100 {
    let port = Int.random(in: 20_000..<32_000)
    if (try? Server(ServerConfiguration(address: "127.0.0.1", port: port, routes: []))) != nil { return port }
  }
  throw CancellationError()
}

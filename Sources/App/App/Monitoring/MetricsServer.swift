import APIKit
import Basics
import CommandLineKit
import HTTP
import Telemetry

/// Where metrics are served: at a separate address, so that no proxy passes them to the public by mistake, and so that
/// they are answered while the service refuses connections.
struct MetricsAddress: Sendable {
  let address: String
  let port: Int

  static let option = OptionSpecification.setting(
    "metrics-address", "ADDRESS:PORT", nil,
    "Where to serve /metrics for Prometheus, such as 127.0.0.1:9464; unset, it is not served. Keep it from the public")

  /// - Throws: `DomainError` of the command line.
  init?(_ command: ParsedCommand) throws(DomainError) {
    guard let text = command["metrics-address"], !text.isEmpty else { return nil }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw Self.invalid
    }
    let host = text[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let bare = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
    // Without brackets the last part of an IPv6 address would be taken for the port.
    guard IPAddress(bare) != nil, isBracketed == bare.contains(":") else { throw Self.invalid }
    (address, self.port) = (bare, Int(port))
  }

  private static let invalid = DomainError.usage(
    "metrics-address-invalid", "--metrics-address takes an address and a port, such as 127.0.0.1:9464 or [::1]:9464.")
}

/// Serves metrics to Prometheus and others that read its formats.
struct MetricsServer: Sendable {
  private let server: Server
  private let address: String

  /// Binds the socket; nothing is answered yet.
  /// - Throws: `DomainError` of an address that cannot be used.
  init(at address: MetricsAddress, on socket: BoundSocket, _ metrics: [Metric]) throws(DomainError) {
    let route = Route(.get, "/metrics", bodyLimit: 0, .deferred { await Self.answer($0, metrics) })
    var configuration = ServerConfiguration(address: address.address, port: address.port, routes: [route])
    configuration.loops = 1
    configuration.limits.connections = 64
    configuration.limits.work = 4
    server = try Server(configuration, on: socket)
    self.address = baseAddress("http", address.address, server.port)
  }

  private static func answer(_ request: Request, _ metrics: [Metric]) async -> Response {
    let offered = ExpositionFormat.allCases
    let type = MediaType.choose(request.headers["Accept"], among: offered.map(\.rawValue))
    // Who accepts neither is likely to be a browser or a script, which can show text.
    let format = type.flatMap(ExpositionFormat.init) ?? .prometheus
    return Response(
      status: 200, headers: Headers([("Content-Type", format.contentType), ("Cache-Control", "no-store")]),
      body: .bytes(await metrics.exposition(in: format)))
  }

  var url: String { address + "/metrics" }

  func start() throws { try server.start() }

  func stop() async { await server.stop(within: .seconds(1)) }
}

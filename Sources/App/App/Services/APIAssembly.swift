import APIKit
import Basics
import CommandLineKit
import HTTP
import NativeAPI
import StandardsAPI

extension APIEnvironment {
  /// The environment for endpoints over the services of a data directory.
  convenience init(
    _ assembly: ServiceAssembly, publicAddress: String?, proxies: Set<IPAddress> = [],
    clock: @escaping @Sendable () -> Timestamp, conditions: ServiceConditions,
    consistency: (any ReadConsistency)? = nil,
    onFault: @escaping @Sendable (_ reference: String, _ fault: any Error) -> Void
  ) {
    self.init(
      version: CommandLineKit.version, publicAddress: publicAddress, proxies: proxies, startedAt: clock(),
      clock: clock,
      authenticator: assembly.services.authenticator, idempotency: assembly.idempotency,
      cursorSeal: assembly.cursorSeal,
      conditions: conditions, consistency: consistency, onFault: onFault)
  }
}

extension [APISurface] {
  /// The program's own interfaces, the added ones, and the documentation of all of them.
  /// - Parameters:
  ///   - mapKey: The key that clients of the Kakao Local API must send. Nil: any key is accepted.
  ///   - app: Responds to browsers at `/`. Nil: browsers get the same page as other clients.
  static func own(
    _ services: NativeServices, _ settings: NativeSettings, mapKey: String?, adding added: [APISurface] = [],
    app: (@Sendable (Request) -> Response)? = nil
  ) -> [APISurface] {
    let described = [.native(services, settings), .standards(services.catalogue, mapKey: mapKey)] + added
    let documentation = DocumentationEndpoints(
      describing: described, catalogue: services.catalogue, locationPolicy: settings.locationPolicy, app: app)
    return described + [documentation.surface]
  }
}

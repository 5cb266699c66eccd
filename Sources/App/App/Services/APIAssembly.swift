import APIKit
import Basics
import HTTP
import NativeAPI
import StandardsAPI

extension APIEnvironment {
  /// What endpoints over some services need.
  convenience init(
    _ assembly: ServiceAssembly, publicAddress: String?, clock: @escaping @Sendable () -> Timestamp,
    conditions: ServiceConditions, onFault: @escaping @Sendable (_ reference: String, _ fault: any Error) -> Void
  ) {
    self.init(
      version: App.version, publicAddress: publicAddress, startedAt: clock(), clock: clock,
      authenticator: assembly.services.authenticator, idempotency: assembly.idempotency,
      cursorSeal: assembly.cursorSeal,
      conditions: conditions, onFault: onFault)
  }
}

extension [APISurface] {
  /// The interfaces that every server has, with what describes them and some more.
  /// - Parameters:
  ///   - mapKey: the key that clients of the Kakao Local shape must show; nil: any key will do.
  ///   - added: further interfaces.
  ///   - app: what browsers get at `/`; nil: the same page as everybody.
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

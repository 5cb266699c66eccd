import APIKit
import Accounts
import Basics
import Booths
import CommandLineKit
import Foundation
import HTTP
import Location
import NativeAPI
import StandardsAPI
import Telemetry

extension APIEnvironment {
  /// The environment for endpoints over the services of a data directory.
  /// - Parameters:
  ///   - isShared: whether other nodes serve the same clients.
  ///   - locationPolicy: as the endpoints have it.
  ///   - gazetteer: as the endpoints have it; nil: that of the assembly.
  convenience init(
    _ assembly: ServiceAssembly, publicAddress: String?, isEncrypted: Bool = false, proxies: TrustedProxies = .none,
    accountLimit: RateLimit? = nil, isShared: Bool = false, locationPolicy: LocationPolicy = LocationPolicy(),
    gazetteer: Gazetteer? = nil, clock: @escaping @Sendable () -> Timestamp,
    steadyClock: (@Sendable () -> Timestamp)? = nil, conditions: ServiceConditions,
    consistency: (any ReadConsistency)? = nil, spans: SpanRecorder? = nil,
    onFault: @escaping @Sendable (_ reference: String, _ fault: any Error) -> Void
  ) {
    self.init(
      version: CommandLineKit.version, publicAddress: publicAddress, isEncrypted: isEncrypted, proxies: proxies,
      accountLimit: accountLimit,
      sharedBuckets: isShared
        ? accountLimit.map { limit in
          SharedTokenBuckets(limit, assembly.rateBuckets, authenticator: assembly.cursorAuthenticator) {
            onFault("rate-limit", $0)
          }
        } : nil,
      variant:
        "\(programSize) \(locationPolicy) \((gazetteer ?? assembly.services.gazetteer).mark) \(assembly.services.catalogue.current.chains.mark)",
      clock: clock, steadyClock: steadyClock,
      authenticator: assembly.services.authenticator, idempotency: assembly.idempotency,
      cursorAuthenticator: assembly.cursorAuthenticator,
      conditions: conditions, consistency: consistency, spans: spans, onFault: onFault)
  }
}

/// The size of this program's file. It identifies the build if two have the same version, as during development.
private let programSize: Int = {
  var status = stat()
  return stat("/proc/self/exe", &status) == 0 ? Int(status.st_size) : 0
}()

extension [APISurface] {
  /// The program's own interfaces, the added ones, and the documentation of all of them.
  /// - Parameters:
  ///   - mapKey: The key that clients of the Kakao Local API must send now. Nil: any key is accepted.
  ///   - app: Responds to browsers at `/`. Nil: browsers get the same page as other clients.
  ///   - files: For the documentation page. Nil: the start page takes its place.
  static func own(
    _ services: NativeServices, _ settings: NativeSettings, mapKey: @escaping @Sendable () -> String? = { nil },
    adding added: [APISurface] = [],
    app: (@Sendable (Request) -> Response)? = nil, files: DocumentationFiles? = nil
  ) -> [APISurface] {
    let described =
      [
        .native(services, settings),
        .standards(services.catalogue, services.gazetteer, services.searches, mapKey: mapKey),
      ] + added
    let documentation = DocumentationEndpoints(
      describing: described, catalogue: services.catalogue, locationPolicy: settings.locationPolicy, app: app,
      files: files)
    return described + [documentation.surface]
  }
}

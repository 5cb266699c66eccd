package import APIKit
package import Basics
package import CommandLineKit
package import HTTP
package import NativeAPI

/// An interface that `serve` offers in addition to its own. The program lists them (`Sources/App/fourcuts`).
package protocol InterfaceExtension: Sendable {
  /// Options that it adds to `serve`.
  var options: [OptionSpecification] { get }
  /// Options whose values occur in responses of payment gateways and are masked there. Payment commands take them too.
  var maskingOptions: [OptionSpecification] { get }
  /// Text that it adds to the help of `serve`.
  var discussion: String { get }

  /// The values of `maskingOptions`.
  /// - Throws: `DomainError` of the command line.
  func maskedSecrets(_ command: ParsedCommand) throws(DomainError) -> [String]

  /// Reads its settings.
  /// - Throws: `DomainError` of the command line.
  func configure(_ command: ParsedCommand, _ address: ServedAddress) throws(DomainError) -> any ConfiguredInterface
}

package struct ServedAddress: Sendable {
  package let address: String
  /// The address at which clients reach it through a proxy. Nil without a proxy.
  package let publicAddress: String?
  /// The proxies that are trusted to name the client.
  package let proxies: TrustedProxies
  /// Whether the server itself speaks TLS.
  package let isEncrypted: Bool

  /// Whether browsers may be told to use nothing but HTTPS at its host. Not on an address of this machine alone:
  /// programs under development have the same host.
  var isHTTPSOnly: Bool { isEncrypted && (publicAddress != nil || !isLoopback) }

  /// Whether only this machine reaches it directly.
  var isLoopback: Bool { address == "localhost" || IPAddress(address)?.isLoopback == true }
}

package protocol ConfiguredInterface: Sendable {
  /// Secrets to mask in responses of payment gateways.
  var maskedSecrets: [String] { get }
  /// A message for each of its settings that is given and has no effect beside the others.
  var settingsWithoutEffect: [String] { get }
  var greeting: [String] { get }

  func assemble(_ services: NativeServices, in environment: APIEnvironment) -> any RunningInterface
}

package protocol RunningInterface: Sendable {
  var surface: APISurface { get }

  /// Runs background work until the task is cancelled.
  func run() async

  /// Closes connections that a stopping server would otherwise wait for.
  func stop()
}

package import APIKit
package import Basics
package import NativeAPI

/// An interface that `serve` offers beside its own ones. The program names those that it has (`Sources/App/fourcuts`).
package protocol InterfaceExtension: Sendable {
  /// What `serve` takes for it.
  var options: [OptionSpecification] { get }
  /// Those whose values stand in what payment gateways say, and are masked there: commands on payments take them too.
  var maskingOptions: [OptionSpecification] { get }
  /// What the help of `serve` says of it.
  var discussion: String { get }

  /// The values of `maskingOptions`.
  /// - Throws: `DomainError` of the command line.
  func maskedSecrets(_ command: ParsedCommand) throws(DomainError) -> [String]

  /// Reads what is set.
  /// - Throws: `DomainError` of the command line.
  func configure(_ command: ParsedCommand, _ address: ServedAddress) throws(DomainError) -> any ConfiguredInterface
}

/// Where a server is reached.
package struct ServedAddress: Sendable {
  /// Where it listens, as it is configured.
  package let address: String
  /// At which others reach it through a proxy; nil: nobody does.
  package let publicAddress: String?
}

/// An interface as an operator has set it.
package protocol ConfiguredInterface: Sendable {
  /// What is masked in what payment gateways say.
  var maskedSecrets: [String] { get }
  /// Lines of the greeting.
  var greeting: [String] { get }

  func assemble(_ services: NativeServices, in environment: APIEnvironment) -> any RunningInterface
}

/// An interface that is served.
package protocol RunningInterface: Sendable {
  var surface: APISurface { get }

  /// Does what is due beside requests, until the task is cancelled.
  func run() async

  /// Ends connections for which a server that stops would wait.
  func stop()
}

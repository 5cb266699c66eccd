import APIKit
import Basics
import CommandLineKit
import HTTP

enum RateLimitSetting {
  private static let standard = "50,1000"
  static let option = OptionSpecification.setting(
    "rate-limit", "RATE,BURST", standard,
    "The tokens that each client address and each account gets a second, and at most; requests cost 1 to 20; 'off'")

  /// The limit; nil: none.
  /// - Throws: `DomainError` of the command line.
  static func limit(_ command: ParsedCommand) throws(DomainError) -> RateLimit? {
    let given = command["rate-limit"] ?? ""
    let text = given.isEmpty ? standard : given
    if text == "off" { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let rate = parts[0], let burst = parts[1], (1...1_000_000).contains(rate),
      (rate...1_000_000).contains(burst)
    else {
      throw .usage(
        "rate-limit-invalid",
        "--rate-limit takes 'off', or two whole numbers such as 50,1000: the tokens a second, and at most.")
    }
    return RateLimit(tokensPerSecond: rate, burst: burst)
  }
}

extension ServeOptions {
  private static let connectionsPerClient = 1_000
  private static let listenersPerClient = 500

  /// Limits what each client address may ask for and hold, unless the operator has turned that off.
  func limitClients(
    _ configuration: inout ServerConfiguration, _ environment: APIEnvironment,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    configuration.proxies = reached.proxies
    guard let rateLimit else { return }
    configuration.limits.connectionsPerClient = Self.connectionsPerClient
    configuration.limits.listenersPerClient = Self.listenersPerClient
    configuration.middleware.append(
      .rateLimit(rateLimit, clock: clock, refusals: environment.rateLimited) { [environment] in
        environment.network(of: $0)
      })
  }
}

public import Basics
public import HTTP

/// A payment gateway for trying out: it speaks PortOne's interfaces, moves no money, keeps everything in memory, and does
/// on request what gateways do at their worst.
public final class SandboxGateway: Sendable {
  /// A gateway where nothing was paid yet.
  public init(
    _ settings: SandboxSettings, clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes
  ) {
    fatalError("skeleton")
  }

  /// Both interfaces, and what directs the sandbox, below `/sandbox`.
  public var routes: [Route] { fatalError("skeleton") }
}

/// What a sandbox takes, and whom it tells.
public struct SandboxSettings: Sendable {
  /// `imp_key` of the first interface.
  public var v1Key = "sandbox-key"
  /// `imp_secret` of the first interface.
  public var v1Secret = "sandbox-secret"
  /// The secret of the second interface.
  public var v2Secret = "sandbox-v2-secret"
  /// What messages of the second interface are signed with.
  public var webhookSecret = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA=="
  /// The store that payments are made to.
  public var store = "store-sandbox"
  /// Where messages of the first interface go; nil: nowhere.
  public var v1WebhookURL: String?
  /// Where messages of the second interface go; nil: nowhere.
  public var v2WebhookURL: String?

  /// The usual settings.
  public init() {}
}

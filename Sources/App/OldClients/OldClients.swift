import APIKit
package import App
package import Basics
package import CommandLineKit
import Crypto
import LegacyAPI
import NativeAPI

/// Adds the APIs of old clients to `serve`: the options, the help, and development keys.
package struct OldClients: InterfaceExtension {
  package init() {}

  package var options: [OptionSpecification] {
    ([
      Self.applicationOption,
      .settingFlag(
        "partyquest", "Serve the contract of PartyQuest, whose clients send no key, at /auth, /party and /quest"),
      .settingFlag(
        "open-sockets",
        "Send messages of workspaces made by slp clients to slp clients without a token. Anyone who reaches the "
          + "server can then read them: see below"),
    ]
      + OptionSpecification.secret(
        "partyquest-secret",
        "Let PartyQuest clients log in at /auth/login/oauth/kakao with this constant of their build. Anyone who extracts "
          + "it can log in as any such user: see below. Without it this login is off; implies --partyquest")).under(
        "Old clients")
  }

  package var maskingOptions: [OptionSpecification] { [Self.applicationOption] }

  private static let applicationOption: OptionSpecification = {
    let contracts = LegacyContract.allCases.map(\.rawValue).joined(separator: " or ")
    var option = OptionSpecification.setting(
      "app", "KEY=CONTRACT", nil, "Serve an old client that sends this SesacKey: \(contracts)")
    (option.isRepeatable, option.isSecret) = (true, true)
    return option
  }()

  package var discussion: String {
    """
    Over Socket.IO, slp clients receive messages as members if they send key and token. Most old clients send neither
    and receive nothing. With --open-sockets they receive the messages of workspaces made by slp clients, and so does
    anyone who reaches the server and guesses the number of a channel or room there, closed ones and rooms of two
    included: texts, photos, and names of authors, while connected. Other workspaces stay closed.

    Development keys are made if no --app and no --public-url is given and the address is reachable from this machine
    only.

    PartyQuest is served with --partyquest only. Its app sends no proof from Kakao, only a constant that is in every
    copy of the app. With --partyquest-secret the server accepts it: anyone who extracts the constant can log in as any
    user who signed up this way, but not to an account with a password or a provider. Set it only if all users trust
    each other.
    """
  }

  package func maskedSecrets(_ command: ParsedCommand) throws(DomainError) -> [String] {
    Array(try applications(command).keys)
  }

  package func configure(
    _ command: ParsedCommand, _ address: ServedAddress
  ) throws(DomainError) -> any ConfiguredInterface {
    var settings = LegacySettings()
    settings.applications = try applications(command)
    let development = ApplicationKeys.development(
      address: address.address, publicAddress: address.publicAddress, configured: settings.applications,
      random: systemRandom)
    settings.applications.merge(development) { configured, _ in configured }
    settings.hasOpenSockets = command.has("open-sockets")
    settings.partyQuestSecret = try partyQuestSecret(command)
    settings.servesPartyQuest = command.has("partyquest") || settings.partyQuestSecret != nil
    return ConfiguredOldClients(settings: settings, development: development)
  }

  private func applications(_ command: ParsedCommand) throws(DomainError) -> [String: LegacyContract] {
    do throws(DomainError) {
      return try ApplicationKeys.read(command.all("app"))
    } catch {
      throw .usage(error.code, error.message)
    }
  }

  private func partyQuestSecret(_ command: ParsedCommand) throws(DomainError) -> PartyQuestSecret? {
    guard let secret = try command.secret("partyquest-secret") else { return nil }
    do throws(DomainError) {
      return try PartyQuestSecret(secret)
    } catch {
      throw .usage(error.code, error.message)
    }
  }
}

private struct ConfiguredOldClients: ConfiguredInterface {
  let settings: LegacySettings
  /// Generated keys for trying clients out.
  let development: [String: LegacyContract]

  var maskedSecrets: [String] { Array(settings.applications.keys) }

  var settingsWithoutEffect: [String] {
    settings.hasOpenSockets && !settings.applications.values.contains(.slp)
      ? ["--open-sockets has no effect without an --app of slp."] : []
  }

  var greeting: [String] {
    development.sorted { $0.value.rawValue < $1.value.rawValue }
      .map { "To try an old client of \($0.value.rawValue), give it the SesacKey \($0.key)" }
  }

  func assemble(_ services: NativeServices, in environment: APIEnvironment) -> any RunningInterface {
    LegacyInterface(services, settings, in: environment)
  }
}

extension LegacyInterface: RunningInterface {}

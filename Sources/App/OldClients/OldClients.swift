import APIKit
package import App
package import Basics
import Crypto
import LegacyAPI
import NativeAPI

/// The interface of old clients as a part of `serve`: its options, its help and its keys for trying clients out.
package struct OldClients: InterfaceExtension {
  package init() {}

  package var options: [OptionSpecification] {
    [
      Self.applicationOption,
      .settingFlag(
        "partyquest", "Serve the contract of PartyQuest, whose clients show no key, at /auth, /party and /quest"),
      .settingFlag(
        "open-sockets",
        "Let clients of slp that show no token hear what is said in workspaces made by such clients. Whoever reaches the "
          + "server then hears it too: see below"),
    ]
      + OptionSpecification.secret(
        "partyquest-secret",
        "Let clients of PartyQuest log in at /auth/login/oauth/kakao by this constant of their build: whoever takes it "
          + "out of one is anybody who came in this way. Off without it; implies --partyquest")
  }

  package var maskingOptions: [OptionSpecification] { [Self.applicationOption] }

  private static let applicationOption: OptionSpecification = {
    let contracts = LegacyContract.allCases.map(\.rawValue).joined(separator: " or ")
    var option = OptionSpecification.setting(
      "app", "KEY=CONTRACT", nil, "Serve an old client that sends this SesacKey: \(contracts)")
    option.isRepeatable = true
    return option
  }()

  package var discussion: String {
    """
    Clients of slp hear what is said by Socket.IO as members who show key and token. Most of the old ones show
    neither, and hear nothing. With --open-sockets they hear what is said in workspaces made by clients of slp, and
    so does everybody who reaches the server and guesses the number of a channel or room there, closed ones and
    rooms of two included: texts, photos, and names of authors, while they listen. Other workspaces stay closed.
    Where no old client is named, no --public-url is set, and nobody but this machine can reach the address, keys to
    try some are made.
    PartyQuest is served with --partyquest only. Its application sends no proof of Kakao's but a constant that is in
    each of its copies. With --partyquest-secret it is believed: whoever takes the constant out of a copy can log in as everybody who came in
    this way, but into no account that has a password or is a provider's. Set it for people who know each other only.
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
  /// Keys that were made for trying clients out.
  let development: [String: LegacyContract]

  var maskedSecrets: [String] { Array(settings.applications.keys) }

  var greeting: [String] {
    development.sorted { $0.value.rawValue < $1.value.rawValue }
      .map { "To try an old client of \($0.value.rawValue), give it the SesacKey \($0.key)" }
  }

  func assemble(_ services: NativeServices, in environment: APIEnvironment) -> any RunningInterface {
    LegacyInterface(services, settings, in: environment)
  }
}

extension LegacyInterface: RunningInterface {}

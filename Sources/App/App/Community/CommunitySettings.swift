import API
import Accounts
import Basics

/// What can be set about accounts, old clients and the shop.
struct CommunitySettings: Sendable {
  /// No access token lives longer, in seconds: a day.
  static let longestAccess = 86_400
  private static let longestRefresh = 366 * 86_400

  static let options: [OptionSpecification] =
    [
      .setting("access-ttl", "SECONDS", "900", "How long an access token is taken (1 to 86,400)"),
      .setting("refresh-ttl", "SECONDS", "2592000", "How long a refresh token is taken (1 to 31,622,400)"),
      applicationOption,
      .settingFlag(
        "partyquest", "Serve the contract of PartyQuest, whose clients show no key, at /auth, /party and /quest"),
      .settingFlag(
        "open-sockets",
        "Let clients of slp that show no token hear what is said in workspaces made by such clients. Whoever reaches the "
          + "server then hears it too: see below"),
    ] + SocialSettings.options + partyQuestOptions

  private static let partyQuestOptions = OptionSpecification.secret(
    "partyquest-secret",
    "Let clients of PartyQuest log in at /auth/login/oauth/kakao by this constant of their build: whoever takes it out of "
      + "one is anybody who came in this way. Off without it; implies --partyquest")

  static let applicationOption: OptionSpecification = {
    let contracts = LegacyContract.allCases.map(\.rawValue).joined(separator: " or ")
    var option = OptionSpecification.setting(
      "app", "KEY=CONTRACT", nil, "Serve an old client that sends this SesacKey: \(contracts)")
    option.isRepeatable = true
    return option
  }()

  var sessions = SessionPolicy()
  var applications: [String: LegacyContract]
  /// Whether whoever reaches the server hears what is said in workspaces that clients of SLP made.
  var hasOpenSockets = false
  var shop = ShopSettings()
  var social = SocialSettings()
  /// Whether the contract of PartyQuest is served.
  var servesPartyQuest = false
  /// What lets clients of PartyQuest in that come without a proof.
  var partyQuestSecret: PartyQuestSecret?

  /// The usual lifetimes, no old client, and a closed shop.
  init() {
    applications = [:]
  }

  /// The settings of a command line.
  /// - Throws: `Refusal` of the command line.
  init(_ command: ParsedCommand) throws(Refusal) {
    if let seconds = try command.integer("access-ttl", 1...Self.longestAccess) {
      sessions.accessLifetime = Int64(seconds)
    }
    if let seconds = try command.integer("refresh-ttl", 1...Self.longestRefresh) {
      sessions.refreshLifetime = Int64(seconds)
    }
    applications = try Self.applications(command)
    hasOpenSockets = command.has("open-sockets")
    shop = try ShopSettings(command)
    social = try SocialSettings(command)
    partyQuestSecret = try Self.partyQuestSecret(command)
    servesPartyQuest = command.has("partyquest") || partyQuestSecret != nil
  }

  private static func partyQuestSecret(_ command: ParsedCommand) throws(Refusal) -> PartyQuestSecret? {
    guard let secret = try command.secret("partyquest-secret") else { return nil }
    do throws(Refusal) {
      return try PartyQuestSecret(secret)
    } catch {
      throw .usage(error.code, error.sentence)
    }
  }

  /// The keys of old clients that a command line tells.
  /// - Throws: `Refusal` of the command line.
  static func applications(_ command: ParsedCommand) throws(Refusal) -> [String: LegacyContract] {
    do throws(Refusal) {
      return try ApplicationKeys.read(command.all("app"))
    } catch {
      throw .usage(error.code, error.sentence)
    }
  }
}

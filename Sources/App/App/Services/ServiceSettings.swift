import Accounts
import Basics
import CommandLineKit
import PhotoStorage

/// Settings of accounts, mail, notices, photos and the shop.
struct ServiceSettings: Sendable {
  /// The longest lifetime of an access token, in seconds: a day.
  static let maxAccessLifetime = 86_400
  private static let maxRefreshLifetime = 366 * 86_400

  static let options: [OptionSpecification] =
    [
      .setting("access-ttl", "SECONDS", "900", "Lifetime of an access token (1 to 86,400)"),
      .setting("refresh-ttl", "SECONDS", "2592000", "Lifetime of a refresh token (1 to 31,622,400)"),
      PhotoLocation.option, LegalTexts.option,
    ].under("Accounts and photos") + SocialSettings.options.under("Login by other services")
    + MailSettings.options.under("Mail") + PushSettings.options.under("Notices for apps")

  var sessions = SessionPolicy()
  var shop = ShopSettings()
  var social = SocialSettings()
  var mail = MailSettings()
  var push = PushSettings()
  var legalTexts = LegalTexts.none
  /// Nil: in the data folder.
  var photos: PhotoLocation?
  var decoder = PhotoDecoder()
  /// Called when the process of a photo crashed or met a limit.
  var onLostDecoder: @Sendable (any Error) -> Void = { _ in }

  /// Default lifetimes and a closed shop.
  init() {}

  /// The settings of a command line.
  /// - Parameter environment: holds the credentials of the photo storage.
  /// - Throws: `DomainError` of the command line; `photos-credentials-missing`.
  init(_ command: ParsedCommand, _ environment: [String: String]) throws(DomainError) {
    if let seconds = try command.integer("access-ttl", 1...Self.maxAccessLifetime) {
      sessions.accessLifetime = Int64(seconds)
    }
    if let seconds = try command.integer("refresh-ttl", 1...Self.maxRefreshLifetime) {
      sessions.refreshLifetime = Int64(seconds)
    }
    shop = try ShopSettings(command)
    social = try SocialSettings(command)
    mail = try MailSettings(command)
    push = try PushSettings(command)
    legalTexts = try LegalTexts(command)
    photos = try PhotoLocation(command, environment)
  }
}

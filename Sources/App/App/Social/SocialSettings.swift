import Basics
import CommandLineKit
import Crypto
import SocialLogin
import WebClient

/// Settings of social login. A provider is offered when its application is set. Browser login also needs the secret that
/// exchanges authorization codes.
struct SocialSettings: Sendable {
  static let options: [OptionSpecification] =
    kakaoOptions + naverOptions + googleOptions + appleOptions

  private static let kakaoOptions: [OptionSpecification] =
    [
      .setting("kakao-app-id", "N", nil, "Kakao: accept access tokens of this application"),
      many("kakao-audience", "KEY", "Kakao: accept identity tokens issued for this app key"),
      .setting(
        "kakao-client-id", "KEY", nil, "Kakao: the REST API key, for browser login"),
    ]
    + OptionSpecification.secret(
      "kakao-client-secret", "Kakao: the client secret, if it is enabled at Kakao")
    + OptionSpecification.secret("kakao-admin-key", "Kakao: the admin key, to unlink users who leave")
    + [
      .setting("kakao-url", "URL", "https://kapi.kakao.com", "Kakao: API address"),
      .setting(
        "kakao-auth-url", "URL", "https://kauth.kakao.com",
        "Kakao: address of login and of the keys for identity tokens"),
    ]

  private static let naverOptions: [OptionSpecification] =
    [
      .setting("naver-client-id", "ID", nil, "Naver: the client ID; accepts access tokens")
    ]
    + OptionSpecification.secret(
      "naver-client-secret", "Naver: the client secret, for browser login and revoking consent") + [
      .setting("naver-url", "URL", "https://openapi.naver.com", "Naver: API address"),
      .setting(
        "naver-auth-url", "URL", "https://nid.naver.com", "Naver: address of login and tokens"),
    ]

  private static let googleOptions: [OptionSpecification] =
    [
      many("google-audience", "ID", "Google: accept identity tokens issued for this client ID"),
      .setting("google-client-id", "ID", nil, "Google: the server's client ID, for authorization codes"),
    ]
    + OptionSpecification.secret(
      "google-client-secret", "Google: the client secret, for browser login and revoking consent") + [
      .setting("google-url", "URL", "https://www.googleapis.com", "Google: address of the keys for identity tokens"),
      .setting("google-auth-url", "URL", "https://oauth2.googleapis.com", "Google: address of the token endpoint"),
      .setting("google-page-url", "URL", "https://accounts.google.com", "Google: address of the login page"),
    ]

  private static let appleOptions: [OptionSpecification] = [
    many("apple-audience", "ID", "Apple: accept identity tokens issued for this application"),
    .setting(
      "apple-client-id", "ID", nil, "Apple: the Services ID, for browser login; needs the key below"),
    .setting("apple-team", "ID", nil, "Apple: the team ID, for revoking consent"),
    .setting("apple-key-id", "ID", nil, "Apple: the ID of the team's key"),
    appleKeyOption,
    .setting("apple-url", "URL", "https://appleid.apple.com", "Apple: address of Apple ID"),
  ]

  private static let appleKeyOption: OptionSpecification = {
    var option = OptionSpecification.setting("apple-key-file", "FILE", nil, "Apple: the file with the team's key (.p8)")
    (option.choices, option.credential) = (["FILE"], "apple-key")
    return option
  }()

  private static func many(_ name: String, _ value: String, _ help: String) -> OptionSpecification {
    var option = OptionSpecification.setting(name, value, nil, help)
    option.isRepeatable = true
    return option
  }

  var kakao: KakaoConfiguration?
  var naver: NaverConfiguration?
  var google: GoogleConfiguration?
  var apple: AppleConfiguration?

  init() {}

  /// The settings of a command line.
  /// - Throws: `DomainError` of the command line, or of a secret's file.
  init(_ command: ParsedCommand) throws(DomainError) {
    kakao = try Self.kakao(command)
    naver = try Self.naver(command)
    google = try Self.google(command)
    apple = try Self.apple(command)
  }

  private static func kakao(_ command: ParsedCommand) throws(DomainError) -> KakaoConfiguration? {
    let appID = try command.integer("kakao-app-id", 1...Int.max)
    let audiences = Set(command.all("kakao-audience").filter { !$0.isEmpty })
    let clientID = command.text("kakao-client-id")
    guard appID != nil || !audiences.isEmpty || clientID != nil else { return nil }
    var connection = KakaoConfiguration(
      try command.address("kakao-url", "https://kapi.kakao.com"),
      auth: try command.address("kakao-auth-url", "https://kauth.kakao.com"))
    connection.appID = appID
    connection.audiences = audiences
    connection.clientID = clientID
    connection.clientSecret = try command.secret("kakao-client-secret")
    connection.adminKey = try command.secret("kakao-admin-key")
    return connection
  }

  private static func naver(_ command: ParsedCommand) throws(DomainError) -> NaverConfiguration? {
    guard let client = command.text("naver-client-id") else { return nil }
    var connection = NaverConfiguration(
      try command.address("naver-url", "https://openapi.naver.com"),
      auth: try command.address("naver-auth-url", "https://nid.naver.com"), clientID: client)
    connection.clientSecret = try command.secret("naver-client-secret")
    return connection
  }

  private static func google(_ command: ParsedCommand) throws(DomainError) -> GoogleConfiguration? {
    let audiences = command.all("google-audience").filter { !$0.isEmpty }
    guard !audiences.isEmpty || command.text("google-client-id") != nil else { return nil }
    var connection = GoogleConfiguration(
      try command.address("google-url", "https://www.googleapis.com"),
      auth: try command.address("google-auth-url", "https://oauth2.googleapis.com"), audiences: Set(audiences))
    connection.pageAddress = try command.address("google-page-url", "https://accounts.google.com")
    connection.clientID = command.text("google-client-id")
    connection.clientSecret = try command.secret("google-client-secret")
    return connection
  }

  private static func apple(_ command: ParsedCommand) throws(DomainError) -> AppleConfiguration? {
    let audiences = command.all("apple-audience").filter { !$0.isEmpty }
    guard !audiences.isEmpty || command.text("apple-client-id") != nil else { return nil }
    var connection = AppleConfiguration(
      try command.address("apple-url", "https://appleid.apple.com"), audiences: audiences)
    connection.signature = try appleSignature(command)
    connection.pageClientID = command.text("apple-client-id")
    guard connection.pageClientID == nil || connection.signature != nil else {
      throw .usage(
        "apple-key-missing", "With --apple-client-id give --apple-team, --apple-key-id and --apple-key-file.")
    }
    return connection
  }

  private static func appleSignature(_ command: ParsedCommand) throws(DomainError) -> AppleSignature? {
    switch (command.text("apple-team"), command.text("apple-key-id"), command.text("apple-key-file")) {
    case (nil, nil, nil): return nil
    case (let team?, let id?, let file?):
      let key = try PrivateKey(id: id, pem: try command.contents(of: file, "apple-key-file"))
      return AppleSignature(team: team, key: key)
    default:
      throw .usage(
        "apple-key-incomplete", "Give --apple-team, --apple-key-id and --apple-key-file together, or none of them.")
    }
  }
}

extension ParsedCommand {
  /// The address given by an option, or the default.
  /// - Throws: `DomainError` of the command line.
  fileprivate func address(_ option: String, _ standard: String) throws(DomainError) -> WebAddress {
    if let address = try address(option) { address } else { try address(standard, of: option) }
  }

  /// The contents of a secret's file.
  /// - Throws: `DomainError` `secret-missing`, and errors of `SecretFile.contents`.
  fileprivate func contents(of file: String, _ option: String) throws(DomainError) -> String {
    guard let contents = try SecretFile(path: file).contents(), !contents.isEmpty else {
      throw DomainError(
        .notFound, "secret-missing", "The file \(file) of --\(option) does not exist or is empty.", field: option)
    }
    return String(decoding: contents, as: UTF8.self)
  }
}

import CommandLineKit

extension ParsedCommand {
  /// A message for each setting of `serve` that is given and has no effect beside the others.
  /// - Parameter isSocketPassed: whether a socket of systemd takes the place of address and port.
  func settingsWithoutEffect(isSocketPassed: Bool = false) -> [String] {
    let given = effectiveSettings.filter(\.isGiven).map { (name: $0.option.name, subject: subject(of: $0.option)) }
    let subjects = Set(given.map(\.subject))
    let rules = SettingRule.all.filter { !$0.isMet(subjects, self) } + (isSocketPassed ? [.socket] : [])
    return rules.flatMap { rule in
      given.filter { rule.settings.contains($0.subject) }.map { "--\($0.name) has no effect \(rule.reason)." }
    }
  }

  /// The name of a setting; that of the secret for the file with a secret.
  private func subject(of option: OptionSpecification) -> String {
    specification.settings.first { $0.isSecret && "\($0.name)-file" == option.name }?.name ?? option.name
  }
}

/// What some settings need to have an effect. Combinations that would be dangerous are refused instead.
private struct SettingRule: Sendable {
  /// A secret also counts as its file.
  let settings: [String]
  let reason: String
  let isMet: @Sendable (Set<String>, ParsedCommand) -> Bool

  private static func needing(_ others: [String], _ settings: [String]) -> SettingRule {
    let names = others.map { "--\($0)" }
    let list = (names.count > 1 ? names.dropLast().joined(separator: ", ") + " or " : "") + (names.last ?? "")
    return SettingRule(settings: settings, reason: "without \(list)") { given, _ in !given.isDisjoint(with: others) }
  }

  /// Settings that another makes idle.
  private static func excluded(by other: String, as reason: String, _ settings: [String]) -> SettingRule {
    SettingRule(settings: settings, reason: "with --\(other): \(reason)") { given, _ in !given.contains(other) }
  }

  /// For a socket passed by systemd.
  static let socket = SettingRule(settings: ["address", "port"], reason: "with a socket of systemd") { _, _ in false }

  static let all: [SettingRule] = pages + logins + shop + data

  private static let pages: [SettingRule] = [
    .needing(["tiles"], ["tile-attribution"]),
    SettingRule(settings: ["tile-attribution"], reason: "with --tiles osm: OpenStreetMap is named") { _, command in
      command["tiles"] != "osm"
    },
    .needing(["traces-to"], ["trace-ratio"]),
  ]

  /// As `SocialSettings` and the providers use them.
  private static let logins: [SettingRule] = [
    .needing(["kakao-client-id"], ["kakao-client-secret"]),
    .needing(["kakao-app-id", "kakao-audience", "kakao-client-id"], ["kakao-admin-key"]),
    .needing(["kakao-app-id", "kakao-admin-key"], ["kakao-url"]),
    .needing(["kakao-audience", "kakao-client-id"], ["kakao-auth-url"]),
    .needing(["naver-client-id"], ["naver-client-secret", "naver-url"]),
    .needing(["naver-client-secret"], ["naver-auth-url"]),
    .needing(["google-client-id"], ["google-client-secret"]),
    .needing(["google-audience", "google-client-id"], ["google-url"]),
    .needing(["google-client-secret"], ["google-auth-url", "google-page-url"]),
    .needing(["apple-audience", "apple-client-id"], ["apple-team", "apple-key-id", "apple-key-file", "apple-url"]),
  ]

  private static let shop: [SettingRule] = [
    .needing(
      ["portone-v1-key", "portone-v2-secret"],
      [
        "pay-method", "pay-within", "payment-providers", "payment-methods", "portone-test-payments", "portone-library",
        "payment-hosts",
      ]),
    .excluded(by: "checkout-url", as: "that page is opened instead", ["portone-library", "payment-hosts"]),
  ]

  private static let data: [SettingRule] = [
    .needing(
      ["backup-to"],
      ["backup-interval", "backup-shipping", "backup-keep", "backup-keep-days", "backup-key"]),
    .needing(["database"], ["key-file"]),
    .excluded(by: "database", as: "it is for SQLite", ["no-copy", "backup-shipping"]),
  ]
}

extension EffectiveSetting {
  /// Whether it was set explicitly: a switch that is on, or a value that is not empty.
  fileprivate var isGiven: Bool {
    guard origin != .standard else { return false }
    return option.value == nil ? !texts.isEmpty : texts.contains { !$0.isEmpty }
  }
}

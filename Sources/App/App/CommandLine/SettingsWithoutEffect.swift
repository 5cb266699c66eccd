import CommandLineKit

extension ServeOptions {
  /// A message for each setting that is given and has no effect beside the others.
  var settingsWithoutEffect: [String] {
    let given = Set(command.effectiveSettings.filter(\.isGiven).map(\.option.name))
    var messages: [String] = []
    for (needed, dependents) in Self.dependents where !given.contains(needed) {
      messages += dependents.filter(given.contains).map { "--\($0) has no effect without --\(needed)." }
    }
    if !settings.shop.isOpen {
      messages += Self.dependentsOfShop.filter(given.contains).map {
        "--\($0) has no effect without a payment gateway: set --portone-v1-key or --portone-v2-secret."
      }
    }
    if given.contains("database") {
      messages += ["no-copy", "backup-shipping"].filter(given.contains).map {
        "--\($0) has no effect with --database: it is for SQLite."
      }
    }
    return messages
  }

  /// What has an effect only if the named setting is given. Combinations that would be dangerous are refused instead.
  private static let dependents: KeyValuePairs<String, [String]> = [
    "backup-to": [
      "backup-interval", "backup-shipping", "backup-keep", "backup-keep-days", "backup-key", "backup-key-file",
    ],
    "traces-to": ["trace-ratio"],
    "tiles": ["tile-attribution"],
    "database": ["key-file"],
  ]

  private static let dependentsOfShop = [
    "pay-method", "pay-within", "payment-providers", "payment-methods", "portone-test-payments", "portone-library",
    "payment-hosts",
  ]
}

extension EffectiveSetting {
  /// Whether somebody has set it: a switch that is on, or a value that is not empty.
  fileprivate var isGiven: Bool {
    guard origin != .standard else { return false }
    return option.value == nil ? !texts.isEmpty : texts.contains { !$0.isEmpty }
  }
}

import Backups
import Basics
import CommandLineKit

struct BackupSettings: Sendable {
  private let target: any BackupTarget
  private let key: BackupKey?
  /// Seconds between the beginnings of two backups.
  let interval: Int64
  let retention: BackupRetention
  /// Between two shipments of the logs; nil: they are not shipped.
  let shipping: Duration?

  private static let standardInterval = "24h"
  private static let standardCount = "7"
  private static let standardShipping = 10

  static let options: [OptionSpecification] =
    [
      .setting("backup-to", "TARGET", nil, "Make backups to this target: \(BackupPlace.form); unset, none are made"),
      .setting("backup-interval", "TIME", standardInterval, "How often: 5m to 30d, in minutes, hours (h) or days (d)"),
      .setting(
        "backup-shipping", "SECONDS", "\(standardShipping)",
        "How often new commits of SQLite are added to the newest backup (1 to 300); 0: never"),
    ] + retentionOptions("backup-keep", standardCount) + BackupPlace.keyOptions

  private static func retentionOptions(_ name: String, _ standard: String) -> [OptionSpecification] {
    [
      .setting(name, "COUNT", standard, "How many backups to keep (1 to 10,000)"),
      .setting("\(name)-days", "DAYS", nil, "Keep none that is older, except the newest (1 to 36,500)"),
    ]
  }

  /// The settings of a command line; nil if no place is given.
  /// - Throws: `DomainError` of the command line; `photos-credentials-missing`.
  init?(_ command: ParsedCommand, _ environment: [String: String]) throws(DomainError) {
    interval = try command.interval("backup-interval", standard: Self.standardInterval)
    retention = try command.retention("backup-keep")
    key = try command.backupKey()
    let seconds = try command.integer("backup-shipping", 0...300) ?? Self.standardShipping
    // PostgreSQL has continuous archiving.
    shipping = command["database"] == nil && seconds > 0 ? .seconds(seconds) : nil
    guard let place = command["backup-to"], !place.isEmpty else { return nil }
    target = try BackupPlace.target(place, of: "backup-to", environment)
  }

  func repository(clock: @escaping @Sendable () -> Timestamp) -> BackupRepository {
    BackupRepository(target, key: key, clock: clock)
  }
}

extension ParsedCommand {
  /// The seconds between two runs of what is repeated.
  /// - Throws: `DomainError` of the command line.
  func interval(_ option: String, standard: String) throws(DomainError) -> Int64 {
    let text = self[option] ?? standard
    let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), (1...43_200).contains(count),
      (300...30 * 86_400).contains(count * unit)
    else { throw .usage("\(option)-invalid", "--\(option) takes a time from 5m to 30d, such as 6h.") }
    return count * unit
  }
}

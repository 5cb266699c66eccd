import BackupStorage
import Backups
import Basics
import CommandLineKit
import Foundation
import ObjectStorage

enum BackupPlace {
  static let form = "a folder, or s3://BUCKET[/PREFIX]?endpoint=URL&region=NAME"

  /// The options of the key that encrypts backups.
  static let keyOptions = OptionSpecification.secret(
    "backup-key", "The key of encrypted backups: 64 hexadecimal digits, as 'openssl rand -hex 32' makes them")

  /// Opens a place.
  /// - Throws: `DomainError` of the command line; `photos-credentials-missing`.
  static func target(
    _ text: String, of option: String, _ environment: [String: String]
  ) throws(DomainError) -> any BackupTarget {
    switch try PhotoLocation(text, of: option, environment) {
    case .directory(let url): BackupDirectory(url.path)
    case .bucket(let location, let credentials): S3BackupTarget(location, credentials)
    }
  }
}

extension ParsedCommand {
  /// The backups at the place that an option names.
  /// - Throws: `DomainError` of the command line; `photos-credentials-missing`.
  func backups(at option: String, _ context: CommandContext) throws(DomainError) -> BackupRepository {
    guard let text = self[option], !text.isEmpty else {
      throw .usage("\(option)-missing", "--\(option) is needed: \(BackupPlace.form).")
    }
    return BackupRepository(
      try BackupPlace.target(text, of: option, context.environment), key: try backupKey(), clock: context.now)
  }

  /// The key of `--backup-key` or its file; nil: backups are not encrypted.
  /// - Throws: `DomainError` of the command line, or of the file.
  func backupKey() throws(DomainError) -> BackupKey? {
    guard let text = try secret("backup-key") else { return nil }
    guard let key = BackupKey(text) else {
      throw .usage(
        "backup-key-invalid", "The backup key must have 64 hexadecimal digits; 'openssl rand -hex 32' makes one.")
    }
    return key
  }

  /// The retention of options such as `--keep` and `--keep-days`.
  /// - Throws: `DomainError` of the command line.
  func retention(_ option: String) throws(DomainError) -> BackupRetention {
    BackupRetention(
      maxCount: try integer(option, 1...10_000),
      maxAge: try integer("\(option)-days", 1...36_500).map { Int64($0) * 86_400 })
  }
}

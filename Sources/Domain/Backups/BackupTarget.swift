package import Basics

/// A place for backups: whole files by their paths, such as `objects/20261123T051600123Z-1a2b3c4d/ab/abcd…`.
///
/// Paths have components of ASCII letters, digits, dots and hyphens. Errors are `DomainError`s for the operator.
package protocol BackupTarget: Sendable {
  var description: String { get }
  /// Stores bytes; readers see all of them or the former ones.
  /// - Throws: `DomainError` `backup-place-unusable` (unavailable), such as for a full disk.
  func put(_ bytes: [UInt8], at path: String) async throws
  /// The bytes at a path; nil when there are none.
  /// - Throws: As above.
  func get(_ path: String) async throws -> [UInt8]?
  /// All paths below a directory, in no order.
  /// - Parameter directory: ends with a slash.
  /// - Throws: As above.
  func list(_ directory: String) async throws -> [String]
  /// Removes files. Idempotent.
  /// - Throws: As above.
  func remove(_ paths: [String]) async throws
  /// Returns once everything that was put is durable.
  /// - Throws: As above.
  func synchronize() async throws
}

/// Names a backup by the instant at which it began. Sorts by time.
package struct BackupID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// `20261123T051600123Z-1a2b3c4d`: the instant in UTC, and random digits.
  package let description: String
  package let instant: Timestamp

  package init(at instant: Timestamp, random: RandomBytes) {
    let seconds = Timestamp(milliseconds: instant.milliseconds - instant.milliseconds % 1000)
    let digits = seconds.rfc3339.filter { $0.isNumber || $0 == "T" }
    let milliseconds = String(String(1000 + instant.milliseconds % 1000).suffix(3))
    self.instant = instant
    description = "\(digits)\(milliseconds)Z-\(hexadecimal(random(4)))"
  }

  /// Parses an identifier; nil when malformed.
  package init?(_ text: some StringProtocol) {
    guard
      let match = String(text).wholeMatch(
        of: /([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{3})Z-[0-9a-f]{8}/),
      let instant = Timestamp(
        rfc3339: "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6).\(match.7)Z")
    else { return nil }
    (description, self.instant) = (String(text), instant)
  }

  package static func < (left: BackupID, right: BackupID) -> Bool { left.description < right.description }
}

enum BackupPath {
  static let manifests = "backups/"
  static let objects = "objects/"
  static let running = "running/"
  /// The object that a check of the target stores and removes.
  static let probes = "probes/"

  static func manifest(_ id: BackupID) -> String { manifests + id.description }
  static func objects(of id: BackupID) -> String { "\(objects)\(id)/" }
  static func running(_ id: BackupID) -> String { running + id.description }

  /// The backup that stored an object; nil for another path.
  static func backup(ofObject path: String) -> BackupID? {
    path.split(separator: "/").dropFirst().first.flatMap { BackupID($0) }
  }
}

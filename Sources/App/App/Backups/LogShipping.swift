import Backups
import Basics
import Concurrency
import Foundation
import Stores
import Synchronization

/// Ships the write-ahead logs of a server's database files to the place of its backups.
struct LogShipping: Sendable {
  let shipper: LogShipper
  let interval: Duration
  let place: String
  private let databases: [FollowedDatabase]
  let conditions: ServiceConditions

  /// Nil if the databases are not files.
  init?(
    of assembly: Assembly, to repository: BackupRepository, every interval: Duration, photos: PhotoLocation,
    conditions: ServiceConditions
  ) throws {
    guard case .files(let files) = assembly.location else { return nil }
    databases = files.map { path, database in
      FollowedDatabase(database, name: URL(fileURLWithPath: path).lastPathComponent)
    }
    shipper = LogShipper(
      repository,
      from: InstallationLog(
        databases: databases, register: SQLPhotoRegister(prepared: assembly.database),
        store: try photos.store(temporary: nil)))
    (self.interval, self.conditions, place) = (interval, conditions, repository.place)
  }

  /// Ships what is committed, until the task is cancelled.
  func run() async {
    await repeating(every: interval, afterFailure: max(interval, .seconds(10)), onFailure: report) {
      try await runOnce()
    }
  }

  func runOnce() async throws {
    guard try await shipper.ship() != nil else { return }
    try await shipper.restartLogs()
    if await !shipper.needsBackup { conditions.end(.backupLog) }
  }

  /// Ships what is left, within a time, when nothing is written any more.
  func finish(within time: Duration) async {
    let last = Task { try await runOnce() }
    let deadline = Task {
      try await Task.sleep(for: time)
      last.cancel()
    }
    do { try await last.value } catch { report(error) }
    deadline.cancel()
  }

  /// Ends after the databases were closed. Their logs stay, so that the next start continues the generation.
  func close() {
    for database in databases { database.close() }
  }

  private func report(_ error: any Error) {
    let isBroken = (error as? DomainError)?.code == "log-broken"
    let consequence =
      isBroken
      ? "It starts over with a backup within a minute; what is written until then is not shipped."
      : "It is tried again; until then the logs grow."
    conditions.report(
      isBroken ? "backup-log-broken" : "backup-log-failed",
      ServiceCondition(
        .backupLog, "The log was not shipped to \(place): \(operatorMessage(of: error)) \(consequence)"))
  }
}

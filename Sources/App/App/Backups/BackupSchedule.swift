import Backups
import Basics
import CommandLineKit
import Concurrency

/// Makes the backups of a server: when the newest one is old enough, on one of the nodes that have the same settings.
struct BackupSchedule: Sendable {
  let repository: BackupRepository
  /// Seconds between the beginnings of two backups.
  let interval: Int64
  let retention: BackupRetention
  /// Opens the installation for a backup, over separate connections: those of the server have time limits.
  let open: @Sendable () async throws -> Assembly
  let photos: PhotoLocation
  /// Nil: only backups are made.
  let shipping: LogShipping?
  let clock: @Sendable () -> Timestamp
  let conditions: ServiceConditions
  let log: @Sendable (String) -> Void

  /// Looks each minute whether a backup is due, until the task is cancelled.
  func run() async {
    await repeating(every: .seconds(60), afterFailure: .seconds(600), onFailure: report) { try await runOnce() }
  }

  /// Makes a backup if it is due, and removes those that are kept no longer.
  func runOnce() async throws {
    let made = try await createIfDue()
    // Also if another node has made it.
    conditions.end(.backups)
    guard let made else { return }
    if made.missingPhotos > 0 {
      let missing = counted(made.missingPhotos, "photo file is", "photo files are")
      log("\(missing) missing or damaged, and not in the backup \(made.id).")
    }
    do {
      _ = try await repository.prune(retention)
    } catch let error as DomainError {
      log("Backups that are kept no longer were not removed: \(error.operatorMessage)")
    }
  }

  private func createIfDue() async throws -> BackupManifest? {
    try await shipping?.shipper.begin()
    // Without a backup nothing of a new log can be restored.
    let isNeeded = await shipping?.shipper.needsBackup ?? false
    var opened: Assembly?
    do {
      let source = {
        let assembly = try await open()
        opened = assembly
        return try await InstallationSnapshot(of: assembly, photos: photos, shipper: shipping?.shipper, clock: clock)
          as any BackupSource
      }
      let made =
        isNeeded
        ? try await repository.create(from: source) : try await repository.createIfDue(every: interval, from: source)
      if let log = made?.log { await shipping?.shipper.noteBackup(of: log) }
      await opened?.close()
      return made
    } catch {
      await opened?.close()
      throw error
    }
  }

  private func report(_ error: any Error) {
    conditions.report(
      "backup-failed",
      ServiceCondition(
        .backups,
        "The backup to \(repository.place) failed, and is tried again every ten minutes: "
          + operatorMessage(of: error)))
  }
}

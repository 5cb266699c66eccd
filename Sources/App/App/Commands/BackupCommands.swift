import Backups
import Basics
import CommandLineKit
import Foundation
import Photos

private let credentials = "The credentials of S3 are those of 'photos copy'."

extension Command {
  static let createBackup = Command(
    specification: CommandSpecification(
      path: ["backup", "create"], summary: "Back up databases, secrets and photos, also while a server runs",
      options: [.value("to", "TARGET", "Where to: \(BackupPlace.form)")] + BackupPlace.keyOptions + [
        PhotoLocation.option, keyFileOption, .flag("quiet", "Print nothing but errors"),
      ],
      discussion: """
        Everything is as of one moment. Only what the newest backup at TARGET does not have is stored. An unfinished
        backup does not count, and does no harm. The databases are copied into the folder tmp of the data folder first,
        which needs as much space as they take. Without a key, the backup is not encrypted and holds the service's
        secrets in plain text.
        \(credentials)
        The exit code is 4 if recorded photos are missing or damaged; all others are backed up.

        Example:
          fourcuts backup create --to /mnt/backups --backup-key-file /etc/fourcuts/backup.key
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let backups = try command.backups(at: "to", context)
    let assembly = try await Assembly.open(command, for: .read, options: .withoutTimeLimits)
    let photos = try PhotoLocation(command, context.environment) ?? .standard(in: assembly.directory)
    let line = ProgressLine(context.console, isQuiet: command.has("quiet"), name: "backup")
    defer { line.finish() }
    let manifest = try await backups.create(
      from: { try await InstallationSnapshot(of: assembly, photos: photos, clock: context.now) }, line.show)
    line.finish()
    await assembly.close()
    if !command.has("quiet") {
      try context.console.out(
        "\(manifest.id): \(byteCountText(manifest.restoredBytes)) with \(counted(manifest.photos, "photo file")); "
          + "\(byteCountText(manifest.addedBytes)) were added to \(backups.place).\n")
    }
    guard manifest.missingPhotos == 0 else {
      throw DomainError(
        .notFound, "photos-missing",
        counted(manifest.missingPhotos, "recorded photo file is", "recorded photo files are")
          + " missing or damaged, and not in the backup: restore from an earlier one.")
    }
  }

  static let listBackups = Command(
    specification: CommandSpecification(
      path: ["backup", "list"], summary: "List backups, the newest first",
      options: [.value("from", "TARGET", "Where they are: \(BackupPlace.form)")] + BackupPlace.keyOptions,
      discussion: """
        REACHES is the latest instant that a restore can reach by the log shipped after the backup, if all of its segments
        can be read, which 'backup verify' checks. SIZE is what a restore writes without the log, ADDED what the backup
        added to the target. Backups that cannot be read are listed with the reason on standard error; the exit code is
        then 3.
        \(credentials)
        """, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...0)
    let backups = try command.backups(at: "from", context)
    let listed = try await backups.list()
    if listed.isEmpty { return try context.console.out("There is no backup yet.\n") }
    var table = TextTable(columns: [
      ("BACKUP", .left), ("AS OF", .left), ("REACHES", .left), ("FROM", .left), ("PHOTO FILES", .right),
      ("SIZE", .right), ("ADDED", .right),
    ])
    table.leftOut = [["PHOTO FILES"], ["FROM"], ["ADDED"], ["SIZE"]]
    let readable = listed.compactMap { if case .readable(let backup) = $0 { backup } else { nil } }
    for continued in try await backups.continued(readable) {
      let backup = continued.backup
      table.rows.append([
        // As --at takes them.
        backup.id.description, backup.origin.instant.rfc3339, continued.reaches?.rfc3339 ?? "",
        backup.origin.engine, String(backup.photos), byteCountText(backup.restoredBytes),
        byteCountText(backup.addedBytes),
      ])
    }
    if !readable.isEmpty { try context.console.out(table) }
    for case .unreadable(_, let error) in listed { context.console.error("fourcuts: \(error.message)") }
    let unreadable = listed.count - readable.count
    guard unreadable == 0 else {
      throw DomainError(
        .conflict, "backups-unreadable", "\(counted(unreadable, "backup")) of \(listed.count) cannot be read.")
    }
  }

  static let verifyBackup = Command(
    specification: CommandSpecification(
      path: ["backup", "verify"], summary: "Check a backup by restoring it into a temporary folder",
      operands: "[BACKUP]",
      options: [.value("from", "TARGET", "Where it is: \(BackupPlace.form)")] + BackupPlace.keyOptions + [
        instantOption, .flag("quiet", "Print nothing but errors"),
      ],
      discussion: """
        BACKUP defaults to the newest one. All of it and of its log is read and compared with its hashes. The databases are
        written into the folder for temporary files (TMPDIR) and checked as by 'fourcuts check', with their photos. Photos
        are not written. The exit code is 3 if anything is damaged: remove the named objects, and the next backup stores
        them again. Rows that already broke a rule in the installation are reported, but are no damage of the backup.
        \(credentials)
        """, usesDataDirectory: false)
  ) { command, context in
    let backups = try command.backups(at: "from", context)
    let (manifest, instant) = try await backups.chosen(by: command)
    let temporary = try TemporaryDirectory.outsideDataDirectories()
    defer { temporary.remove() }
    let directory = try RestoredDirectory(temporary.url.appendingPathComponent("restored"), photos: .none)
    let restored = try await restore(
      manifest, at: instant, of: backups, to: directory, command, context, allowsDamage: false)
    if !command.has("quiet") {
      let log = restored.replay.instant.map { ", and its log up to \($0.rfc3339)" } ?? ""
      try context.console.out(
        "\(manifest.id) is intact: \(byteCountText(manifest.restoredBytes)) with \(counted(manifest.photos, "photo file"))\(log).\n"
      )
    }
  }

  static let restoreBackup = Command(
    specification: CommandSpecification(
      path: ["backup", "restore"], summary: "Restore a backup into a new or empty data folder",
      operands: "[BACKUP]",
      options: [.value("from", "TARGET", "Where it is: \(BackupPlace.form)")] + BackupPlace.keyOptions + [
        .dataDirectory, PhotoLocation.option, instantOption, .flag("quiet", "Print nothing but errors"),
      ],
      discussion: """
        BACKUP defaults to the newest one. Its log is applied up to the last whole commit. The folder must be new or empty:
        nothing is ever replaced. It becomes a data folder once everything is restored and checked; run the command again
        after an interruption. With --photos, photos go to that bucket.
        A backup of a PostgreSQL database is restored into a data folder as well: 'fourcuts database copy' moves it to an
        empty database. 'fourcuts serve' migrates a backup of an older program.
        The exit code is 3 if photos or the log are damaged; everything before the damage is restored.
        \(credentials)

        Examples:
          fourcuts backup restore --from /mnt/backups --data-dir restored
          fourcuts backup restore --from /mnt/backups --data-dir restored --at 2026-11-23T05:16:00Z
        """, usesDataDirectory: false)
  ) { command, context in
    let backups = try command.backups(at: "from", context)
    let photos = try PhotoLocation(command, context.environment)
    let url = URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data")
    let (manifest, instant) = try await backups.chosen(by: command)
    let directory = try RestoredDirectory(
      url, photos: try photos.map { .store(try $0.store(temporary: nil)) } ?? .directory)
    let restored = try await restore(
      manifest, at: instant, of: backups, to: directory, command, context, allowsDamage: true)
    try await directory.finish()
    let asOf = restored.replay.instant ?? manifest.origin.instant
    if !command.has("quiet") {
      try context.console.out(
        "\(manifest.id) is restored into \(url.path): \(byteCountText(manifest.restoredBytes)) with "
          + "\(counted(restored.photos.count, "photo file")), as of \(asOf.rfc3339).\n")
    }
    let damaged = restored.damagedPhotos.count
    guard damaged == 0 else {
      throw DomainError(
        .conflict, "photos-damaged",
        counted(damaged, "photo file is", "photo files are") + " damaged in the backup, and not restored.")
    }
    guard restored.replay.damage == nil else {
      throw DomainError(.conflict, "log-damaged", "What was written after \(asOf.rfc3339) is not restored.")
    }
  }

  static let pruneBackups = Command(
    specification: CommandSpecification(
      path: ["backup", "prune"], summary: "Remove expired backups, and the objects that only they need",
      options: [
        .value("from", "TARGET", "Where they are: \(BackupPlace.form)"),
        .value("keep", "COUNT", "How many backups to keep (1 to 10,000)"),
        .value("keep-days", "DAYS", "Keep none that is older (1 to 36,500)"),
      ] + BackupPlace.keyOptions,
      discussion: """
        The newest backup is always kept. An expired backup is removed a day later, because a backup that is being made
        may refer to it. Without --keep and --keep-days, only the remains of failed backups are removed, also after a
        day. Nothing is removed while a backup cannot be read.
        \(credentials)
        """, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...0)
    let pruned = try await command.backups(at: "from", context).prune(try command.retention("keep"))
    let waiting =
      pruned.waiting > 0
      ? " Of the others, \(counted(pruned.waiting, "is", "are")) kept for another day, and removed by a later prune."
      : ""
    let removed = "\(counted(pruned.backups.count, "backup")) and \(counted(pruned.objects, "object"))"
    try context.console.out("\(removed) were removed.\(waiting)\n")
  }
}

extension BackupRepository {
  /// The backup that the operand names, or the newest one, and the instant of `--at`.
  fileprivate func chosen(by command: ParsedCommand) async throws -> (BackupManifest, Timestamp?) {
    try command.expectOperands(0...1)
    let instant = try command.instant()
    guard let text = command.operands.first else { return (try await best(at: instant), instant) }
    guard let id = BackupID(text) else {
      throw DomainError.usage("backup-invalid", "'\(text)' is no backup: 'fourcuts backup list' shows them.")
    }
    let manifest = try await manifest(id)
    guard instant.map({ $0 >= manifest.origin.instant }) ?? true else {
      throw DomainError.usage(
        "backup-later", "The backup \(id) was made after the instant of --at: name an earlier one.")
    }
    return (manifest, instant)
  }
}

private let instantOption = OptionSpecification.value(
  "at", "TIME", "The last state that was committed before, such as 2026-11-23T05:16:00Z; by default the newest")

extension ParsedCommand {
  fileprivate func instant() throws(DomainError) -> Timestamp? {
    guard let text = self["at"], text != "latest" else { return nil }
    guard let instant = Timestamp(rfc3339: text) else {
      throw .usage("at-invalid", "--at takes a time such as 2026-11-23T05:16:00Z.")
    }
    return instant
  }
}

/// Restores and checks, up to what `finish` does.
/// - Parameter allowsDamage: of photos, and of the log after a state that it has whole. Standard error names it.
/// - Throws: `DomainError` `backup-damaged` (conflict); what the parts throw. Nothing is left behind then.
private func restore(
  _ manifest: BackupManifest, at instant: Timestamp?, of backups: BackupRepository, to directory: RestoredDirectory,
  _ command: ParsedCommand, _ context: CommandContext, allowsDamage: Bool
) async throws -> BackupRepository.Restored {
  let line = ProgressLine(context.console, isQuiet: command.has("quiet"), name: "restore")
  defer { line.finish() }
  do {
    let restored = try await backups.restore(manifest, at: instant, to: directory, line.show)
    line.finish()
    for photo in restored.damagedPhotos {
      context.console.error("fourcuts: \(photo.path), the photo file \(photo.key), is damaged or missing.")
    }
    for message in restored.replay.messages { context.console.error("fourcuts: \(message)") }
    let damaged = restored.damagedPhotos.count
    let check = RestoredDataCheck(
      directory: directory.draft, photos: restored.photos,
      absentPhotos: manifest.missingPhotos + manifest.removedPhotos + damaged,
      isReplayed: restored.replay.instant != nil)
    let problems = try await check.problems()
    for problem in problems { context.console.error("fourcuts: \(problem.message)") }
    let isDamaged = damaged > 0 || restored.replay.damage != nil
    guard !problems.contains(where: \.isDamage), !isDamaged || allowsDamage else {
      throw DomainError(.conflict, "backup-damaged", "The backup \(manifest.id) is damaged: use another one.")
    }
    return restored
  } catch {
    directory.discard()
    throw error
  }
}

extension BackupRepository.Replay {
  /// What the log has ended before its last segment for.
  fileprivate var messages: [String] {
    let end = instant.map { "The log is used up to \($0.rfc3339)" } ?? "The log is not used"
    if let damage { return ["\(end): \(damage)."] }
    return isTorn ? ["\(end): the last commit is not there as a whole."] : []
  }
}

extension ProgressLine {
  fileprivate func show(_ progress: BackupProgress) {
    show(
      percent: progress.total > 0 ? min(100, progress.photos * 100 / progress.total) : 0,
      "\(progress.photos) of \(progress.total) photos")
  }
}

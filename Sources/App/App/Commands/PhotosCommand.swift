import Basics
import CommandLineKit
import Foundation
import Photos
import Stores

extension Command {
  static let copyPhotos = Command(
    specification: CommandSpecification(
      path: ["photos", "copy"], summary: "Copy all photos between a folder and S3-compatible storage",
      options: [
        .value("from", "STORAGE", "Where the photos are: a folder, or s3://BUCKET[/PREFIX]?endpoint=URL&region=NAME"),
        .value("to", "STORAGE", "Where to copy them"),
        .flag("quiet", "Print nothing but errors"),
      ],
      discussion: """
        The photos of a data folder are in its folder 'photos'. The photos that the database lists are copied in all
        sizes. Those that already exist with the right size and hash are skipped: run the command again after an
        interruption, or for photos that were uploaded meanwhile. Nothing is removed.
        The credentials of S3 are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or a profile of
        ~/.aws/credentials.
        The exit code is 4 if photos are missing, and 3 if photos are damaged; all others are copied.

        Example:
          fourcuts photos copy --from fourcuts-data/photos --to 's3://booths?region=ap-northeast-2'
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let source = try photoLocation("from", command, context)
    let target = try photoLocation("to", command, context)
    try source.expectPhotos()
    let assembly = try await Assembly.open(command, for: .write)
    let register = SQLPhotoRegister(prepared: assembly.database)
    let copy = PhotoCopy(
      register, from: try source.store(temporary: nil), to: try target.store(temporary: nil))
    try await assembly.audited(command, context) {
      let report = try await show(copy, of: try await register.count(), command, context)
      if !command.has("quiet") { try context.console.out(report.text) }
      try report.expectComplete()
    }
    await assembly.close()
  }
}

private func photoLocation(
  _ option: String, _ command: ParsedCommand, _ context: CommandContext
) throws(DomainError) -> PhotoLocation {
  guard let text = command[option], !text.isEmpty else {
    throw .usage("\(option)-missing", "--\(option) is needed: a folder or an s3:// address.")
  }
  return try PhotoLocation(text, of: option, context.environment)
}

private func show(
  _ copy: PhotoCopy, of total: Int, _ command: ParsedCommand, _ context: CommandContext
) async throws -> PhotoCopy.Report {
  let line = ProgressLine(context.console, isQuiet: command.has("quiet"), name: "photos")
  defer { line.finish() }
  return try await copy.run { report in
    line.show(percent: min(100, report.photos * 100 / max(total, 1)), "\(report.photos) of \(total) photos")
  }
}

extension PhotoLocation {
  /// - Throws: `DomainError` `photos-missing` if a folder is no folder of photos: it would be made otherwise.
  fileprivate func expectPhotos() throws(DomainError) {
    guard case .directory(let url) = self else { return }
    guard FileManager.default.fileExists(atPath: url.appendingPathComponent("kept").path) else {
      throw DomainError(
        .notFound, "photos-missing",
        "\(url.path) holds no photos: name the folder 'photos' of a data folder, or s3://….")
    }
  }
}

extension PhotoCopy.Report {
  fileprivate var text: String {
    "\(counted(photos, "photo")): \(counted(copied, "file")) copied, \(present) there already, \(missing) missing, "
      + "\(damaged) damaged.\n"
  }

  /// - Throws: `DomainError` `photos-missing` (notFound), `photos-damaged` (conflict).
  fileprivate func expectComplete() throws(DomainError) {
    if missing > 0 {
      throw DomainError(
        .notFound, "photos-missing",
        counted(missing, "file is", "files are")
          + " missing at the source: restore from a backup, and copy again.")
    }
    if damaged > 0 {
      throw DomainError(
        .conflict, "photos-damaged",
        counted(damaged, "file is", "files are")
          + " damaged at the source: restore from a backup, and copy again.")
    }
  }
}

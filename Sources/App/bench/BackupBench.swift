import Basics
import Crypto
import Foundation
import SQL
import SQLite
import Stores
import Workload

/// Measures backups of some booths, a tenth as many posts and a hundredth as many photos, by the program beside this
/// one, in separate processes: the first backup, one of the unchanged installation, its check and its restoring.
func benchBackup(count: Int = 1_000_000) async throws {
  let scratch = try ScratchDirectory()
  let data = scratch.url.appendingPathComponent("data")
  let place = scratch.url.appendingPathComponent("backups")
  try FileManager.default.createDirectory(
    at: data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  let posts = try await SeededPosts(count: count / 10, path: data.appendingPathComponent("fourcuts.sqlite").path)
  try await addPhotos(count / 100, to: posts.database, in: data)
  await posts.database.close()
  let catalogue = try await SQLiteDatabase(path: data.appendingPathComponent("booths.sqlite").path)
  try await catalogue.prepareCatalogue()
  await catalogue.close()
  for name in ["fourcuts.sqlite", "booths.sqlite"] { chmod(data.appendingPathComponent(name).path, 0o600) }
  let csv = scratch.url.appendingPathComponent("booths.csv")
  try writeCSV(SeededBooths(count: count), to: csv)
  try await run(["import", csv.path, "--quiet", "--data-dir", data.path])

  print(
    "backup of \(count) booths, \(count / 10) posts, \(count / 100) photos: \(megabytes(of: data)) MB; seconds (wall)")
  let key = ["--backup-key", String(repeating: "0123456789abcdef", count: 4)]
  let create = ["backup", "create", "--to", place.path, "--quiet", "--data-dir", data.path] + key
  print("  the first   \(format(try await run(create)))   \(megabytes(of: place)) MB at the place")
  print("  unchanged   \(format(try await run(create)))   \(megabytes(of: place)) MB at the place")
  print("  verify      \(format(try await run(["backup", "verify", "--from", place.path, "--quiet"] + key)))")
  let restored = scratch.url.appendingPathComponent("restored")
  let restore = ["backup", "restore", "--from", place.path, "--quiet", "--data-dir", restored.path] + key
  print("  restore     \(format(try await run(restore)))   \(megabytes(of: restored)) MB")
}

/// Adds photos of 40 kB that nothing compresses, each with smaller forms of 12 and 4 kB.
private func addPhotos(_ count: Int, to database: SQLiteDatabase, in data: URL) async throws {
  let random = seededBytes(13)
  let files = data.appendingPathComponent("photos/kept")
  for first in 0..<256 {
    try FileManager.default.createDirectory(
      at: files.appendingPathComponent(hexadecimal([UInt8(first)])), withIntermediateDirectories: true)
  }
  for _ in 0..<count {
    let name = hexadecimal(random(32)) + ".jpg"
    let forms = [(0, 40_000, ""), (320, 4_000, ".320"), (960, 12_000, ".960")].map { width, size, suffix in
      (width: width, bytes: random(size), suffix: suffix)
    }
    for form in forms {
      try Data(form.bytes).write(to: files.appendingPathComponent("\(name.prefix(2))/\(name)\(form.suffix)"))
    }
    try await database.write { connection in
      try connection.run(
        "INSERT INTO photo (name, size, width, height, uploaded_at, is_checked) VALUES ($1, 40000, 1000, 1000, 0, 1)",
        [.text(name)])
      for form in forms {
        try connection.run(
          "INSERT INTO photo_form (photo, width, size, hash) VALUES ($1, $2, $3, $4)",
          [
            .text(name), .integer(Int64(form.width)), .integer(Int64(form.bytes.count)),
            .text(hexadecimal(Digest.bytes(of: form.bytes))),
          ])
      }
    }
  }
}

/// Runs the program beside this one to its end.
/// - Returns: Seconds.
@discardableResult
private func run(_ words: [String]) async throws -> Double {
  try await onThread {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("fourcuts")
    process.arguments = words
    let start = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Client.Failure(reason: "'fourcuts \(words.prefix(2).joined(separator: " "))' failed")
    }
    return (ContinuousClock.now - start) / .seconds(1)
  }
}

private func megabytes(of directory: URL) -> Int {
  let paths = (try? FileManager.default.subpathsOfDirectory(atPath: directory.path)) ?? []
  let sizes = paths.map { path in
    var status = stat()
    let isFile = stat(directory.appendingPathComponent(path).path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return isFile ? Int(status.st_size) : 0
  }
  return sizes.reduce(0, +) / 1_000_000
}

private func format(_ seconds: Double) -> String { String(format: "%7.1f", seconds) }

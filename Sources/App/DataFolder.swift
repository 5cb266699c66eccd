import Basics
import Foundation

/// Which files a data folder has, before any is opened.
struct DataFolder: Sendable {
  let url: URL

  /// Everything but the catalogue.
  var community: String { url.appendingPathComponent("fourcuts.sqlite").path }
  var catalogue: String { url.appendingPathComponent("booths.sqlite").path }

  var hasCommunity: Bool { Self.size(community) != nil }

  /// Makes the folder where there is none.
  /// - Throws: `Refusal` `data-dir-unusable`.
  func make() throws(Refusal) {
    do {
      // It holds what people wrote and what stands for their passwords.
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Refusal(
        .unavailable, "data-dir-unusable",
        "The data folder \(url.path) cannot be made; name another one with --data-dir.", field: "data-dir")
    }
  }

  /// - Throws: `Refusal` `data-missing` where nothing was ever kept here.
  func checkIsThere() throws(Refusal) {
    guard !hasCommunity else { return }
    throw Refusal(
      .missing, "data-missing",
      "There is no catalogue in \(url.path): 'fourcuts import FILE' makes one, or name another folder with --data-dir.",
      field: "data-dir")
  }

  /// Refuses a folder that has lost its database: one made anew would look as if nobody had ever been here.
  /// - Throws: `Refusal` `database-emptied`.
  func checkNothingWasLost() throws(Refusal) {
    guard (Self.size(community) ?? 0) == 0, let left = leftover else { return }
    throw Refusal(
      .conflict, "database-emptied",
      "\(community) is empty or gone, but \(left) is there: restore the database from a backup, or move the folder away "
        + "to begin anew.")
  }

  /// - Throws: `Refusal` `database-emptied` where the catalogue is gone that was there before.
  func checkCatalogueIsThere() throws(Refusal) {
    guard (Self.size(catalogue) ?? 0) == 0 else { return }
    throw Refusal(
      .conflict, "database-emptied",
      "\(catalogue) is empty or gone: restore it from a backup together with fourcuts.sqlite, or move the folder away to "
        + "begin anew.")
  }

  /// Something that is only made after the database.
  private var leftover: String? {
    let files = ["keys.json", "cursor.key", "booths.sqlite"].filter { name in
      (Self.size(url.appendingPathComponent(name).path) ?? 0) > 0
    }
    if let file = files.first { return file }
    let photos = url.appendingPathComponent("photos/kept")
    let folders = (try? FileManager.default.contentsOfDirectory(at: photos, includingPropertiesForKeys: nil)) ?? []
    let hasPhotos = folders.contains { folder in
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.isEmpty == false
    }
    return hasPhotos ? "photos" : nil
  }

  /// Removes what earlier versions of the program left unfinished in other places.
  func removeFormerLeftovers() {
    let files = FileManager.default
    let uploads = ((try? files.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? [])
      .filter { $0.lastPathComponent.wholeMatch(of: /(upload|standard-input)-\d+\.csv/) != nil }
    for file in uploads + [url.appendingPathComponent("photos/incoming")] { try? files.removeItem(at: file) }
  }

  private static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}

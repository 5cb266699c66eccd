import Backups
import Basics
import CommandLineKit
import Concurrency
import Crypto
import Foundation
import Photos
import SQL
import SQLite
import Stores

/// An installation as of one moment: copies of its databases in a temporary directory, its secrets, and access to its
/// photos.
struct InstallationSnapshot: BackupSource {
  let origin: BackupManifest.Origin
  let log: BackupManifest.Log?
  let files: [any BackedUpFile]
  /// The photos as of the moment, and as of now.
  private let register: any PhotoRegister
  private let current: any PhotoRegister
  private let store: any PhotoStore
  /// Holds the copies for as long as this is used.
  private let temporary: TemporaryDirectory

  private static let page = 200

  /// Copies the databases of an installation.
  /// - Parameter shipper: of its log, which continues the backup.
  /// - Throws: `DomainError` of the databases; `data-dir-unusable` if there is no room for temporary files.
  init(of assembly: Assembly, photos: PhotoLocation, shipper: LogShipper? = nil, clock: () -> Timestamp) async throws {
    temporary = try Self.makeTemporaryDirectory(assembly)
    let copy = DataDirectory(url: temporary.url.appendingPathComponent("copy"))
    try copy.make()
    origin = BackupManifest.Origin(
      program: CommandLineKit.version, engine: "\(assembly.database.engine)", instant: clock())
    let start = try await shipper?.position()
    try await assembly.copyDatabases(to: copy)
    // All that the copies have was committed by now.
    let end = try await shipper?.ship()
    log = start.flatMap { start in
      end.flatMap { end in
        start.generation == end.generation
          ? BackupManifest.Log(generation: start.generation, after: start.number, through: end.number) : nil
      }
    }
    var files: [any BackedUpFile] = [copy.servicePath, copy.cataloguePath].map { FileOnDisk($0) }
    for (name, bytes) in try await assembly.keyRing.contents() {
      files.append(FileInMemory(name: name.rawValue, content: bytes))
    }
    self.files = files
    register = try await SQLPhotoRegister(SQLiteDatabase(reading: copy.servicePath))
    current = try await SQLPhotoRegister(assembly.database)
    store = try photos.store(temporary: nil)
  }

  /// Beside the databases, where there is usually enough space; elsewhere if that directory cannot be written.
  private static func makeTemporaryDirectory(_ assembly: Assembly) throws(DomainError) -> TemporaryDirectory {
    do { return try TemporaryDirectory(in: assembly.directory) } catch {
      return try TemporaryDirectory.outsideDataDirectories()
    }
  }

  func photoCount() async throws -> Int { try await register.count() }

  func photos(after name: String?) async throws -> [BackedUpPhoto] {
    try await register.recorded(after: name.flatMap { PhotoName($0) }, limit: Self.page).map { photo in
      let name = photo.photo.name
      // Nothing is recorded of the forms of a photo that is not checked yet.
      let possible = [PhotoKey(name)] + PhotoWidth.allCases.map { PhotoKey(name, $0) }
      let keys = photo.forms.isEmpty ? possible : possible.filter { photo.forms[$0] != nil }
      return BackedUpPhoto(
        name: name.description,
        forms: keys.map { key in
          // Bytes that are known to be damaged have no size.
          let recorded = photo.forms[key].flatMap { $0.size > 0 ? (size: $0.size, hash: $0.hash) : nil }
          return BackedUpPhoto.Form(key: key.description, recorded: recorded)
        })
    }
  }

  func photo(_ key: String) async throws -> [UInt8]? {
    guard let key = PhotoKey(parsing: key) else { return nil }
    return try await store.get(key)
  }

  func isRecorded(_ name: String) async throws -> Bool {
    guard let name = PhotoName(name) else { return false }
    return try await current.entry(of: PhotoKey(name)) != nil
  }
}

extension PhotoKey {
  /// Parses the name of a photo file; nil when malformed.
  init?(parsing text: String) {
    if let name = PhotoName(text) {
      self.init(name)
      return
    }
    guard let dot = text.lastIndex(of: "."), let name = PhotoName(text[..<dot]),
      let width = Int(text[text.index(after: dot)...]).flatMap({ PhotoWidth(rawValue: $0) })
    else { return nil }
    self.init(name, width)
  }
}

extension Assembly {
  /// Copies the databases into SQLite files, each as of one moment. The one with posts and orders is read first, so
  /// that the catalogue has every booth that they name, except those of an import that was undone. Numbers of booths
  /// are never given again.
  fileprivate func copyDatabases(to copy: DataDirectory) async throws {
    switch location {
    case .files(let files):
      let copies = [copy.servicePath, copy.cataloguePath]
      try await SQLiteDatabase.copyPages(of: zip(files, copies).map { ($0.path, $1) })
    case .server:
      let target = try await Assembly.open(directory: copy.url, for: .copyInto)
      let copy = try await DatabaseCopy(from: databases, to: target.databases)
      try await copy.begin()
      let states = try await copy.run { _, _ in }
      guard try await copy.compare(states, { _, _ in }).allSatisfy({ $0.source == $0.target }) else {
        throw DomainError(
          .conflict, "copy-differs", "The copy of the database differs from the database: back it up again.")
      }
      try await copy.finish()
      await target.close()
    }
  }
}

/// A file that is read in pieces.
private struct FileOnDisk: BackedUpFile {
  private let path: String
  private static let reading = BlockingWork(
    "backup: read", parallel: 2, waiting: 1000,
    overloadError: DomainError(.unavailable, "backup-busy", "Too many backups run at once: try again later."))

  init(_ path: String) { self.path = path }

  var name: String { URL(fileURLWithPath: path).lastPathComponent }

  func bytes(at offset: Int, count: Int) async throws -> [UInt8] {
    try await Self.reading.run { [path] in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileFault(path) }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.seek(toOffset: UInt64(offset))
      return try [UInt8](file.read(upToCount: count) ?? Data())
    }
  }
}

private struct FileInMemory: BackedUpFile {
  let name: String
  let content: [UInt8]

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    Array(content[min(offset, content.count)..<min(offset + count, content.count)])
  }
}

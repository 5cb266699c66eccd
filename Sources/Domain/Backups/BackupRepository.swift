package import Basics
import Concurrency
import Crypto

/// The backups at a target.
///
/// `backups/ID` is a manifest, `objects/ID/ab/NAME` an object that the backup has stored, named by its content, and
/// `running/ID` stands there while a backup is being made.
package struct BackupRepository: Sendable {
  let target: any BackupTarget
  let codec: BackupCodec
  let clock: @Sendable () -> Timestamp
  let random: RandomBytes
  /// Hashing, compressing and encrypting keep a core busy.
  let work = BlockingWork(
    "backup", parallel: 1, waiting: 1000,
    overloadError: DomainError(.unavailable, "backup-busy", "Too many backups run at once: try again later."))

  /// - Parameter key: encrypts and decrypts; nil: nothing is encrypted.
  package init(
    _ target: any BackupTarget, key: BackupKey?, clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes = systemRandom
  ) {
    (self.target, codec, self.clock, self.random) = (target, BackupCodec(key: key), clock, random)
  }

  package var place: String { target.description }

  /// Stores a small object, reads it and removes it.
  /// - Throws: `DomainError` `backup-place-unusable` (unavailable).
  package func checkAccess() async throws {
    let content = random(16)
    let path = "\(BackupPath.probes)\(hexadecimal(content))"
    try await target.put(content, at: path)
    let stored = try await target.get(path)
    try await target.remove([path])
    guard stored == content else {
      throw DomainError(
        .unavailable, "backup-place-unusable",
        "Objects stored at \(place) do not come back unchanged: use another target.")
    }
  }

  // MARK: Manifests

  package enum Listed: Sendable {
    case readable(BackupManifest)
    /// Its manifest can't be read for a reason.
    case unreadable(BackupID, DomainError)

    package var id: BackupID {
      switch self {
      case .readable(let manifest): manifest.id
      case .unreadable(let id, _): id
      }
    }
  }

  /// All backups, the newest first.
  package func list() async throws -> [Listed] {
    var listed: [Listed] = []
    for id in try await identifiers() {
      do {
        listed.append(.readable(try await manifest(id)))
      } catch let error as DomainError where error.kind != .unavailable {
        // One that was removed meanwhile.
        if error.code != "backup-unknown" { listed.append(.unreadable(id, error)) }
      }
    }
    return listed
  }

  private func identifiers() async throws -> [BackupID] {
    let paths = try await target.list(BackupPath.manifests)
    return paths.compactMap { BackupID($0.dropFirst(BackupPath.manifests.count)) }.sorted(by: >)
  }

  /// The newest backup.
  /// - Throws: `DomainError` `backup-missing` (notFound); as below.
  package func newest() async throws -> BackupManifest {
    guard let id = try await identifiers().first else {
      throw DomainError(.notFound, "backup-missing", "There is no backup at \(place).")
    }
    return try await manifest(id)
  }

  /// The newest backup that can be read; nil if there is none.
  func newestReadable() async throws -> BackupManifest? {
    for id in try await identifiers() {
      do { return try await manifest(id) } catch let error as DomainError where error.kind != .unavailable {}
    }
    return nil
  }

  /// A backup by its identifier.
  /// - Throws: `DomainError` `backup-unknown` (notFound), `backup-key-missing`, `backup-key-wrong`, `backup-newer`,
  ///   `backup-damaged` (conflict); errors of the target.
  package func manifest(_ id: BackupID) async throws -> BackupManifest {
    guard let stored = try await target.get(BackupPath.manifest(id)) else {
      throw DomainError(
        .notFound, "backup-unknown", "There is no backup \(id) at \(place): 'fourcuts backup list' shows them.")
    }
    return try manifest(id, stored)
  }

  /// The line before a manifest or a segment of a log names the format, the key, and the SHA-256 of what follows.
  private func heading(_ hash: String) -> String { "\(Self.format) \(codec.key?.id ?? Self.noKey) \(hash)" }
  private static let format = "fourcuts-backup"
  private static let noKey = "unencrypted"

  /// The stored form of content whose path is not its hash.
  func stored(_ content: [UInt8], for path: String) -> [UInt8] {
    let sealed = codec.seal(content, for: path)
    return Array("\(heading(hexadecimal(Digest.bytes(of: sealed))))\n".utf8) + sealed
  }

  enum Opened {
    case content([UInt8])
    case damaged
    case otherKey(isEncrypted: Bool)
  }

  func opened(_ stored: [UInt8], from path: String) -> Opened {
    guard let end = stored.prefix(200).firstIndex(of: 0x0A) else { return .damaged }
    let line = String(decoding: stored[..<end], as: UTF8.self)
    let sealed = Array(stored[(end + 1)...])
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == Self.format, words[2] == hexadecimal(Digest.bytes(of: sealed)) else {
      return .damaged
    }
    guard line == heading(String(words[2])) else { return .otherKey(isEncrypted: words[1] != Self.noKey) }
    return codec.open(sealed, from: path).map { .content($0) } ?? .damaged
  }

  private func manifest(_ id: BackupID, _ stored: [UInt8]) throws(DomainError) -> BackupManifest {
    switch opened(stored, from: BackupPath.manifest(id)) {
    case .content(let json):
      guard let manifest = try BackupManifest(json: json), manifest.id == id else {
        throw Self.damaged(id, "its manifest")
      }
      return manifest
    case .damaged: throw Self.damaged(id, "its manifest")
    case .otherKey(let isEncrypted): throw Self.otherKey(id, isEncrypted: isEncrypted, hasKey: codec.key != nil)
    }
  }

  private static func otherKey(_ id: BackupID, isEncrypted: Bool, hasKey: Bool) -> DomainError {
    guard isEncrypted else {
      return DomainError(
        .conflict, "backup-not-encrypted", "The backup \(id) is not encrypted: leave --backup-key-file out.")
    }
    guard hasKey else {
      return DomainError(.conflict, "backup-key-missing", "The backup \(id) is encrypted: give --backup-key-file.")
    }
    return DomainError(
      .conflict, "backup-key-wrong", "The backup \(id) is encrypted with another key than that of --backup-key-file.")
  }

  static func damaged(_ id: BackupID, _ what: String) -> DomainError {
    DomainError(.conflict, "backup-damaged", "The backup \(id) is damaged: \(what). Use another one.")
  }

  // MARK: Objects

  /// The content of an object; nil when it is missing or damaged.
  func content(of object: BackupManifest.ObjectReference) async throws -> [UInt8]? {
    try await content(at: object.path, named: object.name)
  }

  func content(at path: String, named name: String) async throws -> [UInt8]? {
    guard let stored = try await target.get(path) else { return nil }
    return try await work.run { [codec] in
      codec.open(stored, from: path).flatMap { codec.name(of: $0) == name ? $0 : nil }
    }
  }

  /// The photos of a backup, by the files' names.
  /// - Throws: `DomainError` `backup-damaged` (conflict); errors of the target.
  package func photos(of manifest: BackupManifest) async throws -> [PhotoObject] {
    var photos: [PhotoObject] = []
    for list in manifest.photoLists {
      var bytes: [UInt8] = []
      for object in list.objects {
        guard let content = try await content(of: object) else {
          throw Self.damaged(manifest.id, "the list of its photos, in \(object.path)")
        }
        bytes += content
      }
      guard let backup = BackupID(list.name), bytes.count == list.size,
        let listed = [PhotoObject](list: bytes, of: backup)
      else { throw Self.damaged(manifest.id, "the list of its photos") }
      photos += listed
    }
    return photos
  }
}

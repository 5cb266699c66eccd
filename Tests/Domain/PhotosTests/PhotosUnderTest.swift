import Basics
import Foundation
import PhotoStorage
import Photos
import SQL
import Stores
import Support
import Workload

/// The service of photos over a real database, a real folder and the real codec, with short words for what tests do.
struct PhotosUnderTest: Sendable {
  let service: PhotoService
  let database: any Database
  let register: SQLPhotoRegister
  let directory: PhotoDirectory
  let clock = ManualClock()
  let path: String
  private let temporary: ScratchDirectory

  /// `wrap` puts something between the service and the folder.
  init(_ wrap: (PhotoDirectory) -> any PhotoStore = { $0 }) async throws {
    temporary = try ScratchDirectory()
    path = temporary.url.appendingPathComponent("photos").path
    database = try await TestDatabase.open(temporary.url.appendingPathComponent("photos.sqlite").path)
    register = try await SQLPhotoRegister(database)
    directory = try PhotoDirectory(path)
    let clock = clock
    service = PhotoService(
      codec: PhotoCodec(decoder: .built), store: wrap(directory), register: register, clock: { clock.now })
  }

  // MARK: People and what they refer to

  /// An account whose identifier ends in a number.
  func account(_ number: Int = 1) async throws -> AccountID {
    let id = AccountID(String(repeating: "0", count: 23) + String(number))!
    try await database.write {
      try $0.run(
        """
        INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
        VALUES ($1, $2, '', $2, $2, '', 0) ON CONFLICT DO NOTHING
        """, [.text(id.description), .text("person\(number)@example.com")])
    }
    return id
  }

  func show(_ photo: PhotoName, onProfileOf account: AccountID) async throws {
    try await database.write {
      try $0.run(
        "UPDATE account SET photo = $2 WHERE id = $1", [.text(account.description), .text(photo.description)])
    }
  }

  func show(_ photo: PhotoName, inPostOf account: AccountID) async throws {
    try await database.write {
      let values = [Value.text(account.description), .text(photo.description)]
      try $0.run(
        """
        INSERT INTO post (id, author_id, kind, board, text, created_at) VALUES ($2, $1, 'photo', '', '', 0)
        """, values)
      try $0.run("INSERT INTO post_photo (post_id, position, photo) VALUES ($1, 0, $1)", [values[1]])
    }
  }

  func removePosts() async throws {
    try await database.write { try $0.run("DELETE FROM post") }
  }

  // MARK: Files

  /// A file as it was received.
  func received(_ bytes: [UInt8]) throws -> ReceivedFile {
    let path = "\(directory.incoming)/\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return ReceivedFile(path: path, size: bytes.count)
  }

  @discardableResult
  func upload(
    _ files: [[UInt8]], _ rules: UploadRules = .native, by caller: AccountID
  ) async throws -> [Photo] {
    try await service.upload(try files.map(received), rules, by: caller)
  }

  /// A photo as a stranger gets it.
  func bytes(_ name: PhotoName, width: PhotoWidth? = nil) async throws -> (bytes: [UInt8], type: String) {
    let opened = try await service.open(name, width: width) { nil }
    return (opened.file.bytes(), opened.type)
  }

  /// Where a form is kept.
  func file(_ key: PhotoKey) -> URL {
    URL(fileURLWithPath: "\(path)/kept/\(key.name.description.prefix(2))/\(key)")
  }

  /// The names of all files that are kept.
  func kept() throws -> Set<String> {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(path)/kept")
    return Set(paths.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) })
  }

  /// The names of the files that wait, received or not yet named.
  func waiting() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory.incoming) }

  /// The names on the list.
  func listed() async throws -> Set<String> {
    try await database.read { connection in
      var names: Set<String> = []
      try connection.each("SELECT name FROM photo", []) { names.insert($0.text(0)) }
      return names
    }
  }

  func count(_ table: String) async throws -> Int64 {
    try await database.read { try $0.integer("SELECT COUNT(*) FROM \(table)") ?? -1 }
  }
}

/// Files by hand.
enum Sample {
  /// A picture of one pixel as a GIF file, another one for each number up to 255.
  static func pixel(_ number: UInt8) -> [UInt8] {
    let color = [number & 7, number >> 3 & 7, number >> 6].map { $0 * 36 }
    return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + color + [255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
  }

  /// A WebP file of one pixel with a profile, Exif and XMP, as earlier versions kept it.
  static let oldWebP = Array(
    Data(
      base64Encoded:
        "UklGRnAAAABXRUJQVlA4WAoAAAAsAAAAAAAAAAAASUNDUA4AAABzZWNyZXQgcHJvZmlsZVZQOEwNAAAALwAAABAHEBERiIj+BwBFWElGEAAAAElJKgBzZWNyZXQgcGxhY2VYTVAgDQAAADx4PnNlY3JldDwveD4A"
    )!)
  /// Its SHA-256.
  static let oldWebPHash = "a87eda37f3e5667b10f07c222e8da9c70807ec2b3b7bc6a2e834fef493d638a1"

  static let document = Array("%PDF-1.4\n1 0 obj\nendobj\ntrailer\n%%EOF\n".utf8)
  static let text = Array("no photo at all".utf8)
}

/// Kind, code and field of what is refused.
func domainError(_ body: () async throws -> some Any) async throws -> String {
  do {
    return "no refusal: \(try await body())"
  } catch let domainError as DomainError {
    return "\(domainError.kind) \(domainError.code) \(domainError.field ?? "-")"
  }
}

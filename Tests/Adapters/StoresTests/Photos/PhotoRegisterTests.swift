import Basics
import Foundation
import Photos
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("The register of photos")
struct PhotoRegisterTests {
  private let start = Timestamp(seconds: 1_800_000_000)
  private let directory: ScratchDirectory
  private let database: any Database
  private let register: SQLPhotoRegister
  private let people = (AccountID(String(repeating: "1", count: 24))!, AccountID(String(repeating: "2", count: 24))!)

  init() async throws {
    directory = try ScratchDirectory()
    database = try await TestDatabase.open(directory.url.appendingPathComponent("photos.sqlite").path)
    register = try await SQLPhotoRegister(database)
    for person in [people.0, people.1] {
      try await database.write {
        try $0.run(
          """
          INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
          VALUES ($1, $1, '', $1, $1, '', 0)
          """, [.text(person.description)])
      }
    }
  }

  private func photo(_ digit: Character) throws -> Photo {
    let name = try #require(PhotoName(String(repeating: digit, count: 64) + ".jpg"))
    return Photo(name: name, size: 10, width: 4, height: 3)
  }

  /// Name, moment and owners of each photo, in order.
  private func rows() async throws -> [String] {
    try await database.read { connection in
      var rows: [String] = []
      try connection.each(
        """
        SELECT substr(name, 1, 1), uploaded_at - $1, size, width, height,
          (SELECT COUNT(*) FROM photo_upload WHERE photo = name)
        FROM photo ORDER BY name
        """, [.integer(start.milliseconds)]
      ) { row in
        rows.append((0..<6).map { row.text($0) }.joined(separator: " "))
      }
      return rows
    }
  }

  private func removed(before instant: Timestamp) async throws -> [String] {
    try await register.removeUnused(before: instant).map { String($0.description.prefix(1)) }
  }

  @Test("A photo is recorded once, with all its uploaders and the latest time")
  func recording() async throws {
    try await register.list([photo("a"), photo("b"), photo("a")], by: people.0, at: start)
    try await register.list([photo("a")], by: people.1, at: start.advanced(seconds: 5))
    try await register.list([photo("a")], by: people.1, at: start.advanced(seconds: -5))
    #expect(try await rows() == ["a 5000 10 4 3 2", "b 0 10 4 3 1"])
    try await register.list([], by: people.0, at: start)
  }

  @Test("An account that is gone cannot upload, and a withdrawn one owns nothing")
  func owners() async throws {
    let nobody = try #require(AccountID(String(repeating: "9", count: 24)))
    let failure = await #expect(throws: DomainError.self) {
      try await register.list([photo("a")], by: nobody, at: start)
    }
    #expect(failure?.code == "account-unknown" && failure?.kind == .notFound)
    #expect(try await rows().isEmpty)
    try await register.list([photo("a")], by: people.0, at: start)
    try await database.write { [people] in
      try $0.run("DELETE FROM account WHERE id = $1", [.text(people.0.description)])
    }
    #expect(try await rows() == ["a 0 10 4 3 0"])
    #expect(try await removed(before: start.advanced(seconds: 1)) == ["a"])
  }

  @Test("Only photos that were last uploaded before the given time are removed, oldest first")
  func unused() async throws {
    for (index, digit) in ["c", "a", "b", "d"].enumerated() {
      try await register.list([photo(Character(digit))], by: people.0, at: start.advanced(seconds: Int64(index)))
    }
    #expect(try await removed(before: start).isEmpty)
    #expect(try await removed(before: start.advanced(seconds: 3)) == ["c", "a", "b"])
    #expect(try await rows() == ["d 3000 10 4 3 1"])
  }

  @Test("Photos sent together are recorded in four statements, found in one, and removed in four")
  func statements() async throws {
    let counted = CountedDatabase(database)
    let register = try await SQLPhotoRegister(counted)
    let photos = try ["a", "b", "c", "a"].map { try photo($0) }
    let recorded = photos.map { photo in
      RecordedPhoto(photo, forms: [PhotoKey(photo.name): StoredVariant(size: 10, hash: "\(photo.name)")])
    }
    #expect(try await counted.expect(4) { try await register.record(recorded, by: people.0, at: start) })
    let key = PhotoKey(photos[0].name)
    let entry = try await counted.expect(1) { try await register.entry(of: key) }
    #expect(entry?.form == recorded[0].forms[key] && entry?.isStored == true)
    #expect(try await counted.expect(2) { try await !register.isAccessible(photos[0].name, to: people.1) })
    let (now, end) = (start.advanced(seconds: 1), start.advanced(seconds: 9))
    let unused = try await counted.expect(1) { try await register.unused(before: now, at: now, limit: 9) }
    #expect(unused.count == 3)
    let claimed = try await counted.expect(2) {
      try await register.claim(unused, unusedBefore: now, at: now, until: end)
    }
    #expect(Set(claimed) == Set(unused))
    #expect(try await counted.expect(1) { try await register.removeClaimed(claimed, until: end) } == 3)
  }

  @Test("A claimed photo is not served and has no owner, until it is recorded again after the claim")
  func claims() async throws {
    let name = try photo("a").name
    try await register.list([photo("a"), photo("b")], by: people.0, at: start)
    let now = start.advanced(seconds: 10)
    let end = start.advanced(seconds: 20)
    #expect(try await register.claim([name], unusedBefore: now, at: now, until: end) == [name])
    #expect(try await register.entry(of: PhotoKey(name)) == nil)
    #expect(try await rows() == ["a 0 10 4 3 0", "b 0 10 4 3 1"])
    // All or none: the other photo is not recorded either.
    #expect(try await !register.list([photo("b"), photo("a")], by: people.1, at: end.advanced(seconds: -1)))
    #expect(try await rows() == ["a 0 10 4 3 0", "b 0 10 4 3 1"])
    #expect(try await register.list([photo("a")], by: people.1, at: end))
    #expect(try await rows() == ["a 20000 10 4 3 1", "b 0 10 4 3 1"])
    #expect(try await register.entry(of: PhotoKey(name)) != nil)
    #expect(try await register.removeClaimed([name], until: end) == 0)
  }

  @Test("A claimed photo cannot be claimed again before the claim ends, and an expired claim removes no row")
  func competingClaims() async throws {
    let name = try photo("a").name
    try await register.list([photo("a")], by: people.0, at: start)
    let (now, end) = (start.advanced(seconds: 10), start.advanced(seconds: 20))
    let claim = { [register] (now: Timestamp, end: Timestamp) in
      try await register.claim([name], unusedBefore: now, at: now, until: end)
    }
    #expect(try await claim(now, end) == [name])
    #expect(try await claim(now, end.advanced(seconds: 1)).isEmpty)
    #expect(try await register.unused(before: now, at: now, limit: 9).isEmpty)
    #expect(try await register.unused(before: now, at: end, limit: 9) == [name])
    let second = end.advanced(seconds: 9)
    #expect(try await claim(end, second) == [name])
    #expect(try await register.removeClaimed([name], until: end) == 0)
    #expect(try await register.removeClaimed([name], until: second) == 1)
    #expect(try await rows().isEmpty)
  }

  @Test("A photo that is not verified yet is not removed")
  func uncheckedPhotos() async throws {
    try await register.list([photo("a")], by: people.0, at: start)
    try await database.write { try $0.run("UPDATE photo SET is_checked = 0") }
    #expect(try await removed(before: start.advanced(seconds: 1)).isEmpty)
    #expect(try await register.recordForms([:], of: photo("a").name, isStored: true))
    #expect(try await removed(before: start.advanced(seconds: 1)) == ["a"])
  }
}

extension SQLPhotoRegister {
  /// Removes the rows of unused photos.
  func removeUnused(before instant: Timestamp) async throws -> [PhotoName] {
    let end = instant.advanced(seconds: 1)
    let found = try await unused(before: instant, at: instant, limit: 100)
    let claimed = try await claim(found, unusedBefore: instant, at: instant, until: end)
    #expect(try await removeClaimed(claimed, until: end) == claimed.count)
    return claimed
  }

  /// Lists photos of which it does not matter what is kept.
  @discardableResult
  fileprivate func list(_ photos: [Photo], by account: AccountID, at instant: Timestamp) async throws -> Bool {
    try await record(photos.map { RecordedPhoto($0, forms: [:]) }, by: account, at: instant)
  }
}

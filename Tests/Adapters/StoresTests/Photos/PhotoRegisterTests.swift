import Basics
import Foundation
import Photos
import SQL
import Stores
import Support
import Synchronization
import Testing
import Workload

@Suite("The register of photos")
struct PhotoRegisterTests {
  private struct Fault: Error {}

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
    let names = Mutex<[String]>([])
    let count = try await register.removeUnused(before: instant) { some in
      names.withLock { $0 += some.map { String($0.description.prefix(1)) } }
    }
    let all = names.withLock { $0 }
    #expect(all.count == count)
    return all
  }

  @Test("A photo is listed once, with everyone who sent it and the latest moment; an earlier one changes nothing")
  func recording() async throws {
    try await register.list([photo("a"), photo("b"), photo("a")], by: people.0, at: start)
    try await register.list([photo("a")], by: people.1, at: start.advanced(seconds: 5))
    try await register.list([photo("a")], by: people.1, at: start.advanced(seconds: -5))
    #expect(try await rows() == ["a 5000 10 4 3 2", "b 0 10 4 3 1"])
    try await register.list([], by: people.0, at: start)
  }

  @Test("An account that is gone cannot send; one that leaves owns nothing any more")
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

  @Test("Unused photos go, oldest first, and those alone that were last sent before the moment")
  func unused() async throws {
    for (index, digit) in ["c", "a", "b", "d"].enumerated() {
      try await register.list([photo(Character(digit))], by: people.0, at: start.advanced(seconds: Int64(index)))
    }
    #expect(try await removed(before: start).isEmpty)
    #expect(try await removed(before: start.advanced(seconds: 3)) == ["c", "a", "b"])
    #expect(try await rows() == ["d 3000 10 4 3 1"])
  }

  @Test("Where the files cannot be removed, the photos stay listed and go the next time")
  func failedRemoval() async throws {
    try await register.list([photo("a")], by: people.0, at: start)
    await #expect(throws: Fault.self) {
      try await register.removeUnused(before: start.advanced(seconds: 1)) { _ in throw Fault() }
    }
    #expect(try await rows() == ["a 0 10 4 3 1"])
    #expect(try await removed(before: start.advanced(seconds: 1)) == ["a"])
  }
}

extension SQLPhotoRegister {
  /// Lists photos of which it does not matter what is kept.
  fileprivate func list(_ photos: [Photo], by account: AccountID, at instant: Timestamp) async throws {
    try await record(photos.map { RecordedPhoto($0, forms: [:]) }, by: account, at: instant)
  }
}

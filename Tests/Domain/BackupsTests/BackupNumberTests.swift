import Basics
import Support
import Testing

@testable import Backups

@Suite("Numbers in a place of backups that others can write")
struct BackupNumberTests {
  private static let id = "20270115T080000007Z-abababab"
  private static let hash = String(repeating: "ab", count: 32)

  /// A manifest whose numbers are 1, except one.
  private func manifest(_ field: String = "", _ number: Int = 1) -> [UInt8] {
    let text = """
      {"format": 1, "id": "\(Self.id)", "program": "1", "engine": "sqlite", "instant": "2026-11-27T12:00:00Z",
      "finished": "2026-11-27T12:00:01Z", "files": [{"name": "a", "size": 1, "objects": []}], "photo_lists": [],
      "photos": 1, "photo_bytes": 1, "missing_photos": 1, "removed_photos": 1, "added_bytes": 1,
      "log": {"generation": "\(Self.id)", "after": 1, "through": 1}}
      """
    return Array(text.replacing("\"\(field)\": 1", with: "\"\(field)\": \(number)").utf8)
  }

  /// A segment whose numbers are 1, except one.
  private func segment(_ field: String = "", _ number: Int = 1) -> [UInt8] {
    var text = """
      {"format": 1, "generation": "\(Self.id)", "number": <number>, "previous": "", "milliseconds": <milliseconds>,
      "end": true, "parts": [{"database": "a", "start": "0", "end": "1", "size": <part size>}], "positions": {},
      "photos": [{"key": "a.jpg", "size": <photo size>, "name": "\(Self.hash)", "number": <photo number>}]}
      """
    text.replace("<\(field)>", with: "\(number)")
    text.replace(/<[a-z ]+>/, with: "1")
    text.replace("\n", with: " ")
    return Array((text + "\nx").utf8)
  }

  @Test(
    "A manifest with a number below 0 or beyond 2^53 is refused",
    arguments: [
      "size", "photos", "photo_bytes", "missing_photos", "removed_photos", "added_bytes", "after", "through",
    ],
    [Int.min, -1, 1 << 53 + 1, .max])
  func manifests(field: String, number: Int) throws {
    #expect(try BackupManifest(json: manifest())?.restoredBytes == 2)
    #expect(try BackupManifest(json: manifest(field, number)) == nil)
  }

  @Test("The bytes of a manifest's files together are at most 2^53")
  func sums() throws {
    #expect(try BackupManifest(json: manifest("size", 1 << 53 - 1))?.restoredBytes == 1 << 53)
    #expect(try BackupManifest(json: manifest("size", 1 << 53)) == nil)
    let file = #"{"name": "b", "size": \#(1 << 53), "objects": []}"#
    let many = Array(repeating: file, count: 2000).joined(separator: ", ")
    let text = String(decoding: manifest(), as: UTF8.self).replacing(#""files": ["#, with: #""files": [\#(many), "#)
    #expect(try BackupManifest(json: Array(text.utf8)) == nil)
  }

  @Test(
    "A segment of a log with a number below 0 or beyond 2^53 is refused",
    arguments: ["number", "milliseconds", "part size", "photo size", "photo number"], [Int.min, -1, 1 << 53 + 1, .max])
  func segments(field: String, number: Int) throws {
    #expect(try LogSegment(segment())?.number == 1)
    #expect(try LogSegment(segment(field, number)) == nil)
  }

  @Test("The number of a segment has at most the nine digits of its path", arguments: ["number", "photo number"])
  func segmentNumbers(field: String) throws {
    let generation = try #require(BackupID(Self.id))
    #expect(try LogSegment(segment(field, 999_999_999)) != nil)
    #expect(try LogSegment(segment(field, 1_000_000_000)) == nil)
    let path = BackupPath.segment(999_999_999, of: generation)
    #expect(BackupPath.logEntry(path)?.number == 999_999_999)
  }

  @Test("A list of photos with a size below 0 is refused")
  func photos() throws {
    let backup = try #require(BackupID(Self.id))
    #expect([PhotoObject](list: Array("a.jpg 1 \(Self.hash)\n".utf8), of: backup)?.map(\.size) == [1])
    #expect([PhotoObject](list: Array("a.jpg -1 \(Self.hash)\n".utf8), of: backup) == nil)
  }

  @Test("A manifest with such a number is listed as damaged, and others are not disturbed")
  func listed() async throws {
    let backups = BackupsUnderTest()
    let made = try await backups.create()
    let id = try #require(BackupID(Self.id))
    let path = BackupPath.manifest(id)
    try backups.target.put(backups.repository.stored(manifest("size", .max), for: path), at: path)
    let listed = try await backups.repository.list()
    #expect(Set(listed.map(\.id)) == [made.id, id])
    let code = await backups.code { _ = try await backups.repository.manifest(id) }
    #expect(code == "backup-damaged")
    #expect(try await backups.repository.best(at: nil).id == made.id)
  }
}

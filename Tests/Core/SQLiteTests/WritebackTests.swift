import Foundation
import Glibc
import SQL
import Testing

@testable import SQLite

@Suite("Early writeback")
struct WritebackTests {
  private static func files(_ path: String) -> [String] { [path, path + "-wal"] }

  @Test("SQLite's descriptors of a database and its log are found without opening others")
  func descriptors() async throws {
    let opened = try await OpenedDatabase()
    let other = try await OpenedDatabase()
    let found = EarlyWriteback.descriptors(of: Self.files(opened.path))
    let targets = try found.map { try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
    #expect(Set(targets) == Set(Self.files(opened.path)))
    #expect(EarlyWriteback.descriptors(of: Self.files(opened.path)) == found)
    await opened.close()
    #expect(EarlyWriteback.descriptors(of: Self.files(opened.path)).isEmpty)
    #expect(EarlyWriteback.descriptors(of: Self.files(other.path)).count >= 2)
  }

  @Test("A long transaction keeps the locks of its files")
  func locks() async throws {
    let opened = try await OpenedDatabase()
    let path = opened.path
    let (before, after) = try await opened.database.write { connection in
      try connection.run("INSERT INTO item (value) VALUES ('a')")
      let before = try Self.locks(path)
      // Several times the interval.
      usleep(300_000)
      return (before, try Self.locks(path))
    }
    #expect(!before.isEmpty && after == before)
  }

  /// The locks that this process has of the files of a database, as the system lists them.
  private static func locks(_ path: String) throws -> [String] {
    let numbers = try (files(path) + [path + "-shm"]).map { file in
      var status = stat()
      try #require(stat(file, &status) == 0)
      return ":\(status.st_ino)"
    }
    return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").dropFirst()
      guard words.contains("\(getpid())"), words.contains(where: { word in numbers.contains { word.hasSuffix($0) } })
      else { return nil }
      return words.joined(separator: " ")
    }.sorted()
  }
}

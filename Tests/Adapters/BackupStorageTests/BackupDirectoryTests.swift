import BackupStorage
import Basics
import Foundation
import Support
import Testing
import Workload

@Suite("A directory of backups")
struct BackupDirectoryTests {
  private let scratch: ScratchDirectory
  private let target: BackupDirectory
  private var path: String { scratch.url.appendingPathComponent("a/b").path }

  init() throws {
    scratch = try ScratchDirectory()
    target = BackupDirectory(scratch.url.appendingPathComponent("a/b").path)
  }

  @Test("Files are kept by their paths, for the owner alone")
  func files() async throws {
    #expect(try await target.list("objects/") == [])
    #expect(try await target.get("objects/x/ab/1") == nil)
    try await target.put([1, 2], at: "objects/x/ab/1")
    try await target.put([], at: "objects/x/cd/2")
    try await target.put([3], at: "backups/x")
    try await target.put([4, 5], at: "backups/x")
    try await target.synchronize()
    #expect(try await target.list("objects/").sorted() == ["objects/x/ab/1", "objects/x/cd/2"])
    #expect(try await target.list("objects/y/") == [])
    #expect(try await target.get("objects/x/ab/1") == [1, 2])
    #expect(try await target.get("objects/x/cd/2") == [])
    #expect(try await target.get("backups/x") == [4, 5])
    for file in try FileManager.default.subpathsOfDirectory(atPath: scratch.url.appendingPathComponent("a").path) {
      var status = stat()
      stat(scratch.url.appendingPathComponent("a/\(file)").path, &status)
      #expect(status.st_mode & 0o077 == 0, "\(file)")
    }
  }

  @Test("Removing files also removes empty directories, but not the root")
  func removal() async throws {
    for path in ["objects/x/ab/1", "objects/x/ab/2"] { try await target.put([1], at: path) }
    try await target.remove(["objects/x/ab/1", "objects/none"])
    #expect(try await target.list("objects/") == ["objects/x/ab/2"])
    try await target.remove(["objects/x/ab/2"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test(
    "Files can be stored while others in the same directories are removed",
    arguments: ["objects/x/ab", "log/x"])
  func removedMeanwhile(directory: String) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask { [target] in
          for number in 0..<500 {
            let path = "\(directory)/\(task)-\(number)"
            try await target.put([1], at: path)
            #expect(try await target.get(path) == [1])
            try await target.remove([path])
          }
        }
      }
      // Of nothing, so that it only takes away what is empty, as often as possible.
      group.addTask { [target] in
        let absent = [String](repeating: "\(directory)/none", count: 1000)
        for _ in 0..<40 { try await target.remove(absent) }
      }
      try await group.waitForAll()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test("A failed write is reported with the reason")
  func unusable() async throws {
    try Data().write(to: scratch.url.appendingPathComponent("a"))
    do {
      try await target.put([1], at: "backups/x")
      Issue.record("It was written.")
    } catch let error as DomainError {
      #expect(error.code == "backup-place-unusable" && error.message.contains("Not a directory"))
    }
  }

  @Test("A reader never sees a part of a file that is being replaced")
  func replaced() async throws {
    try await target.put([UInt8](repeating: 0, count: 100_000), at: "backups/x")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for value in UInt8(1)...20 {
        group.addTask { [target] in try await target.put([UInt8](repeating: value, count: 100_000), at: "backups/x") }
        group.addTask { [target] in
          let bytes = try await target.get("backups/x") ?? []
          #expect(bytes.count == 100_000 && Set(bytes).count == 1)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await target.list("backups/") == ["backups/x"])
  }
}

import Basics
import Foundation
import Testing
import Workload

@Suite("Files that are replaced as a whole")
struct FileTests {
  private let directory: ScratchDirectory
  private var path: String { directory.url.appendingPathComponent("file").path }
  private var draft: String { path + ".new" }

  init() throws { directory = try ScratchDirectory() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
  }

  private func contents() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  @Test("A new file is readable by its owner only, and an existing file is not overwritten")
  func new() throws {
    try writeFile([1, 2, 3], at: path)
    #expect(try contents() == [1, 2, 3])
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(throws: FileFault.self) { try writeFile([4], at: path) }
    #expect(try contents() == [1, 2, 3])
  }

  @Test("Replacing leaves the new bytes and no draft")
  func replaces() throws {
    try writeFile([1, 2, 3], at: path)
    try replaceFile(path, with: [4], draft: draft)
    try syncDirectory(directory.url.path)
    #expect(try contents() == [4])
    #expect(try names == ["file"])
  }

  @Test("A failed replacement keeps the old file and leaves no draft")
  func fails() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let fault = #expect(throws: FileFault.self) { try replaceFile(path, with: [4], draft: draft) }
    #expect(fault?.code == EISDIR)
    #expect(fault?.path == path)
    #expect(try names == ["file"])
  }

  @Test("Writing to a full disk fails with ENOSPC")
  func fullDisk() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    #expect(!writeAll([1, 2, 3], to: descriptor))
    #expect(errno == ENOSPC)
  }
}

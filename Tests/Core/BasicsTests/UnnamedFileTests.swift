import Foundation
import Glibc
import Testing
import Workload

@testable import Basics

@Suite("Files without a name")
struct UnnamedFileTests {
  /// How the file system makes them.
  enum Making: CaseIterable { case unnamed, unlinked }

  private let directory: ScratchDirectory
  private var path: String { directory.url.appendingPathComponent("file").path }
  private var draft: String { path + ".part" }
  private static let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }

  init() throws { directory = try ScratchDirectory() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
  }

  private func make(_ making: Making, mode: UInt32 = 0o600) throws -> UnnamedFile {
    switch making {
    case .unnamed: try UnnamedFile(in: directory.url.path, mode: mode)
    case .unlinked: try UnnamedFile(unlinkedIn: directory.url.path, mode: mode)
    }
  }

  @Test("A file without a name is in no directory, and its readers read all of it", arguments: Making.allCases)
  func reads(making: Making) throws {
    let file = try make(making)
    try file.append(Self.bytes)
    try file.overwriteStart(with: [1, 2, 3])
    #expect(try names.isEmpty)
    let opened = try file.opened()
    var read = [UInt8](repeating: 0, count: opened.size)
    #expect(pread(opened.descriptor, &read, read.count, 0) == read.count)
    #expect(read == [1, 2, 3] + Self.bytes.dropFirst(3))
  }

  @Test("An unnamed file replaces a named one, with the requested permissions", arguments: Making.allCases)
  func named(making: Making) throws {
    try writeFile([4], at: path)
    try writeFile([5], at: draft)
    let mask = umask(0o027)
    let file = try make(making, mode: 0o666)
    try file.append(Self.bytes)
    try file.replaceFile(path, draft: draft)
    umask(mask)
    #expect(try readFile(path) == Self.bytes && names == ["file"])
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
  }

  @Test("A failed replacement keeps the old file and leaves no draft", arguments: Making.allCases)
  func fails(making: Making) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: FileFault.self) { try make(making).replaceFile(path, draft: draft) }
    #expect(try names == ["file"])
  }

  @Test("The error for a missing directory names it")
  func missing() throws {
    let fault = #expect(throws: FileFault.self) { _ = try UnnamedFile(in: path) }
    #expect(fault?.path == path && fault?.code == ENOENT)
  }

  @Test("An unnamed file closes its descriptor unless that was released", arguments: Making.allCases)
  func closes(making: Making) throws {
    let descriptor = try make(making).descriptor
    #expect(fcntl(descriptor, F_GETFD) < 0)
    let kept = try make(making).release()
    #expect(fcntl(kept, F_GETFD) == FD_CLOEXEC)
    close(kept)
  }
}

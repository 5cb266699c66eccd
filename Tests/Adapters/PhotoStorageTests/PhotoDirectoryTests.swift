import Basics
import Foundation
import Photos
import Support
import Testing
import Workload

@testable import PhotoStorage

@Suite("Photos in a directory")
struct PhotoDirectoryTests {
  private let temporary: ScratchDirectory
  private let path: String
  private let name = PhotoName("ab" + String(repeating: "0", count: 62) + ".jpg")!

  init() throws {
    temporary = try ScratchDirectory()
    path = temporary.url.appendingPathComponent("photos").path
  }

  private func names(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(directory)").sorted()
  }

  @Test("Stored photos can be read under each of their keys, and other keys are empty")
  func putAndGet() async throws {
    let directory = try PhotoDirectory(path)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try await directory.get(PhotoKey(name)) == nil)
    try await directory.put(bytes, under: PhotoKey(name))
    try await directory.put([], under: PhotoKey(name, .small))
    #expect(try await directory.get(PhotoKey(name)) == bytes)
    #expect(try await directory.get(PhotoKey(name, .small)) == [])
    #expect(try await directory.get(PhotoKey(name, .medium)) == nil)
    #expect(try await directory.variant(of: PhotoKey(name)) == StoredVariant(of: bytes))
    #expect(try await directory.variant(of: PhotoKey(name, .medium)) == nil)
    #expect(try names("kept/ab") == ["\(name)", "\(name).320"] && names("incoming").isEmpty)
    #expect(try names("kept").count == 256)
    #expect(try await PhotoDirectory(path).get(PhotoKey(name)) == bytes)
  }

  @Test("Files and directories are for this user alone")
  func permissions() async throws {
    let directory = try PhotoDirectory(path)
    try await directory.put([1], under: PhotoKey(name))
    for (file, mode) in [("", 0o700), ("/kept/ab", 0o700), ("/incoming", 0o700), ("/kept/ab/\(name)", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + file)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test("Storing a photo again keeps an intact file and replaces a damaged one")
  func repairs() async throws {
    let directory = try PhotoDirectory(path)
    let key = PhotoKey(name)
    try await directory.put([1, 2, 3], under: key)
    let file = "\(path)/kept/ab/\(name)"
    func number() throws -> Int? { try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int }
    let first = try number()
    try await directory.put([1, 2, 3], under: key)
    #expect(try number() == first)
    for damage in [[], [1, 2], [1, 9, 3]] as [[UInt8]] {
      try Data(damage).write(to: URL(fileURLWithPath: file))
      try await directory.put([1, 2, 3], under: key)
      #expect(try await directory.get(key) == [1, 2, 3])
    }
  }

  @Test("An opened photo is not read into memory, and stays readable after its removal")
  func opening() async throws {
    let directory = try PhotoDirectory(path)
    let key = PhotoKey(name)
    #expect(try await directory.open(key)?.first == nil)
    try await directory.put([7, 8], under: key)
    let opened = try #require(try await directory.open(key))
    #expect(opened.file.size == 2 && opened.first == 7)
    try await directory.remove([key])
    #expect(opened.file.bytes() == [7, 8])
  }

  @Test("Concurrent writes of one photo all succeed")
  func sameAtOnce() async throws {
    let directory = try PhotoDirectory(path)
    let bytes = [UInt8](repeating: 7, count: 100_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try await directory.put(bytes, under: PhotoKey(name, .medium))
          #expect(try await directory.get(PhotoKey(name, .medium)) == bytes)
        }
      }
      try await group.waitForAll()
    }
    #expect(try names("incoming").isEmpty)
  }

  @Test("A removed photo is gone, and removing it again is no error")
  func removing() async throws {
    let directory = try PhotoDirectory(path)
    let keys = [PhotoKey(name), PhotoKey(name, .small)]
    for key in keys { try await directory.put([1], under: key) }
    try await directory.remove(keys + [PhotoKey(name, .medium)])
    try await directory.remove(keys)
    #expect(try names("kept/ab").isEmpty)
    try await directory.put([2], under: keys[0])
    #expect(try await directory.get(keys[0]) == [2])
  }

  @Test("A failed write is reported, and leaves no file behind")
  func unwritable() async throws {
    let directory = try PhotoDirectory(path)
    try FileManager.default.removeItem(atPath: "\(path)/kept/ab")
    try Data().write(to: URL(fileURLWithPath: "\(path)/kept/ab"))
    let failure = await #expect(throws: DomainError.self) { try await directory.put([1], under: PhotoKey(name)) }
    #expect(failure?.kind == .unavailable && failure?.code == "photos-not-kept")
    #expect(failure?.condition?.message.contains(path) == true && failure?.message.contains("/") == false)
    #expect(try names("incoming").isEmpty)
    let blocked = #expect(throws: DomainError.self) { try PhotoDirectory("\(path)/kept/ab") }
    #expect(blocked?.code == "photos-not-kept")
  }

  @Test("A symbolic link instead of a received file is not followed")
  func links() throws {
    let directory = try PhotoDirectory(path)
    let link = "\(directory.incoming)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/passwd")
    #expect(throws: FileFault.self) { try readFile(link) }
  }
}

import Basics
import Foundation
import PhotoStorage
import Photos
import Support
import Synchronization
import Testing

@Suite("Uploading photos")
struct UploadTests {
  @Test("Photos are returned in the order of their files, under the digest of the stored bytes, with their sizes")
  func order() async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    let uploaded = try await photos.upload([Sample.pixel(1), Sample.pixel(2), Sample.pixel(3)], by: caller)
    #expect(uploaded.count == 3 && Set(uploaded.map(\.name)).count == 3)
    for photo in uploaded {
      let (bytes, type) = try await photos.bytes(photo.name, width: nil)
      #expect(bytes.count == photo.size && photo.width == 1 && photo.height == 1)
      #expect(type == "image/gif" && photo.name.fileExtension == "gif")
    }
    let alone = try await photos.upload([Sample.pixel(2)], by: caller)
    #expect(alone == [uploaded[1]])
    #expect(try await photos.service.upload([], .native, by: caller).isEmpty)
  }

  @Test("Smaller forms have their own types")
  func smallerForms() async throws {
    let photos = try await PhotosUnderTest()
    let opaque = try await photos.upload([Sample.pixel(1)], by: photos.account())[0].name
    for width in PhotoWidth.allCases {
      #expect(try await photos.bytes(opaque, width: width).type == "image/jpeg")
    }
    #expect(try photos.kept() == ["\(opaque)", "\(opaque).320", "\(opaque).960"])
  }

  @Test("The same photo is stored once, also by concurrent uploads")
  func sameContent() async throws {
    let photos = try await PhotosUnderTest()
    let (first, second) = (try await photos.account(1), try await photos.account(2))
    let names = try await withThrowingTaskGroup(of: [Photo].self) { group in
      for number in 0..<12 {
        group.addTask {
          try await photos.upload([Sample.pixel(1), Sample.pixel(1)], by: number.isMultiple(of: 2) ? first : second)
        }
      }
      return try await group.reduce(into: Set<PhotoName>()) { $0.formUnion($1.map(\.name)) }
    }
    #expect(names.count == 1)
    #expect(try await photos.count("photo") == 1)
    #expect(try await photos.count("photo_upload") == 2)
    #expect(try photos.kept().count == 3 && photos.waiting().isEmpty)
  }

  @Test("An upload stores all files or none, and removes its received files in any case")
  func allOrNone() async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    let good = Sample.pixel(1)
    let small = UploadRules(maxFileBytes: 100, maxFiles: 2, acceptsDocuments: false)
    for (files, expected) in [
      ([good, Sample.text], "invalid photo-type files"), ([good, []], "invalid photo-empty files"),
      ([good, Array(good.dropLast())], "invalid photo-not-readable files"),
      ([good, Sample.document], "invalid photo-type files"),
      ([good, good, good], "invalid photos-too-many files"),
      ([good, [UInt8](repeating: 0, count: 101)], "tooLarge photo-too-large files"),
    ] {
      #expect(try await domainError { try await photos.upload(files, small, by: caller) } == expected)
      #expect(try photos.kept().isEmpty && photos.waiting().isEmpty)
      #expect(try await photos.count("photo") == 0)
    }
  }

  @Test("Documents are accepted only if the rules allow it, and stored byte for byte")
  func documents() async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    let rules = UploadRules(maxFileBytes: 1000, maxFiles: 1, acceptsDocuments: true)
    let uploaded = try await photos.upload([Sample.document], rules, by: caller)[0]
    #expect(uploaded.name.fileExtension == "pdf" && uploaded.width == 0 && uploaded.size == Sample.document.count)
    let (bytes, type) = try await photos.bytes(uploaded.name, width: nil)
    #expect(bytes == Sample.document && type == "application/pdf")
    #expect(
      try await domainError { try await photos.bytes(uploaded.name, width: .small) } == "notFound photo-unknown -")
    #expect(try await photos.upload([Sample.pixel(1)], rules, by: caller)[0].name.fileExtension == "gif")
  }

  @Test("An upload by an account that is gone leaves nothing")
  func closedAccount() async throws {
    let photos = try await PhotosUnderTest()
    let nobody = try #require(AccountID(String(repeating: "f", count: 24)))
    #expect(
      try await domainError { try await photos.upload([Sample.pixel(1)], by: nobody) } == "notFound account-unknown -")
    #expect(try await photos.count("photo") == 0)
    #expect(try photos.kept().isEmpty && photos.waiting().isEmpty)
  }

  @Test("An unknown photo is not found")
  func unknown() async throws {
    let photos = try await PhotosUnderTest()
    let name = try #require(PhotoName(String(repeating: "a", count: 64) + ".jpg"))
    for width in [nil, PhotoWidth.small] {
      #expect(try await domainError { try await photos.bytes(name, width: width) } == "notFound photo-unknown -")
    }
  }
}

/// A store that fails when it is asked to keep something for the `n`th time.
private final class FailingStore: PhotoStore {
  private let directory: PhotoDirectory
  private let left: Mutex<Int>

  init(_ directory: PhotoDirectory, after count: Int) {
    self.directory = directory
    left = Mutex(count)
  }

  func put(_ bytes: [UInt8], under key: PhotoKey) async throws {
    let isFailing = left.withLock { left in
      left -= 1
      return left == -1
    }
    if isFailing { throw DomainError(.unavailable, "photos-not-kept", "The disk is full.") }
    try await directory.put(bytes, under: key)
  }

  func get(_ key: PhotoKey) async throws -> [UInt8]? { try await directory.get(key) }

  func open(_ key: PhotoKey) async throws -> OpenedBytes? { try await directory.open(key) }

  func variant(of key: PhotoKey) async throws -> StoredVariant? { try await directory.variant(of: key) }

  func remove(_ keys: [PhotoKey]) async throws { try await directory.remove(keys) }
}

@Suite("A failed upload")
struct InterruptionTests {
  @Test("An upload that fails at any step leaves no partial photo, and a new upload repairs it", arguments: 0..<6)
  func everyStep(_ step: Int) async throws {
    let photos = try await PhotosUnderTest { FailingStore($0, after: step) }
    let caller = try await photos.account()
    let files = [Sample.pixel(1), Sample.pixel(2)]
    #expect(
      try await domainError { try await photos.upload(files, by: caller) } == "unavailable photos-not-kept -")
    #expect(try photos.waiting().isEmpty)
    for name in try await photos.listed().compactMap({ PhotoName($0) }) {
      let isSeen = try await !domainError { try await photos.bytes(name, width: nil) }.hasPrefix("notFound")
      for width in PhotoWidth.allCases where isSeen {
        #expect(try await !photos.bytes(name, width: width).bytes.isEmpty)
      }
    }
    for photo in try await photos.upload(files, by: caller) {
      #expect(try await photos.bytes(photo.name, width: nil).bytes.count == photo.size)
    }
  }

  @Test("A failed upload is removed after a day, with or without files")
  func cleaned() async throws {
    let photos = try await PhotosUnderTest { FailingStore($0, after: 4) }
    _ = try? await photos.upload([Sample.pixel(1), Sample.pixel(2)], by: photos.account())
    #expect(try await photos.count("photo") == 2 && !photos.kept().isEmpty)
    #expect(try await photos.service.removeUnused(before: photos.clock.now.advanced(seconds: 1)) == 2)
    #expect(try await photos.count("photo") == 0 && photos.kept().isEmpty)
  }
}

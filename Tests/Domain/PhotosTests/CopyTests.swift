import Basics
import Foundation
import PhotoStorage
import Photos
import SQL
import Stores
import Support
import Testing

@Suite("Copying photos between stores")
struct CopyTests {
  /// Everything that is in a folder of photos, by its name.
  private static func files(_ path: String) throws -> [String: Data] {
    let kept = URL(fileURLWithPath: "\(path)/kept")
    let names = try FileManager.default.subpathsOfDirectory(atPath: kept.path).filter { $0.count > 3 }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: kept.appendingPathComponent($0))) })
  }

  private static func target(of photos: PhotosUnderTest) throws -> (store: PhotoDirectory, path: String) {
    let path = "\(photos.path)-copy"
    return (try PhotoDirectory(path), path)
  }

  private static func counts(_ report: PhotoCopy.Report) -> [Int] {
    [report.photos, report.copied, report.present, report.missing, report.damaged]
  }

  @Test("All forms of all photos are copied once; existing copies are skipped, and damaged ones are replaced")
  func copies() async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    for number in 1...9 { try await photos.upload([Sample.pixel(UInt8(number))], by: caller) }
    let rules = UploadRules(maxFileBytes: 1000, maxFiles: 1, acceptsDocuments: true)
    try await photos.upload([Sample.document], rules, by: caller)
    let (target, path) = try Self.target(of: photos)
    let copy = PhotoCopy(photos.register, from: photos.directory, to: target)
    var shown: [Int] = []
    let first = try await copy.run { shown.append($0.photos) }
    #expect(Self.counts(first) == [10, 28, 0, 0, 0])
    #expect(shown == [8, 10])
    #expect(try Self.files(path) == Self.files(photos.path))
    #expect(try Self.files(path).count == 28)
    let damaged = try #require(try Self.files(path).keys.sorted().first)
    try Data([0]).write(to: URL(fileURLWithPath: "\(path)/kept/\(damaged)"))
    #expect(Self.counts(try await copy.run { _ in }) == [10, 1, 27, 0, 0])
    #expect(try Self.files(path) == Self.files(photos.path))
  }

  @Test("Missing and damaged photos are counted and not copied, and the others are copied")
  func incomplete() async throws {
    let photos = try await PhotosUnderTest()
    let names = try await photos.upload(
      [Sample.pixel(1), Sample.pixel(2), Sample.pixel(3)], by: photos.account()
    ).map(\.name)
    try FileManager.default.removeItem(at: photos.file(PhotoKey(names[0])))
    let file = photos.file(PhotoKey(names[1], .small))
    try Data(try Data(contentsOf: file).map { $0 ^ 1 }).write(to: file)
    try Data().write(to: photos.file(PhotoKey(names[2])))
    let (target, path) = try Self.target(of: photos)
    let report = try await PhotoCopy(photos.register, from: photos.directory, to: target).run { _ in }
    #expect(Self.counts(report) == [3, 6, 0, 1, 2])
    #expect(try Self.files(path).count == 6)
  }

  @Test("Photos of earlier versions, without records, are copied unchanged")
  func unchecked() async throws {
    let photos = try await PhotosUnderTest()
    try await photos.upload([Sample.pixel(1)], by: photos.account())
    try await photos.database.write { connection in
      try connection.run("DELETE FROM photo_form")
      try connection.run("UPDATE photo SET is_checked = 0")
    }
    let (target, path) = try Self.target(of: photos)
    let copy = PhotoCopy(photos.register, from: photos.directory, to: target)
    #expect(Self.counts(try await copy.run { _ in }) == [1, 3, 0, 0, 0])
    #expect(Self.counts(try await copy.run { _ in }) == [1, 0, 3, 0, 0])
    #expect(try Self.files(path) == Self.files(photos.path))
  }

  @Test("More than one page of photos is copied, and photos under removal are skipped")
  func many() async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    let name = try await photos.upload([Sample.pixel(1)], by: caller)[0].name
    let list = (0..<410).map { number in
      let name = PhotoName(String(repeating: "0", count: 60) + String(1_000 + number) + ".gif")!
      return RecordedPhoto(
        Photo(name: name, size: 1, width: 1, height: 1), forms: [PhotoKey(name): StoredVariant(of: [1])])
    }
    #expect(try await photos.register.record(list, by: caller, at: photos.clock.now))
    let later = photos.clock.now.advanced(seconds: 1)
    let claimed = try await photos.register.claim(
      list.dropLast().map(\.photo.name), unusedBefore: later, at: later, until: later.advanced(seconds: 1))
    #expect(claimed.count == 409)
    let (target, _) = try Self.target(of: photos)
    let copy = PhotoCopy(photos.register, from: photos.directory, to: target)
    #expect(Self.counts(try await copy.run { _ in }) == [2, 3, 0, 1, 0])
    try await photos.database.write { try $0.run("UPDATE photo SET claimed_until = NULL") }
    #expect(Self.counts(try await copy.run { _ in }) == [411, 0, 3, 410, 0])
    #expect(try await photos.register.count() == 411)
    #expect(try await target.variant(of: PhotoKey(name)) != nil)
  }
}

import Basics
import Foundation
import PhotoStorage
import Photos
import SQL
import Stores
import Support
import Testing

@Suite("Damaged photos, and photos of earlier versions")
struct IntegrityTests {
  private func isDamaged(_ photos: PhotosUnderTest, _ name: PhotoName, _ width: PhotoWidth? = nil) async throws -> Bool
  {
    do {
      _ = try await photos.bytes(name, width: width)
      return false
    } catch is DamagedPhoto { return true }
  }

  @Test("A damaged photo is not served, and another upload repairs it", arguments: [nil, PhotoWidth.small])
  func repairing(_ width: PhotoWidth?) async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    let name = try await photos.upload([Sample.pixel(1)], by: caller)[0].name
    let whole = try await photos.bytes(name, width: width).bytes
    let file = photos.file(PhotoKey(name, width))
    for damage in [Data(), Data(whole.dropLast()), Data(whole + [0])] {
      try damage.write(to: file)
      #expect(try await isDamaged(photos, name, width))
      try await photos.upload([Sample.pixel(1)], by: caller)
      #expect(try await photos.bytes(name, width: width).bytes == whole)
    }
    // What has the right size is found out when it is sent again.
    try Data(whole.map { $0 ^ 1 }).write(to: file)
    try await photos.upload([Sample.pixel(1)], by: caller)
    #expect(try await photos.bytes(name, width: width).bytes == whole)
    try FileManager.default.removeItem(at: file)
    try await photos.upload([Sample.pixel(1)], by: caller)
    #expect(try await photos.bytes(name, width: width).bytes == whole)
  }

  @Test("A tag follows the bytes, and differs between the forms")
  func tags() async throws {
    let photos = try await PhotosUnderTest()
    let name = try await photos.upload([Sample.pixel(1)], by: photos.account())[0].name
    let full = try await photos.service.open(name, width: nil) { nil }
    let small = try await photos.service.open(name, width: .small) { nil }
    #expect(full.tag == name.description.prefix(64) && small.tag.count == 64 && small.tag != full.tag)
  }

  /// Makes photos look as those that earlier versions kept: known by name and size alone.
  private func forget(_ photos: PhotosUnderTest) async throws {
    try await photos.database.write { connection in
      try connection.run("DELETE FROM photo_form")
      try connection.run("UPDATE photo SET is_checked = 0")
    }
  }

  /// Keeps a WebP file with Exif in it, as earlier versions did.
  private func keepOld(_ photos: PhotosUnderTest) async throws -> (name: PhotoName, bytes: [UInt8]) {
    let bytes = Sample.oldWebP
    let account = try await photos.account()
    let name = PhotoName("\(Sample.oldWebPHash).webp")!
    let photo = Photo(name: name, size: bytes.count, width: 1, height: 1)
    #expect(try await photos.register.record([RecordedPhoto(photo, forms: [:])], by: account, at: photos.clock.now))
    for key in [PhotoKey(name), PhotoKey(name, .small)] { try await photos.directory.put(bytes, under: key) }
    try await forget(photos)
    return (name, bytes)
  }

  @Test("Metadata in old WebP files is removed once; the photo keeps its name, and its record has the new bytes")
  func cleaning() async throws {
    let photos = try await PhotosUnderTest()
    let (name, old) = try await keepOld(photos)
    #expect(try await photos.bytes(name).bytes == old)
    let tag = try await photos.service.open(name, width: nil) { nil }.tag
    #expect(try await photos.service.verifyStored() == 0)
    for width in [nil, PhotoWidth.small] {
      let bytes = try await photos.bytes(name, width: width).bytes
      #expect(bytes.count < old.count && !String(decoding: bytes, as: Unicode.ASCII.self).contains("secret"))
      let form = try #require(try await photos.register.entry(of: PhotoKey(name, width))?.form)
      #expect(form.size == bytes.count)
    }
    #expect(try await photos.service.open(name, width: nil) { nil }.tag != tag)
    #expect(try await photos.register.unchecked(after: nil, limit: 9).isEmpty)
    try Data().write(to: photos.file(PhotoKey(name)))
    #expect(try await isDamaged(photos, name))
  }

  @Test("An interrupted cleaning goes on where it stopped")
  func interruption() async throws {
    let photos = try await PhotosUnderTest()
    let (name, _) = try await keepOld(photos)
    try await photos.service.verifyStored()
    let clean = try await photos.bytes(name).bytes
    let form = try #require(try await photos.register.entry(of: PhotoKey(name))?.form)
    // Noted and kept, but not marked as done.
    try await photos.database.write { try $0.run("UPDATE photo SET is_checked = 0") }
    #expect(try await photos.bytes(name).bytes == clean)
    #expect(try await photos.service.verifyStored() == 0)
    #expect(try await photos.register.entry(of: PhotoKey(name))?.form == form)
    // Noted, and not kept.
    try await photos.database.write { try $0.run("UPDATE photo SET is_checked = 0") }
    try await photos.directory.put(Sample.oldWebP, under: PhotoKey(name))
    #expect(try await photos.bytes(name).bytes == Sample.oldWebP)
    #expect(try await photos.service.verifyStored() == 0)
    #expect(try await photos.bytes(name).bytes == clean)
  }

  @Test("Damage in unverified photos is reported, and they are not served until they are uploaded again")
  func foundDamaged() async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    let names = try await photos.upload([Sample.pixel(1), Sample.pixel(2), Sample.pixel(3)], by: caller).map(\.name)
    try await forget(photos)
    try Data().write(to: photos.file(PhotoKey(names[0])))
    let file = photos.file(PhotoKey(names[1]))
    try Data(try Data(contentsOf: file).map { $0 ^ 1 }).write(to: file)
    #expect(try await isDamaged(photos, names[0]))
    #expect(try await photos.service.verifyStored() == 2)
    #expect(try await isDamaged(photos, names[0]))
    #expect(try await isDamaged(photos, names[1]))
    #expect(try await !isDamaged(photos, names[2]))
    #expect(try await photos.service.verifyStored() == 0)
    try await photos.upload([Sample.pixel(1), Sample.pixel(2)], by: caller)
    for name in names { #expect(try await !photos.bytes(name).bytes.isEmpty) }
  }

  @Test("More than one batch is verified")
  func many() async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    let photo = try await photos.upload([Sample.pixel(1)], by: caller)[0]
    let list = (0..<230).map { number in
      let digits = String(1_000 + number)
      let name = PhotoName(String(repeating: "0", count: 60) + digits + ".gif")!
      return RecordedPhoto(Photo(name: name, size: 1, width: 1, height: 1), forms: [:])
    }
    #expect(try await photos.register.record(list, by: caller, at: photos.clock.now))
    try await forget(photos)
    #expect(try await photos.service.verifyStored() == 0)
    #expect(try await photos.register.unchecked(after: nil, limit: 999).isEmpty)
    #expect(try await !photos.bytes(photo.name).bytes.isEmpty)
  }
}

@Suite("Photos of withdrawn accounts")
struct LeftBehindTests {
  @Test("Photos of a withdrawn account are removed at once, unless another account has uploaded or shows them")
  func withdrawal() async throws {
    let photos = try await PhotosUnderTest()
    let (leaving, staying) = (try await photos.account(1), try await photos.account(2))
    let uploaded = try await photos.upload([Sample.pixel(1), Sample.pixel(2), Sample.pixel(3)], by: leaving).map(\.name)
    try await photos.upload([Sample.pixel(2)], by: staying)
    try await photos.show(uploaded[2], onProfileOf: staying)
    try await photos.show(uploaded[0], inPostOf: leaving)
    #expect(try await photos.service.removeOrphans() == 0)
    _ = try await SQLAccountStore(photos.database).remove(leaving, at: photos.clock.now)
    #expect(try await photos.service.removeOrphans() == 1)
    #expect(try await photos.listed() == [uploaded[1].description, uploaded[2].description])
    #expect(try photos.kept().allSatisfy { !$0.hasPrefix(uploaded[0].description) })
    // What was shown goes with the last who shows it.
    try await photos.database.write { try $0.run("UPDATE account SET photo = NULL") }
    #expect(try await photos.service.removeOrphans() == 1)
    #expect(try await photos.listed() == [uploaded[1].description])
  }
}

import Basics
import Photos
import Stores
import Support
import Testing

@Suite("Unused photos")
struct CleaningTests {
  private func clean(_ photos: PhotosUnderTest) async throws -> Int {
    try await photos.service.removeUnused(before: photos.clock.now.advanced(seconds: -PhotoService.unusedLifetime))
  }

  private func pass(_ seconds: Int64, _ photos: PhotosUnderTest) {
    photos.clock.advance(milliseconds: seconds * 1000)
  }

  @Test("Unused photos stay for exactly a day and are removed with their files")
  func afterADay() async throws {
    let photos = try await PhotosUnderTest()
    let name = try await photos.upload([Sample.pixel(1)], by: photos.account())[0].name
    pass(PhotoService.unusedLifetime, photos)
    #expect(try await clean(photos) == 0)
    #expect(try await photos.bytes(name, width: nil).type == "image/gif")
    photos.clock.advance(milliseconds: 1)
    #expect(try await clean(photos) == 1)
    #expect(try await domainError { try await photos.bytes(name, width: nil) } == "notFound photo-unknown -")
    #expect(try photos.kept().isEmpty)
    #expect(try await photos.count("photo") == 0)
    #expect(try await photos.count("photo_upload") == 0)
    #expect(try await clean(photos) == 0)
  }

  @Test("A post or a profile keeps a photo, and without both it is removed")
  func references() async throws {
    let photos = try await PhotosUnderTest()
    let (author, admirer) = (try await photos.account(1), try await photos.account(2))
    let uploaded = try await photos.upload([Sample.pixel(1), Sample.pixel(2), Sample.pixel(3)], by: author).map(\.name)
    try await photos.show(uploaded[0], inPostOf: author)
    try await photos.show(uploaded[0], onProfileOf: admirer)
    try await photos.show(uploaded[1], onProfileOf: author)
    pass(10 * PhotoService.unusedLifetime, photos)
    #expect(try await clean(photos) == 1)
    #expect(try await photos.listed() == [uploaded[0].description, uploaded[1].description])
    try await photos.removePosts()
    #expect(try await clean(photos) == 0)
    try await photos.show(uploaded[1], onProfileOf: admirer)
    #expect(try await clean(photos) == 1)
    #expect(try await photos.listed() == [uploaded[1].description])
    #expect(try photos.kept() == ["\(uploaded[1])", "\(uploaded[1]).320", "\(uploaded[1]).960"])
  }

  @Test("Another upload of a photo, by any account, begins its day anew")
  func sentAgain() async throws {
    let photos = try await PhotosUnderTest()
    try await photos.upload([Sample.pixel(1)], by: photos.account(1))
    pass(PhotoService.unusedLifetime, photos)
    try await photos.upload([Sample.pixel(1)], by: photos.account(2))
    pass(PhotoService.unusedLifetime, photos)
    #expect(try await clean(photos) == 0)
    pass(1, photos)
    #expect(try await clean(photos) == 1)
  }

  @Test("More photos than fit into one transaction are removed")
  func many() async throws {
    let photos = try await PhotosUnderTest()
    let account = try await photos.account()
    let many = try (0..<250).map { number in
      let digits = String(number, radix: 16)
      let name = try #require(PhotoName(String(repeating: "0", count: 64 - digits.count) + digits + ".png"))
      return RecordedPhoto(Photo(name: name, size: 1, width: 1, height: 1), forms: [:])
    }
    #expect(try await photos.register.record(many, by: account, at: photos.clock.now))
    try await photos.show(many[7].photo.name, onProfileOf: account)
    pass(2 * PhotoService.unusedLifetime, photos)
    let removed = try await clean(photos)
    #expect(removed == 249)
    #expect(try await photos.listed() == [many[7].photo.name.description])
  }

  @Test("A photo that is uploaded again during its removal stays")
  func races() async throws {
    let photos = try await PhotosUnderTest()
    let account = try await photos.account()
    for round in 0..<15 {
      let file = Sample.pixel(UInt8(round))
      try await photos.upload([file], by: account)
      pass(2 * PhotoService.unusedLifetime, photos)
      async let cleaned = clean(photos)
      async let uploaded = photos.upload([file], by: account)
      let (_, photo) = try await (cleaned, uploaded[0])
      #expect(try await photos.bytes(photo.name, width: nil).bytes.count == photo.size)
      #expect(try await photos.listed().contains(photo.name.description))
      #expect(try await photos.bytes(photo.name, width: .small).type == "image/jpeg")
    }
    #expect(try await Set(photos.kept().filter { $0.hasSuffix(".gif") }) == photos.listed())
  }
}

@Suite("Recognition of PDF documents")
struct DocumentTests {
  @Test(
    "A document begins with a version and ends with an end mark",
    arguments: [
      ("%PDF-1.4\n%%EOF", true), ("%PDF-2.0\n%%EOF\r\n", true),
      ("%PDF-1.7" + String(repeating: " ", count: 2000), false),
      ("%PDF-1.4\n%%EOF" + String(repeating: "\n", count: 1000), true),
      ("%PDF-1.4\n%%EOF" + String(repeating: "\n", count: 1100), false), (" %PDF-1.4\n%%EOF", false),
      ("%PDF-3.0\n%%EOF", false), ("<html>%PDF-1.4\n%%EOF", false), ("", false), ("%PDF-1.", false),
    ])
  func documents(_ text: String, _ isDocument: Bool) {
    #expect(PDFDocument.isDocument(Array(text.utf8)) == isDocument)
  }
}

import Basics
import Foundation
import PhotoStorage
import Photos
import Stores
import Support
import Synchronization
import Testing

/// A recorded photo has its bytes, whatever meets its removal.
@Suite("Removing photos beside uploads and faults", .timeLimit(.minutes(1)))
struct RemovalTests {
  private struct Fault: Error {}

  private static let afterClaim: Int64 = 180_000

  /// Checks the law for every photo of the register.
  private func expectBytes(_ photos: PhotosUnderTest) async throws {
    for name in try await photos.listed().compactMap({ PhotoName($0) }) {
      for key in [PhotoKey(name)] + PhotoWidth.allCases.map({ PhotoKey(name, $0) })
      where try await photos.register.entry(of: key) != nil {
        #expect(try await photos.directory.variant(of: key) == photos.register.entry(of: key)?.form)
      }
    }
  }

  @Test("An upload of a photo under removal waits and stores its bytes again")
  func race() async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    try await photos.upload([Sample.pixel(1)], by: caller)
    photos.clock.advance(milliseconds: 2 * PhotoService.unusedLifetime * 1000)
    // The bytes go only after the upload has met the claim.
    let register = ObservedRegister(photos.register)
    let store = InterceptedPhotoStore(photos.directory) { await register.metClaim.wait() }
    let service = PhotoService(
      codec: PhotoCodec(decoder: .built), store: store, register: register, clock: { photos.clock.now })
    let file = try photos.received(Sample.pixel(1))
    async let removed = service.removeUnused(before: photos.clock.now.advanced(seconds: -PhotoService.unusedLifetime))
    await store.removalBegan.wait()
    async let uploaded = service.upload([file], .native, by: caller)
    #expect(try await removed == 1)
    let photo = try await uploaded[0]
    #expect(register.metClaim.isOpen)
    #expect(try await photos.bytes(photo.name).bytes.count == photo.size)
    #expect(try photos.kept().count == 3)
    try await expectBytes(photos)
  }

  @Test(
    "After an interruption at any statement recorded photos have their bytes, and uploads go on",
    arguments: 1...10)
  func interruptedDatabase(_ statement: Int) async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    try await photos.upload([Sample.pixel(1), Sample.pixel(2)], by: caller)
    photos.clock.advance(milliseconds: 2 * PhotoService.unusedLifetime * 1000)
    let database = InterruptedDatabase(photos.database) { throw Fault() }
    let service = PhotoService(
      codec: PhotoCodec(decoder: .built), store: photos.directory, register: try await SQLPhotoRegister(database),
      clock: { photos.clock.now })
    database.interrupt(before: statement)
    let result = try? await service.removeUnused(before: photos.clock.now)
    #expect(result == (statement < 7 ? nil : 2))
    try await expectBytes(photos)
    try await finish(photos, caller)
  }

  @Test("Recorded photos have their bytes also if bytes cannot be removed, and uploads go on", arguments: 1...6)
  func interruptedStore(_ key: Int) async throws {
    let photos = try await PhotosUnderTest()
    let caller = try await photos.account()
    try await photos.upload([Sample.pixel(1), Sample.pixel(2)], by: caller)
    photos.clock.advance(milliseconds: 2 * PhotoService.unusedLifetime * 1000)
    let service = PhotoService(
      codec: PhotoCodec(decoder: .built), store: InterceptedPhotoStore(photos.directory, failingAt: key),
      register: photos.register,
      clock: { photos.clock.now })
    await #expect(throws: DomainError.self) { try await service.removeUnused(before: photos.clock.now) }
    try await expectBytes(photos)
    try await finish(photos, caller)
  }

  /// An upload after the claim heals a photo, and clean-ups remove everything in the end.
  private func finish(_ photos: PhotosUnderTest, _ caller: AccountID) async throws {
    photos.clock.advance(milliseconds: Self.afterClaim)
    let photo = try await photos.upload([Sample.pixel(1)], by: caller)[0]
    #expect(try await photos.bytes(photo.name).bytes.count == photo.size)
    try await expectBytes(photos)
    photos.clock.advance(milliseconds: 2 * PhotoService.unusedLifetime * 1000)
    _ = try await photos.service.removeUnused(before: photos.clock.now)
    #expect(try await photos.listed().isEmpty)
    #expect(try photos.kept().isEmpty)
  }

  @Test("A removal that outlasts its claim gives up")
  func slowRemoval() async throws {
    let photos = try await PhotosUnderTest()
    try await photos.upload([Sample.pixel(1), Sample.pixel(2)], by: photos.account())
    photos.clock.advance(milliseconds: 2 * PhotoService.unusedLifetime * 1000)
    let store = InterceptedPhotoStore(photos.directory) { photos.clock.advance(milliseconds: 60_000) }
    let service = PhotoService(
      codec: PhotoCodec(decoder: .built), store: store, register: photos.register, clock: { photos.clock.now })
    let failure = await #expect(throws: DomainError.self) {
      try await service.removeUnused(before: photos.clock.now)
    }
    #expect(failure?.code == "photos-busy")
    #expect(try photos.kept().count == 3)
  }
}

/// A register that opens a gate when a record has met a claim.
private final class ObservedRegister: PhotoRegister {
  let metClaim = Gate()
  private let register: SQLPhotoRegister

  init(_ register: SQLPhotoRegister) { self.register = register }

  func record(_ photos: [RecordedPhoto], by account: AccountID, at instant: Timestamp) async throws -> Bool {
    let isRecorded = try await register.record(photos, by: account, at: instant)
    if !isRecorded { metClaim.open() }
    return isRecorded
  }

  func entry(of key: PhotoKey) async throws -> PhotoEntry? { try await register.entry(of: key) }

  func isAccessible(_ name: PhotoName, to viewer: AccountID?) async throws -> Bool {
    try await register.isAccessible(name, to: viewer)
  }

  func photos(of orders: [OrderID]) async throws -> [OrderID: [Photo]] { try await register.photos(of: orders) }

  func count() async throws -> Int { try await register.count() }

  func recorded(after name: PhotoName?, limit: Int) async throws -> [RecordedPhoto] {
    try await register.recorded(after: name, limit: limit)
  }

  func isShown(_ names: [PhotoName]) async throws -> [PhotoName: Bool] { try await register.isShown(names) }

  func unchecked(after name: PhotoName?, limit: Int) async throws -> [Photo] {
    try await register.unchecked(after: name, limit: limit)
  }

  func recordForms(_ forms: [PhotoKey: StoredVariant], of name: PhotoName, isStored: Bool) async throws -> Bool {
    try await register.recordForms(forms, of: name, isStored: isStored)
  }

  func unused(before instant: Timestamp, at now: Timestamp, limit: Int) async throws -> [PhotoName] {
    try await register.unused(before: instant, at: now, limit: limit)
  }

  func claim(
    _ names: [PhotoName], unusedBefore instant: Timestamp, at now: Timestamp, until end: Timestamp
  ) async throws -> [PhotoName] {
    try await register.claim(names, unusedBefore: instant, at: now, until: end)
  }

  func removeClaimed(_ names: [PhotoName], until end: Timestamp) async throws -> Int {
    try await register.removeClaimed(names, until: end)
  }
}

/// A store that does something before it removes, or fails at the nth key.
private final class InterceptedPhotoStore: PhotoStore {
  let removalBegan = Gate()
  private let directory: PhotoDirectory
  private let left: Mutex<Int>
  private let before: @Sendable () async -> Void

  init(_ directory: PhotoDirectory, failingAt key: Int = 0, before: @escaping @Sendable () async -> Void = {}) {
    (self.directory, self.before) = (directory, before)
    left = Mutex(key)
  }

  func put(_ bytes: [UInt8], under key: PhotoKey) async throws { try await directory.put(bytes, under: key) }

  func get(_ key: PhotoKey) async throws -> [UInt8]? { try await directory.get(key) }

  func open(_ key: PhotoKey) async throws -> OpenedBytes? { try await directory.open(key) }

  func variant(of key: PhotoKey) async throws -> StoredVariant? { try await directory.variant(of: key) }

  func remove(_ keys: [PhotoKey]) async throws {
    removalBegan.open()
    await before()
    for key in keys {
      let isFailing = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isFailing { throw DomainError(.unavailable, "photos-not-kept", "Nothing can be removed.") }
      try await directory.remove([key])
    }
  }
}

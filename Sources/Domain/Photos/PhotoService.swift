package import Basics
import Crypto

/// Photos: their type is detected from the bytes, they are stored by content hash, and unreferenced ones are removed.
package struct PhotoService: Sendable {
  private let codec: any ImageCodec
  private let store: any PhotoStore
  private let register: any PhotoRegister
  private let clock: @Sendable () -> Timestamp

  /// Seconds for which an unreferenced photo is kept: a day.
  package static let unusedLifetime: Int64 = 86_400

  package init(
    codec: any ImageCodec, store: any PhotoStore, register: any PhotoRegister,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.codec = codec
    self.store = store
    self.register = register
    self.clock = clock
  }

  /// Stores uploaded files from a temporary directory; each is decoded, rotated upright and stripped of all metadata.
  /// All are stored or none. The uploaded files are removed in any case.
  /// - Throws: `DomainError` (invalid, field `files`) `photo-not-readable`, `photo-too-many-pixels`, `photo-type`,
  ///   `photos-too-many`, `photo-empty`; `photo-not-decodable` (unprocessable); `photo-too-large` (tooLarge); `too-many-photos` (rateLimited);
  ///   `photos-not-kept`, `photos-busy` (unavailable); `account-unknown` (notFound).
  package func upload(_ files: [ReceivedFile], _ rules: UploadRules, by caller: AccountID) async throws -> [Photo] {
    defer { codec.discard(files) }
    try rules.check(files)
    let uploaded = try await codec.process(files).map { try UploadedPhoto($0, rules) }
    // Recorded before they are written: see `PhotoRegister.record`.
    try await record(uploaded.map(\.listed), by: caller)
    for photo in uploaded {
      for (width, bytes) in photo.smaller { try await store.put(bytes, under: PhotoKey(photo.photo.name, width)) }
      // Last, so that a visible photo always has its smaller forms.
      try await store.put(photo.bytes, under: PhotoKey(photo.photo.name))
    }
    return uploaded.map(\.photo)
  }

  /// How often, and how long apart, an upload tries to record photos that are being removed: for ten seconds, in which
  /// a batch goes unless the store is slow or the remover has crashed.
  private static let (recordTries, recordPause) = (200, Duration.milliseconds(50))

  /// Records photos, after the removal of the same ones.
  private func record(_ photos: [RecordedPhoto], by caller: AccountID) async throws {
    for _ in 0..<Self.recordTries {
      if try await register.record(photos, by: caller, at: clock()) { return }
      try await Task.sleep(for: Self.recordPause)
    }
    throw DomainError(
      .unavailable, "photos-busy", "This photo is being removed just now; send it again in a few minutes.",
      retryAfter: 180)
  }

  /// Opens a photo or one of its smaller forms. A document has no smaller forms, and must be served as a
  /// download.
  /// - Parameters:
  ///   - viewer: authenticates the caller; only called for photos that are sold.
  /// - Returns: The form that the caller may see: of a photo that is sold and that the caller has not paid for, the
  ///   smallest form, if a smaller one was requested.
  /// - Throws: `DomainError` `photo-unknown` (notFound), `photo-not-bought` (forbidden), `photos-busy` (unavailable);
  ///   `DamagedPhoto`; what `viewer` throws.
  package func open(
    _ name: PhotoName, width: PhotoWidth?, for viewer: () async throws -> AccountID?
  ) async throws -> OpenedPhoto {
    guard var entry = try await register.entry(of: PhotoKey(name, width)) else { throw DomainError.photoUnknown }
    var width = width
    if entry.isSold, width != .small, try await !register.isAccessible(name, to: viewer()) {
      guard width != nil else { throw DomainError.photoNotBought }
      width = .small
      guard let small = try await register.entry(of: PhotoKey(name, width)) else { throw DomainError.photoUnknown }
      entry = small
    }
    let key = PhotoKey(name, width)
    guard let opened = try await store.open(key) else { throw DomainError.photoUnknown }
    let form = entry.isStored ? entry.form : nil
    let expected = form?.size ?? opened.file.size
    guard opened.file.size == expected, expected > 0 else { throw DamagedPhoto(key) }
    return OpenedPhoto(
      file: opened.file,
      type: width == nil ? MediaType.of(fileExtension: name.fileExtension) : MediaType.of(smallerForm: opened.first),
      tag: form?.hash ?? key.description, isSold: entry.isSold)
  }

  /// A photo at full size, for whoever uploaded it; nil if it is gone.
  package func bytes(of name: PhotoName) async throws -> [UInt8]? { try await store.get(PhotoKey(name)) }

  /// The photos of the goods of orders, as of each order; see `PhotoRegister.photos(of:)`.
  package func photos(of orders: [OrderID]) async throws -> [OrderID: [Photo]] {
    try await register.photos(of: orders)
  }

  /// Removes unreferenced photos that were last uploaded before an instant: `unusedLifetime` before now. What cannot be
  /// removed stays for the next time.
  /// - Returns: The number of removed photos.
  /// - Throws: `DomainError` `photos-not-kept`, `photos-busy` (unavailable).
  package func removeUnused(before instant: Timestamp) async throws -> Int {
    try await PhotoRemoval.run(register, store, unusedBefore: instant, clock: clock)
  }

  /// Removes at once the unreferenced photos that only removed accounts had uploaded.
  /// - Returns: The number of removed photos.
  package func removeOrphans() async throws -> Int {
    try await removeUnused(before: Timestamp(milliseconds: 1))
  }

  /// Photos fetched at a time.
  private static let batch = 100

  /// Checks stored photos that are not checked yet, once each: strips their metadata and records the size and hash of
  /// each form. A photo keeps its name, which is derived from its original bytes, because posts, profiles and caches
  /// refer to it; its entity tag follows the recorded hash. The check resumes after an interruption.
  /// - Returns: The number of damaged photos: they are not served until they are uploaded again.
  @discardableResult
  package func verifyStored() async throws -> Int {
    var (last, damaged) = (PhotoName?.none, 0)
    while true {
      let photos = try await register.unchecked(after: last, limit: Self.batch)
      for photo in photos {
        try Task.checkCancellation()
        if try await !check(photo) { damaged += 1 }
      }
      guard photos.count == Self.batch else { return damaged }
      last = photos.last?.name
    }
  }

  /// - Returns: Whether the photo is intact.
  private func check(_ photo: Photo) async throws -> Bool {
    var forms: [PhotoKey: StoredVariant] = [:]
    var cleaned: [PhotoKey: [UInt8]] = [:]
    var isWhole = true
    for key in PhotoKey.all(of: photo.name) {
      guard let bytes = try await store.get(key) else { continue }
      forms[key] = StoredVariant(of: bytes)
      // The name is derived from the original bytes. If the check of this photo was interrupted, the cleaned hash is
      // recorded.
      let hashes = [photo.hash, try await register.entry(of: key)?.form?.hash]
      if bytes.isEmpty || key.width == nil && !hashes.contains(forms[key]?.hash) {
        forms[key] = StoredVariant(size: 0, hash: photo.hash)
        isWhole = false
      } else if let clean = codec.withoutMetadata(bytes) {
        forms[key] = StoredVariant(of: clean)
        cleaned[key] = clean
      }
    }
    // Recorded first, so that after an interruption the intended bytes are known.
    guard try await register.recordForms(forms, of: photo.name, isStored: false) else { return true }
    for (key, bytes) in cleaned { try await store.put(bytes, under: key) }
    // Still recorded: photos that are not checked yet are not removed.
    _ = try await register.recordForms(forms, of: photo.name, isStored: true)
    return isWhole
  }
}

/// An open photo or smaller form of it, to be sent.
package struct OpenedPhoto: Sendable {
  package let file: OpenFile
  /// The type of a smaller form may differ from the photo's.
  package let type: String
  /// Changes with the bytes; contains only characters that an entity tag allows.
  package let tag: String
  /// Whether other callers may only see a smaller form.
  package let isSold: Bool
}

/// The stored bytes of a photo have changed: a disk fault or an outside edit. Uploading the same photo again repairs
/// it.
package struct DamagedPhoto: Error, CustomStringConvertible {
  private let key: PhotoKey

  package init(_ key: PhotoKey) { self.key = key }

  /// Contains only the beginning of the name: names are practically secret.
  package var description: String {
    "The photo that begins with \(key.description.prefix(16)) is damaged in storage"
      + "\(key.width.map { " (\($0.rawValue) pixels wide)" } ?? ""): restore it from a backup or upload it again."
  }
}

extension Photo {
  /// The SHA-256 from which its name was derived.
  fileprivate var hash: String { String(name.description.prefix(64)) }
}

extension DomainError {
  fileprivate static let photoUnknown = DomainError(.notFound, "photo-unknown", "There is no such photo.")

  fileprivate static let photoNotBought = DomainError(
    .forbidden, "photo-not-bought",
    "This photo is sold, and only a smaller form is free: ask for width=320, or buy it and show your token.")
}

extension UploadRules {
  /// Checks what needs no decoding.
  fileprivate func check(_ files: [ReceivedFile]) throws(DomainError) {
    guard files.count <= maxFiles else {
      throw DomainError(.invalid, "photos-too-many", "Send at most \(maxFiles) photos at once.", field: "files")
    }
    guard files.allSatisfy({ $0.size <= maxFileBytes }) else {
      throw DomainError(.tooLarge, "photo-too-large", "A photo may have at most \(maxFileBytes) bytes.", field: "files")
    }
    guard files.allSatisfy({ $0.size > 0 }) else {
      throw DomainError(.invalid, "photo-empty", "The photo has no content: send the file itself.", field: "files")
    }
  }
}

private struct UploadedPhoto {
  let photo: Photo
  let bytes: [UInt8]
  let smaller: [PhotoWidth: [UInt8]]

  init(_ file: ProcessedFile, _ rules: UploadRules) throws {
    switch file {
    case .image(let image):
      bytes = image.bytes
      smaller = image.smaller
      photo = try Self.photo(image.bytes, image.fileExtension, image.width, image.height)
    case .document(let document):
      guard rules.acceptsDocuments else {
        throw DomainError(
          .invalid, "photo-type", "A document is no photo: send JPEG, PNG, GIF, WebP or HEIC.", field: "files")
      }
      bytes = document
      smaller = [:]
      photo = try Self.photo(document, "pdf", 0, 0)
    }
  }

  var listed: RecordedPhoto {
    var forms = [PhotoKey(photo.name): StoredVariant(of: bytes)]
    for (width, bytes) in smaller { forms[PhotoKey(photo.name, width)] = StoredVariant(of: bytes) }
    return RecordedPhoto(photo, forms: forms)
  }

  private static func photo(_ bytes: [UInt8], _ fileExtension: String, _ width: Int, _ height: Int) throws -> Photo {
    guard let name = PhotoName("\(hexadecimal(Digest.bytes(of: bytes))).\(fileExtension)") else {
      throw UnknownFileExtension(fileExtension)
    }
    return Photo(name: name, size: bytes.count, width: width, height: height)
  }
}

/// The codec returned a file extension that no photo has: a programming error.
private struct UnknownFileExtension: Error {
  let fileExtension: String
  init(_ fileExtension: String) { self.fileExtension = fileExtension }
}

private enum MediaType {
  static func of(fileExtension: Substring) -> String {
    switch fileExtension {
    case "jpg": "image/jpeg"
    case "pdf": "application/pdf"
    default: "image/\(fileExtension)"
    }
  }

  /// Smaller forms are of three types, which their keys do not contain: the first byte decides.
  static func of(smallerForm first: UInt8?) -> String {
    switch first {
    case 0x89: "image/png"
    case UInt8(ascii: "R"): "image/webp"
    default: "image/jpeg"
    }
  }
}

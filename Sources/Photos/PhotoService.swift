public import Basics
import Tokens

/// Photos: taken in by what their bytes are, kept by what they hold, removed when nobody refers to them.
public struct PhotoService: Sendable {
  private let codec: any ImageCodec
  private let store: any PhotoStore
  private let register: any PhotoRegister
  private let clock: @Sendable () -> Timestamp

  /// How long a photo is kept before somebody refers to it, in seconds: a day.
  public static let patience: Int64 = 86_400

  /// A service over what reads, keeps and lists photos.
  public init(
    codec: any ImageCodec, store: any PhotoStore, register: any PhotoRegister,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.codec = codec
    self.store = store
    self.register = register
    self.clock = clock
  }

  /// Takes in files that were received into a folder of the service's own; each is decoded, turned upright, stripped of
  /// all metadata and kept. All are taken or none. The received files are removed in any case.
  /// - Throws: `Refusal` (invalid, field `files`) `photo-not-readable`, `photo-too-many-pixels`, `photo-type`,
  ///   `photos-too-many`, `photo-empty`; `photo-too-large` (tooLarge); `too-many-photos` (overCall);
  ///   `photos-not-kept` (unavailable); `account-unknown` (missing).
  public func take(_ files: [ReceivedFile], _ rules: UploadRules, by caller: AccountID) async throws -> [Photo] {
    defer { codec.discard(files) }
    try rules.check(files)
    let taken = try await codec.develop(files).map { try TakenPhoto($0, rules) }
    // Listed first and written then: see `PhotoRegister.record`.
    try await register.record(taken.map(\.photo), by: caller, at: clock())
    for photo in taken {
      for (width, bytes) in photo.smaller { try await store.put(bytes, under: PhotoKey(photo.photo.name, width)) }
      // Last, so that a photo that can be seen has its smaller forms.
      try await store.put(photo.bytes, under: PhotoKey(photo.photo.name))
    }
    return taken.map(\.photo)
  }

  /// The bytes of a photo or of one of its smaller forms, with their media type: that of a smaller form may be
  /// another. A document has no smaller forms, and is for downloading: whoever serves it says so.
  /// - Throws: `Refusal` `photo-unknown` (missing).
  public func bytes(_ name: PhotoName, width: PhotoWidth?) async throws -> (bytes: [UInt8], type: String) {
    guard let bytes = try await store.get(PhotoKey(name, width)) else {
      throw Refusal(.missing, "photo-unknown", "There is no such photo.")
    }
    return (bytes, width == nil ? MediaType.of(ending: name.ending) : MediaType.of(smallerForm: bytes))
  }

  /// Removes photos that nobody refers to and that were last uploaded before a moment: `patience` before now. Other
  /// writers are held up for some of them at a time.
  /// - Returns: How many.
  public func removeUnused(before moment: Timestamp) async throws -> Int {
    try await register.removeUnused(before: moment) { [store] names in
      try store.remove(names.flatMap(PhotoKey.all))
    }
  }
}

extension UploadRules {
  /// What can be judged without opening the files.
  fileprivate func check(_ files: [ReceivedFile]) throws(Refusal) {
    guard files.count <= mostFiles else {
      throw Refusal(.invalid, "photos-too-many", "Send at most \(mostFiles) photos at once.", field: "files")
    }
    guard files.allSatisfy({ $0.size <= largestFile }) else {
      throw Refusal(.tooLarge, "photo-too-large", "A photo may have at most \(largestFile) bytes.", field: "files")
    }
    guard files.allSatisfy({ $0.size > 0 }) else {
      throw Refusal(.invalid, "photo-empty", "The photo has no content: send the file itself.", field: "files")
    }
  }
}

/// A photo and the bytes that are to be kept of it.
private struct TakenPhoto {
  let photo: Photo
  let bytes: [UInt8]
  let smaller: [PhotoWidth: [UInt8]]

  init(_ file: DevelopedFile, _ rules: UploadRules) throws {
    switch file {
    case .image(let image):
      bytes = image.bytes
      smaller = image.smaller
      photo = try Self.photo(image.bytes, image.ending, image.width, image.height)
    case .document(let document):
      guard rules.takesDocuments else {
        throw Refusal(
          .invalid, "photo-type", "A document is no photo: send JPEG, PNG, GIF, WebP or HEIC.", field: "files")
      }
      bytes = document
      smaller = [:]
      photo = try Self.photo(document, "pdf", 0, 0)
    }
  }

  private static func photo(_ bytes: [UInt8], _ ending: String, _ width: Int, _ height: Int) throws -> Photo {
    guard let name = PhotoName("\(hexadecimal(Digest.bytes(of: bytes))).\(ending)") else { throw UnknownEnding(ending) }
    return Photo(name: name, size: bytes.count, width: width, height: height)
  }
}

/// A codec gave a type that no photo has: our own fault.
private struct UnknownEnding: Error {
  let ending: String
  init(_ ending: String) { self.ending = ending }
}

/// The media types of what is kept.
private enum MediaType {
  static func of(ending: Substring) -> String {
    switch ending {
    case "jpg": "image/jpeg"
    case "pdf": "application/pdf"
    default: "image/\(ending)"
    }
  }

  /// Smaller forms are our own and of three types; their names do not tell which.
  static func of(smallerForm bytes: [UInt8]) -> String {
    switch bytes.first {
    case 0x89: "image/png"
    case UInt8(ascii: "R"): "image/webp"
    default: "image/jpeg"
    }
  }
}

public import Basics

/// Under what the bytes of a photo or of a smaller form of it are kept: plain ASCII, safe as a file's name.
public struct PhotoKey: Hashable, Sendable, CustomStringConvertible {
  /// The photo.
  public let name: PhotoName
  /// Nil for the photo itself.
  public let width: PhotoWidth?

  /// The key of a photo or of a smaller form of it.
  public init(_ name: PhotoName, _ width: PhotoWidth? = nil) {
    self.name = name
    self.width = width
  }

  /// The photo's name, with the width behind it for a smaller form.
  public var description: String { width.map { "\(name).\($0.rawValue)" } ?? name.description }

  /// Every key of a photo.
  static func all(of name: PhotoName) -> [PhotoKey] {
    [PhotoKey(name)] + PhotoWidth.allCases.map { PhotoKey(name, $0) }
  }
}

/// A received file once it was read: what is kept of it.
public enum DevelopedFile: Hashable, Sendable {
  /// An image written anew, without anything but its pixels, upright, and its smaller forms.
  case image(DevelopedPhoto)
  /// A PDF document, byte for byte.
  case document([UInt8])
}

/// An image written anew.
public struct DevelopedPhoto: Hashable, Sendable {
  /// The image at full size.
  public let bytes: [UInt8]
  /// What tells its type, one of `PhotoName.endings`.
  public let ending: String
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  /// The smaller forms, each in a type of its own.
  public let smaller: [PhotoWidth: [UInt8]]

  /// A developed photo from its parts.
  public init(bytes: [UInt8], ending: String, width: Int, height: Int, smaller: [PhotoWidth: [UInt8]]) {
    self.bytes = bytes
    self.ending = ending
    self.width = width
    self.height = height
    self.smaller = smaller
  }
}

/// Reads received files. What a file is, its content says.
public protocol ImageCodec: Sendable {
  /// Reads the files of one upload, all or none, on threads of its own: at most as many uploads at once as there are
  /// cores; a bounded number waits.
  /// - Throws: `Refusal` (invalid, field `files`) `photo-empty`, `photo-type`, `photo-not-readable`,
  ///   `photo-too-many-pixels`; `too-many-photos` (overCall) where too many wait.
  func develop(_ files: [ReceivedFile]) async throws -> [DevelopedFile]
  /// Removes received files; one that is not there is no fault.
  func discard(_ files: [ReceivedFile])
}

/// Keeps bytes: on a disk, or far away.
public protocol PhotoStore: Sendable {
  /// Keeps bytes under a key. What is there under it has the same origin and may remain. When this returns, they
  /// outlive a power cut; until then whoever reads sees all of them or nothing.
  /// - Throws: `Refusal` `photos-not-kept` (unavailable) where there is no room.
  func put(_ bytes: [UInt8], under key: PhotoKey) async throws
  /// The bytes under a key; nil where there are none.
  func get(_ key: PhotoKey) async throws -> [UInt8]?
  /// Removes what is under keys; nothing there is no fault. It may block: it is called inside a transaction.
  func remove(_ keys: [PhotoKey]) throws
}

/// The list of photos, of who sent them and when.
public protocol PhotoRegister: Sendable {
  /// Lists photos as sent by an account at a moment, all in one transaction, before their bytes are kept: what was
  /// sent lately is never removed, so bytes never lie about unlisted. A photo that is listed is moved to the moment,
  /// never back.
  /// - Throws: `Refusal` `account-unknown` (missing) where the account was closed meanwhile.
  func record(_ photos: [Photo], by account: AccountID, at moment: Timestamp) async throws
  /// Takes photos off the list that were last sent before a moment and that no post and no profile shows, some at a
  /// time. `remove` is given each time's photos inside the same transaction, so that nobody can send one of them again
  /// in between; where it throws, they stay listed.
  /// - Returns: How many.
  func removeUnused(
    before moment: Timestamp, _ remove: @escaping @Sendable ([PhotoName]) throws -> Void
  ) async throws -> Int
}

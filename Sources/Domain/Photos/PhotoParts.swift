package import Basics
import Crypto

/// Under what the bytes of a photo or of a smaller form of it are kept: plain ASCII, safe as a file's name.
package struct PhotoKey: Hashable, Sendable, CustomStringConvertible {
  /// The photo.
  package let name: PhotoName
  /// Nil for the photo itself.
  package let width: PhotoWidth?

  /// The key of a photo or of a smaller form of it.
  package init(_ name: PhotoName, _ width: PhotoWidth? = nil) {
    self.name = name
    self.width = width
  }

  /// The photo's name, with the width behind it for a smaller form.
  package var description: String { width.map { "\(name).\($0.rawValue)" } ?? name.description }

  /// Every key of a photo.
  static func all(of name: PhotoName) -> [PhotoKey] {
    [PhotoKey(name)] + PhotoWidth.allCases.map { PhotoKey(name, $0) }
  }
}

/// What is known of the bytes that are kept under a key.
package struct StoredForm: Hashable, Sendable {
  /// In bytes; 0 where what was found is known to be damaged.
  package let size: Int
  /// SHA-256, as 64 hexadecimal digits.
  package let hash: String

  /// A form from its parts.
  package init(size: Int, hash: String) {
    self.size = size
    self.hash = hash
  }

  /// The form that bytes are.
  init(of bytes: [UInt8]) {
    self.init(size: bytes.count, hash: hexadecimal(Digest.bytes(of: bytes)))
  }
}

/// A photo as it is listed, with what is kept of it.
package struct ListedPhoto: Hashable, Sendable {
  /// The photo.
  package let photo: Photo
  /// What is kept, by its keys.
  package let forms: [PhotoKey: StoredForm]

  /// A listed photo from its parts.
  package init(_ photo: Photo, forms: [PhotoKey: StoredForm]) {
    self.photo = photo
    self.forms = forms
  }
}

/// What the list says of one form of a photo.
package struct PhotoEntry: Hashable, Sendable {
  /// Nil where it is not known: a document has no smaller forms, and what earlier versions kept was not looked at yet.
  package let form: StoredForm?
  /// Whether the form is kept by now; else it is only meant to be.
  package let isChecked: Bool
  /// Whether the photo was offered for money. Who may have it at full size, `PhotoRegister.isOpen` tells.
  package let isSold: Bool

  /// An entry from its parts.
  package init(form: StoredForm?, isChecked: Bool, isSold: Bool) {
    self.form = form
    self.isChecked = isChecked
    self.isSold = isSold
  }
}

/// Kept bytes, opened to be sent.
package struct OpenedBytes: Sendable {
  /// The file.
  package let file: OpenFile
  /// Its first byte; nil where it is empty.
  package let first: UInt8?

  /// Opened bytes from their parts.
  package init(file: OpenFile, first: UInt8?) {
    self.file = file
    self.first = first
  }
}

/// A received file once it was read: what is kept of it.
package enum ProcessedFile: Hashable, Sendable {
  /// An image written anew, without anything but its pixels, upright, and its smaller forms.
  case image(ProcessedPhoto)
  /// A PDF document, byte for byte.
  case document([UInt8])
}

/// An image written anew.
package struct ProcessedPhoto: Hashable, Sendable {
  /// The image at full size.
  package let bytes: [UInt8]
  /// What tells its type, one of `PhotoName.fileExtensions`.
  package let fileExtension: String
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  /// The smaller forms, each in a type of its own.
  package let smaller: [PhotoWidth: [UInt8]]

  /// A developed photo from its parts.
  package init(bytes: [UInt8], fileExtension: String, width: Int, height: Int, smaller: [PhotoWidth: [UInt8]]) {
    self.bytes = bytes
    self.fileExtension = fileExtension
    self.width = width
    self.height = height
    self.smaller = smaller
  }
}

/// Reads received files. What a file is, its content says.
package protocol ImageCodec: Sendable {
  /// Reads the files of one upload, all or none, on threads of its own: at most as many uploads at once as there are
  /// cores; a bounded number waits.
  /// - Throws: `DomainError` (invalid, field `files`) `photo-empty`, `photo-type`, `photo-not-readable`,
  ///   `photo-too-many-pixels`; `too-many-photos` (rateLimited) where too many wait.
  func process(_ files: [ReceivedFile]) async throws -> [ProcessedFile]
  /// Removes received files; one that is not there is no fault.
  func discard(_ files: [ReceivedFile])
  /// A kept image without what earlier versions left in it beside its pixels; nil where there is nothing of that.
  func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]?
}

/// Keeps bytes: on a disk, or far away.
package protocol PhotoStore: Sendable {
  /// Keeps bytes under a key. What is there is compared, and replaced where it differs. When this returns, they outlive
  /// a power cut; until then whoever reads sees all of them or what was there.
  /// - Throws: `DomainError` `photos-not-kept` (unavailable) where there is no room.
  func put(_ bytes: [UInt8], under key: PhotoKey) async throws
  /// The bytes under a key; nil where there are none.
  func get(_ key: PhotoKey) async throws -> [UInt8]?
  /// Opens what is under a key without reading it; nil where there is nothing.
  /// - Throws: `DomainError` `photos-busy` (unavailable) where too many are open.
  func open(_ key: PhotoKey) async throws -> OpenedBytes?
  /// Removes what is under keys; nothing there is no fault. It may block: it is called inside a transaction.
  func remove(_ keys: [PhotoKey]) throws
}

/// The list of photos, of who sent them and when.
package protocol PhotoRegister: Sendable {
  /// Lists photos as sent by an account at a moment, all in one transaction, before their bytes are kept: what was
  /// sent lately is never removed, so bytes never lie about unlisted. A photo that is listed is moved to the moment,
  /// never back.
  /// - Throws: `DomainError` `account-unknown` (notFound) where the account was closed meanwhile.
  func record(_ photos: [ListedPhoto], by account: AccountID, at instant: Timestamp) async throws
  /// What is known of what a key names; nil where the photo is not listed.
  func entry(of key: PhotoKey) async throws -> PhotoEntry?
  /// Whether somebody may have a photo that is sold as it is: everybody where it is also shown elsewhere than with
  /// goods, or with goods that cost nothing; else who sent it, who offers it and who has paid for it.
  func isOpen(_ name: PhotoName, to viewer: AccountID?) async throws -> Bool
  /// Some photos whose kept forms were not looked at yet, in the order of their names.
  func unchecked(after name: PhotoName?, limit: Int) async throws -> [Photo]
  /// Notes what is, or is about to be, kept of a photo.
  /// - Parameter isChecked: whether it is kept by now.
  /// - Returns: Whether the photo is still listed.
  func note(_ forms: [PhotoKey: StoredForm], of name: PhotoName, isChecked: Bool) async throws -> Bool
  /// Takes photos off the list that were last sent before a moment and that no post and no profile shows, some at a
  /// time. `remove` is given each time's photos inside the same transaction, so that nobody can send one of them again
  /// in between; where it throws, they stay listed.
  /// - Returns: How many.
  func removeUnused(
    before instant: Timestamp, _ remove: @escaping @Sendable ([PhotoName]) throws -> Void
  ) async throws -> Int
}

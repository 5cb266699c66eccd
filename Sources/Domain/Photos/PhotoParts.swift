package import Basics
import Crypto

/// The key of a photo's bytes or of a smaller form of it: plain ASCII, safe as a file name.
package struct PhotoKey: Hashable, Sendable, CustomStringConvertible {
  package let name: PhotoName
  /// Nil for the photo itself.
  package let width: PhotoWidth?

  package init(_ name: PhotoName, _ width: PhotoWidth? = nil) {
    self.name = name
    self.width = width
  }

  /// The photo's name, with the width appended for a smaller form.
  package var description: String { width.map { "\(name).\($0.rawValue)" } ?? name.description }

  /// Parses a key; nil when malformed.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let name = PhotoName("\(parts[0]).\(parts[1])") else { return nil }
    self.init(name)
    guard parts.count == 3 else { return }
    guard let width = Int(parts[2]).flatMap(PhotoWidth.init(rawValue:)), parts[2] == "\(width.rawValue)" else {
      return nil
    }
    self.init(name, width)
  }

  static func all(of name: PhotoName) -> [PhotoKey] {
    [PhotoKey(name)] + PhotoWidth.allCases.map { PhotoKey(name, $0) }
  }
}

/// Size and hash of the bytes under a key.
package struct StoredVariant: Hashable, Sendable {
  /// In bytes; 0 if the stored bytes are known to be damaged.
  package let size: Int
  /// SHA-256, as 64 hexadecimal digits.
  package let hash: String

  package init(size: Int, hash: String) {
    self.size = size
    self.hash = hash
  }

  package init(of bytes: [UInt8]) {
    self.init(size: bytes.count, hash: hexadecimal(Digest.bytes(of: bytes)))
  }
}

package struct RecordedPhoto: Hashable, Sendable {
  package let photo: Photo
  package let forms: [PhotoKey: StoredVariant]

  package init(_ photo: Photo, forms: [PhotoKey: StoredVariant]) {
    self.photo = photo
    self.forms = forms
  }
}

package struct PhotoEntry: Hashable, Sendable {
  /// Nil if unknown: a document has no smaller forms, and photos that are not checked yet have none recorded.
  package let form: StoredVariant?
  /// Whether the bytes are stored; otherwise they are about to be.
  package let isStored: Bool
  /// Whether the photo was offered for sale. `PhotoRegister.isAccessible` decides who may see it at full size.
  package let isSold: Bool

  package init(form: StoredVariant?, isStored: Bool, isSold: Bool) {
    self.form = form
    self.isStored = isStored
    self.isSold = isSold
  }
}

package struct OpenedBytes: Sendable {
  package let file: OpenFile
  /// Its first byte; nil if it is empty.
  package let first: UInt8?

  package init(file: OpenFile, first: UInt8?) {
    self.file = file
    self.first = first
  }
}

/// A decoded upload: the content to store.
package enum ProcessedFile: Hashable, Sendable {
  /// A re-encoded image, upright and without metadata, and its smaller forms.
  case image(ProcessedPhoto)
  /// A PDF document, unchanged.
  case document([UInt8])
}

/// A re-encoded image.
package struct ProcessedPhoto: Hashable, Sendable {
  /// The image at full size.
  package let bytes: [UInt8]
  /// One of `PhotoName.fileExtensions`.
  package let fileExtension: String
  package let width: Int
  package let height: Int
  /// The smaller forms, each with its type.
  package let smaller: [PhotoWidth: [UInt8]]

  package init(bytes: [UInt8], fileExtension: String, width: Int, height: Int, smaller: [PhotoWidth: [UInt8]]) {
    self.bytes = bytes
    self.fileExtension = fileExtension
    self.width = width
    self.height = height
    self.smaller = smaller
  }
}

/// Decodes uploaded files. The type of a file is detected from its content.
package protocol ImageCodec: Sendable {
  /// Decodes the files of one upload, all or none, on separate threads: at most as many uploads at once as there are
  /// cores, and a bounded queue.
  /// - Throws: `DomainError` (invalid, field `files`) `photo-empty`, `photo-type`, `photo-not-readable`,
  ///   `photo-too-many-pixels`; `photo-not-decodable` (unprocessable); `too-many-photos` (rateLimited) if the queue is
  ///   full.
  func process(_ files: [ReceivedFile]) async throws -> [ProcessedFile]
  /// Removes uploaded files. Idempotent.
  func discard(_ files: [ReceivedFile])
  /// A stored image without its metadata; nil if it has none.
  func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]?
}

/// Stores bytes: on a disk, or remotely.
package protocol PhotoStore: Sendable {
  /// Stores bytes under a key. Existing bytes are compared, and replaced if they differ. When this returns, the bytes
  /// are durable; until then readers see all of them or the former ones.
  /// - Throws: `DomainError` `photos-not-kept` (unavailable) if the disk is full.
  func put(_ bytes: [UInt8], under key: PhotoKey) async throws
  /// The bytes under a key; nil if there are none.
  func get(_ key: PhotoKey) async throws -> [UInt8]?
  /// Opens the file under a key without reading it; nil if there is none.
  /// - Throws: `DomainError` `photos-busy` (unavailable) if too many files are open.
  func open(_ key: PhotoKey) async throws -> OpenedBytes?
  /// Size and hash of the bytes under a key, without reading them if the store knows these; nil if there are none.
  /// - Throws: `DomainError` `photos-busy` (unavailable) if the store does not answer.
  func variant(of key: PhotoKey) async throws -> StoredVariant?
  /// Removes keys. Idempotent. No removal takes effect after this has ended, or more than a minute after its call.
  /// - Throws: `DomainError` `photos-not-kept` (unavailable) if the store does not answer; some may be removed then.
  func remove(_ keys: [PhotoKey]) async throws
}

package protocol ListedPhotoStore: PhotoStore {
  /// How many parts `keys(inPart:)` lists one after the other, so that no list is too long for the memory.
  var partCount: Int { get }
  /// The keys of a part, and how many files there are that no photo can have.
  func keys(inPart part: Int) async throws -> (keys: [PhotoKey], foreign: Int)
  /// Moves keys out of the store, to a directory that is not served.
  /// - Returns: The path of the directory that they are in now.
  func setAside(_ keys: [PhotoKey]) async throws -> String
}

/// The list of photos, with their uploaders and upload times.
package protocol PhotoRegister: Sendable {
  /// Records uploads of an account, all in one transaction, before the bytes are stored: recently recorded photos are
  /// never removed, so no bytes are ever unrecorded. The upload time of a photo only moves forward. A claim that has
  /// ended without a removal is cleared.
  /// - Returns: False, with nothing recorded, while one of the photos is claimed for removal: its bytes are going.
  /// - Throws: `DomainError` `account-unknown` (notFound) if the account was removed meanwhile.
  func record(_ photos: [RecordedPhoto], by account: AccountID, at instant: Timestamp) async throws -> Bool
  /// The entry of a key; nil if the photo is not recorded, or claimed for removal.
  func entry(of key: PhotoKey) async throws -> PhotoEntry?
  /// Whether an account may see a photo that is sold at full size: anyone may if it is also shown other than with
  /// goods, or with free goods; otherwise its uploader, its seller and its buyers: those of goods that have it or had
  /// it when they were ordered.
  func isAccessible(_ name: PhotoName, to viewer: AccountID?) async throws -> Bool
  /// The photos of the goods of orders as of each order, in the goods' order; orders without photos are left out.
  func photos(of orders: [OrderID]) async throws -> [OrderID: [Photo]]
  func count() async throws -> Int
  /// Recorded photos with their recorded forms, ordered by name.
  func recorded(after name: PhotoName?, limit: Int) async throws -> [RecordedPhoto]
  /// Which of some photos are recorded, also while they are removed, and whether anything shows them.
  func isShown(_ names: [PhotoName]) async throws -> [PhotoName: Bool]
  /// Photos whose stored forms are not checked yet, ordered by name.
  func unchecked(after name: PhotoName?, limit: Int) async throws -> [Photo]
  /// Records the forms of a photo that are stored or about to be.
  /// - Parameter isChecked: whether they are stored.
  /// - Returns: Whether the photo is still recorded.
  func recordForms(_ forms: [PhotoKey: StoredVariant], of name: PhotoName, isStored: Bool) async throws -> Bool
  /// Checked photos that were last uploaded before an instant, that nothing shows and that nobody claims, oldest first.
  func unused(before instant: Timestamp, at now: Timestamp, limit: Int) async throws -> [PhotoName]
  /// Claims those of some photos that are still unused, in one transaction. From then on a claimed photo is not served,
  /// nobody can show it, and nobody can record it until the claim ends.
  func claim(_ names: [PhotoName], unusedBefore instant: Timestamp, at now: Timestamp, until end: Timestamp)
    async throws
    -> [PhotoName]
  /// Removes the photos of a claim, whose bytes are removed; those that were recorded again since its end stay.
  /// - Returns: The number of removed photos.
  func removeClaimed(_ names: [PhotoName], until end: Timestamp) async throws -> Int
}

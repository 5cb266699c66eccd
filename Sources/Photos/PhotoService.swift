public import Basics

/// A stored photo.
public struct Photo: Hashable, Sendable {
  public let name: PhotoName
  /// Bytes as stored.
  public var size: Int
  /// Pixels; 0 for a document.
  public var width: Int
  /// Pixels; 0 for a document.
  public var height: Int

  /// A photo from its parts.
  public init(name: PhotoName, size: Int, width: Int, height: Int) {
    self.name = name
    self.size = size
    self.width = width
    self.height = height
  }
}

/// What an upload may be.
public struct UploadRules: Hashable, Sendable {
  /// Bytes of one file.
  public var largestFile: Int
  public var mostFiles: Int
  /// Whether PDF documents are taken.
  public var takesDocuments: Bool

  /// Rules from their parts.
  public init(largestFile: Int, mostFiles: Int, takesDocuments: Bool) {
    self.largestFile = largestFile
    self.mostFiles = mostFiles
    self.takesDocuments = takesDocuments
  }

  /// The native rules: 5 photos of 20 MB.
  public static let native = UploadRules(largestFile: 20_000_000, mostFiles: 5, takesDocuments: false)
}

/// Which form of a photo is served.
public enum PhotoWidth: Int, Hashable, Sendable, CaseIterable {
  /// At most 320 pixels wide.
  case small = 320
  /// At most 960 pixels wide.
  case medium = 960
}

/// Photos: taken in by what their bytes are, kept by what they hold, removed when nobody refers to them.
public struct PhotoService: Sendable {
  /// Takes in files that were received into a folder of the service's own; each is decoded, turned upright, stripped of all metadata and kept.
  /// All are taken or none. The received files are removed in any case.
  /// - Throws: `Refusal` (invalid, field `files`) `photo-not-readable`, `photo-too-many-pixels`, `photo-type`, `photos-too-many`, `photo-empty`;
  ///   `photo-too-large` (tooLarge); `too-many-photos` (overCall).
  public func take(_ files: [ReceivedFile], _ rules: UploadRules, by caller: AccountID) async throws -> [Photo] {
    fatalError("skeleton")
  }

  /// The bytes of a photo or of one of its smaller forms, with their media type.
  /// - Throws: `Refusal` `photo-unknown` (missing).
  public func bytes(_ name: PhotoName, width: PhotoWidth?) async throws -> (bytes: [UInt8], type: String) {
    fatalError("skeleton")
  }

  /// Removes photos that nobody refers to and that were last uploaded before a moment.
  /// - Returns: How many.
  public func removeUnused(before moment: Timestamp) async throws -> Int { fatalError("skeleton") }
}

/// A file that a client sent, waiting on disk.
public struct ReceivedFile: Hashable, Sendable {
  /// Where it is.
  public let path: String
  public let size: Int

  /// A received file from its parts.
  public init(path: String, size: Int) {
    self.path = path
    self.size = size
  }
}

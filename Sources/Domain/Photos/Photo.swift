public import Basics

/// A stored photo.
public struct Photo: Hashable, Sendable {
  /// Tells its content and its type.
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
  public var maxFileBytes: Int
  /// Files of one upload.
  public var maxFiles: Int
  /// Whether PDF documents are taken.
  public var acceptsDocuments: Bool

  /// Rules from their parts.
  public init(maxFileBytes: Int, maxFiles: Int, acceptsDocuments: Bool) {
    self.maxFileBytes = maxFileBytes
    self.maxFiles = maxFiles
    self.acceptsDocuments = acceptsDocuments
  }

  /// The native rules: 5 photos of 20 MB.
  public static let native = UploadRules(maxFileBytes: 20_000_000, maxFiles: 5, acceptsDocuments: false)
}

/// Which form of a photo is served.
public enum PhotoWidth: Int, Hashable, Sendable, CaseIterable {
  /// At most 320 pixels wide.
  case small = 320
  /// At most 960 pixels wide.
  case medium = 960
}

/// A file that a client sent, waiting on disk.
public struct ReceivedFile: Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// Bytes.
  public let size: Int

  /// A received file from its parts.
  public init(path: String, size: Int) {
    self.path = path
    self.size = size
  }
}

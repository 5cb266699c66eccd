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
  public var largestFile: Int
  /// Files of one upload.
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

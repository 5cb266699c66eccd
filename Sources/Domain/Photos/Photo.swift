package import Basics

/// A stored photo.
package struct Photo: Hashable, Sendable {
  /// Tells its content and its type.
  package let name: PhotoName
  /// Bytes as stored.
  package var size: Int
  /// Pixels; 0 for a document.
  package var width: Int
  /// Pixels; 0 for a document.
  package var height: Int

  /// A photo from its parts.
  package init(name: PhotoName, size: Int, width: Int, height: Int) {
    self.name = name
    self.size = size
    self.width = width
    self.height = height
  }
}

/// What an upload may be.
package struct UploadRules: Hashable, Sendable {
  /// Bytes of one file.
  package var maxFileBytes: Int
  /// Files of one upload.
  package var maxFiles: Int
  /// Whether PDF documents are taken.
  package var acceptsDocuments: Bool

  /// Rules from their parts.
  package init(maxFileBytes: Int, maxFiles: Int, acceptsDocuments: Bool) {
    self.maxFileBytes = maxFileBytes
    self.maxFiles = maxFiles
    self.acceptsDocuments = acceptsDocuments
  }

  /// The native rules: 5 photos of 20 MB.
  package static let native = UploadRules(maxFileBytes: 20_000_000, maxFiles: 5, acceptsDocuments: false)
}

/// Which form of a photo is served.
package enum PhotoWidth: Int, Hashable, Sendable, CaseIterable {
  /// At most 320 pixels wide.
  case small = 320
  /// At most 960 pixels wide.
  case medium = 960
}

/// A file that a client sent, waiting on disk.
package struct ReceivedFile: Hashable, Sendable {
  /// Where it is.
  package let path: String
  /// Bytes.
  package let size: Int

  /// A received file from its parts.
  package init(path: String, size: Int) {
    self.path = path
    self.size = size
  }
}

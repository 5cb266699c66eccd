package import Basics

package struct Photo: Hashable, Sendable {
  /// Derived from the content's hash and the type.
  package let name: PhotoName
  /// Bytes as stored.
  package var size: Int
  /// Pixels; 0 for a document.
  package var width: Int
  /// Pixels; 0 for a document.
  package var height: Int

  package init(name: PhotoName, size: Int, width: Int, height: Int) {
    self.name = name
    self.size = size
    self.width = width
    self.height = height
  }
}

package struct UploadRules: Hashable, Sendable {
  package var maxFileBytes: Int
  package var maxFiles: Int
  package var acceptsDocuments: Bool

  package init(maxFileBytes: Int, maxFiles: Int, acceptsDocuments: Bool) {
    self.maxFileBytes = maxFileBytes
    self.maxFiles = maxFiles
    self.acceptsDocuments = acceptsDocuments
  }

  /// The limits of the native API: 5 photos of 20 MB.
  package static let native = UploadRules(maxFileBytes: 20_000_000, maxFiles: 5, acceptsDocuments: false)
}

package enum PhotoWidth: Int, Hashable, Sendable, CaseIterable {
  /// At most 320 pixels wide.
  case small = 320
  /// At most 960 pixels wide.
  case medium = 960
}

/// An uploaded file in a temporary directory.
package struct ReceivedFile: Hashable, Sendable {
  package let path: String
  package let size: Int

  package init(path: String, size: Int) {
    self.path = path
    self.size = size
  }
}

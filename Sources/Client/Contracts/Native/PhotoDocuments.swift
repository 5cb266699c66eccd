public import Basics

/// An uploaded photo.
public struct PhotoDocument: NativeDocument {
  /// The name by which posts and profiles refer to it.
  public var name: PhotoName
  /// The path that serves it.
  public var path: String
  /// Bytes.
  public var size: Int
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int

  /// Creates a photo.
  public init(name: PhotoName, size: Int, width: Int, height: Int) {
    self.name = name
    path = "/api/photos/\(name)"
    self.size = size
    self.width = width
    self.height = height
  }
}

/// The photos of one upload.
public struct PhotoListDocument: NativeDocument {
  /// In the order of the files.
  public var photos: [PhotoDocument]

  /// Creates a list.
  public init(photos: [PhotoDocument]) { self.photos = photos }
}

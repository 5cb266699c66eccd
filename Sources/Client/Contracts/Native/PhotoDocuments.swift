public import Basics

/// A photo that was taken in.
public struct PhotoDocument: NativeDocument {
  /// By which posts and profiles refer to it.
  public var name: PhotoName
  /// The path that serves it.
  public var path: String
  /// Bytes.
  public var size: Int
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int

  /// A photo from its parts.
  public init(name: PhotoName, size: Int, width: Int, height: Int) {
    self.name = name
    path = "/api/photos/\(name)"
    self.size = size
    self.width = width
    self.height = height
  }
}

/// The photos of one upload, in the order of its files.
public struct PhotoListDocument: NativeDocument {
  /// In the order of the files.
  public var photos: [PhotoDocument]

  /// A list.
  public init(photos: [PhotoDocument]) { self.photos = photos }
}

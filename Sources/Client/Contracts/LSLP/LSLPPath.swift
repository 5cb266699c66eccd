package import Basics

/// The paths by which the contract names files: relative, without a slash in front. Clients put them behind the address
/// of the host (first generation) or behind that and `v1/` (second), as they are.
package enum LSLPPath {
  /// The image of whoever has none: 4cuts cannot read a page on which a creator has none.
  package static let defaultProfile = "uploads/profiles/\(placeholder)"
  /// The image of a post of a kind that 4cuts never shows without one: it would crash.
  package static let defaultPost = "uploads/posts/\(placeholder)"
  /// The name of the image that stands where there is none.
  package static let placeholder = "default.png"
  /// The folders that there are.
  package static let directories = ["posts", "profiles"]

  /// The path of a post's photo.
  package static func post(_ photo: PhotoName) -> String { "uploads/posts/\(photo)" }

  /// The path of a person's image.
  package static func profile(_ photo: PhotoName) -> String { "uploads/profiles/\(photo)" }

  /// The photo at a path as a client sends it back, with or without a slash in front; nil where it names none.
  package static func photo(at path: String) -> PhotoName? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count == 3, parts[0] == "uploads", directories.contains(String(parts[1])) else { return nil }
    return PhotoName(parts[2])
  }
}

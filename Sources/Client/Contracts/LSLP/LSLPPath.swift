package import Basics

/// The paths of files in the contract: relative, without a leading slash. Clients append them unchanged to the host's
/// address (first generation) or to that and `v1/` (second).
package enum LSLPPath {
  /// The image of an account without one: 4cuts cannot parse a page with a creator without an image.
  package static let defaultProfile = "uploads/profiles/\(placeholder)"
  /// The image of a post without one, for kinds where 4cuts would crash.
  package static let defaultPost = "uploads/posts/\(placeholder)"
  package static let placeholder = "default.png"
  package static let directories = ["posts", "profiles"]

  package static func post(_ photo: PhotoName) -> String { "uploads/posts/\(photo)" }

  package static func profile(_ photo: PhotoName) -> String { "uploads/profiles/\(photo)" }

  /// The photo of a path from a client, with or without a leading slash; nil for any other path.
  package static func photo(at path: String) -> PhotoName? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count == 3, parts[0] == "uploads", directories.contains(String(parts[1])) else { return nil }
    return PhotoName(parts[2])
  }
}

package import Basics

/// The paths by which the contract names files. Clients put them behind the address of the host and `/v1` as they are,
/// so that each begins with a slash. The files are those that the second generation of LSLP names without one.
package enum SLPPath {
  /// The picture of a workspace that has none: clients cannot do without.
  package static let defaultThumbnail = "/\(LSLPPath.defaultPost)"

  /// The path of a picture of a workspace, or of a photo in a chat.
  package static func photo(_ photo: PhotoName) -> String { "/\(LSLPPath.post(photo))" }

  /// The path of a person's image.
  package static func profile(_ photo: PhotoName) -> String { "/\(LSLPPath.profile(photo))" }
}

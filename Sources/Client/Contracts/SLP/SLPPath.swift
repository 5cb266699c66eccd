package import Basics

/// The paths of files in the contract. Clients append them to the host's address and `/v1` unchanged, so each begins
/// with a slash. The files are those of LSLP's second generation, whose paths have no leading slash.
package enum SLPPath {
  /// The picture of a workspace without one: clients require a picture.
  package static let defaultThumbnail = "/\(LSLPPath.defaultPost)"

  /// The path of a workspace's picture or a photo in a chat.
  package static func photo(_ photo: PhotoName) -> String { "/\(LSLPPath.post(photo))" }

  package static func profile(_ photo: PhotoName) -> String { "/\(LSLPPath.profile(photo))" }
}

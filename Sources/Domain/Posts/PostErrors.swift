package import Basics

/// What posts, comments and reports are refused for, where the rules and the stores say the same.
extension DomainError {
  /// There is no such post, or whoever asks may not see it.
  package static let postUnknown = DomainError(
    .notFound, "post-unknown", "There is no such post; it may have been removed.")
  /// There is no such comment on the post, or whoever asks may not see it.
  package static let commentUnknown = DomainError(
    .notFound, "comment-unknown", "There is no such comment on this post; it may have been removed.")
  /// There is no such report.
  package static let reportUnknown = DomainError(.notFound, "report-unknown", "There is no such report.")
  /// The report was closed before.
  package static let reportClosed = DomainError(.conflict, "report-closed", "The report has been closed already.")
  /// A photo that whoever writes did not upload.
  package static let photoUnknown = DomainError(
    .invalid, "photo-unknown", "A post can only show photos that its author has uploaded: upload the photo first.",
    field: "photos")
  /// Whoever writes has meanwhile left: as with every token of an account that is gone.
  package static let callerGone = DomainError(
    .unauthenticated, "token-unusable", "The account does not exist any more: log in with another one.")
}

extension DomainError {
  static let postNotYours = DomainError(.forbidden, "post-not-yours", "Only its author may change or remove a post.")
  static let commentNotYours = DomainError(
    .forbidden, "comment-not-yours",
    "Only its author may change a comment, and only its or the post's author remove it.")

  static func invalid(_ code: String, _ field: String, _ message: String) -> DomainError {
    DomainError(.invalid, code, message, field: field)
  }
}

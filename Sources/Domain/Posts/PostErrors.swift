package import Basics

/// Errors of posts, comments and reports that both rules and stores throw.
extension DomainError {
  /// There is no such post, or it is not visible to the caller.
  package static let postUnknown = DomainError(
    .notFound, "post-unknown", "There is no such post; it may have been removed.")
  /// There is no such comment on the post, or it is not visible to the caller.
  package static let commentUnknown = DomainError(
    .notFound, "comment-unknown", "There is no such comment on this post; it may have been removed.")
  package static let reportUnknown = DomainError(.notFound, "report-unknown", "There is no such report.")
  package static let reportClosed = DomainError(.conflict, "report-closed", "The report has been closed already.")
  /// The author has not uploaded the photo.
  package static let photoUnknown = DomainError(
    .invalid, "photo-unknown", "A post can only show photos that its author has uploaded: upload the photo first.",
    field: "photos")
  /// The author's account was removed meanwhile; the same code as for its tokens.
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

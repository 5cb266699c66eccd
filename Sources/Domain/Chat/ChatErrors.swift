import Basics

extension DomainError {
  static let workspaceUnknown = DomainError(
    .notFound, "workspace-unknown", "There is no such workspace, or you are not in it.")
  static let workspaceNotYours = DomainError(
    .forbidden, "workspace-not-yours", "Only the owner of the workspace may do this.")
  static let workspaceNameTaken = DomainError(
    .conflict, "workspace-name-taken", "You own a workspace of this name: choose another one.", field: "name")
  static let memberUnknown = DomainError(.notFound, "member-unknown", "There is no such member.")
  static let memberAlready = DomainError(.conflict, "member-already", "This person is in the workspace already.")
  static let ownerMustStay = DomainError(
    .conflict, "owner-must-stay", "An owner cannot leave: hand over what you own here first, or remove it.")
  static let invitationUnknown = DomainError(
    .notFound, "invitation-unknown", "There is no such invitation for you; it may have been answered.")
  static let inviteeChanged = DomainError(
    .conflict, "invitee-changed", "This account does not have the address: look it up again.", field: "account")
  static let linkUnknown = DomainError(
    .notFound, "link-unknown", "This link is not valid any more: ask for another one.", field: "code")
  static let channelUnknown = DomainError(
    .notFound, "channel-unknown", "There is no such channel, or you may not see it.")
  static let channelNotYours = DomainError(
    .forbidden, "channel-not-yours", "Only the owner of the channel may do this.")
  static let channelNotJoined = DomainError(
    .forbidden, "channel-not-joined", "You are not in this channel: join it first.")
  static let channelNameTaken = DomainError(
    .conflict, "channel-name-taken", "The workspace has a channel of this name: choose another one.", field: "name")
  static let channelPermanent = DomainError(
    .conflict, "channel-permanent", "The members of this channel are fixed: it cannot be removed, left or handed over.")
  static let blocked = DomainError(
    .forbidden, "blocked", "One of you has blocked the other: no messages can be sent here.")
  static let messageUnknown = DomainError(
    .notFound, "message-unknown", "There is no such message, or you may not see it; it may have been removed.")
  static let messageNotYours = DomainError(
    .forbidden, "message-not-yours",
    "Only its author may change a message, and only they or the channel's owner remove it.")
  /// The same code as for tokens of a removed account.
  static let callerGone = DomainError(
    .unauthenticated, "token-unusable", "The account does not exist any more: log in with another one.")
  static let accountUnknown = DomainError(
    .notFound, "account-unknown", "No account with this e-mail address can be added.", field: "email")

  static func photoUnknown(_ field: String) -> DomainError {
    .invalid("photo-unknown", field, "You have not uploaded this photo: upload it first.")
  }

  static func tooMany(_ what: String, _ maxCount: Int) -> DomainError {
    DomainError(
      .conflict, "\(what)-too-many", "There are \(maxCount) \(what) here already, which is the maximum.")
  }

  static func invalid(_ code: String, _ field: String, _ message: String) -> DomainError {
    DomainError(.invalid, code, message, field: field)
  }
}

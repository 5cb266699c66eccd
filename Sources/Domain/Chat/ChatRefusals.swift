import Basics

/// What workspaces, channels and messages are refused for.
extension Refusal {
  static let workspaceUnknown = Refusal(
    .missing, "workspace-unknown", "There is no such workspace, or you are not in it.")
  static let workspaceNotYours = Refusal(
    .forbidden, "workspace-not-yours", "Only the owner of the workspace may do this.")
  static let workspaceNameTaken = Refusal(
    .conflict, "workspace-name-taken", "You own a workspace of this name: choose another one.", field: "name")
  static let memberUnknown = Refusal(.missing, "member-unknown", "There is no such member.")
  static let memberAlready = Refusal(.conflict, "member-already", "This person is in the workspace already.")
  static let ownerMustStay = Refusal(
    .conflict, "owner-must-stay", "An owner cannot go: hand over what you own here first, or remove it.")
  static let invitationUnknown = Refusal(
    .missing, "invitation-unknown", "There is no such invitation for you; it may have been answered.")
  static let inviteeChanged = Refusal(
    .conflict, "invitee-changed", "This account does not have the address: look again who has it.", field: "account")
  static let linkUnknown = Refusal(
    .missing, "link-unknown", "This link lets nobody in any more: ask for another one.", field: "code")
  static let channelUnknown = Refusal(
    .missing, "channel-unknown", "There is no such channel, or you may not see it.")
  static let channelNotYours = Refusal(
    .forbidden, "channel-not-yours", "Only the owner of the channel may do this.")
  static let channelNotJoined = Refusal(.forbidden, "channel-not-joined", "You are not in this channel: join it first.")
  static let channelNameTaken = Refusal(
    .conflict, "channel-name-taken", "The workspace has a channel of this name: choose another one.", field: "name")
  static let channelPermanent = Refusal(
    .conflict, "channel-permanent", "Who is in this channel is given: it cannot be removed, left or handed over.")
  static let blocked = Refusal(
    .forbidden, "blocked", "One of you has blocked the other: nothing can be said here.")
  static let messageUnknown = Refusal(
    .missing, "message-unknown", "There is no such message, or you may not see it; it may have been removed.")
  static let messageNotYours = Refusal(
    .forbidden, "message-not-yours",
    "Only its author may change a message, and only they or the channel's owner remove it.")
  /// As with every token of an account that is gone.
  static let callerGone = Refusal(
    .unauthenticated, "token-unusable", "The account does not exist any more: log in with another one.")
  static let accountUnknown = Refusal(
    .missing, "account-unknown", "Nobody can be added by this e-mail address.", field: "email")

  static func photoUnknown(_ field: String) -> Refusal {
    .invalid("photo-unknown", field, "You have not uploaded this photo: upload it first.")
  }

  static func tooMany(_ what: String, _ most: Int) -> Refusal {
    Refusal(.conflict, "\(what)-too-many", "There are \(most) \(what) here already: that is as many as there can be.")
  }

  static func invalid(_ code: String, _ field: String, _ sentence: String) -> Refusal {
    Refusal(.invalid, code, sentence, field: field)
  }
}

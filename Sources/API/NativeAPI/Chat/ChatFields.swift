import APIKit
import Basics
import Chat
import Contracts

/// The fields of the bodies that speak of workspaces, channels and messages.
enum ChatFields {
  static let workspaceName = BodyField<String>(
    "name", .text(1...30), "What it is called; of those that somebody owns only one is called so.", isRequired: true,
    example: "금요일 네컷")
  static let workspacePhoto = BodyField<PhotoName?>(
    "photo", FieldKind.photo().orNull, "Its picture, which the caller has uploaded; without it, none.")
  static let channelName = BodyField<String>(
    "name", .text(1...30), "What it is called; in a workspace only one is called so, whatever the case.",
    isRequired: true, example: "성수 모임")
  static let description = BodyField<String>("description", .text(0...500), "What it is for.")
  static let kind = BodyField<NewChannelKind>(
    "kind", .word(), "`open`: everybody in the workspace may join; `closed`: its owner takes people in.",
    isRequired: true, example: "open")
  static let email = BodyField<String>(
    "email", .text(1...254), "Who is invited; case does not count.", isRequired: true, example: "juno@example.com")
  static let invitee = BodyField<AccountID>(
    "account", .identifier(), "Whom the caller has seen to have the address.", isRequired: true,
    example: "0199c0ffee0123456789abcd")
  static let code = BodyField<String>(
    "code", .text(1...100), "The code of the link.", isRequired: true, example: "Zm91cmN1dHMgZm91cmN1dHMgZm91")
  static let account = BodyField<AccountID>(
    "account", .identifier(), "The member who owns it from now on.", isRequired: true,
    example: "0199c0ffee0123456789abcd")
  static let text = BodyField<String>(
    "text", .text(0...5000), "What is said; may be left out where there are photos.", example: "일곱 시에 만나요")
  static let changedText = BodyField<String>("text", .text(0...5000), "What it says from now on.", isRequired: true)
  static let photos = BodyField<[PhotoName]>(
    "photos", .list(of: .photo(), maxCount: 5), "The names of photos that the caller has uploaded, none twice.")
  static let key = BodyField<String>(
    "key", .text(1...100),
    "The client's own word for what it says, such as a UUID: visible ASCII. With the same key the same is said once,"
      + " however often it is sent, and answered again.", example: "3f2a8c1e-5b0d-4f6e-9a77-0c2d1e4b8f90")
  static let sequence = BodyField<Int>(
    "sequence", .integer(0...ChatParameters.maxSequence), "Up to which message the caller has read.", isRequired: true,
    example: 41)

  static let workspace: [any DescribedField] = [workspaceName, description, workspacePhoto]
  static let newChannel: [any DescribedField] = [channelName, description, kind]
  static let channel: [any DescribedField] = [channelName, description]
  static let message: [any DescribedField] = [text, photos, key]
}

/// The kinds of channels that can be made.
enum NewChannelKind: String, CaseIterable, Sendable {
  case open
  case closed

  /// The kind.
  var kind: ChannelKind {
    switch self {
    case .open: .open
    case .closed: .closed
    }
  }
}

/// The parameters of the endpoints of workspaces, channels and messages.
enum ChatParameters {
  /// More messages than that are never said.
  static let maxSequence = 1_000_000_000_000
  static let revisions = 0...maxSequence

  static let workspace = Parameter<WorkspaceID>("id", .serial(), "The number of a workspace.", example: "3")
  static let channel = Parameter<ChannelID>("id", .serial(), "The number of a channel.", example: "7")
  static let message = Parameter<MessageID>("id", .serial(), "The number of a message.", example: "41")
  static let account = Parameter<AccountID>(
    "account", .identifier(), "The identifier of an account.", example: "0199c0ffee0123456789abcd")

  static let after = Parameter<Int>(
    "after", .integer(revisions), "Messages with a later sequence than this, oldest first.", example: "41")
  static let before = Parameter<Int>(
    "before", .integer(revisions),
    "Messages with an earlier sequence than this, newest first. Without any of the three: the newest, newest first.",
    example: "41")
  static let changedSince = Parameter<Int>(
    "changed_since", .integer(revisions),
    "Messages that were said, changed or removed since this revision, in the order of their revisions and as they stand"
      + " now: whoever knew everything up to there, asks again from the last one's revision until nothing comes, and has"
      + " missed nothing.", example: "45")
  static let limit = Parameter<Int>(
    "limit", .integer(1...100, default: 50), "How many messages at most.", example: "50")

  static let text = Parameter<String>(
    "q", .text(maxCount: 100), "What the messages hold; case and accents do not count.", isRequired: true, example: "성수"
  )
  static let beforeMessage = Parameter<MessageID>(
    "before", .serial(), "Only messages with a lower number than this one.", example: "41")
  static let searchLimit = Parameter<Int>(
    "limit", .integer(1...100, default: 20), "How many messages at most.", example: "20")

  static let since = Parameter<Int>(
    "since_revision", .integer(revisions), "Up to where all is known; without it, it begins with what is said next.",
    example: "41")
  static let lastEvent = Parameter<Int>(
    "Last-Event-ID", .integer(revisions), "The identifier of the last event; it goes before `since_revision`.",
    example: "45")
}

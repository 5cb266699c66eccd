import APIKit
import Basics
import Chat
import Contracts
import JSON

/// The body fields of workspaces, channels and messages.
enum ChatFields {
  static let workspaceName = BodyField<String>(
    "name", .text(1...30), "The name, unique among the workspaces of its owner.", isRequired: true,
    example: "금요일 네컷")
  static let workspacePhoto = BodyField<PhotoName?>(
    "photo", ValueKind.photo().orNull, "The picture, a photo that the caller has uploaded; none when absent.")
  static let channelName = BodyField<String>(
    "name", .text(1...30), "The name, unique in the workspace; case is ignored.",
    isRequired: true, example: "성수 모임")
  static let description = BodyField<String>("description", .text(0...500), "What it is for.")
  static let kind = BodyField<NewChannelKind>(
    "kind", .enumeration(), "`open`: every member of the workspace may join; `closed`: the owner adds members.",
    isRequired: true, example: "open")
  static let email = BodyField<String>(
    "email", .text(1...254), "The e-mail address; case is ignored.", isRequired: true, example: "juno@example.com")
  static let invitee = BodyField<AccountID>(
    "account", .identifier(), "The account that the lookup of the address returned.", isRequired: true,
    example: "0199c0ffee0123456789abcd")
  static let code = BodyField<String>(
    "code", .text(1...100), "The code of the link.", isRequired: true, example: "Zm91cmN1dHMgZm91cmN1dHMgZm91")
  static let account = BodyField<AccountID>(
    "account", .identifier(), "The member who becomes the owner.", isRequired: true,
    example: "0199c0ffee0123456789abcd")
  static let text = BodyField<String>(
    "text", .text(0...5000), "The text; may be absent if there are photos.", example: "일곱 시에 만나요")
  static let changedText = BodyField<String>("text", .text(0...5000), "The new text.", isRequired: true)
  static let photos = BodyField<[PhotoName]>(
    "photos", .list(of: .photo(), maxCount: 5), "The names of photos that the caller has uploaded, without duplicates.")
  static let key = BodyField<String>(
    "key", .text(1...100),
    "The client's own key for the message, such as a UUID: visible ASCII. A message with the same key is stored once,"
      + " however often it is sent, and returned again.", example: "3f2a8c1e-5b0d-4f6e-9a77-0c2d1e4b8f90")
  static let sequence = BodyField<Int>(
    "sequence", .integer(0...ChatParameters.maxSequence), "The sequence of the last message that was read.",
    isRequired: true,
    example: 41)

  static let workspace: [any DescribedField] = [workspaceName, description, workspacePhoto]
  static let newChannel: [any DescribedField] = [channelName, description, kind]
  static let channel: [any DescribedField] = [channelName, description]
  static let message: [any DescribedField] = [text, photos, key]
}

enum NewChannelKind: String, CaseIterable, Sendable {
  case open
  case closed

  var kind: ChannelKind {
    switch self {
    case .open: .open
    case .closed: .closed
    }
  }
}

enum ChatParameters {
  /// Above every sequence and revision.
  static let maxSequence = 1_000_000_000_000
  static let revisions = 0...maxSequence

  static let workspace = Parameter<WorkspaceID>("id", .serial(), "The number of a workspace.", example: "3")
  static let channel = Parameter<ChannelID>("id", .serial(), "The number of a channel.", example: "7")
  static let message = Parameter<MessageID>("id", .serial(), "The number of a message.", example: "41")
  static let account = Parameter<AccountID>(
    "account", .identifier(), "The identifier of an account.", example: "0199c0ffee0123456789abcd")

  static let after = Parameter<Int>(
    "after", .integer(revisions), "Messages with a higher sequence, oldest first.", example: "41")
  static let before = Parameter<Int>(
    "before", .integer(revisions),
    "Messages with a lower sequence, newest first. Without any of the three: the newest messages, newest first.",
    example: "41")
  static let changedSince = Parameter<Int>(
    "changed_since", .integer(revisions),
    "Messages that were sent, changed or removed since this revision, by revision and in their present state. To miss"
      + " nothing, a client repeats the request with the revision of the last message until the answer is empty.",
    example: "45")
  static let limit = Parameter<Int>(
    "limit", .integer(1...100, default: 50), "The maximum number of messages.", example: "50")

  static let text = Parameter<String>(
    "q", .text(maxCount: 100), "The text to find; case and accents are ignored.", isRequired: true, example: "성수"
  )
  static let beforeMessage = Parameter<MessageID>(
    "before", .serial(), "Only messages with a lower number.", example: "41")
  static let searchLimit = Parameter<Int>(
    "limit", .integer(1...100, default: 20), "The maximum number of messages.", example: "20")

  static let since = Parameter<Int>(
    "since_revision", .integer(revisions),
    "The revision up to which the client has all messages; without it, the stream starts with the next one.",
    example: "41")
  static let lastEvent = Parameter<Int>(
    "Last-Event-ID", .integer(revisions), "The identifier of the last event; takes precedence over `since_revision`.",
    example: "45")
}

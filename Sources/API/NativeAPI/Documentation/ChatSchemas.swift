import APIKit
import Chat
import Contracts

/// The schemas of workspaces, channels and messages.
extension Schemas {
  static let ofChat = JSONValue.members([
    "Workspace": workspace, "WorkspaceList": items("Workspace"), "Member": member, "MemberList": items("Member"),
    "Invitation": object(["workspace": named("Workspace"), "by": named("Person"), "created_at": moment]),
    "InvitationList": items("Invitation"),
    "Invitee": object(["person": namedOrNull("Person"), "is_email_verified": flag]),
    "InvitationLink": object(["code": text, "address": text, "expires_at": moment]), "Channel": channel,
    "ChannelList": items("Channel"), "Message": message,
    "MessageList": items("Message"),
  ])

  static let serial: JSONValue = .object(["type": "integer", "minimum": 1])

  static func items(_ item: String) -> JSONValue { object(["items": list(named(item))]) }

  private static let workspace = object([
    "id": serial, "name": text, "description": text, "photo": orNull("string"), "owner": identifier,
    "created_at": moment, "member_count": count,
  ])
  private static let member = object([
    "person": named("Person"), "role": words(MemberRole.allCases.map(\.rawValue)), "joined_at": moment,
  ])
  private static let channel = object([
    "id": serial, "workspace": serial, "kind": words(ChannelKind.allCases.map(\.rawValue)), "name": text,
    "description": text, "owner": orNull("string"), "partner": namedOrNull("Person"), "created_at": moment,
    "last_sequence": count, "revision": count, "is_member": flag, "read_sequence": count, "unread_count": count,
    "newest": namedOrNull("Message"),
  ])
  private static let message = object([
    "id": serial, "channel": serial, "sequence": serial, "revision": serial, "author": namedOrNull("Person"),
    "text": text, "photos": list(text), "created_at": moment, "edited_at": orNull("string", format: "date-time"),
    "removed_at": orNull("string", format: "date-time"),
  ])
}

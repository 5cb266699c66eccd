import APIKit
import Contracts
import JSON
import NativeAPI

extension Schemas {
  static let ofSLP = JSONValue.members([
    "SLPFault": object(["errorCode": enumeration(SLPFault.all.map(\.code))]),
    "SLPMember": object(slpMember), "SLPMembers": list(named("SLPMember")),
    "SLPUser": slpUser, "SLPTokens": object(["accessToken": text, "refreshToken": text]),
    "SLPLogin": object(["user_id": integer, "nickname": text, "accessToken": text, "refreshToken": text]),
    "SLPRefreshed": object(["accessToken": text]),
    "SLPWorkspace": object(slpWorkspace), "SLPWorkspaces": list(named("SLPWorkspace")),
    "SLPWholeWorkspace": slpWholeWorkspace,
    "SLPChannel": object(slpChannel), "SLPChannels": list(named("SLPChannel")),
    "SLPWholeChannel": slpWholeChannel,
    "SLPChat": object([
      "channel_id": integer, "channelName": text, "chat_id": integer, "content": text, "createdAt": instant,
      "files": list(text), "user": named("SLPMember"),
    ]), "SLPChats": list(named("SLPChat")),
    "SLPUnreadChats": object(["channel_id": integer, "name": text, "count": integer]),
    "SLPRoom": object([
      "workspace_id": integer, "room_id": integer, "createdAt": instant, "user": named("SLPMember"),
    ]), "SLPRooms": list(named("SLPRoom")),
    "SLPDirectMessage": object([
      "dm_id": integer, "room_id": integer, "content": text, "createdAt": instant, "files": list(text),
      "user": named("SLPMember"),
    ]),
    "SLPRoomChats": object([
      "workspace_id": integer, "room_id": integer, "chats": list(named("SLPDirectMessage")),
    ]),
    "SLPUnreadMessages": object(["room_id": integer, "count": integer]),
    "SLPItems": .object(["type": "array", "maxItems": 0]),
  ])

  private static let slpMember: KeyValuePairs<String, JSONValue?> = [
    "user_id": integer, "email": text, "nickname": text, "profileImage": orNull(text),
  ]

  private static let slpUser = object(
    [
      "user_id": integer, "email": text, "nickname": text, "profileImage": orNull(text), "phone": orNull(text),
      "vendor": orNull(text), "sesacCoin": integer, "createdAt": instant, "token": named("SLPTokens"),
    ], optional: ["token"])

  private static let slpWorkspace: KeyValuePairs<String, JSONValue?> = [
    "workspace_id": integer, "name": text, "description": text, "thumbnail": text, "owner_id": integer,
    "createdAt": instant,
  ]

  private static let slpWholeWorkspace = object([
    "workspace_id": integer, "name": text, "description": text, "thumbnail": text, "owner_id": integer,
    "createdAt": instant, "channels": list(named("SLPChannel")), "workspaceMembers": list(named("SLPMember")),
  ])

  private static let slpChannel: KeyValuePairs<String, JSONValue?> = [
    "workspace_id": integer, "channel_id": integer, "name": text, "description": text, "owner_id": integer,
    "private": slpBoolean, "createdAt": instant,
  ]

  private static let slpWholeChannel = object([
    "workspace_id": integer, "channel_id": integer, "name": text, "description": text, "owner_id": integer,
    "private": slpBoolean, "createdAt": instant, "channelMembers": list(named("SLPMember")),
  ])

  private static let slpBoolean: JSONValue = .object(["type": "integer", "enum": [0, 1]])
}

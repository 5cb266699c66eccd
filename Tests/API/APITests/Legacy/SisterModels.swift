/// The strictest models: what others leave open has to be there.
enum SisterModels {
  struct Profile: Decodable {
    let userId: Int
    let email: String
    let nickname: String
    let profileImage: String?
    let phone: String?
    let vendor: String?
    let sesacCoin: Int
    let createdAt: String
  }
  struct Member: Decodable, Equatable {
    let userId: Int
    let email: String
    let nickname: String
    let profileImage: String?
  }
  struct Listed: Decodable {
    let workspaceId: Int
    let name: String
    let description: String
    let thumbnail: String
    let ownerId: Int
    let createdAt: String
  }
  struct Workspace: Decodable {
    let workspaceId: Int
    let name: String
    let description: String
    let thumbnail: String
    let ownerId: Int
    let createdAt: String
    let channels: [Channel]
    let workspaceMembers: [Member]
  }
  struct Channel: Decodable {
    let workspaceId: Int
    let channelId: Int
    let name: String
    let description: String
    let ownerId: Int
    let `private`: Int
    let createdAt: String
  }
  struct WholeChannel: Decodable {
    let workspaceId: Int
    let channelId: Int
    let ownerId: Int
    let `private`: Int
    let createdAt: String
    let channelMembers: [Member]
  }
  struct Unread: Decodable {
    let channelId: Int
    let name: String
    let count: Int
  }
  struct Room: Decodable {
    let workspaceId: Int
    let roomId: Int
    let createdAt: String
    let user: Member
  }
  struct Message: Decodable {
    let dmId: Int
    let roomId: Int
    let content: String?
    let createdAt: String
    let files: [String]
    let user: Member
  }
  struct RoomChats: Decodable {
    let workspaceId: Int
    let roomId: Int
    let chats: [Message]
  }
  struct RoomUnread: Decodable {
    let roomId: Int
    let count: Int
  }
  /// The first version's login: no more and no less is looked for.
  struct FlatLogin: Decodable {
    let userId: Int
    let nickname: String
    let accessToken: String
    let refreshToken: String
  }
}

import Basics
import Testing

@testable import Contracts

@Suite("Documents of SLP")
struct SLPDocumentTests {
  private let member = SLPMember(id: 7, email: "mina@example.com", nickname: "미나 \"미소\"", image: nil)
  /// Whole seconds: the fraction has to be there all the same.
  private let instant = Timestamp(seconds: 1_706_778_000)
  private let who = #"{"user_id":7,"email":"mina@example.com","nickname":"미나 \"미소\"","profileImage":null}"#

  private func text(_ document: some SLPDocument) -> String { String(decoding: document.bytes, as: UTF8.self) }

  @Test("A profile has every key; tokens come after sign-up and login only")
  func users() {
    let own = #"{"user_id":7,"email":"mina@example.com","nickname":"미나 \"미소\"","profileImage":null,"#
    var user = SLPUser(member: member, phone: nil, vendor: nil, createdAt: instant)
    #expect(
      text(user) == own + #""phone":null,"vendor":null,"sesacCoin":0,"createdAt":"2024-02-01T09:00:00.000Z"}"#)
    (user.phone, user.vendor) = ("010-1234-5678", "kakao")
    user.tokens = SLPTokens(access: "a", refresh: "r")
    #expect(
      text(user) == own + #""phone":"010-1234-5678","vendor":"kakao","sesacCoin":0,"#
        + #""createdAt":"2024-02-01T09:00:00.000Z","token":{"accessToken":"a","refreshToken":"r"}}"#)
    #expect(
      text(SLPLogin(id: 7, nickname: "미나", tokens: SLPTokens(access: "a", refresh: "r")))
        == #"{"user_id":7,"nickname":"미나","accessToken":"a","refreshToken":"r"}"#)
    #expect(text(SLPRefreshed(accessToken: "a")) == #"{"accessToken":"a"}"#)
    #expect(text(SLPMember.gone).hasPrefix(#"{"user_id":0,"email":"","nickname":""#))
  }

  @Test("Whether a channel is private is a number")
  func channels() {
    var channel = SLPChannel(
      workspaceID: 1, id: 2, name: "일반", description: "", ownerID: 7, isPrivate: false, createdAt: instant)
    let head = #"{"workspace_id":1,"channel_id":2,"name":"일반","description":"","owner_id":7,"#
    #expect(text(channel) == head + #""private":0,"createdAt":"2024-02-01T09:00:00.000Z"}"#)
    (channel.isPrivate, channel.members) = (true, [member])
    #expect(
      text(channel) == head + #""private":1,"createdAt":"2024-02-01T09:00:00.000Z","channelMembers":[\#(who)]}"#)
    #expect(
      text(SLPUnreadChats(channelID: 2, name: "일반", count: 3)) == #"{"channel_id":2,"name":"일반","count":3}"#)
  }

  @Test("A single workspace lists its content, and listed workspaces do not")
  func workspaces() {
    var workspace = SLPWorkspace(
      id: 1, name: "동네", description: "", thumbnail: SLPPath.defaultThumbnail, ownerID: 7, createdAt: instant)
    let fields =
      #""workspace_id":1,"name":"동네","description":"","thumbnail":"/uploads/posts/default.png","owner_id":7,"#
      + #""createdAt":"2024-02-01T09:00:00.000Z""#
    #expect(text(SLPList([workspace])) == "[{\(fields)}]")
    workspace.membership = SLPWorkspace.Membership(channels: [], members: [member])
    #expect(text(workspace) == "{\(fields),\"channels\":[],\"workspaceMembers\":[\(who)]}")
    #expect(text(SLPList<SLPWorkspace>([])) == "[]")
  }

  @Test("A chat always has its files and its author")
  func chats() {
    let chat = SLPChat(
      channelID: 2, channelName: "일반", id: 9, content: "", createdAt: instant, files: [], user: member)
    let tail = #""content":"","createdAt":"2024-02-01T09:00:00.000Z","files":[],"user":\#(who)}"#
    #expect(text(chat) == #"{"channel_id":2,"channelName":"일반","chat_id":9,"# + tail)
    let message = SLPDirectMessage(id: 9, roomID: 3, content: "", createdAt: instant, files: [], user: member)
    #expect(text(message) == #"{"dm_id":9,"room_id":3,"# + tail)
    #expect(
      text(SLPRoomChats(workspaceID: 1, roomID: 3, chats: [message]))
        == #"{"workspace_id":1,"room_id":3,"chats":[{"dm_id":9,"room_id":3,"# + tail + "]}")
    #expect(
      text(SLPRoom(workspaceID: 1, id: 3, createdAt: instant, user: member))
        == #"{"workspace_id":1,"room_id":3,"createdAt":"2024-02-01T09:00:00.000Z","user":\#(who)}"#)
    #expect(text(SLPUnreadMessages(roomID: 3, count: 0)) == #"{"room_id":3,"count":0}"#)
  }

  @Test("Paths begin with a slash, and need no escaping")
  func paths() throws {
    let photo = try #require(PhotoName(String(repeating: "0a", count: 32) + ".jpg"))
    #expect(SLPPath.photo(photo) == "/uploads/posts/\(photo)" && SLPPath.profile(photo) == "/uploads/profiles/\(photo)")
  }
}

@Suite("Errors of SLP")
struct SLPFaultTests {
  @Test(
    "Every refusal has the code that clients know for it",
    arguments: [
      (DomainError.Kind.forbidden, "application-unknown", nil, "E01"), (.unauthenticated, "token-unusable", nil, "E02"),
      (.unauthenticated, "token-missing", nil, "E02"), (.unauthenticated, "login-failed", nil, "E03"),
      (.unauthenticated, "proof-refused", nil, "E03"), (.unauthenticated, "proof-expired", nil, "E03"),
      (.notFound, "account-unknown", "email", "E03"), (.notFound, "account-unknown", "id", "E13"),
      (.unauthenticated, "token-expired", nil, "E05"), (.unauthenticated, "refresh-expired", nil, "E06"),
      (.unauthenticated, "refresh-unusable", nil, "E06"), (.unauthenticated, "refresh-replayed", nil, "E06"),
      (.invalid, "value-missing", "email", "E11"), (.invalid, "email-invalid", "email", "E11"),
      (.tooLarge, "file-too-large", "files", "E11"), (.conflict, "channel-permanent", nil, "E11"),
      (.forbidden, "blocked", nil, "E11"), (.conflict, "workspaces-too-many", nil, "E11"),
      (.conflict, "email-taken", "email", "E12"), (.conflict, "identity-email-taken", nil, "E12"),
      (.conflict, "workspace-name-taken", "name", "E12"), (.conflict, "channel-name-taken", "name", "E12"),
      (.conflict, "member-already", nil, "E12"), (.notFound, "workspace-unknown", nil, "E13"),
      (.notFound, "channel-unknown", nil, "E13"), (.notFound, "member-unknown", nil, "E13"),
      (.forbidden, "channel-not-joined", nil, "E13"), (.forbidden, "workspace-not-yours", nil, "E14"),
      (.forbidden, "channel-not-yours", nil, "E14"), (.conflict, "owner-must-stay", nil, "E15"),
      (.notFound, "payment-unknown", nil, "E82"), (.notFound, "path-unknown", nil, "E97"),
      (.rateLimited, "too-many-refreshes", nil, "E98"), (.unavailable, "provider-unavailable", nil, "E99"),
    ] as [(DomainError.Kind, String, String?, String)])
  func codes(_ kind: DomainError.Kind, _ code: String, _ field: String?, _ expected: String) {
    let fault = SLPFault(DomainError(kind, code, "Not for these clients.", field: field))
    #expect(fault.code == expected && fault.status == (expected == "E99" ? 500 : 400))
    #expect(String(decoding: fault.bytes, as: UTF8.self) == #"{"errorCode":"\#(expected)"}"#)
  }

  @Test("No refusal has an unknown code, or one that logs people out without need")
  func known() {
    for kind in DomainError.Kind.allCases {
      let fault = SLPFault(DomainError(kind, "never-heard-of", "Not for these clients."))
      #expect(SLPFault.all.contains(fault) && !["E05", "E06"].contains(fault.code))
    }
    #expect(Set(SLPFault.all).count == SLPFault.all.count)
  }
}

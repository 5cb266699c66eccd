public import Basics

/// Unread counts and open requests of the caller. Counts end at 100.
public struct UnreadDocument: NativeDocument {
  /// A channel that the caller is in.
  public struct Channel: NativeDocument {
    /// The channel.
    public var id: ChannelID
    /// Its workspace.
    public var workspace: WorkspaceID
    /// The channel's revision, from which on a client may subscribe to its messages.
    public var revision: Int
    /// The unread messages of others.
    public var unreadCount: Int

    enum CodingKeys: String, CodingKey {
      case id, workspace, revision
      case unreadCount = "unread_count"
    }

    /// Creates a channel.
    public init(id: ChannelID, workspace: WorkspaceID, revision: Int, unreadCount: Int) {
      self.id = id
      self.workspace = workspace
      self.revision = revision
      self.unreadCount = unreadCount
    }
  }

  /// The unread messages of all channels.
  public var messageCount: Int
  /// The invitations that the caller has not answered.
  public var invitationCount: Int
  /// The applications to parties that the caller may accept.
  public var applicationCount: Int
  /// The unread notices since the requested instant, without invitations and applications, which are counted above.
  public var noticeCount: Int
  /// The 200 channels with the latest messages, the latest first.
  public var channels: [Channel]

  enum CodingKeys: String, CodingKey {
    case messageCount = "message_count"
    case invitationCount = "invitation_count"
    case applicationCount = "application_count"
    case noticeCount = "notice_count"
    case channels
  }

  /// Creates a summary.
  public init(invitationCount: Int, applicationCount: Int, noticeCount: Int, channels: [Channel]) {
    messageCount = channels.reduce(0) { $0 + $1.unreadCount }
    self.invitationCount = invitationCount
    self.applicationCount = applicationCount
    self.noticeCount = noticeCount
    self.channels = channels
  }
}

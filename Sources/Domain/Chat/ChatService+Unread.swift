package import Basics

/// Unread counts and open requests of an account in chats and parties.
package struct UnreadSummary: Hashable, Sendable {
  package struct Channel: Hashable, Sendable {
    package let id: ChannelID
    package let workspace: WorkspaceID
    /// The channel's revision: from there on a client may subscribe to its messages.
    package let revision: Int
    /// The unread messages of others, at most `ChatRules.maxUnread`.
    package let unreadCount: Int

    package init(id: ChannelID, workspace: WorkspaceID, revision: Int, unreadCount: Int) {
      self.id = id
      self.workspace = workspace
      self.revision = revision
      self.unreadCount = unreadCount
    }
  }

  /// Channels with the latest messages come first.
  package var channels: [Channel]
  /// The invitations that the account has not answered.
  package var invitationCount: Int
  /// The applications to parties that the account may accept.
  package var applicationCount: Int

  package init(channels: [Channel], invitationCount: Int, applicationCount: Int) {
    self.channels = channels
    self.invitationCount = invitationCount
    self.applicationCount = applicationCount
  }
}

extension ChatService {
  /// Unread counts and open requests of the caller, for the 200 channels with the latest messages, as many as a
  /// connection follows.
  package func unread(for caller: AccountID) async throws -> UnreadSummary {
    try await store.read { chat in
      UnreadSummary(
        channels: try chat.unreadChannels(
          of: caller, limit: ChatRules.maxUnreadChannels, maxCount: ChatRules.maxUnread),
        invitationCount: try chat.invitations(for: caller, limit: ChatRules.maxUnread).count,
        applicationCount: try chat.applicationCount(toPartiesAdmittedBy: caller, limit: ChatRules.maxUnread))
    }
  }
}

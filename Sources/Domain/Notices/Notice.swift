package import Basics

/// What a notice says.
package enum NoticeKind: String, Hashable, Sendable, CaseIterable {
  /// People like a post of the account.
  case like
  /// People commented on a post of the account.
  case comment
  /// People named the account in a comment or a post.
  case mention
  case follow
  /// The account is invited to a workspace.
  case invitation
  /// People apply to a party of the account.
  case application
  /// The account's application to a party was accepted.
  case acceptance
  /// Goods of the account were bought. Nobody learns by whom.
  case sale
  /// The buyer of goods requests a refund.
  case refundRequest
  /// The refund that the account has requested was accepted or declined.
  case refundDecision
  /// Money for an order of the account was returned without its request.
  case refund
  /// The account's report of a post or comment was closed.
  case reportDecision
  /// The account's correction of a booth was accepted or declined.
  case correctionDecision
  /// The account's proposal of a booth was accepted or declined.
  case proposalDecision
  /// A booth that the account has saved has closed, was removed from the catalogue, has opened again, or has other hours or
  /// another price.
  case savedBooth
  /// An operator writes to members who have agreed to that: accounts get none before.
  case announcement

  /// Kinds that wait for an answer and are counted as such until it is given, so not among unread notices.
  package static let answered: [NoticeKind] = [.invitation, .application]
}

/// What became of a saved booth.
package enum SavedBoothChange: String, Hashable, Sendable, CaseIterable {
  case closed
  case removed
  case reopened
  case hours
  case price
}

/// What others did that concerns an account: all of one kind about one thing, until the account has read it.
package struct Notice: Hashable, Sendable {
  package let id: NoticeID
  package let kind: NoticeKind
  /// When the latest of it happened.
  package let updatedAt: Timestamp
  package let isRead: Bool
  /// Those who did it last, the latest first; at most `maxPeople`. Empty for sales and decisions.
  package let people: [Person]
  /// The number of people, or of sales; at most `maxCount`.
  package let count: Int
  package let subject: Subject
  /// Whether a request, report, correction or proposal was accepted; a report is if the content was removed. Nil for
  /// other kinds.
  package let isAccepted: Bool?
  /// What became of a saved booth, of several changes the latest; nil for other kinds.
  package let change: SavedBoothChange?
  /// The beginning of the comment or post, the name of the goods, workspace or proposed or saved booth, or the
  /// announcement; at most `maxTextLength` characters, empty if it is gone.
  package let text: String
  /// Where an announcement leads, within the pages; nil if nowhere.
  package let path: String?

  /// What a notice leads to; nil each if there is none, or if the account does not see it any more.
  package struct Subject: Hashable, Sendable {
    package var post: PostID?
    package var order: OrderID?
    package var workspace: WorkspaceID?
    package var booth: BoothID?

    package init(
      post: PostID? = nil, order: OrderID? = nil, workspace: WorkspaceID? = nil, booth: BoothID? = nil
    ) {
      (self.post, self.order, self.workspace, self.booth) = (post, order, workspace, booth)
    }
  }

  package static let maxPeople = 3
  package static let maxCount = 100
  package static let maxTextLength = 100
  /// Unread notices are counted up to this number.
  package static let maxUnread = 100
  /// Older ones are removed.
  package static let days: Int64 = 90

  package init(
    id: NoticeID, kind: NoticeKind, updatedAt: Timestamp, isRead: Bool, people: [Person], count: Int,
    subject: Subject, isAccepted: Bool?, change: SavedBoothChange? = nil, text: String,
    path: String? = nil
  ) {
    (self.id, self.kind, self.updatedAt, self.isRead) = (id, kind, updatedAt, isRead)
    (self.people, self.count, self.subject) = (people, count, subject)
    (self.isAccepted, self.change, self.text, self.path) = (isAccepted, change, text, path)
  }
}

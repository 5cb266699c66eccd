package import Basics

/// Something that another account did with an account's posts, goods or orders, or that it follows the account.
package struct Notice: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case like
    case comment
    case follow
    /// Goods were bought. Nobody learns by whom.
    case sale
    /// The buyer of goods requests a refund, and nobody has decided.
    case refundRequest
    /// The refund that the account has requested was accepted or declined.
    case refundDecision
  }

  package let kind: Kind
  package let instant: Timestamp
  /// Nil for sales and refunds.
  package let person: Person?
  /// Nil for a follow.
  package let post: PostID?
  /// For sales and refunds only.
  package let order: OrderID?
  /// The beginning of the comment, of the liked post, or the name of the goods; at most `maxTextLength` characters.
  package let text: String

  package static let maxTextLength = 100
  /// The maximum number in one list, and up to which they are counted.
  package static let maxCount = 100
  /// Of an account's newest posts only, so that the cost is bounded.
  package static let maxPosts = 100
  /// Older ones are not listed.
  package static let days: Int64 = 30

  package init(kind: Kind, instant: Timestamp, person: Person?, post: PostID?, order: OrderID? = nil, text: String) {
    self.kind = kind
    self.instant = instant
    self.person = person
    self.post = post
    self.order = order
    self.text = text
  }
}

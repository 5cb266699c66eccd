import APIKit
import Accounts
import Basics
import Contracts
import NativeAPI
import Posts

// Conversions from domain values to LSLP documents.

extension LSLPPerson {
  init(_ person: Person) {
    self.init(id: person.id.description, nickname: person.nickname, image: person.photo.map(LSLPPath.profile))
  }

  init(_ account: Account) {
    self.init(
      id: account.id.description, nickname: account.nickname.description, image: account.photo.map(LSLPPath.profile))
  }
}

extension LSLPAccount {
  init(_ account: Account) {
    self.init(
      id: account.id.description, email: account.legacyEmail, nickname: account.nickname.description)
  }
}

extension Account {
  /// The e-mail address, or an empty string for an account without one: old clients read a string or fail.
  var legacyEmail: String { email?.description ?? "" }
}

extension LSLPComment {
  init(_ comment: Comment) {
    self.init(
      id: comment.id.description, content: comment.text, createdAt: comment.createdAt,
      creator: LSLPPerson(comment.author))
  }
}

extension LSLPPost {
  init(_ post: Post, _ participants: PostParticipants, boughtBy buyers: [AccountID], in generation: LSLPGeneration) {
    self.init(
      id: post.id.description, productID: LSLPProduct.id(of: post.content), title: post.content.title ?? "",
      content: post.content.text, notes: post.content.notes, price: post.content.price, createdAt: post.createdAt,
      creator: LSLPPerson(post.author), files: Self.files(of: post.content, in: generation),
      likes: participants.likers.map(\.description), buyers: buyers.map(\.description), hashtags: post.hashtags,
      comments: participants.comments.map(LSLPComment.init))
  }

  /// The paths of the photos. 4cuts opens the first file of any tapped post, and of everything in its collection and
  /// shop, without checking that there is one: so posts of its sections always have one.
  private static func files(of content: PostContent, in generation: LSLPGeneration) -> [String] {
    let needsOne = generation == .v1 && content.kind != .feed && content.photos.isEmpty
    return needsOne ? [LSLPPath.defaultPost] : content.photos.map(LSLPPath.post)
  }
}

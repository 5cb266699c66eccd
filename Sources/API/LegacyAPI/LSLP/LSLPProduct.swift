import APIKit
import Basics
import NativeAPI
import Posts

/// The contract's "product": the board or section of an application that a post belongs to.
///
/// The sections of 4cuts are the post kinds shared by all clients; every other text is a board of its own application,
/// whose posts have the kind `feed`.
enum LSLPProduct {
  private static let kinds: [(id: String, kind: PostKind)] = [
    ("4cut_new", .newBooth), ("4cut_booth", .background), ("4cut_pose", .pose), ("4cut_photo", .photo),
    ("4cut_album", .album), ("4cut_frame", .frame),
  ]

  static func id(of content: PostContent) -> String {
    kinds.first { $0.kind == content.kind }?.id ?? content.board
  }

  /// The posts of a product; all posts for an empty text.
  static func feed(_ scope: Feed.Scope, of product: String) -> Feed {
    if product.isEmpty { return Feed(scope) }
    if let kind = kinds.first(where: { $0.id == product })?.kind { return Feed(scope, kinds: [kind]) }
    return Feed(scope, kinds: [.feed], board: product)
  }

  /// Moves a post to a product, if it is in another. Fields that only the old kind had are cleared, since the contract
  /// cannot clear them.
  static func move(_ content: inout PostContent, to product: String) {
    guard id(of: content) != product else { return }
    let kind = kinds.first { $0.id == product }?.kind
    content.kind = kind ?? .feed
    content.board = kind == nil ? product : ""
    if !content.kind.isGoods { content.price = nil }
    if content.kind != .pose { content.people = nil }
  }
}

public import Basics

/// What is sold, as it stands at the moment of an order.
public struct Goods: Hashable, Sendable {
  /// The post that offers it.
  public let post: PostID
  /// What people read on their receipt; 1...40 characters.
  public let name: String
  /// In won, at least 0.
  public let price: Int

  /// Goods from their parts; a name is cut to 40 characters, and goods without a name are called `fourcuts`.
  public init(post: PostID, name: String, price: Int) {
    self.post = post
    let shortened = String(name.prefix(40))
    self.name = shortened.isEmpty ? "fourcuts" : shortened
    self.price = price
  }
}

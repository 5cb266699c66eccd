public import Basics

/// The goods of an order, as of that order.
public struct Goods: Hashable, Sendable {
  /// The post that sells them.
  public let post: PostID
  /// The name on the receipt; 1...40 characters.
  public let name: String
  /// In won, at least 0.
  public let price: Int
  /// Who sells them; nil if unknown, or once that account is gone.
  public let seller: AccountID?

  /// Creates goods; the name is truncated to 40 characters, and an empty name becomes `fourcuts`.
  public init(post: PostID, name: String, price: Int, seller: AccountID? = nil) {
    self.post = post
    let shortened = String(name.prefix(40))
    self.name = shortened.isEmpty ? "fourcuts" : shortened
    self.price = price
    self.seller = seller
  }
}

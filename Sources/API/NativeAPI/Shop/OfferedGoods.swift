import APIKit
package import Basics
package import Payments
package import Posts

extension PostService {
  /// The goods that a post offers; nil when there is no such post or it sells nothing.
  package func goods(_ id: PostID) async throws -> Goods? {
    do {
      let post = try await post(id, for: nil)
      let content = post.content
      guard content.kind.isGoods, let price = content.price else { return nil }
      return Goods(post: id, name: content.title ?? content.text, price: price, seller: post.author.id)
    } catch let domainError as DomainError where domainError.kind == .notFound {
      return nil
    }
  }
}

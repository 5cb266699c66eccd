public import Contracts

/// A paged list, newest first, fetched page by page on demand.
///
/// The list may change meanwhile: an item that stays in it during the whole iteration is returned exactly once.
public struct Pages<Item: NativeDocument>: AsyncSequence, Sendable {
  /// The item type.
  public typealias Element = Item
  typealias Fetch = @Sendable (_ cursor: String?) async throws(ClientError) -> PageDocument<Item>

  private let fetch: Fetch

  init(_ fetch: @escaping Fetch) {
    self.fetch = fetch
  }

  /// Starts at the newest item.
  public func makeAsyncIterator() -> Iterator { Iterator(fetch: fetch) }

  /// The first items, at most `count`.
  /// - Throws: `ClientError`.
  public func first(_ count: Int) async throws(ClientError) -> [Item] {
    var items: [Item] = []
    var iterator = makeAsyncIterator()
    while items.count < count, let item = try await iterator.next(isolation: nil) { items.append(item) }
    return items
  }

  /// Iterates over the items of all pages.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let fetch: Fetch
    private var items: ArraySlice<Item> = []
    private var cursor: String?
    private var isAtEnd = false

    fileprivate init(fetch: @escaping Fetch) {
      self.fetch = fetch
    }

    /// The next item, or nil at the end. After an error, the next call fetches the same page again.
    /// - Throws: `ClientError`.
    public mutating func next() async throws(ClientError) -> Item? {
      try await next(isolation: nil)
    }

    /// The next item, or nil at the end. After an error, the next call fetches the same page again.
    /// - Throws: `ClientError`.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> Item? {
      // A page may be empty though others follow.
      while items.isEmpty, !isAtEnd {
        let page = try await fetch(cursor)
        items = page.items[...]
        cursor = page.next
        isAtEnd = page.next == nil
      }
      return items.popFirst()
    }
  }
}

public import Contracts

/// The items of a longer list, newest first, fetched page by page as they are asked for.
///
/// The list may grow and shrink meanwhile: what stands in it from beginning to end comes exactly once.
public struct Pages<Item: NativeDocument>: AsyncSequence, Sendable {
  /// What the list holds.
  public typealias Element = Item
  typealias Fetch = @Sendable (_ cursor: String?) async throws(ClientError) -> PageDocument<Item>

  private let fetch: Fetch

  init(_ fetch: @escaping Fetch) {
    self.fetch = fetch
  }

  /// Begins with the newest.
  public func makeAsyncIterator() -> Iterator { Iterator(fetch: fetch) }

  /// At most so many of the first items.
  /// - Throws: `ClientError`.
  public func first(_ count: Int) async throws(ClientError) -> [Item] {
    var items: [Item] = []
    var iterator = makeAsyncIterator()
    while items.count < count, let item = try await iterator.next(isolation: nil) { items.append(item) }
    return items
  }

  /// Walks through the pages.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let fetch: Fetch
    private var items: ArraySlice<Item> = []
    private var cursor: String?
    private var isAtEnd = false

    fileprivate init(fetch: @escaping Fetch) {
      self.fetch = fetch
    }

    /// The next item, or nil behind the last. A failure ends nothing: asking again fetches the same page again.
    /// - Throws: `ClientError`.
    public mutating func next() async throws(ClientError) -> Item? {
      try await next(isolation: nil)
    }

    /// The next item, or nil behind the last. A failure ends nothing: asking again fetches the same page again.
    /// - Throws: `ClientError`.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> Item? {
      // A page may be empty although others follow it.
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

/// A keyset cursor: the key of the last item of a page.
public struct PageKey: Hashable, Sendable {
  /// The time by which the last item is sorted: its creation, or the event that added it to the list.
  public let instant: Timestamp
  /// The text of the last item's identifier, the tie-breaker between equal times.
  public let id: String

  /// A key from its parts.
  public init(instant: Timestamp, id: String) {
    self.instant = instant
    self.id = id
  }
}

/// A request for a page of a list. Lists are newest first, by (instant, identifier).
public struct PageRequest: Hashable, Sendable {
  /// Only items older than this key; nil begins with the newest.
  public let after: PageKey?
  /// 1...100.
  public let limit: Int

  /// A request for a page.
  /// - Throws: `DomainError` `limit-out-of-range` unless the limit is 1...100.
  public init(after: PageKey? = nil, limit: Int) throws(DomainError) {
    guard (1...100).contains(limit) else {
      throw DomainError(
        .invalid, "limit-out-of-range", "The limit must be a whole number from 1 to 100.", field: "limit")
    }
    self.after = after
    self.limit = limit
  }
}

/// A page of a longer list.
public struct Page<Item> {
  /// At most `limit` items.
  public var items: [Item]
  /// The cursor of the next page; nil on the last page.
  public var next: PageKey?

  /// A page from its parts.
  public init(items: [Item], next: PageKey?) {
    self.items = items
    self.next = next
  }

  /// The first `maxCount` items of a list, read page by page.
  public static func items(_ maxCount: Int, _ page: (PageRequest) async throws -> Page) async throws -> [Item] {
    var items: [Item] = []
    var last: PageKey?
    while items.count < maxCount {
      let read = try await page(PageRequest(after: last, limit: min(100, maxCount - items.count)))
      items += read.items
      guard let next = read.next else { break }
      last = next
    }
    return items
  }

  /// The page with its items transformed.
  public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
    Page<Other>(items: try items.map(transform), next: next)
  }
}

extension Page: Sendable where Item: Sendable {}
extension Page: Equatable where Item: Equatable {}

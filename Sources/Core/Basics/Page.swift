/// Where a page ended: the keyset of its last item.
public struct PageKey: Hashable, Sendable {
  /// When the last item was made, or did what put it into the list.
  public let instant: Timestamp
  /// The text of the last item's identifier, which decides between items of one moment.
  public let id: String

  /// A key from its parts.
  public init(instant: Timestamp, id: String) {
    self.instant = instant
    self.id = id
  }
}

/// Which part of a list is asked for. Lists are newest first, by (moment, identifier).
public struct PageRequest: Hashable, Sendable {
  /// Only what is older than this key; nil begins with the newest.
  public let after: PageKey?
  /// 1...100.
  public let limit: Int

  /// A request.
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

/// Some items of a longer list.
public struct Page<Item> {
  /// At most as many as were asked for.
  public var items: [Item]
  /// Asks for what follows; nil where nothing did when the page was read.
  public var next: PageKey?

  /// A page from its parts.
  public init(items: [Item], next: PageKey?) {
    self.items = items
    self.next = next
  }

  /// The first items of a list, read page by page: at most so many.
  public static func items(_ maxCount: Int, _ page: (PageRequest) async throws -> Page) async throws -> [Item] {
    var items: [Item] = []
    var next: PageKey?
    repeat {
      let read = try await page(PageRequest(after: next, limit: min(100, maxCount - items.count)))
      items += read.items
      next = read.next
    } while next != nil && items.count < maxCount
    return items
  }

  /// A page of other items in the same places.
  public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
    Page<Other>(items: try items.map(transform), next: next)
  }
}

extension Page: Sendable where Item: Sendable {}
extension Page: Equatable where Item: Equatable {}

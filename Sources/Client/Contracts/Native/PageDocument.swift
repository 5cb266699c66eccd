/// A page of a list, newest first.
public struct PageDocument<Item: NativeDocument>: NativeDocument {
  /// At most as many as requested.
  public var items: [Item]
  /// An opaque cursor, the parameter `cursor` of the next page; null on the last page.
  public var next: String?

  /// Creates a page.
  public init(items: [Item], next: String?) {
    self.items = items
    self.next = next
  }
}

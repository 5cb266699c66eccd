/// Some items of a longer list, newest first.
public struct PageDocument<Item: NativeDocument>: NativeDocument {
  /// At most as many as were asked for.
  public var items: [Item]
  /// Goes into the parameter `cursor` to ask for what follows; null where nothing does. To be handed back as it is.
  public var next: String?

  /// A page from its parts.
  public init(items: [Item], next: String?) {
    self.items = items
    self.next = next
  }
}

/// Somebody as named beside what they made or did.
public struct Person: Hashable, Sendable {
  /// Whose account it is.
  public let id: AccountID
  /// The account's nickname now.
  public var nickname: String
  /// The profile's image.
  public var photo: PhotoName?

  /// A person from their parts.
  public init(id: AccountID, nickname: String, photo: PhotoName? = nil) {
    self.id = id
    self.nickname = nickname
    self.photo = photo
  }
}

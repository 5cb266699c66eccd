/// The author of content or the subject of an action, with the public part of the profile.
public struct Person: Hashable, Sendable {
  /// The account.
  public let id: AccountID
  /// The current nickname of the account.
  public var nickname: String
  /// The profile image.
  public var photo: PhotoName?

  /// A person from their parts.
  public init(id: AccountID, nickname: String, photo: PhotoName? = nil) {
    self.id = id
    self.nickname = nickname
    self.photo = photo
  }
}

import Basics
import TextForms

/// Validated content of a post: stores accept no other.
package struct CheckedContent: Hashable, Sendable {
  /// With exactly five notes.
  package let content: PostContent
  /// The hashtags of title and text, in order, without duplicates.
  package let hashtags: [Hashtag]

  fileprivate init(_ content: PostContent) {
    self.content = content
    hashtags = Hashtag.found(in: [content.title ?? "", content.text])
  }
}

struct PostRules: Sendable {
  static let maxTitleLength = 200
  static let maxTextLength = 10_000
  static let maxBoardLength = 100
  static let maxNotes = 5
  static let maxPhotos = 5
  static let prices = 0...100_000_000
  static let people = 1...20

  let boothExists: @Sendable (BoothID) -> Bool

  /// Validates content.
  /// - Parameters:
  ///   - old: the current content; a booth that no longer exists may stay, and so may repeated photos.
  ///   - repeatingPhotos: whether a photo may be shown more than once.
  /// - Throws: `DomainError` with a field; `PostService.make` lists them.
  func check(
    _ content: PostContent, replacing old: PostContent? = nil, repeatingPhotos: Bool = false
  ) throws(DomainError) -> CheckedContent {
    var content = content
    try checkTexts(content)
    content.notes += Array(repeating: nil, count: Self.maxNotes - content.notes.count)
    try checkPhotos(content.photos, mayRepeat: repeatingPhotos || content.photos == old?.photos)
    try checkNumbers(content)
    if let booth = content.booth, booth != old?.booth, !boothExists(booth) {
      throw .invalid("booth-unknown", "booth", "There is no booth \(booth): choose one from the catalogue.")
    }
    guard !isEmpty(content) else {
      throw .invalid("post-empty", "text", "A post needs a text, a title, a note or a photo.")
    }
    return CheckedContent(content)
  }

  private func checkTexts(_ content: PostContent) throws(DomainError) {
    try TextValidator.check(content.board, maxLength: Self.maxBoardLength, field: "board", tooLong: "board-too-long")
    try TextValidator.check(
      content.title ?? "", maxLength: Self.maxTitleLength, field: "title", tooLong: "title-too-long")
    try TextValidator.check(content.text, maxLength: Self.maxTextLength, field: "text", tooLong: "text-too-long")
    guard content.notes.count <= Self.maxNotes else {
      throw .invalid("notes-too-many", "notes", "A post has at most \(Self.maxNotes) notes.")
    }
    for note in content.notes {
      try TextValidator.check(note ?? "", maxLength: Self.maxTextLength, field: "notes", tooLong: "note-too-long")
    }
  }

  private func checkPhotos(_ photos: [PhotoName], mayRepeat: Bool) throws(DomainError) {
    guard photos.count <= Self.maxPhotos else {
      throw .invalid("photos-too-many", "photos", "A post shows at most \(Self.maxPhotos) photos.")
    }
    guard mayRepeat || Set(photos).count == photos.count else {
      throw .invalid("photo-repeated", "photos", "A post shows each photo once: leave the repeated one out.")
    }
  }

  private func checkNumbers(_ content: PostContent) throws(DomainError) {
    switch content.price {
    case nil where content.kind.isGoods:
      throw .invalid("price-needed", "price", "Goods of the shop need a price in won.")
    case .some where !content.kind.isGoods:
      throw .invalid("price-unexpected", "price", "Only goods of the shop, albums and frames, have a price.")
    case let price? where !Self.prices.contains(price):
      throw .invalid("price-out-of-range", "price", "The price must be 0 to \(Self.prices.upperBound) won.")
    default: break
    }
    guard let people = content.people else { return }
    guard content.kind == .pose else {
      throw .invalid("people-unexpected", "people", "Only a pose is for a number of people.")
    }
    guard Self.people.contains(people) else {
      throw .invalid("people-out-of-range", "people", "A pose is for 1 to \(Self.people.upperBound) people.")
    }
  }

  private func isEmpty(_ content: PostContent) -> Bool {
    content.photos.isEmpty && ([content.title, content.text] + content.notes).allSatisfy(TextValidator.isBlank)
  }
}

extension PostSnapshot {
  /// The author may change everything. An account that has commented on the post may change its second note, because
  /// the app Mobbie stores the names of all commenters there.
  func checkPermission(of change: PostContent) throws(DomainError) {
    guard !isByCaller else { return }
    var allowed = content
    allowed.notes[1] = change.notes.indices.contains(1) ? change.notes[1] : nil
    guard hasCommentOfCaller, change == allowed else { throw .postNotYours }
  }
}

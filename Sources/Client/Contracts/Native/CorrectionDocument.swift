public import Basics

/// What is wrong with a booth's data. Clients must accept unknown values.
public struct CorrectionKindValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a kind from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The booth no longer exists.
  public static let closed = CorrectionKindValue(rawValue: "closed")
  /// It is somewhere else.
  public static let moved = CorrectionKindValue(rawValue: "moved")
  /// Its opening hours.
  public static let hours = CorrectionKindValue(rawValue: "hours")
  /// Its price.
  public static let price = CorrectionKindValue(rawValue: "price")
  /// A photo.
  public static let photo = CorrectionKindValue(rawValue: "photo")
  /// Another booth is the same.
  public static let duplicate = CorrectionKindValue(rawValue: "duplicate")
  /// Anything else, said in the note.
  public static let other = CorrectionKindValue(rawValue: "other")

  /// All known values.
  public static let all = [closed, moved, hours, price, photo, duplicate, other]
}

/// A correction of a booth as its author sees it.
public struct CorrectionDocument: NativeDocument {
  /// The identifier.
  public var id: CorrectionID
  /// The number of the booth.
  public var booth: BoothID
  /// What is wrong.
  public var kind: CorrectionKindValue
  /// May be empty.
  public var note: String
  /// The same booth under another number, of a duplicate; otherwise null.
  public var duplicate: BoothID?
  /// Photos as evidence, by name.
  public var photos: [PhotoName]
  /// The time of creation.
  public var createdAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case id, booth, kind, note, duplicate, photos
    case createdAt = "created_at"
  }

  /// Creates a correction.
  public init(
    id: CorrectionID, booth: BoothID, kind: CorrectionKindValue, note: String, duplicate: BoothID?,
    photos: [PhotoName], createdAt: Timestamp
  ) {
    self.id = id
    self.booth = booth
    self.kind = kind
    self.note = note
    self.duplicate = duplicate
    self.photos = photos
    self.createdAt = createdAt
  }
}

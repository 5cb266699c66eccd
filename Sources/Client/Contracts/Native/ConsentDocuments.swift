public import Basics

/// A text that members agree to. Clients must accept unknown values.
public struct LegalDocumentValue: OpenEnum {
  /// The value on the wire, which is also the path of the text.
  public let rawValue: String

  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The terms of use.
  public static let terms = LegalDocumentValue(rawValue: "terms")
  /// What is done with personal data.
  public static let privacy = LegalDocumentValue(rawValue: "privacy")
  /// What is done with positions.
  public static let location = LegalDocumentValue(rawValue: "location-terms")

  /// All known values.
  public static let all = [terms, privacy, location]
}

/// A text of the operator, and what the caller has agreed to of it last.
public struct ConsentDocument: NativeDocument {
  /// The text.
  public var document: LegalDocumentValue
  /// The version that is valid now.
  public var version: String
  /// The version that the caller has agreed to last; null if none.
  public var agreedVersion: String?
  /// When that was.
  public var agreedAt: Timestamp?
  /// Whether the caller has agreed to the valid version.
  public var isAgreed: Bool
  /// Whether members must agree to it.
  public var isRequired: Bool

  enum CodingKeys: String, CodingKey {
    case document, version
    case agreedVersion = "agreed_version"
    case agreedAt = "agreed_at"
    case isAgreed = "is_agreed"
    case isRequired = "is_required"
  }

  /// Creates a state.
  public init(
    document: LegalDocumentValue, version: String, agreedVersion: String?, agreedAt: Timestamp?, isAgreed: Bool,
    isRequired: Bool
  ) {
    (self.document, self.version) = (document, version)
    (self.agreedVersion, self.agreedAt) = (agreedVersion, agreedAt)
    (self.isAgreed, self.isRequired) = (isAgreed, isRequired)
  }
}

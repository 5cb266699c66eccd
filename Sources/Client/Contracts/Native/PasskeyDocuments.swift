public import Basics

/// A passkey of an account.
public struct PasskeyDocument: NativeDocument {
  /// The identifier.
  public var id: PasskeyID
  /// As its owner named it.
  public var name: String
  /// When it was added.
  public var createdAt: Timestamp
  /// The last login or operator session; nil: none.
  public var usedAt: Timestamp?
  /// Whether its owner may have it on several devices.
  public var isSynced: Bool
  /// Whether it opens operator sessions in place of a code.
  public var isSecondFactor: Bool

  enum CodingKeys: String, CodingKey {
    case id, name
    case createdAt = "created_at"
    case usedAt = "used_at"
    case isSynced = "is_synced"
    case isSecondFactor = "is_second_factor"
  }

  /// Creates a passkey.
  public init(
    id: PasskeyID, name: String, createdAt: Timestamp, usedAt: Timestamp?, isSynced: Bool, isSecondFactor: Bool
  ) {
    (self.id, self.name, self.createdAt, self.usedAt) = (id, name, createdAt, usedAt)
    (self.isSynced, self.isSecondFactor) = (isSynced, isSecondFactor)
  }
}

/// The passkeys of an account.
public struct PasskeyListDocument: NativeDocument {
  /// Oldest first.
  public var passkeys: [PasskeyDocument]

  /// Creates a list.
  public init(passkeys: [PasskeyDocument]) { self.passkeys = passkeys }
}

/// A passkey by its identifier, in Web Authentication's own form.
public struct PasskeyDescriptorDocument: NativeDocument {
  /// `public-key`.
  public var type: String
  /// The identifier that its authenticator chose, in Base64url.
  public var id: String

  /// Creates a descriptor.
  public init(id: String) { (type, self.id) = ("public-key", id) }
}

/// The number of an algorithm (COSE).
public struct PasskeyAlgorithmValue: Codable, Hashable, Sendable {
  /// -7 for ES256, -8 for EdDSA, -257 for RS256.
  public var number: Int

  /// Creates a value.
  public init(_ number: Int) { self.number = number }

  /// Decodes a number.
  public init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// What makes a passkey: `PublicKeyCredentialCreationOptionsJSON` of Web Authentication, which browsers and the systems of
/// phones take as it is.
public struct PasskeyCreationDocument: NativeDocument {
  /// The site.
  public struct Site: NativeDocument {
    /// The host.
    public var id: String
    /// What people see.
    public var name: String
  }

  /// The account.
  public struct User: NativeDocument {
    /// Its handle, in Base64url.
    public var id: String
    /// The e-mail address, or the nickname if there is none.
    public var name: String
    /// The nickname.
    public var displayName: String
  }

  /// An algorithm.
  public struct Parameter: NativeDocument {
    /// `public-key`.
    public var type: String
    /// The algorithm.
    public var alg: PasskeyAlgorithmValue
  }

  /// What the authenticator has to be able to do.
  public struct Selection: NativeDocument {
    /// `required`: the passkey is found without an e-mail address.
    public var residentKey: String
    /// The same for older browsers.
    public var requireResidentKey: Bool
    /// `required`: by a fingerprint, a face or a PIN.
    public var userVerification: String
  }

  /// In Base64url; valid once, for five minutes.
  public var challenge: String
  /// The site.
  public var rp: Site
  /// The account.
  public var user: User
  /// In order of preference.
  public var pubKeyCredParams: [Parameter]
  /// In milliseconds.
  public var timeout: Int
  /// Authenticators that have one of these make no other one.
  public var excludeCredentials: [PasskeyDescriptorDocument]
  /// What the authenticator has to be able to do.
  public var authenticatorSelection: Selection
  /// `none`.
  public var attestation: String

  /// Creates the options.
  /// - Parameters:
  ///   - challenge: in Base64url.
  ///   - user: the handle of the account, in Base64url, and its names.
  ///   - algorithms: in order of preference.
  ///   - excluded: identifiers, in Base64url.
  public init(
    challenge: String, host: String, service: String, user: (id: String, name: String, displayName: String),
    algorithms: [Int], timeout: Int, excluded: [String]
  ) {
    self.challenge = challenge
    rp = Site(id: host, name: service)
    self.user = User(id: user.id, name: user.name, displayName: user.displayName)
    pubKeyCredParams = algorithms.map { Parameter(type: "public-key", alg: PasskeyAlgorithmValue($0)) }
    self.timeout = timeout
    excludeCredentials = excluded.map { PasskeyDescriptorDocument(id: $0) }
    authenticatorSelection = Selection(
      residentKey: "required", requireResidentKey: true, userVerification: "required")
    attestation = "none"
  }
}

/// What uses a passkey: `PublicKeyCredentialRequestOptionsJSON` of Web Authentication.
public struct PasskeyRequestDocument: NativeDocument {
  /// In Base64url; valid once, for five minutes.
  public var challenge: String
  /// The host of the site.
  public var rpId: String
  /// In milliseconds.
  public var timeout: Int
  /// `required`: by a fingerprint, a face or a PIN.
  public var userVerification: String
  /// The passkeys of which one is to be used; empty: any of the site.
  public var allowCredentials: [PasskeyDescriptorDocument]

  /// Creates the options.
  /// - Parameters:
  ///   - challenge: in Base64url.
  ///   - allowed: identifiers, in Base64url.
  public init(challenge: String, host: String, timeout: Int, allowed: [String]) {
    (self.challenge, rpId, self.timeout, userVerification) = (challenge, host, timeout, "required")
    allowCredentials = allowed.map { PasskeyDescriptorDocument(id: $0) }
  }
}

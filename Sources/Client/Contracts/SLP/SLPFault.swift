package import Basics
package import JSON

/// An error of the contract: clients read the code and show their own texts.
package struct SLPFault: SLPDocument {
  /// `E` and two digits.
  package var code: String

  private init(_ code: String) { self.code = code }

  /// The HTTP status: these clients read a code only with 400 and 500.
  package var status: Int { self == .internalError ? 500 : 400 }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("errorCode", code)
    writer.endObject()
  }
}

// E04 (the access token is still valid), E21 (too few coins) and E81 (the payment is already done) are never answered:
// a valid access token is no reason to refuse a refresh, and there are no coins.
extension SLPFault {
  /// The application key is missing or invalid.
  package static let keyUnknown = SLPFault("E01")
  /// The access token is missing or invalid.
  package static let tokenUnusable = SLPFault("E02")
  /// The account does not exist, or the login failed.
  package static let accountUnknown = SLPFault("E03")
  package static let tokenExpired = SLPFault("E05")
  /// The refresh token is invalid: log in again.
  package static let refreshExpired = SLPFault("E06")
  /// Invalid request.
  package static let badRequest = SLPFault("E11")
  /// It exists already or is taken.
  package static let taken = SLPFault("E12")
  /// Not found.
  package static let missing = SLPFault("E13")
  /// The caller is not the owner.
  package static let notOwner = SLPFault("E14")
  /// The owner must hand over first.
  package static let ownerMustStay = SLPFault("E15")
  /// Unknown payment.
  package static let paymentInvalid = SLPFault("E82")
  /// Unknown path.
  package static let pathUnknown = SLPFault("E97")
  /// Rate limit exceeded.
  package static let rateLimited = SLPFault("E98")
  /// Internal error.
  package static let internalError = SLPFault("E99")

  /// All codes that are answered.
  package static let all = [
    keyUnknown, tokenUnusable, accountUnknown, tokenExpired, refreshExpired, badRequest, taken, missing, notOwner,
    ownerMustStay, paymentInvalid, pathUnknown, rateLimited, internalError,
  ]

  /// The fault for a domain error.
  package init(_ domainError: DomainError) {
    self = Self.byCode(domainError) ?? Self.byKind(domainError.kind)
  }

  /// Domain errors with a separate fault, whatever their kind.
  private static func byCode(_ domainError: DomainError) -> SLPFault? {
    switch domainError.code {
    case "application-unknown": keyUnknown
    case "path-unknown": pathUnknown
    case "login-failed", "proof-refused", "proof-expired", "account-suspended": accountUnknown
    // An inviter learns that the address has no account; elsewhere an unknown account is just not found.
    case "account-unknown" where domainError.field == "email": accountUnknown
    case "token-expired": tokenExpired
    case "refresh-expired", "refresh-replayed", "refresh-unusable": refreshExpired
    case "email-taken", "identity-email-taken", "workspace-name-taken", "channel-name-taken", "member-already": taken
    case "owner-must-stay": ownerMustStay
    // For others, what only members may see does not exist.
    case "channel-not-joined": missing
    // These clients know no other code for it when they send messages.
    case "blocked": badRequest
    case "payment-unknown": paymentInvalid
    default: nil
    }
  }

  private static func byKind(_ kind: DomainError.Kind) -> SLPFault {
    switch kind {
    case .invalid, .tooLarge, .conflict, .unprocessable: badRequest
    case .unauthenticated: tokenUnusable
    case .forbidden: notOwner
    case .notFound: missing
    case .rateLimited: rateLimited
    case .unavailable: internalError
    }
  }
}

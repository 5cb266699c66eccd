package import Basics

/// An error of the contract: clients decide by the code and show texts of their own.
package struct SLPFault: SLPDocument {
  /// `E` and two digits.
  package var code: String

  private init(_ code: String) { self.code = code }

  /// The HTTP status: these clients look for a code behind 400 and 500 alone.
  package var status: Int { self == .ours ? 500 : 400 }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("errorCode", code)
    writer.endObject()
  }
}

// E04 (the access token is still good), E21 (too few coins) and E81 (the payment is done) are never answered: a good
// access token is no reason to refuse a refresh, and there are no coins.
extension SLPFault {
  /// The key of the application is missing or not right.
  package static let keyUnknown = SLPFault("E01")
  /// The access token is missing, unreadable, or of nobody.
  package static let tokenUnusable = SLPFault("E02")
  /// There is no such account, or it was not proven.
  package static let accountUnknown = SLPFault("E03")
  /// The access token has expired.
  package static let tokenExpired = SLPFault("E05")
  /// The refresh token is of no use any more: log in again.
  package static let refreshExpired = SLPFault("E06")
  /// Something is not right.
  package static let badRequest = SLPFault("E11")
  /// It is there, or taken, already.
  package static let taken = SLPFault("E12")
  /// There is no such thing.
  package static let missing = SLPFault("E13")
  /// Only the owner may.
  package static let notOwner = SLPFault("E14")
  /// The owner has to hand over first.
  package static let ownerMustStay = SLPFault("E15")
  /// The payment is none that is known.
  package static let paymentInvalid = SLPFault("E82")
  /// There is nothing at this path.
  package static let pathUnknown = SLPFault("E97")
  /// Too often.
  package static let rateLimited = SLPFault("E98")
  /// Our own fault.
  package static let ours = SLPFault("E99")

  /// Those that are answered.
  package static let all = [
    keyUnknown, tokenUnusable, accountUnknown, tokenExpired, refreshExpired, badRequest, taken, missing, notOwner,
    ownerMustStay, paymentInvalid, pathUnknown, rateLimited, ours,
  ]

  /// The error that a refusal is: the one table.
  package init(_ domainError: DomainError) {
    self = Self.byCode(domainError) ?? Self.byKind(domainError.kind)
  }

  /// What has an answer of its own, whatever its kind is.
  private static func byCode(_ domainError: DomainError) -> SLPFault? {
    switch domainError.code {
    case "application-unknown": keyUnknown
    case "path-unknown": pathUnknown
    case "login-failed", "proof-refused", "proof-expired", "account-suspended": accountUnknown
    // Whoever invites is told that nobody has the address; elsewhere an account is a thing like others.
    case "account-unknown" where domainError.field == "email": accountUnknown
    case "token-expired": tokenExpired
    case "refresh-expired", "refresh-replayed", "refresh-unusable": refreshExpired
    case "email-taken", "identity-email-taken", "workspace-name-taken", "channel-name-taken", "member-already": taken
    case "owner-must-stay": ownerMustStay
    // What only somebody in a channel may is not there for others.
    case "channel-not-joined": missing
    // These clients know no other word for it where messages are sent.
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
    case .unavailable: ours
    }
  }
}

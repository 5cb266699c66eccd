package import Basics
import JSON

/// The area of the contract: the same error has another code for a quest than for a party.
package enum PartyQuestArea: Hashable, Sendable {
  case auth, party, quest
}

/// An error of the contract. Its client reads only the status; the code is for other clients.
package struct PartyQuestFault: Hashable, Sendable {
  package var status: Int
  package var code: String
  /// In English capitals, as the original server worded it.
  package var message: String
  /// Whether it is a token error, which stands inside the response envelope.
  package var isTokenError: Bool

  package init(_ status: Int, _ code: String, _ message: String, isTokenError: Bool = false) {
    self.status = status
    self.code = code
    self.message = message
    self.isTokenError = isTokenError
  }

  /// The document; token errors include the time.
  package func bytes(at time: Timestamp) -> [UInt8] {
    isTokenError ? PartyQuestAnswer(TokenFault(fault: self), .unauthorized, at: time).bytes : plainBytes
  }

  /// The document without the envelope.
  package var plainBytes: [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.number("status", status)
    writer.text("message", message)
    writer.text("code", code)
    writer.endObject()
    return writer.finish()
  }
}

/// The content of the envelope: here the status is a string and the code has another key.
private struct TokenFault: PartyQuestDocument {
  let fault: PartyQuestFault

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("status", String(fault.status))
    writer.text("error_code", fault.code)
    writer.text("message", fault.message)
    writer.endObject()
  }
}

extension PartyQuestFault {
  package static let emailDuplicated = PartyQuestFault(409, "MEMBER-ERR-409", "EMAIL DUPLICATED")
  /// The nickname is taken. The original server allowed duplicates.
  package static let nicknameDuplicated = PartyQuestFault(409, "MEMBER-ERR-409", "NICKNAME DUPLICATED")
  package static let memberUnknown = PartyQuestFault(400, "MEMBER-NOT_FOUND-ERR-400", "MEMBER NOT FOUND")
  /// The password or secret is missing, wrong, or too weak for a new account.
  package static let passwordWrong = PartyQuestFault(400, "MEMBER-PASSWORD-ERR-400", "BAD REQUEST PASSWORD")
  /// The provider is not configured, or may not open this account.
  package static let providerRejected = PartyQuestFault(400, "MEMBER-OAUTH2LOGIN-ERR-400", "OAUTH2 BAD RESPONSE")
  /// The party does not exist or is not visible to the caller.
  package static let partyUnknown = PartyQuestFault(400, "PARTY-NOT_FOUND-ERR-400", "PARTY NOT FOUND")
  package static let applicationDuplicate = PartyQuestFault(
    409, "PARTY-APPLICATION-ERR-409", "PARTY APPLICATION DUPLICATE")
  /// The caller is not a member, or the operation is not possible for these members.
  package static let memberError = PartyQuestFault(400, "PARTY-MEMBER-400", "PARTY MEMBER ERROR")
  /// A named account is neither a member nor an applicant.
  package static let notPartyMember = PartyQuestFault(401, "PARTY-MEMBER-401", "NOT PARTY MEMBER")
  package static let questInput = PartyQuestFault(400, "QUEST-INPUT-ERROR-400", "QUEST INPUT ERROR")
  /// The caller lacks permission.
  package static let accessDenied = PartyQuestFault(401, "SECURITY-ACCESS-DENIED-401", "SECURITY ACCESS DENIED")
  package static let tokenMissing = PartyQuestFault(
    401, accessDenied.code, accessDenied.message, isTokenError: true)
  /// The token is unreadable, or its account or session is gone. (The original server had another code for unknown
  /// signatures; here these are unreadable too.)
  package static let tokenMalformed = PartyQuestFault(
    401, "AUTH-JWT-TOKEN-MALFORMED-401", "MALFORMED JWT TOKEN", isTokenError: true)
  package static let tokenExpired = PartyQuestFault(
    401, "AUTH-JWT-TOKEN-EXPIRED-401", "EXPIRED JWT TOKEN", isTokenError: true)
  /// An access token was sent instead of a refresh token.
  package static let tokenOfWrongType = PartyQuestFault(
    401, "AUTH-JWT-TOKEN-WRONG_TYPE-401", "WRONG TYPE JWT TOKEN", isTokenError: true)
  package static let pathUnknown = PartyQuestFault(404, "COMMON-ERR-404", "PAGE NOT FOUND")
  package static let internalError = PartyQuestFault(500, "COMMON-ERR-500", "INTERNAL SERVER ERROR")
  /// Invalid request. The contract has no error for it: the original server answered 500, which would blame the server.
  package static let badRequest = PartyQuestFault(400, "COMMON-ERR-400", "BAD REQUEST")
  /// A conflict for which the contract has no error.
  package static let conflict = PartyQuestFault(409, "COMMON-ERR-409", "CONFLICT")
  /// Rate limit exceeded; the contract has no error for it.
  package static let rateLimited = PartyQuestFault(429, "COMMON-ERR-429", "TOO MANY REQUESTS")
  /// Something does not work at the moment.
  package static let unavailable = PartyQuestFault(503, "COMMON-ERR-503", "SERVICE UNAVAILABLE")
}

extension PartyQuestFault {
  package init(_ domainError: DomainError, in area: PartyQuestArea) {
    self =
      Self.ofAccounts(domainError.code, field: domainError.field) ?? Self.ofParties(domainError.code)
      ?? Self.byKind(domainError.kind, in: area)
  }

  private static func ofAccounts(_ code: String, field: String?) -> PartyQuestFault? {
    switch code {
    case "token-missing": tokenMissing
    case "token-expired", "refresh-expired": tokenExpired
    case "token-unusable", "refresh-unusable", "refresh-replayed": tokenMalformed
    case "token-of-wrong-type": tokenOfWrongType
    case "email-taken": emailDuplicated
    case "nickname-taken": nicknameDuplicated
    case "account-unknown": memberUnknown
    // The same answer for an unknown address and a wrong password, so that it does not reveal who has an account.
    case "login-failed", "password-weak", "secret-wrong": passwordWrong
    case "field-missing", "field-invalid": field == "password" || field == "secrets" ? passwordWrong : nil
    case "provider-not-configured", "identity-email-taken": providerRejected
    default: nil
    }
  }

  private static func ofParties(_ code: String) -> PartyQuestFault? {
    switch code {
    case "party-unknown", "workspace-unknown": partyUnknown
    case "party-not-yours": accessDenied
    case "party-not-joined", "member-oneself", "owner-must-stay", "grade-invalid", "grade-repeated": memberError
    case "applicant-unknown", "member-unknown": notPartyMember
    case "application-repeated": applicationDuplicate
    case "quest-unknown", "quest-not-yours": questInput
    default: nil
    }
  }

  private static func byKind(_ kind: DomainError.Kind, in area: PartyQuestArea) -> PartyQuestFault {
    switch kind {
    case .invalid, .tooLarge: area == .quest ? questInput : badRequest
    case .unauthenticated: tokenMalformed
    case .forbidden: accessDenied
    case .notFound: area == .auth ? memberUnknown : area == .party ? partyUnknown : questInput
    case .conflict, .unprocessable: conflict
    case .rateLimited: rateLimited
    case .unavailable: unavailable
    }
  }
}

package import Basics

/// Which part of the contract something is asked of: what is wrong with a quest is told in other words than what is
/// wrong with a party.
package enum PartyQuestArea: Hashable, Sendable {
  case auth, party, quest
}

/// An error of the contract. Its client decides by the status alone; the code is for whoever else calls.
package struct PartyQuestFault: Hashable, Sendable {
  /// The HTTP status.
  package var status: Int
  /// Stable.
  package var code: String
  /// In English capitals, as its server worded it.
  package var message: String
  /// Whether it is what a token lets nobody past for, which is told inside the wrapper of answers.
  package var isOfToken: Bool

  /// An error from its parts.
  package init(_ status: Int, _ code: String, _ message: String, isOfToken: Bool = false) {
    self.status = status
    self.code = code
    self.message = message
    self.isOfToken = isOfToken
  }

  /// The document. A fault of a token tells the time.
  package func bytes(at time: Timestamp) -> [UInt8] {
    isOfToken ? PartyQuestAnswer(TokenFault(fault: self), .unauthorized, at: time).bytes : plainBytes
  }

  /// The document outside of the wrapper.
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

/// What stands in the wrapper: here the status is a text and the code has another key.
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
  /// Somebody has signed up with the address.
  package static let emailDuplicated = PartyQuestFault(409, "MEMBER-ERR-409", "EMAIL DUPLICATED")
  /// Somebody has the nickname. Its server let any number of people have one.
  package static let nicknameDuplicated = PartyQuestFault(409, "MEMBER-ERR-409", "NICKNAME DUPLICATED")
  /// There is no such account.
  package static let memberUnknown = PartyQuestFault(400, "MEMBER-NOT_FOUND-ERR-400", "MEMBER NOT FOUND")
  /// The password or the secret is missing, wrong, or too weak for a new account.
  package static let passwordWrong = PartyQuestFault(400, "MEMBER-PASSWORD-ERR-400", "BAD REQUEST PASSWORD")
  /// Nobody comes in by this provider, or not into this account.
  package static let providerRefused = PartyQuestFault(400, "MEMBER-OAUTH2LOGIN-ERR-400", "OAUTH2 BAD RESPONSE")
  /// There is no such party for whoever asks.
  package static let partyUnknown = PartyQuestFault(400, "PARTY-NOT_FOUND-ERR-400", "PARTY NOT FOUND")
  /// Whoever applies has applied, or is in it.
  package static let applicationDuplicate = PartyQuestFault(
    409, "PARTY-APPLICATION-ERR-409", "PARTY APPLICATION DUPLICATE")
  /// Whoever asks is not in the party, or what is asked of members cannot be done with these.
  package static let memberError = PartyQuestFault(400, "PARTY-MEMBER-400", "PARTY MEMBER ERROR")
  /// Somebody who is named is neither in the party nor before its door.
  package static let notPartyMember = PartyQuestFault(401, "PARTY-MEMBER-401", "NOT PARTY MEMBER")
  /// What is said of a quest is not right.
  package static let questInput = PartyQuestFault(400, "QUEST-INPUT-ERROR-400", "QUEST INPUT ERROR")
  /// Whoever asks may not.
  package static let accessDenied = PartyQuestFault(401, "SECURITY-ACCESS-DENIED-401", "SECURITY ACCESS DENIED")
  /// There is no token.
  package static let tokenMissing = PartyQuestFault(
    401, accessDenied.code, accessDenied.message, isOfToken: true)
  /// The token is unreadable, of nobody, or ended. (Its server had another code for tokens that are signed in no way it
  /// knew; here these are as unreadable as any other text.)
  package static let tokenMalformed = PartyQuestFault(
    401, "AUTH-JWT-TOKEN-MALFORMED-401", "MALFORMED JWT TOKEN", isOfToken: true)
  /// The token has expired.
  package static let tokenExpired = PartyQuestFault(
    401, "AUTH-JWT-TOKEN-EXPIRED-401", "EXPIRED JWT TOKEN", isOfToken: true)
  /// An access token is shown where a refresh token is needed.
  package static let tokenOfWrongType = PartyQuestFault(
    401, "AUTH-JWT-TOKEN-WRONG_TYPE-401", "WRONG TYPE JWT TOKEN", isOfToken: true)
  /// There is nothing at this path.
  package static let pathUnknown = PartyQuestFault(404, "COMMON-ERR-404", "PAGE NOT FOUND")
  /// Our own fault.
  package static let ours = PartyQuestFault(500, "COMMON-ERR-500", "INTERNAL SERVER ERROR")
  /// Something is not right. The contract has no word for it: its server answered 500, which would blame us.
  package static let badRequest = PartyQuestFault(400, "COMMON-ERR-400", "BAD REQUEST")
  /// It contradicts what is there, in a way that the contract has no word for.
  package static let conflict = PartyQuestFault(409, "COMMON-ERR-409", "CONFLICT")
  /// Too often; the contract has no word for it.
  package static let rateLimited = PartyQuestFault(429, "COMMON-ERR-429", "TOO MANY REQUESTS")
}

extension PartyQuestFault {
  /// The error that a refusal is: the one table.
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
    // One answer for an unknown address and a wrong password: nobody learns here who has signed up.
    case "login-failed", "password-weak", "secret-wrong": passwordWrong
    case "field-missing", "field-invalid": field == "password" || field == "secrets" ? passwordWrong : nil
    case "provider-not-configured", "identity-email-taken": providerRefused
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
    case .unavailable: ours
    }
  }
}

import APIKit
import Contracts
import JSON
import NativeAPI

/// The schemas of PartyQuest's responses: each document, and the envelope around one document or a list.
extension Schemas {
  static let ofPartyQuest =
    JSONValue.members([
      "PartyQuestFault": object(["status": integer, "message": text, "code": text]),
      // Token errors stand inside the envelope, other 401 errors outside of it.
      "PartyQuestFoundAnswer": .object([
        "oneOf": [named("PartyQuestPartyAnswer"), named("PartyQuestPartyListAnswer")]
      ]),
      "PartyQuestUnauthorized": .object([
        "oneOf": [named("PartyQuestTokenFaultAnswer"), named("PartyQuestFault")]
      ]),
    ])
    + documents.flatMap { name, schema in
      [
        JSONMember(key: "PartyQuest\(name)", value: schema),
        JSONMember(key: "PartyQuest\(name)Answer", value: wrapper(named("PartyQuest\(name)"))),
      ]
    }
    + ["Party", "Membership", "Member", "Quest"].map { name in
      JSONMember(key: "PartyQuest\(name)ListAnswer", value: wrapper(list(named("PartyQuest\(name)"))))
    }

  private static func wrapper(_ element: JSONValue) -> JSONValue {
    object(["time": text, "httpStatus": text, "data": list(element)])
  }

  private static let numbered: JSONValue = .object(["type": "integer", "minimum": 1])
  private static let grade = enumeration(PartyQuestGrade.allCases.map(\.rawValue))

  private static let documents: KeyValuePairs<String, JSONValue> = [
    "TokenFault": object(["status": text, "error_code": text, "message": text]),
    "SignUp": object(["id": numbered, "email": text]),
    "Login": object([
      "accessExpiredAt": text, "refreshExpiredAt": text, "accessToken": text, "refreshToken": text, "email": text,
    ]),
    "Account": object([
      "id": numbered, "email": text, "nickname": text, "sns": enumeration(PartyQuestLoginKind.allCases.map(\.rawValue)),
    ]),
    "MadeParty": object([
      "id": numbered, "capability": integer, "title": text, "accessCode": text, "isPublic": boolean,
    ]),
    "Party": object(
      [
        "id": numbered, "partyMaster": text, "title": text, "description": text, "capability": integer,
        "thumbnailPath": text,
      ], optional: ["description"]),
    "Membership": object([
      "partyID": numbered, "partyThumbnailPath": text, "partyTitle": text, "partyMaster": text, "memberGrade": grade,
      "partyMemberCnt": integer,
    ]),
    "Application": object(["userPartyId": numbered, "userId": numbered, "partyId": numbered]),
    "Member": object([
      "partyID": numbered, "userID": numbered, "filePath": text, "registered": boolean, "nickname": text,
      "grade": grade,
    ]),
    "MadeQuest": object([
      "id": numbered, "title": text, "description": text, "startTime": text, "endTime": text,
      "type": enumeration(PartyQuestKind.allCases.map(\.rawValue)), "complete": boolean,
    ]),
    "Quest": object([
      "questID": numbered, "title": text, "description": text, "startTime": text, "endTime": text, "complete": boolean,
      "writer": text,
    ]),
  ]
}

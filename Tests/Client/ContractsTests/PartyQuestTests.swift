import Basics
import Contracts
import JSON
import Support
import Testing
import Workload

@Suite("The documents of PartyQuest")
struct PartyQuestDocumentTests {
  @Test(
    "Korean times are written and read",
    arguments: [
      ("2026-11-20T10:00:30.999Z", "2026-11-20 19:00:30"), ("2026-12-31T15:00:00Z", "2027-01-01 00:00:00"),
      ("1988-07-01T00:00:00Z", "1988-07-01 09:00:00"), ("1970-01-01T00:00:00Z", "1970-01-01 09:00:00"),
      ("9999-12-31T14:59:59Z", "9999-12-31 23:59:59"),
    ])
  func times(_ utc: String, _ korean: String) throws {
    let instant = try #require(Timestamp(rfc3339: utc))
    #expect(PartyQuestTime.text(instant) == korean)
    let second = instant.milliseconds / 1000
    #expect(PartyQuestTime.instant(of: korean) == Timestamp(seconds: second))
    #expect(PartyQuestTime.instant(of: korean.replacing(" ", with: "T")) == Timestamp(seconds: second))
  }

  @Test("Instants of the year 10000 in Korea are written as the last second of 9999")
  func lastHours() throws {
    for utc in ["9999-12-31T15:00:00Z", "9999-12-31T23:59:59.999Z"] {
      #expect(PartyQuestTime.text(try #require(Timestamp(rfc3339: utc))) == "9999-12-31 23:59:59")
    }
  }

  @Test(
    "Invalid times are rejected",
    arguments: [
      "", "2026-11-20", "2026-11-20 19:00", "2026-11-20 19:00:30Z", "2026-11-20T19:00:30+09:00", "2026-11-20 24:00:00",
      "2026-02-29 00:00:00", "2026-11-20  9:00:00", "2026-11-20_19:00:30", "1970-01-01 08:59:59", "0000-01-01 00:00:00",
      "２026-11-20 19:00", "2026-11-20 19:00:3०",
    ])
  func noTimes(_ text: String) { #expect(PartyQuestTime.instant(of: text) == nil) }

  @Test("Random times in whole seconds survive writing and reading")
  func roundTrip() {
    var numbers = SeededNumbers(seed: 20_261_121)
    for _ in 0..<1000 {
      let instant = Timestamp(seconds: Int64.random(in: 0..<253_402_268_400, using: &numbers))
      #expect(PartyQuestTime.instant(of: PartyQuestTime.text(instant)) == instant)
    }
  }

  @Test("A list is one element of the array in every response")
  func lists() throws {
    let time = try #require(Timestamp(rfc3339: "2026-11-20T10:00:30Z"))
    let application = PartyQuestApplication(id: ApplicationID(1), account: AccountNumber(2), party: WorkspaceID(3))
    let head = #"{"time":"2026-11-20 19:00:30","httpStatus":"OK","data":["#
    let item = #"{"userPartyId":1,"userId":2,"partyId":3}"#
    #expect(text(PartyQuestAnswer(application, at: time).bytes) == "\(head)\(item)]}")
    #expect(text(PartyQuestAnswer(list: [application, application], at: time).bytes) == "\(head)[\(item),\(item)]]}")
    #expect(text(PartyQuestAnswer(list: [PartyQuestApplication](), at: time).bytes) == "\(head)[]]}")
  }

  @Test("Quotes, backslashes and control characters of a title are escaped")
  func escaping() throws {
    let party = PartyQuestParty(
      id: WorkspaceID(1), master: "\"\\", title: "a\u{8}", description: nil, memberCount: 1, photo: nil)
    var writer = JSONWriter()
    party.write(to: &writer)
    #expect(
      text(writer.finish())
        == #"{"id":1,"partyMaster":"\"\\","title":"a\b","capability":1,"thumbnailPath":""}"#)
  }

  /// Every kind of refusal, where nothing else is said of its code.
  @Test(
    "Each area has the kinds of its refusals",
    arguments: [
      (DomainError.Kind.invalid, "COMMON-ERR-400", "COMMON-ERR-400", "QUEST-INPUT-ERROR-400"),
      (.tooLarge, "COMMON-ERR-400", "COMMON-ERR-400", "QUEST-INPUT-ERROR-400"),
      (.notFound, "MEMBER-NOT_FOUND-ERR-400", "PARTY-NOT_FOUND-ERR-400", "QUEST-INPUT-ERROR-400"),
      (.conflict, "COMMON-ERR-409", "COMMON-ERR-409", "COMMON-ERR-409"),
      (.unprocessable, "COMMON-ERR-409", "COMMON-ERR-409", "COMMON-ERR-409"),
      (
        .unauthenticated, "AUTH-JWT-TOKEN-MALFORMED-401", "AUTH-JWT-TOKEN-MALFORMED-401", "AUTH-JWT-TOKEN-MALFORMED-401"
      ),
      (.forbidden, "SECURITY-ACCESS-DENIED-401", "SECURITY-ACCESS-DENIED-401", "SECURITY-ACCESS-DENIED-401"),
      (.rateLimited, "COMMON-ERR-429", "COMMON-ERR-429", "COMMON-ERR-429"),
      (.unavailable, "COMMON-ERR-503", "COMMON-ERR-503", "COMMON-ERR-503"),
    ])
  func kinds(_ kind: DomainError.Kind, _ auth: String, _ party: String, _ quest: String) {
    let domainError = DomainError(kind, "something", "Something.")
    let codes = [PartyQuestArea.auth, .party, .quest].map { PartyQuestFault(domainError, in: $0).code }
    #expect(codes == [auth, party, quest])
    for area in [PartyQuestArea.auth, .party, .quest] {
      let fault = PartyQuestFault(domainError, in: area)
      #expect(fault.code.hasSuffix(String(fault.status)))
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

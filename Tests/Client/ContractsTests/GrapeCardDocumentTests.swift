import Basics
import Contracts
import Foundation
import JSON
import Testing

@Suite("Cards and todos in JSON")
struct GrapeCardDocumentTests {
  private let todo = TodoID("0199c0ffee0123456789abcd")!
  private let group = TodoGroupID("0199c0ffee0123456789abce")!
  private let day = CivilDate(rfc3339: "2026-11-20")!

  /// Writes a document with the server's writer and reads it with the client's decoder.
  private func check<Document: NativeDocument>(_ document: Document, _ text: String) throws {
    #expect(String(decoding: document.bytes, as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(Document.self, from: Data(text.utf8)) == document)
    let encoded = try JSONDecoder().decode(Document.self, from: JSONEncoder().encode(document))
    #expect(encoded == document)
  }

  private var card: CardDocument {
    CardDocument(today: day, timeZone: "Asia/Seoul", hasGrape: true, fill: 10, fullBunches: 2, grapes: 20)
  }
  private static let cardText =
    #"{"today":"2026-11-20","time_zone":"Asia/Seoul","has_grape":true,"fill":10,"full_bunches":2,"grapes":20}"#

  @Test("A document that the server writes is read unchanged by clients")
  func documents() throws {
    try check(card, Self.cardText)
    try check(
      BunchListDocument(bunches: [BunchDocument(number: 1, completed: day)]),
      #"{"bunches":[{"number":1,"completed_on":"2026-11-20"}]}"#)
    try check(
      CardDayListDocument(days: [CardDayDocument(day: day, todos: 2, done: 1, hasGrape: false)]),
      #"{"days":[{"day":"2026-11-20","todos":2,"done":1,"has_grape":false}]}"#)
    let document = TodoDocument(id: todo, contents: "\"t\"", group: group, day: day, isDone: false, booth: nil)
    let text =
      #"{"id":"0199c0ffee0123456789abcd","contents":"\"t\"","group":"0199c0ffee0123456789abce","day":"2026-11-20","#
      + #""is_done":false,"booth":null}"#
    try check(document, text)
    try check(TodoListDocument(today: day, todos: [document]), #"{"today":"2026-11-20","todos":[\#(text)]}"#)
    try check(TodoOutcomeDocument(todo: document, card: card), #"{"todo":\#(text),"card":\#(Self.cardText)}"#)
    try check(
      TodoGroupListDocument(groups: [
        TodoGroupDocument(id: group, name: "데이트", color: "#7B4FA3", isOpen: true, isDefault: false)
      ]),
      ##"{"groups":[{"id":"0199c0ffee0123456789abce","name":"데이트","color":"#7B4FA3","is_open":true,"is_default":false}]}"##
    )
  }

  @Test("A removed booth is null in JSON, and an unchanged one is absent")
  func booths() throws {
    for (change, json) in [
      (TodoChangeRequest(contents: "t"), JSONValue.object(["contents": "t"])),
      (TodoChangeRequest(booth: .some(nil)), .object(["booth": .null])),
      (TodoChangeRequest(booth: BoothID(7)), .object(["booth": 7])),
      (TodoChangeRequest(day: day), .object(["day": "2026-11-20"])),
    ] {
      #expect(try JSONReader.value(of: Array(JSONEncoder().encode(change))) == json)
      #expect(try JSONDecoder().decode(TodoChangeRequest.self, from: Data(json.bytes)) == change)
    }
  }

  @Test("An invalid day is rejected")
  func malformedDay() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(BunchDocument.self, from: Data(#"{"number":1,"completed_on":"2026-02-30"}"#.utf8))
    }
  }
}

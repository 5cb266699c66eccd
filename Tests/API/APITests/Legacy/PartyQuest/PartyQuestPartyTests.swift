import APIKit
import Basics
import Chat
import Foundation
import LegacyAPI
import NativeAPI
import StandardsAPI
import Support
import Testing

@Suite("Parties and quests of PartyQuest")
struct PartyQuestPartyTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  @Test(
    "A party is made, found, joined, graded and ended, with quests in between")
  func evening() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let sora = try await PartyQuestPerson("sora", server)
    let party = try await mina.party("금요일 네컷")

    let listed = try await juno.data("GET /party?title=%EB%84%A4%EC%BB%B7")
    #expect(listed.items.map { $0["id"].int } == [party])
    for person in [juno, sora] {
      let filed = try await person.data("POST /party/application", #"{"partyId":\#(party),"partyName":"금요일 네컷"}"#)
      #expect(filed.keys == ["userPartyId", "userId", "partyId"] && filed["userPartyId"].int != nil)
      #expect(filed["userId"].int == person.number && filed["partyId"].int == party)
    }
    #expect(try await grades(mina, party) == ["mina MASTER", "juno NO_MEMBER", "sora NO_MEMBER"])
    try await mina.done(
      "PATCH /party/application", #"{"partyID":\#(party),"userID":[\#(juno.number),\#(sora.number)]}"#)
    try await mina.done(
      "PATCH /party/member", #"{"partyID":\#(party),"members":[{"memberID":\#(juno.number),"grade":"admin"}]}"#)
    #expect(try await grades(sora, party) == ["mina MASTER", "juno ADMIN", "sora MEMBER"])

    let quest = try await mina.quest("성수에서 네 컷", in: party)
    let done = try await sora.quest("찍었어요", in: party, of: quest)
    #expect(try await quests(juno, "partyID=\(party)") == [quest])
    #expect(try await quests(juno, "partyID=\(party)&complete=true") == [done])

    try await juno.done("DELETE /party/member", #"{"partyID":\#(party),"userID":[\#(sora.number)]}"#)
    #expect(try await sora.fault("GET /quest?partyID=\(party)") == "400 PARTY-MEMBER-400 PARTY MEMBER ERROR")
    try await juno.done("DELETE /party/member/my-parties?partyID=\(party)")
    #expect(try await juno.data("GET /party/my-parties").items.isEmpty)
    try await mina.done("DELETE /quest", #"{"partyID":\#(party),"questID":\#(quest)}"#)
    #expect(try await quests(mina, "partyID=\(party)&complete=true").isEmpty)
    try await mina.done("DELETE /party?partyID=\(party)")
    #expect(try await mina.fault("GET /party?id=\(party)") == "400 PARTY-NOT_FOUND-ERR-400 PARTY NOT FOUND")
    try await mina.done("DELETE /auth/member")
  }

  private func grades(_ person: PartyQuestPerson, _ party: Int, _ more: String = "") async throws -> [String] {
    try await person.data("GET /party/member?partyID=\(party)\(more)").items
      .map { "\($0["nickname"].text ?? "-") \($0["grade"].text ?? "-")" }
  }

  private func quests(_ person: PartyQuestPerson, _ query: String) async throws -> [Int] {
    try await person.data("GET /quest?\(query)").items.compactMap { $0["questID"].int }
  }

  // MARK: Parties

  @Test("A new party has its complete response and Location, and is read and listed alike")
  func shapes() async throws {
    let mina = try await PartyQuestPerson("mina", server)
    let response = try await mina.send(
      "POST /party", #"{"title":"네컷","description":"성수","isPublic":true,"fileName":"a.png","more":[]}"#)
    let created = response.json["data"][0]
    #expect(response.status == 201 && created.keys == ["id", "capability", "title", "accessCode", "isPublic"])
    #expect(created["capability"].int == 20 && created["title"].text == "네컷" && created["isPublic"].bool == true)
    #expect(created["accessCode"].text?.wholeMatch(of: /[A-Za-z0-9]{16}/) != nil)
    let whole = try await mina.data("GET \(try #require(response.headers["location"]))")
    #expect(
      whole.keys == ["id", "partyMaster", "title", "description", "capability", "thumbnailPath"]
        && whole["id"].int == created["id"].int && whole["description"].text == "성수")
    let list = try await mina.data("GET /party")
    #expect(
      list[0].keys == ["id", "partyMaster", "title", "capability", "thumbnailPath"]
        && list[0]["partyMaster"].text == "mina" && list[0]["capability"].int == 1
        && list[0]["thumbnailPath"].text == "")
    let own = try await mina.data("GET /party/my-parties")
    #expect(
      own[0].keys == [
        "partyID", "partyThumbnailPath", "partyTitle", "partyMaster", "memberGrade", "partyMemberCnt",
      ] && own[0]["memberGrade"].text == "MASTER" && own[0]["partyMemberCnt"].int == 1)
    let members = try await mina.data("GET /party/member?partyID=\(created["id"].int ?? 0)")
    #expect(
      members[0].keys == ["partyID", "userID", "filePath", "registered", "nickname", "grade"]
        && members[0]["registered"].bool == true && members[0]["userID"].int == mina.number)
  }

  @Test("Parties are filtered by title, master and both, newest first")
  func filters() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let (first, second) = (try await mina.party("Four cuts"), try await juno.party("four walls"))
    let third = try await mina.party("벽")
    let searches: [(String, [Int])] = [
      ("", [third, second, first]), ("?title=FOUR", [second, first]), ("?master=MINA", [third, first]),
      ("?title=four&master=juno", [second]), ("?title=four&id=\(first)", [first]), ("?title=four&id=\(third)", []),
      ("?master=mina&id=\(second)", []), ("?title=nothing", []), ("?page=2&title=walls", [second]),
      ("?title=four&id=999999999999999999", []),
    ]
    for (query, parties) in searches {
      #expect(try await juno.data("GET /party\(query)").items.map { $0["id"].int } == parties, "\(query)")
    }
  }

  @Test("A long list begins with the newest, across its pages")
  func longList() async throws {
    let mina = try await PartyQuestPerson("mina", server)
    var created: [Int] = []
    let parties = server.backend.services.parties
    for number in 0..<100 {
      created.append(
        Int(
          try await parties.make(.init(name: "p \(number)"), isPublic: true, by: mina.account).party.workspace.id
            .value))
    }
    let juno = try await PartyQuestPerson("juno", server)
    created.append(try await juno.party("last"))
    #expect(try await mina.data("GET /party").items.compactMap { $0["id"].int } == created.reversed())
  }

  @Test("Admins change a party's title and description separately")
  func change() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let party = try await mina.party("네컷")
    try await mina.done("PATCH /party", #"{"partyID":\#(party),"description":"성수"}"#)
    try await mina.done("PATCH /party", #"{"partyID":\#(party),"title":"다섯컷"}"#)
    try await mina.done("PATCH /party", #"{"partyID":\#(party),"title":null}"#)
    let seen = try await mina.data("GET /party?id=\(party)")
    #expect(seen["title"].text == "다섯컷" && seen["description"].text == "성수")
    let denied = "401 SECURITY-ACCESS-DENIED-401 SECURITY ACCESS DENIED"
    #expect(try await juno.fault("PATCH /party", #"{"partyID":\#(party),"title":"x"}"#) == denied)
    try await juno.join(party, of: mina)
    #expect(try await juno.fault("PATCH /party", #"{"partyID":\#(party),"title":"x"}"#) == denied)
    #expect(try await juno.fault("DELETE /party?partyID=\(party)") == denied)
  }

  @Test("The caller's uploaded photo becomes the party's; any other value is ignored")
  func thumbnails() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    var form = OldForm()
    form.file("files", named: "a.jpg", "image/jpeg", OldFile.jpeg())
    let uploaded = try await server.send(
      OldRequest(
        "POST /api/photos", [("Content-Type", form.contentType), ("Authorization", "Bearer \(mina.token)")], form.body
      ))
    let photo = try #require(uploaded.json["photos"][0]["name"].text)
    for (person, name, path) in [(mina, photo, "/api/photos/\(photo)"), (juno, photo, ""), (mina, "../../etc", "")] {
      let created = try await person.data(
        "POST /party", #"{"title":"\#(path.count)\#(name.count)","isPublic":true,"fileName":"\#(name)"}"#, status: 201
      )
      let seen = try await person.data("GET /party?id=\(created["id"].int ?? 0)")
      #expect(seen["thumbnailPath"].text == path)
    }
    #expect(try await server.send(OldRequest("GET /api/photos/\(photo)", [])).status == 200)
  }

  // MARK: Privacy

  @Test("A private party is not found: in lists, by its number, for applications, members and quests")
  func privacy() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let created = try await mina.data("POST /party", #"{"title":"비밀"}"#, status: 201)
    let party = try #require(created["id"].int)
    #expect(created["isPublic"].bool == false)
    let unknown = "400 PARTY-NOT_FOUND-ERR-400 PARTY NOT FOUND"
    for (line, json) in lines(party, juno.number) {
      #expect(try await juno.fault(line, json) == unknown, "\(line)")
      let nowhere = lines(party + 1, juno.number).first {
        $0.line.split(separator: "?")[0] == line.split(separator: "?")[0]
      }
      #expect(try await juno.fault(nowhere?.line ?? "-", nowhere?.json) == unknown, "\(line)")
    }
    for query in ["", "?title=%EB%B9%84%EB%B0%80", "?title=%EB%B9%84%EB%B0%80&id=\(party)", "?master=mina"] {
      #expect(try await juno.data("GET /party\(query)").items.isEmpty)
    }
    #expect(try await mina.data("GET /party").items.isEmpty)
    #expect(try await mina.data("GET /party?id=\(party)")["title"].text == "비밀")
  }

  /// Everything that can be asked of one party.
  private func lines(_ party: Int, _ person: Int) -> [(line: String, json: String?)] {
    [
      ("GET /party?id=\(party)", nil), ("GET /party?id=\(party)&accessCode=0123456789abcdef", nil),
      ("PATCH /party", #"{"partyID":\#(party),"title":"x"}"#), ("DELETE /party?partyID=\(party)", nil),
      ("POST /party/application", #"{"partyId":\#(party),"partyName":"비밀"}"#),
      ("PATCH /party/application", #"{"partyID":\#(party),"userID":[\#(person)]}"#),
      ("GET /party/member?partyID=\(party)", nil),
      ("PATCH /party/member", #"{"partyID":\#(party),"members":[{"memberID":\#(person),"grade":"ADMIN"}]}"#),
      ("DELETE /party/member/my-parties?partyID=\(party)", nil),
      ("POST /quest", #"{"partyID":\#(party),"title":"t","type":"NOTIFICATION"}"#),
      ("GET /quest?partyID=\(party)", nil), ("PATCH /quest", #"{"partyID":\#(party),"questID":1,"title":"t"}"#),
      ("DELETE /quest", #"{"partyID":\#(party),"questID":1}"#),
    ]
  }

  @Test("With its access code a private party can be seen and applied to")
  func accessCode() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let created = try await mina.data("POST /party", #"{"title":"비밀","isPublic":false}"#, status: 201)
    let (party, code) = (try #require(created["id"].int), try #require(created["accessCode"].text))
    #expect(try await juno.data("GET /party?id=\(party)&accessCode=\(code)")["title"].text == "비밀")
    _ = try await juno.data("POST /party/application", #"{"partyId":\#(party),"accessCode":"\#(code)"}"#)
    #expect(try await juno.data("GET /party/my-parties")[0]["memberGrade"].text == "NO_MEMBER")
    #expect(try await juno.fault("GET /party/member?partyID=\(party)") == "400 PARTY-MEMBER-400 PARTY MEMBER ERROR")
  }

  @Test("E-mail addresses of other people are not shown")
  func addresses() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let party = try await mina.party("네컷")
    try await juno.join(party, of: mina)
    for line in [
      "GET /party", "GET /party?id=\(party)", "GET /party/member?partyID=\(party)", "GET /party/my-parties",
    ] {
      #expect(try await juno.send(line).text.contains("@") == false, "\(line)")
    }
  }

  // MARK: Members

  @Test("Applicants are shown to admins only, and grades can be filtered in any case")
  func members() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let sora = try await PartyQuestPerson("sora", server)
    let party = try await mina.party("네컷")
    try await juno.join(party, of: mina)
    _ = try await sora.data("POST /party/application", #"{"partyId":\#(party)}"#)
    #expect(try await grades(mina, party, "&grade=no_member") == ["sora NO_MEMBER"])
    #expect(try await grades(mina, party, "&grade=Member") == ["juno MEMBER"])
    #expect(try await grades(juno, party) == ["mina MASTER", "juno MEMBER"])
    #expect(try await grades(juno, party, "&grade=NO_MEMBER").isEmpty)
    let asked = try await mina.data("GET /party/member?partyID=\(party)&grade=NO_MEMBER")
    #expect(asked[0]["registered"].bool == false && asked[0]["userID"].int == sora.number)
    try await mina.done("DELETE /party/member", #"{"partyID":\#(party),"userID":[\#(sora.number)]}"#)
    #expect(try await sora.data("GET /party/my-parties").items.isEmpty)
  }

  @Test("A party is handed over by making another member its master")
  func handingOver() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let party = try await mina.party("네컷")
    try await juno.join(party, of: mina)
    #expect(
      try await mina.fault("DELETE /party/member/my-parties?partyID=\(party)")
        == "400 PARTY-MEMBER-400 PARTY MEMBER ERROR")
    try await mina.done(
      "PATCH /party/member", #"{"partyID":\#(party),"members":[{"memberID":\#(juno.number),"grade":"MASTER"}]}"#)
    #expect(try await mina.data("GET /party?id=\(party)")["partyMaster"].text == "juno")
    try await mina.done("DELETE /party/member/my-parties?partyID=\(party)")
    #expect(try await grades(juno, party) == ["juno MASTER"])
  }

  // MARK: Quests

  @Test("A quest has its complete response, with Korean times in either form, and its Location")
  func questShapes() async throws {
    let mina = try await PartyQuestPerson("mina", server)
    let party = try await mina.party("네컷")
    let response = try await mina.send(
      "POST /quest",
      """
      {"partyID":\(party),"questID":null,"title":"네 컷","description":"두 장씩","startTime":"2026-11-20 19:30:00",
      "endTime":"2026-11-21T02:00:00","type":"notification","more":{}}
      """)
    let created = response.json["data"][0]
    #expect(
      response.status == 201
        && created.keys == ["id", "title", "description", "startTime", "endTime", "type", "complete"])
    #expect(created["startTime"].text == "2026-11-20 19:30:00" && created["endTime"].text == "2026-11-21 02:00:00")
    #expect(created["type"].text == "NOTIFICATION" && created["complete"].bool == false)
    let quest = try await server.backend.services.parties.quest(
      QuestID(Int64(try #require(created["id"].int))), in: WorkspaceID(Int64(party)), for: mina.account)
    #expect(quest.content.startsAt == Timestamp(rfc3339: "2026-11-20T10:30:00Z"))
    let listed = try await mina.data("GET \(try #require(response.headers["location"]))")
    #expect(
      listed.items.count == 1
        && listed[0].keys == ["questID", "title", "description", "startTime", "endTime", "complete", "writer"]
        && listed[0]["questID"].int == created["id"].int && listed[0]["writer"].text == "mina")
    let open = try await mina.data(
      "POST /quest", #"{"partyID":\#(party),"title":"언제든","type":"NOTIFICATION"}"#, status: 201)
    #expect(open["startTime"].text == "" && open["endTime"].text == "" && open["description"].text == "")
  }

  @Test("Quests are listed ten at a time, newest first, and filtered by title and writer")
  func questPages() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let party = try await mina.party("네컷")
    try await juno.join(party, of: mina)
    var created: [Int] = []
    for number in 1...12 { created.append(try await mina.quest("컷 \(number)", in: party)) }
    let newest = try await quests(juno, "partyID=\(party)")
    #expect(newest == created.suffix(10).reversed())
    #expect(try await quests(juno, "partyID=\(party)&cursorID=\(newest[9])") == created.prefix(2).reversed())
    #expect(try await quests(juno, "partyID=\(party)&size=3&cursorID=\(created[5])") == created[2...4].reversed())
    #expect(try await quests(juno, "partyID=\(party)&title=12") == [created[11]])
    #expect(try await quests(juno, "partyID=\(party)&writer=MINA&size=1") == [created[11]])
    #expect(try await quests(juno, "partyID=\(party)&writer=juno").isEmpty)
    let answer = try await juno.quest("했어요", in: party, of: created[0])
    #expect(try await quests(mina, "partyID=\(party)&complete=true&writer=juno") == [answer])
  }

  @Test("The writer changes a quest field by field, and the writer or the master removes it")
  func questChanges() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let party = try await mina.party("네컷")
    try await juno.join(party, of: mina)
    let quest = try await mina.quest("컷", in: party)
    let answer = try await juno.quest("했어요", in: party, of: quest)
    let patch = { (more: String) in #"{"partyID":\#(party),"questID":\#(answer),\#(more)}"# }
    try await juno.done("PATCH /quest", patch(#""startTime":"2026-11-20 19:00:00""#))
    try await juno.done("PATCH /quest", patch(#""title":"다시","description":"네 번째""#))
    try await juno.done("PATCH /quest", patch(#""startTime":"","endTime":"2026-11-20T20:00:00""#))
    let seen = try await mina.data("GET /quest?partyID=\(party)&complete=true")
    #expect(seen[0]["title"].text == "다시" && seen[0]["description"].text == "네 번째")
    #expect(seen[0]["startTime"].text == "" && seen[0]["endTime"].text == "2026-11-20 20:00:00")
    let input = "400 QUEST-INPUT-ERROR-400 QUEST INPUT ERROR"
    #expect(try await mina.fault("PATCH /quest", patch(#""title":"x""#)) == input)
    #expect(try await juno.fault("DELETE /quest", #"{"partyID":\#(party),"questID":\#(quest)}"#) == input)
    try await mina.done("DELETE /quest", #"{"partyID":\#(party),"questID":\#(answer)}"#)
    #expect(try await juno.fault("DELETE /quest", #"{"partyID":\#(party),"questID":\#(answer)}"#) == input)
  }
}

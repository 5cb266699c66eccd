import Basics
import Chat
import SQL
import Support
import Testing

@Suite("Quests")
struct QuestTests {
  @Test("Quests are written by the master, submitted by members, changed and removed")
  func life() async throws {
    let scene = try await PartyScene()
    let (chat, parties, people, id) = (scene.chat, scene.parties, scene.people, scene.id)
    let content = QuestContent(
      title: " 네 컷\u{1112}\u{1161}\u{11AB} ", description: "두 줄\n설명", startsAt: chat.clock.now, endsAt: chat.clock.now)
    var kept = content
    kept.title = "네 컷한"
    let notice = try await parties.addQuest(content, .notice, to: id, by: people[0])
    #expect(notice.content == kept && notice.kind == .notice && !notice.isComplete && notice.party == id)
    #expect(notice.writer?.id == people[0] && notice.createdAt == chat.clock.now)
    let done = try await parties.addQuest(QuestContent(title: "찍음"), .submission(of: notice.id), to: id, by: people[3])
    #expect(done.kind == .submission(of: notice.id) && done.isComplete && done.id > notice.id)
    #expect(done.content == QuestContent(title: "찍음") && done.writer?.id == people[3])
    #expect(try await parties.quest(done.id, in: id, for: people[1]) == done)
    let changed = try await parties.change(done.id, in: id, to: content, by: people[3])
    #expect(changed.content == kept && changed.kind == done.kind && changed.createdAt == done.createdAt)
    let emptied = try await parties.change(done.id, in: id, to: QuestContent(title: "찍음"), by: people[3])
    #expect(emptied == done)
    try await parties.remove(notice.id, from: id, by: people[0])
    // What was submitted of it goes with it, and other quests stay.
    let left = try await parties.quests(of: id, QuestSearch(), before: nil, limit: 9, for: people[0])
    #expect(left.map(\.id) == [scene.own, scene.submitted, scene.notice])
    let next = try await parties.addQuest(content, .notice, to: id, by: people[0])
    #expect(next.id > done.id)
  }

  @Test(
    "A quest that breaks a rule is refused with its field and stores nothing",
    arguments: [
      ("title-invalid", "title", QuestContent(title: "")),
      ("title-invalid", "title", QuestContent(title: " \u{200B}")),
      ("title-invalid", "title", QuestContent(title: String(repeating: "가", count: 101))),
      ("title-invalid", "title", QuestContent(title: String(repeating: "a", count: 1_000_000))),
      ("title-invalid", "title", QuestContent(title: "a\nb")),
      (
        "description-too-long", "description",
        QuestContent(title: "a", description: String(repeating: "a", count: 2_001))
      ),
      ("text-invalid", "description", QuestContent(title: "a", description: "\u{7F}")),
      (
        "period-reversed", "ends_at",
        QuestContent(title: "a", startsAt: Timestamp(milliseconds: 1), endsAt: Timestamp(milliseconds: 0))
      ),
    ])
  func rejected(_ code: String, _ field: String, _ content: QuestContent) async throws {
    let scene = try await PartyScene()
    let before = try await scene.chat.contents()
    for domainError in [
      try await domainError { try await scene.parties.addQuest(content, .notice, to: scene.id, by: scene.people[0]) },
      try await domainError {
        try await scene.parties.change(scene.notice, in: scene.id, to: content, by: scene.people[0])
      },
    ] {
      #expect((domainError.kind, domainError.code, domainError.field) == (.invalid, code, field))
    }
    #expect(try await scene.chat.contents() == before)
  }

  @Test("A quest may have the maximum length")
  func maxLengths() async throws {
    let scene = try await PartyScene()
    let content = QuestContent(
      title: String(repeating: "😀", count: 100), description: String(repeating: "😀", count: 2_000))
    #expect(
      try await scene.parties.change(scene.notice, in: scene.id, to: content, by: scene.people[0]).content == content)
  }

  @Test(
    "Quests are found by text, writer and completion, newest first",
    arguments: [
      (QuestSearch(), [5, 4, 3, 2, 1, 0]), (QuestSearch(isComplete: false), [3, 1, 0]),
      (QuestSearch(isComplete: true), [5, 4, 2]), (QuestSearch(title: "ＦＯＵＲ"), [5, 2, 0]),
      (QuestSearch(title: "r c", isComplete: true), [2]), (QuestSearch(writer: "person 2"), [5, 2]),
      (QuestSearch(title: "%", writer: "PERSON 1"), [3]), (QuestSearch(title: "_"), []),
      (QuestSearch(title: "four", writer: "person 1", isComplete: true), []),
    ])
  func search(_ search: QuestSearch, _ expected: [Int]) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    let id = try await chat.party(of: people).workspace.id
    var made: [QuestID] = []
    let wanted: [(String, Int, of: Int?)] = [
      ("Four cuts", 0, nil), ("성수", 0, nil), ("four CUTS done", 1, 0), ("100%", 0, nil), ("done", 2, 0), ("four", 1, 3),
    ]
    for (title, writer, notice) in wanted {
      let kind = notice.map { QuestKind.submission(of: made[$0]) } ?? .notice
      made.append(
        try await chat.parties.addQuest(QuestContent(title: title), kind, to: id, by: people[writer]).id)
    }
    let elsewhere = try await chat.party("other", of: [people[0]]).workspace.id
    _ = try await chat.parties.addQuest(QuestContent(title: "four"), .notice, to: elsewhere, by: people[0])
    let all = try await chat.parties.quests(of: id, search, before: nil, limit: 100, for: people[2])
    #expect(all.map { made.firstIndex(of: $0.id) } == expected)
    var paged: [Quest] = []
    while true {
      let page = try await chat.parties.quests(of: id, search, before: paged.last?.id, limit: 2, for: people[2])
      paged += page
      if page.count < 2 { break }
    }
    #expect(paged == all)
  }

  @Test("A quest stays when its writer leaves the party, and the writer cannot change it any more")
  func leaving() async throws {
    let scene = try await PartyScene()
    try await scene.parties.leave(scene.id, by: scene.people[3])
    #expect(
      try await scene.parties.quest(scene.own, in: scene.id, for: scene.people[0]).writer?.id == scene.people[3])
    let change = {
      try await scene.parties.change(scene.own, in: scene.id, to: QuestContent(title: "a"), by: scene.people[3])
    }
    #expect(try await outcome(change) == "party-not-joined")
    try await scene.parties.remove(scene.own, from: scene.id, by: scene.people[0])
  }

  @Test("A party has at most ten thousand quests")
  func maximum() async throws {
    let scene = try await PartyScene()
    try await scene.chat.database.write { connection in
      try connection.run(
        """
        INSERT INTO quest (party_id, title, title_folded, description, created_at)
        WITH RECURSIVE counted (number) AS (SELECT 4 UNION ALL SELECT number + 1 FROM counted WHERE number < 9999)
        SELECT $1, 'a', 'a', '', 0 FROM counted
        """, [.integer(scene.id.value)])
    }
    let add = {
      try await scene.parties.addQuest(QuestContent(title: "b"), .notice, to: scene.id, by: scene.people[0])
    }
    _ = try await add()
    let domainError = try await domainError(add)
    #expect((domainError.kind, domainError.code) == (.conflict, "quests-too-many"))
  }
}

import Basics
import Chat
import SQL
import Support
import Testing

@Suite("Searching for parties")
struct PartySearchTests {
  @Test(
    "A search finds parts of names and nicknames, folded, newest first",
    arguments: [
      (nil, nil, [3, 2, 1, 0]), ("성수", nil, [2, 0]), ("ＢＯＯＴＨ", nil, [3, 1]), ("th n", nil, [1]), ("%", nil, [3]),
      ("_", nil, []), ("\\", nil, []), ("수", "N 1", [0]), (nil, "person 2", [3, 2]), (nil, "PERSON", [3, 2, 1, 0]),
      ("없음", nil, []), ("booth", "person 3", []),
    ] as [(String?, String?, [Int])])
  func matches(_ name: String?, _ master: String?, _ expected: [Int]) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    var made: [WorkspaceID] = []
    for (name, master) in [("성수동 모임", 0), ("booth night", 0), ("금요 성수", 1), ("Booth 100%", 1)] {
      made.append(try await chat.party(name, of: [people[master]]).workspace.id)
    }
    _ = try await chat.party("성수 booth", isPublic: false, of: [people[0]])
    _ = try await chat.workspace("성수 booth 2", of: [people[0]])
    let page = try await chat.parties.parties(
      PartySearch(title: name, master: master), before: nil, limit: 100, for: people[2])
    #expect(page.parties.map { made.firstIndex(of: $0.party.workspace.id) } == expected)
    #expect(page.next == nil)
  }

  @Test("A search goes on page by page, and each page has its end", arguments: 1...4)
  func pages(_ limit: Int) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    var made: [WorkspaceID] = []
    for number in 0..<6 { made.append(try await chat.party("\(number)", of: [people[0]]).workspace.id) }
    _ = try await chat.parties.apply(to: made[4], by: people[1])
    var (found, next): ([PartyView], WorkspaceID?) = ([], nil)
    repeat {
      let page = try await chat.parties.parties(PartySearch(), before: next, limit: limit, for: people[1])
      #expect(page.parties.count <= limit && !page.parties.isEmpty)
      (found, next) = (found + page.parties, page.next)
    } while next != nil
    #expect(found.map(\.party.workspace.id) == made.reversed())
    #expect(found.map(\.grade) == [nil, .applicant, nil, nil, nil, nil])
    // Where a page ended may be gone meanwhile.
    try await chat.parties.remove(made[3], by: people[0])
    let rest = try await chat.parties.parties(PartySearch(), before: made[3], limit: 9, for: people[1])
    #expect(rest.parties.map(\.party.workspace.id) == made[..<3].reversed())
  }

  @Test("A search examines a bounded number of parties at once, and finds one among ten thousand")
  func bounded() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let needle = try await chat.party("바늘", of: [people[0]]).workspace.id
    try await chat.database.write { connection in
      try connection.run(
        """
        INSERT INTO workspace (owner_id, name, name_folded, description, created_at, member_count)
        WITH RECURSIVE counted (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 10000)
        SELECT $1, 'hay', 'hay', '', 0, 1 FROM counted
        """, [.text(people[0].description)])
      try connection.run(
        "INSERT INTO party (workspace_id, is_public, access_code) SELECT id, 1, id FROM workspace WHERE id > $1",
        [.integer(needle.value)])
    }
    var (found, next, pages): ([PartyView], WorkspaceID?, Int) = ([], nil, 0)
    repeat {
      let page = try await chat.parties.parties(PartySearch(title: "늘"), before: next, limit: 9, for: people[1])
      (found, next, pages) = (found + page.parties, page.next, pages + 1)
    } while next != nil
    #expect(found.map(\.party.workspace.id) == [needle] && pages == 3)
    let hay = try await chat.parties.parties(PartySearch(title: "hay"), before: nil, limit: 2, for: people[1])
    #expect(hay.parties.count == 2 && hay.next == hay.parties[1].party.workspace.id)
  }

  @Test(
    "A search for invisible or overlong text is refused with its field",
    arguments: ["", " ", "\u{200B}", "\u{0}", String(repeating: "a", count: 101)])
  func rejected(_ text: String) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let id = try await chat.party(of: people).workspace.id
    let domainErrors = [
      try await domainError {
        try await chat.parties.parties(PartySearch(title: text), before: nil, limit: 1, for: people[0])
      },
      try await domainError {
        try await chat.parties.parties(PartySearch(master: text), before: nil, limit: 1, for: people[0])
      },
      try await domainError {
        try await chat.parties.quests(of: id, QuestSearch(title: text), before: nil, limit: 1, for: people[0])
      },
      try await domainError {
        try await chat.parties.quests(of: id, QuestSearch(writer: text), before: nil, limit: 1, for: people[0])
      },
    ]
    #expect(domainErrors.allSatisfy { $0.kind == .invalid && $0.code == "text-invalid" })
    #expect(domainErrors.map(\.field) == ["name", "master", "title", "writer"])
  }

  @Test("A search has a limit from 1 to 100", arguments: [0, -1, 101, .max])
  func limits(_ limit: Int) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let id = try await chat.party(of: people).workspace.id
    for domainError in [
      try await domainError {
        try await chat.parties.parties(PartySearch(), before: nil, limit: limit, for: people[0])
      },
      try await domainError {
        try await chat.parties.quests(of: id, QuestSearch(), before: nil, limit: limit, for: people[0])
      },
    ] {
      #expect((domainError.kind, domainError.code, domainError.field) == (.invalid, "limit-out-of-range", "limit"))
      #expect(domainError.message.contains("from 1 to 100"))
    }
  }
}

import Basics
import GrapeCard
import Support
import Testing

@Suite("Groups and todos")
struct TodoTests {
  @Test("The default group exists from the start, once, and stays")
  func defaultGroup() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    let group = try #require(try await service.groups(of: mina).first)
    #expect(group.isDefault && group.isOpen && group.name == "기본 그룹" && group.color.description == "#7B4FA3")
    #expect(await code { _ = try await service.removeGroup(group.id, by: mina) } == "todo-group-default")
    let change = TodoGroupChange(name: "나", color: GroupColor("#abCD09"), isOpen: false)
    let changed = try await service.changeGroup(group.id, change, by: mina)
    #expect(changed.name == "나" && changed.color.description == "#ABCD09" && !changed.isOpen && changed.isDefault)
    #expect(try await service.groups(of: mina) == [changed])
    #expect(try await service.changeGroup(group.id, TodoGroupChange(), by: mina) == changed)
  }

  @Test("A group is removed with its todos, and only with those")
  func removeGroup() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    let group = try await service.addGroup("운동", by: mina)
    let kept = try await service.add(TodoDraft(contents: "남는다"), by: mina).todo
    for offset in 0..<3 {
      let day = CivilDate.of("2026-11-20").adding(days: offset)
      _ = try await service.add(TodoDraft(contents: "간다", group: group.id, day: day), by: mina)
    }
    _ = try await service.removeGroup(group.id, by: mina)
    let left = try await service.todos(of: mina, from: .of("2026-11-01"), to: .of("2026-12-01")).todos
    #expect(left == [kept])
    #expect(await code { _ = try await service.removeGroup(group.id, by: mina) } == "todo-group-unknown")
    #expect(
      await code { _ = try await service.changeGroup(group.id, TodoGroupChange(), by: mina) } == "todo-group-unknown")
    #expect(
      await code { _ = try await service.add(TodoDraft(contents: "t", group: group.id), by: mina) } == "group-unknown")
    #expect(
      await code { _ = try await service.change(kept.id, TodoChange(group: group.id), by: mina) } == "group-unknown")
  }

  @Test("Todos are listed by day, open ones first, and then by the time of making")
  func order() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    var made: [TodoID] = []
    for day in ["2026-11-21", "2026-11-20", "2026-11-20", "2026-11-20"] {
      grapeCard.clock.advance(milliseconds: 1)
      made.append(try await service.add(TodoDraft(contents: "t", day: .of(day)), by: mina).todo.id)
    }
    _ = try await service.setDone(made[1], true, by: mina)
    let listed = try await service.todos(of: mina, from: .of("2026-11-20"), to: .of("2026-11-21"))
    #expect(listed.todos.map(\.id) == [made[2], made[3], made[1], made[0]] && listed.today == .of("2026-11-20"))
    #expect(try await service.todos(of: mina).todos.map(\.id) == [made[2], made[3], made[1]])
    #expect(try await service.todos(of: mina, to: .of("2026-11-21")).todos.count == 4)
    #expect(try await service.todos(of: mina, from: .of("2026-11-22")).todos.isEmpty)
  }

  @Test("Empty texts and texts with control characters are refused")
  func texts() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    let texts: [(text: String, code: String?)] = [
      ("", "empty"), (" \u{3000}", "empty"), ("a\nb", "text-invalid"), ("a\tb", "text-invalid"),
      ("a\0", "text-invalid"), ("\u{7F}", "text-invalid"), ("\u{85}x", "text-invalid"), ("\u{FFFE}", "text-invalid"),
      ("가", nil), ("👨‍👩‍👧", nil), ("עברית", nil),
    ]
    func expected(_ code: String?, _ field: String) -> String? {
      code.map { $0 == "empty" ? "\(field)-empty" : $0 }
    }
    let todo = try await service.add(TodoDraft(contents: "t"), by: mina).todo
    let group = try await service.addGroup("g", by: mina)
    for (text, domainError) in texts {
      #expect(
        await code { _ = try await service.add(TodoDraft(contents: text), by: mina) }
          == expected(domainError, "contents"))
      let change = TodoChange(contents: text)
      #expect(
        await code { _ = try await service.change(todo.id, change, by: mina) } == expected(domainError, "contents"))
      #expect(await code { _ = try await service.addGroup(text, by: mina) } == expected(domainError, "name"))
      let renaming = TodoGroupChange(name: text)
      #expect(
        await code { _ = try await service.changeGroup(group.id, renaming, by: mina) } == expected(domainError, "name"))
    }
    for (length, domainError) in [(200, nil), (201, "contents-too-long"), (1_000_000, "contents-too-long")] {
      let draft = TodoDraft(contents: String(repeating: "가", count: length))
      #expect(await code { _ = try await service.add(draft, by: mina) } == domainError)
    }
    for (length, domainError) in [(21, nil), (22, "name-too-long")] {
      #expect(
        await code { _ = try await service.addGroup(String(repeating: "가", count: length), by: mina) } == domainError)
    }
  }

  @Test("A colour is # and six hexadecimal digits")
  func colors() {
    for text in ["", "#12345", "#1234567", "123456", "#12345G", "#１２３４５６", "##12345", "#-12345", "#FFFFFF\n"] {
      #expect(GroupColor(text) == nil, "\(text)")
    }
    #expect(GroupColor("#ffaa01") == GroupColor("#FFAA01"))
  }

  @Test("There are at most 100 todos a day and 50 groups")
  func room() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    var last: TodoID?
    for _ in 0..<100 { last = try await service.add(TodoDraft(contents: "t"), by: mina).todo.id }
    let today = CivilDate.of("2026-11-20")
    #expect(await code { _ = try await service.add(TodoDraft(contents: "t"), by: mina) } == "todos-too-many")
    let before = try await service.add(TodoDraft(contents: "t", day: .of("2026-11-19")), by: mina).todo.id
    #expect(await code { _ = try await service.postpone(before, by: mina) } == "todos-too-many")
    #expect(await code { _ = try await service.change(before, TodoChange(day: today), by: mina) } == "todos-too-many")
    // Where nothing moves, a full day does not stand in the way.
    _ = try await service.change(try #require(last), TodoChange(contents: "u", day: today), by: mina)
    for _ in 1..<50 { _ = try await service.addGroup("g", by: mina) }
    #expect(await code { _ = try await service.addGroup("g", by: mina) } == "todo-groups-too-many")
  }

  @Test("Days lie between 2000 and 2199, and at most 42 are listed")
  func range() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    for (day, domainError) in [
      ("1999-12-31", "day-out-of-range"), ("2000-01-01", nil), ("2199-12-31", nil), ("2200-01-01", "day-out-of-range"),
    ] {
      #expect(
        await code { _ = try await service.add(TodoDraft(contents: "t", day: .of(day)), by: mina) } == domainError)
    }
    let last = try #require(try await service.todos(of: mina, from: .of("2199-12-31")).todos.first).id
    #expect(await code { _ = try await service.postpone(last, by: mina) } == "day-out-of-range")
    #expect(
      await code { _ = try await service.todos(of: mina, from: .of("2026-01-02"), to: .of("2026-01-01")) }
        == "days-reversed")
    #expect(await code { _ = try await service.todos(of: mina, from: .of("2026-01-01"), to: .of("2026-02-11")) } == nil)
    #expect(
      await code { _ = try await service.todos(of: mina, from: .of("2026-01-01"), to: .of("2026-02-12")) }
        == "days-too-many")
    #expect(
      await code { _ = try await service.days(.of("2026-01-01") ... .of("2026-02-12"), of: mina) } == "days-too-many")
  }

  @Test("An account can neither read nor change another account's todos and groups")
  func apart() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, juno, service) = (try await grapeCard.account(1), try await grapeCard.account(2), grapeCard.service)
    let todo = try await service.add(TodoDraft(contents: "t"), by: mina).todo
    let group = try await service.addGroup("g", by: mina)
    #expect(await code { _ = try await service.todo(todo.id, of: juno) } == "todo-unknown")
    #expect(await code { _ = try await service.setDone(todo.id, true, by: juno) } == "todo-unknown")
    #expect(await code { _ = try await service.remove(todo.id, by: juno) } == "todo-unknown")
    #expect(await code { _ = try await service.postpone(todo.id, by: juno) } == "todo-unknown")
    #expect(await code { _ = try await service.removeGroup(group.id, by: juno) } == "todo-group-unknown")
    #expect(
      await code { _ = try await service.add(TodoDraft(contents: "t", group: group.id), by: juno) } == "group-unknown")
    #expect(try await service.todos(of: juno).todos.isEmpty)
    #expect(try await service.todo(todo.id, of: mina) == todo)
  }

  @Test("The token of an account that is gone is refused")
  func gone() async throws {
    let service = try await GrapeCardUnderTest().service
    let nobody = AccountID("0123456789abcdef01234567")!
    #expect(await code { _ = try await service.card(of: nobody) } == "token-unusable")
    #expect(await code { _ = try await service.add(TodoDraft(contents: "t"), by: nobody) } == "token-unusable")
  }
}

import Accounts
import Basics
import Concurrency
import Notices
import Posts
import SQL
import Support
import Testing
import Workload

@testable import Stores

@Suite("Notices")
struct NoticeLaws {
  @Test("What is of one kind about one thing is one unread notice, with the latest people first")
  func grouping() async throws {
    let world = try await NoticesUnderTest()
    let mina = world.people[0]
    let (post, other) = (try await world.fixture.post("네컷", by: mina), try await world.fixture.post("b", by: mina))
    for person in world.people[1...4] { try await world.like(post.id, by: person) }
    try await world.like(other.id, by: world.people[1])
    _ = try await world.comment("와", on: post.id, by: world.people[1])
    let found = try await world.all(for: mina)
    #expect(found.map(\.kind) == [.comment, .like, .like])
    #expect(found.map(\.subject.post) == [post.id, other.id, post.id])
    #expect(found.map(\.count) == [1, 1, 4])
    #expect(found[2].people.map(\.id) == [world.people[4], world.people[3], world.people[2]])
    #expect(found.map(\.text) == ["와", "b", "네컷"] && found.allSatisfy { !$0.isRead })
    #expect(try await world.notices.unreadCount(for: mina) == 3)
    #expect(try await world.all(for: mina, limit: 1) == found)
    #expect(world.drain() == [AccountID](repeating: mina, count: 6))
  }

  @Test("What happens after a notice was read is another notice")
  func reading() async throws {
    let world = try await NoticesUnderTest()
    let mina = world.people[0]
    let post = try await world.fixture.post("네컷", by: mina)
    try await world.like(post.id, by: world.people[1])
    let shown = try #require(try await world.all(for: mina).first)
    try await world.like(post.id, by: world.people[2])
    // The like came after the list: nothing is read.
    #expect(try await !world.notices.markRead(upTo: shown.position, for: mina))
    #expect(try await world.notices.unreadCount(for: mina) == 1)
    try await world.read(by: mina)
    #expect(try await world.notices.unreadCount(for: mina) == 0)
    #expect(try await !world.notices.markRead(upTo: shown.position, for: mina))
    try await world.like(post.id, by: world.people[3])
    let found = try await world.all(for: mina)
    #expect(found.map(\.isRead) == [false, true] && found.map(\.count) == [1, 2])
    #expect(found[0].people.map(\.id) == [world.people[3]])
    #expect(try await world.notices.unreadCount(for: mina, since: found[0].updatedAt) == 0)
    #expect(try await world.notices.unreadCount(for: mina, since: found[1].updatedAt) == 1)
    // Nobody reads another's.
    #expect(try await !world.notices.markRead(upTo: found[0].position, for: world.people[1]))
  }

  @Test("Several comments by one person are one person, with the latest text that is left")
  func comments() async throws {
    let world = try await NoticesUnderTest()
    let (mina, juno) = (world.people[0], world.people[1])
    let post = try await world.fixture.post("네컷", by: mina)
    _ = try await world.comment("하나", on: post.id, by: world.people[2])
    let first = try await world.comment("둘", on: post.id, by: juno)
    let second = try await world.comment("셋", on: post.id, by: juno)
    var found = try await world.all(for: mina)
    #expect(found.map(\.count) == [2] && found[0].people.map(\.id) == [juno, world.people[2]])
    #expect(found[0].text == "셋")
    try await world.posts.remove(second, on: post.id, by: juno)
    #expect(try await world.all(for: mina)[0].text == "둘")
    try await world.posts.remove(first, on: post.id, by: mina)
    found = try await world.all(for: mina)
    #expect(found.map(\.text) == ["하나"] && found[0].people.map(\.id) == [world.people[2]])
  }

  @Test("What is taken back is no notice, also after it was read")
  func takenBack() async throws {
    let world = try await NoticesUnderTest()
    let (mina, juno) = (world.people[0], world.people[1])
    let post = try await world.fixture.post("네컷", by: mina)
    for _ in 1...2 {
      try await world.like(post.id, by: juno)
      try await world.like(post.id, by: juno)
      try await world.follow(mina, by: juno)
      #expect(try await world.all(for: mina).map(\.count) == [1, 1])
      try await world.read(by: mina)
      try await world.like(post.id, false, by: juno)
      _ = try await world.relations.unfollow(mina, by: juno)
      #expect(try await world.all(for: mina) == [])
    }
    // Of two likes one stays.
    for person in world.people[1...2] { try await world.like(post.id, by: person) }
    try await world.like(post.id, false, by: world.people[2])
    #expect(try await world.all(for: mina).map { $0.people.map(\.id) } == [[juno]])
    #expect(try await world.emptyNotices() == 0)
  }

  @Test("Nobody is told of what they do themselves, or of people whom they block or who block them")
  func strangers() async throws {
    let world = try await NoticesUnderTest()
    let (mina, juno, dami) = (world.people[0], world.people[1], world.people[2])
    let post = try await world.fixture.post("네컷", by: mina)
    try await world.like(post.id, by: mina)
    _ = try await world.comment("나", on: post.id, by: mina)
    #expect(try await world.all(for: mina) == [] && world.drain() == [])
    try await world.follow(mina, by: juno)
    try await world.follow(juno, by: mina)
    for person in [juno, dami] { try await world.like(post.id, by: person) }
    _ = world.drain()
    try await world.relations.block(juno, by: mina)
    let left = try await world.all(for: mina)
    #expect(left.map { $0.people.map(\.id) } == [[dami]] && left[0].count == 1)
    #expect(try await world.all(for: juno) == [])
    await #expect(throws: DomainError.postUnknown) { try await world.like(post.id, by: juno) }
    // The store does not rely on that.
    let notice = NewNotice(recipient: mina, kind: .follow, actor: juno, event: "x", instant: world.clock.now)
    for actor in [juno, mina] {
      try await world.database.write { connection in
        let writer = NoticeWriter(connection)
        var notice = notice
        notice.actor = actor
        try writer.add(notice)
        #expect(writer.recipients.isEmpty)
      }
    }
    let reversed = NewNotice(recipient: juno, kind: .follow, actor: mina, event: "x", instant: world.clock.now)
    try await world.database.write { try NoticeWriter($0).add(reversed) }
    #expect(try await world.all(for: mina) == left)
    #expect(try await world.all(for: juno) == [])
    try await world.relations.unblock(juno, by: mina)
    try await world.follow(mina, by: juno)
    #expect(try await world.all(for: mina).map(\.kind) == [.follow, .like])
  }

  @Test("A notice is removed with its post, with its recipient, and with the last person who did it")
  func removal() async throws {
    let world = try await NoticesUnderTest()
    let (mina, juno) = (world.people[0], world.people[1])
    let (post, other) = (try await world.fixture.post("a", by: mina), try await world.fixture.post("b", by: mina))
    for person in world.people[1...2] { try await world.like(post.id, by: person) }
    try await world.like(other.id, by: juno)
    _ = try await world.comment("와", on: other.id, by: juno)
    try await world.follow(mina, by: juno)
    try await world.follow(juno, by: mina)
    try await world.choose([], for: juno)
    try await withdraw(juno, from: world)
    #expect(try await world.all(for: mina).map { $0.people.map(\.id) } == [[world.people[2]]])
    #expect(try await world.count("muted_notice") == 0)
    try await world.posts.remove(post.id, by: mina)
    for table in ["notice", "notice_event"] { #expect(try await world.count(table) == 0) }
    try await world.like(other.id, by: world.people[2])
    try await withdraw(mina, from: world)
    for table in ["notice", "notice_event"] { #expect(try await world.count(table) == 0) }
  }

  private func withdraw(_ account: AccountID, from world: NoticesUnderTest) async throws {
    try await world.database.write {
      try $0.run("UPDATE account SET email = NULL, nickname = 'left' WHERE id = $1", [.text(account.description)])
      _ = try Withdrawal.run(account, at: Timestamp(milliseconds: 0), on: $0)
    }
    #expect(try await world.emptyNotices() == 0)
  }

  @Test("Notices are kept for ninety days after the last that happened")
  func pruning() async throws {
    let world = try await NoticesUnderTest()
    let mina = world.people[0]
    let posts = [try await world.fixture.post("a", by: mina).id, try await world.fixture.post("b", by: mina).id]
    for post in posts { try await world.like(post, by: world.people[1]) }
    world.clock.advance(seconds: 86_400)
    try await world.like(posts[0], by: world.people[2])
    world.clock.advance(seconds: 89 * 86_400 - 2)
    try await world.notices.removeOld()
    #expect(try await world.all(for: mina).count == 2)
    world.clock.advance(seconds: 2)
    try await world.notices.removeOld()
    #expect(try await world.all(for: mina).map(\.subject.post) == [posts[0]])
    world.clock.advance(seconds: 86_401)
    try await world.notices.removeOld()
    #expect(try await world.count("notice") == 0)
    #expect(try await world.count("notice_event") == 0)
  }

  @Test("Whom a comment or a new post names is told, with the text, unless they do not see it or learn of it anyhow")
  func mentions() async throws {
    let world = try await NoticesUnderTest()
    let (mina, juno, dami, nari) = (world.people[0], world.people[1], world.people[2], world.people[3])
    let names = [mina: "미나", juno: "Juno", dami: "dami", nari: "미나 리"]
    try await world.database.write { connection in
      for (person, name) in names {
        try connection.run(
          "UPDATE account SET nickname = $2, nickname_folded = $3 WHERE id = $1",
          [.id(person), .text(name), .text(name.lowercased())])
      }
    }
    let post = try await world.fixture.post("@juno랑 네컷, 고마워 @미나", by: mina)
    #expect(try await world.all(for: juno).map { [$0.kind.rawValue, $0.text] } == [["mention", "@juno랑 네컷, 고마워 @미나"]])
    #expect(try await world.all(for: mina).isEmpty, "nobody is told of what they do themselves")
    let comment = try await world.comment("@미나 리 @미나님 @DAMI! 나도", on: post.id, by: juno)
    // The author of the post learns of the comment.
    #expect(try await world.all(for: mina).map(\.kind) == [.comment])
    for person in [dami, nari] {
      let told = try await world.all(for: person)
      #expect(told.map(\.kind) == [.mention] && told[0].people.map(\.id) == [juno] && told[0].subject.post == post.id)
      #expect(told[0].text == "@미나 리 @미나님 @DAMI! 나도")
    }
    try await world.posts.remove(comment, on: post.id, by: juno)
    #expect(try await world.all(for: dami).isEmpty)
    // Those who do not see the post.
    try await world.relations.block(dami, by: mina)
    _ = try await world.comment("@dami", on: post.id, by: nari)
    #expect(try await world.all(for: dami).isEmpty)
    #expect(try await world.emptyNotices() == 0)
  }

  @Test("Kinds that an account does not want are not written from then on")
  func settings() async throws {
    let world = try await NoticesUnderTest()
    let (mina, juno) = (world.people[0], world.people[1])
    let post = try await world.fixture.post("네컷", by: mina)
    #expect(try await world.notices.settings(of: mina) == .standard)
    try await world.like(post.id, by: juno)
    try await world.choose([.comment, .follow], push: [.like, .follow], for: mina)
    let chosen = NoticeSettings(page: [.comment, .follow], push: [.follow], mail: [], quiet: nil)
    #expect(try await world.notices.settings(of: mina) == chosen)
    _ = world.drain()
    try await world.like(post.id, by: world.people[2])
    #expect(world.drain() == [])
    _ = try await world.comment("와", on: post.id, by: juno)
    let found = try await world.all(for: mina)
    #expect(found.map(\.kind) == [.comment, .like] && found[1].people.map(\.id) == [juno])
    try await world.choose(for: mina)
    try await world.like(post.id, by: world.people[3])
    #expect(try await world.all(for: mina)[0].count == 2)
    await #expect(throws: DomainError.callerGone) { try await world.choose([], for: .numbered(99)) }
  }

  @Test("What is unread is mailed once a day to a verified address, by kinds that are chosen")
  func mails() async throws {
    let world = try await NoticesUnderTest()
    let (mina, juno) = (world.people[0], world.people[1])
    let posts = [try await world.fixture.post("하나", by: mina).id, try await world.fixture.post("둘", by: mina).id]
    try await world.like(posts[0], by: juno)
    world.clock.advance(seconds: 1)
    let quiet = QuietHours(from: TimeOfDay(minutes: 0)!, until: TimeOfDay(minutes: 600)!, in: "Asia/Seoul")
    try await world.choose(mail: [.like, .comment], quiet: quiet, for: mina)
    for post in posts { try await world.like(post, by: world.people[2]) }
    for text in ["와", "오"] { _ = try await world.comment(text, on: posts[0], by: juno) }
    try await world.follow(mina, by: juno)
    func mails() async throws -> [String] {
      try await world.database.read { connection in
        var found: [String] = []
        try connection.each("SELECT kind, address, detail FROM mail ORDER BY created_at, id", []) { row in
          found.append("\(row.text(0)) \(row.text(1)) \(row.text(2))")
        }
        return found
      }
    }
    // Nine o'clock is in the quiet hours: 17 hours after five in the afternoon.
    world.clock.advance(seconds: 16 * 3600)
    #expect(try await !world.notices.queueMails())
    world.clock.advance(seconds: 3600)
    #expect(try await !world.notices.queueMails(), "the address is not verified")
    try await world.database.write {
      try $0.run(
        "UPDATE account SET email = 'mina@example.com', email_verified_at = 1, language = 'en' WHERE id = $1",
        [.id(mina)])
    }
    world.clock.advance(seconds: 86_400)
    #expect(try await !world.notices.queueMails(), "the last mail has told of them, had there been an address")
    _ = try await world.comment("와", on: posts[1], by: juno)
    for post in posts { try await world.like(post, by: world.people[3]) }
    world.clock.advance(seconds: 86_400)
    let due = try #require(try await SQLNoticeStore(world.database).dueDigest(at: world.clock.now))
    #expect(try await world.notices.queueMails())
    #expect(try await !world.notices.queueMails())
    // Another process had read that it was due.
    #expect(try await !SQLNoticeStore(world.database).queueMail(due, next: nil, at: world.clock.now))
    let expected = "notices mina@example.com \(mina) Likes: 2 · Comments: 1"
    #expect(try await mails() == [expected])
    try await world.read(by: mina)
    world.clock.advance(seconds: 86_400)
    #expect(try await !world.notices.queueMails(), "everything was read")
    try await world.notices.stopMail(for: mina)
    try await world.like(posts[0], by: world.people[4])
    world.clock.advance(seconds: 86_400)
    #expect(try await !world.notices.queueMails())
    #expect(try await world.notices.settings(of: mina).quiet == quiet)
  }

  @Test("Pages of a random life are complete and in order, whatever their size", arguments: [1, 2, 7])
  func pages(_ limit: Int) async throws {
    let world = try await NoticesUnderTest()
    var numbers = SeededNumbers(seed: 3)
    var posts: [PostID] = []
    for person in world.people { posts.append(try await world.fixture.post("p", by: person).id) }
    for _ in 0..<120 {
      // Sometimes nothing passes between two likes.
      world.clock.advance(milliseconds: Int64.random(in: 0...1, using: &numbers))
      let post = posts.randomElement(using: &numbers)!
      let person = world.people.randomElement(using: &numbers)!
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: try await world.read(by: person)
      case 1: _ = try await world.posts.comment("c", on: post, by: person)
      default: _ = try await world.posts.like(post, .toggle, by: person)
      }
    }
    for person in world.people {
      let found = try await world.all(for: person, limit: limit)
      #expect(found == (try await world.all(for: person)) && !found.isEmpty)
      #expect(zip(found, found.dropFirst()).allSatisfy { ($0.updatedAt, $0.id) > ($1.updatedAt, $1.id) })
      let unread = found.filter { !$0.isRead }
      #expect(try await world.notices.unreadCount(for: person) == unread.count)
      #expect(Set(unread.map { "\($0.kind) \($0.subject)" }).count == unread.count)
      #expect(found.allSatisfy { $0.count >= $0.people.count && !$0.people.isEmpty })
    }
    #expect(try await world.emptyNotices() == 0)
  }

  @Test("Likes at the same time are one notice, and none is lost")
  func races() async throws {
    let world = try await NoticesUnderTest(people: 12)
    let mina = world.people[0]
    let post = try await world.fixture.post("네컷", by: mina)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for person in world.people.dropFirst() {
        group.addTask { _ = try await world.posts.like(post.id, .set(true), by: person) }
      }
      try await group.waitForAll()
    }
    #expect(try await world.all(for: mina).map(\.count) == [11])
    #expect(world.drain() == [AccountID](repeating: mina, count: 11))
  }

  @Test("A change that fails leaves no notice and announces none")
  func rolledBack() async throws {
    struct Fault: Error {}
    let world = try await NoticesUnderTest()
    let (mina, juno) = (world.people[0], world.people[1])
    let notice = NewNotice(
      recipient: mina, kind: .follow, actor: juno, event: juno.description, instant: world.clock.now)
    let announce: NoticeAnnouncement = { account in world.announced.withLock { $0.append(account) } }
    await #expect(throws: Fault.self) {
      try await world.database.write(announcing: announce) { _, notices in
        try notices.add(notice)
        throw Fault()
      }
    }
    #expect(try await world.all(for: mina) == [] && world.drain() == [])
  }

  @Test("Reporters are told whether the reported content was removed")
  func reports() async throws {
    let world = try await NoticesUnderTest()
    let mina = world.people[0]
    let (bad, good) = (try await world.fixture.post("광고", by: mina), try await world.fixture.post("네컷", by: mina))
    var filed: [ReportID] = []
    for post in [bad, good] {
      for person in world.people[1...2] {
        filed.append(try await world.reports.report(.post(post.id), .spam, note: "", by: person).id)
      }
    }
    _ = world.drain()
    world.clock.advance(seconds: 1)
    _ = try await world.reports.close(filed[2], removing: false)
    world.clock.advance(seconds: 1)
    let closed = try await world.reports.close(filed[0], removing: true)
    #expect(closed.isRemoved && closed.closedAt == world.clock.now)
    for person in world.people[1...2] {
      let found = try await world.all(for: person)
      #expect(found.map(\.kind) == [.reportDecision, .reportDecision] && found.map(\.isAccepted) == [true, false])
      #expect(found.allSatisfy { $0.people.isEmpty && $0.count == 1 && $0.text.isEmpty })
    }
    #expect(try await world.all(for: mina) == [])
    #expect(world.drain() == [1, 1, 2, 2].map { world.people[$0] })
  }

  @Test("A list of notices takes two statements, and the number of unread ones one")
  func statements() async throws {
    let world = try await NoticesUnderTest()
    let mina = world.people[0]
    for number in 0..<30 {
      let post = try await world.fixture.post("\(number)", by: mina).id
      for person in world.people[1...2] { try await world.like(post, by: person) }
    }
    let counted = CountedDatabase(world.database)
    let store = SQLNoticeStore(counted)
    let request = try PageRequest(limit: 20)
    let page = try await counted.expect(2) { try await store.page(of: mina, request) }
    #expect(page.items.count == 20 && page.next != nil && page.items.allSatisfy { $0.count == 2 })
    let count = try await counted.expect(1) {
      try await store.unreadCount(for: mina, since: Timestamp(milliseconds: 0))
    }
    #expect(count == 30)
    _ = try await counted.expect(1) { try await store.page(of: world.people[1], request) }
  }
}

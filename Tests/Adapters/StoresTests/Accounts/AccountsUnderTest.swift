import Accounts
import Basics
import Chat
import Payments
import Posts
import SQL
import Stores
import Support
import Testing
import Workload

/// A few people over a real database who do at random whatever can be done, each leaving their nickname in every text.
struct AccountsUnderTest: Sendable {
  let fixture: PostsUnderTest
  let accounts: any AccountStore
  let sessions: SQLSessionStore
  let relations: any RelationStore
  let payments: any PaymentStore
  let keys: any IdempotencyStore
  let chats: ChatService
  let parties: PartyService
  let people: [Account]

  init(people count: Int = 6) async throws {
    fixture = try await PostsUnderTest()
    accounts = SQLAccountStore(fixture.database)
    sessions = SQLSessionStore(fixture.database)
    relations = SQLRelationStore(fixture.database)
    payments = SQLPaymentStore(fixture.database)
    keys = SQLIdempotencyStore(fixture.database)
    let clock = fixture.clock
    chats = ChatService(store: SQLChatStore(fixture.database), bus: LocalEventBus(), clock: { clock.now })
    parties = PartyService(chat: chats, random: seededBytes(12))
    let random = seededBytes(11)
    var people: [Account] = []
    for number in 0..<count {
      let account = Account(
        id: AccountID(at: fixture.clock.now, random: random), email: try EmailAddress("person\(number)@example.com"),
        nickname: try Nickname("사람\(number)번"), bio: "나는 사람\(number)번", phone: "사람\(number)번 전화",
        createdAt: fixture.clock.now)
      try await accounts.add(account, passwordHash: "hash of person\(number)@example.com", mail: nil)
      people.append(account)
    }
    self.people = people
  }

  /// Performs `steps` random actions, the same for the same seed.
  func live(steps: Int, seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    var posts: [PostID] = []
    for step in 0..<steps {
      fixture.clock.advance(milliseconds: 1)
      let person = people[Int.random(in: 0..<people.count, using: &numbers)]
      let other = people[Int.random(in: 0..<people.count, using: &numbers)]
      do {
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0, 1: posts.append(try await post(by: person, step))
        case 2: try await openSession(of: person, step)
        case 3: _ = try await relations.follow(other.id, by: person.id, at: fixture.clock.now)
        case 4 where step % 5 == 0: try await relations.block(other.id, by: person.id, at: fixture.clock.now)
        case 9: try await gather(person, other)
        case 10: try await exchangeMessages(person, with: other, step)
        case 11: try await celebrate(person, with: other)
        case _ where posts.isEmpty: break
        case 5: _ = try await fixture.posts.like(posts.randomElement(using: &numbers)!, .toggle, by: person.id)
        case 6: try await buy(posts.randomElement(using: &numbers)!, by: person, step)
        case 7: try await report(posts.randomElement(using: &numbers)!, by: person)
        default: try await comment(on: posts.randomElement(using: &numbers)!, by: person)
        }
      } catch is DomainError {
        // Whoever is blocked, follows already or reports themselves is refused: that is life, too.
      }
    }
  }

  private func post(by person: Account, _ step: Int) async throws -> PostID {
    let photo = try await fixture.photo(step, by: person.id)
    return try await fixture.post("\(person.nickname)의 글 #\(person.nickname)", by: person.id) { content in
      content.title = "\(person.nickname)의 제목"
      content.photos = [photo]
      content.notes[1] = "\(person.nickname)"
    }.id
  }

  private func comment(on post: PostID, by person: Account) async throws {
    let comment = try await fixture.posts.comment("\(person.nickname)의 댓글", on: post, by: person.id)
    guard let other = people.first(where: { $0.id != person.id }) else { return }
    _ = try await fixture.reports.report(
      .comment(comment.id, on: post), .other, note: "\(other.nickname)의 신고", by: other.id)
  }

  private func report(_ post: PostID, by person: Account) async throws {
    _ = try await fixture.reports.report(.post(post), .spam, note: "\(person.nickname)의 신고", by: person.id)
  }

  /// A workspace of somebody's own, to which they take another and invite a third.
  private func gather(_ person: Account, _ other: Account) async throws {
    guard let email = other.email?.description else { return }
    guard let own = try await chats.workspaces(of: person.id).first(where: { $0.owner == person.id }) else {
      _ = try await chats.makeWorkspace(WorkspaceContent(name: "작업실"), by: person.id)
      return
    }
    try await chats.invite(email, of: other.id, to: own.id, by: person.id)
    _ = try await chats.makeLink(to: own.id, by: person.id)
    if fixture.clock.now.milliseconds % 2 == 1 { try await chats.answer(own.id, accepting: true, by: other.id) }
  }

  /// A party of somebody's own: another applies to it, and at other times is taken in, made an admin, and submits what
  /// is to be done.
  private func celebrate(_ person: Account, with other: Account) async throws {
    guard let own = try await parties.parties(of: person.id).first(where: { $0.grade == .master }) else {
      _ = try await parties.make(WorkspaceContent(name: "잔치"), isPublic: true, by: person.id)
      return
    }
    let id = own.party.workspace.id
    let words = { (writer: String) in QuestContent(title: "\(writer)의 일", description: writer) }
    let notice = try await parties.addQuest(words("\(person.nickname)"), .notice, to: id, by: person.id)
    if let guest = try await parties.members(of: id, grade: .applicant, for: person.id).first?.person {
      try await parties.accept([guest.id], into: id, by: person.id)
      try await parties.grade([guest.id: .admin], in: id, by: person.id)
      _ = try await parties.addQuest(words(guest.nickname), .submission(of: notice.id), to: id, by: guest.id)
    }
    _ = try await parties.apply(to: id, by: other.id)
  }

  private func exchangeMessages(_ person: Account, with other: Account, _ step: Int) async throws {
    guard let workspace = try await chats.workspaces(of: person.id).first else { return }
    let content = ChannelContent(name: "\(step)")
    let channel =
      step % 2 == 0
      ? try await chats.makeChannel(content, .closed, in: workspace.id, by: person.id)
      : try await chats.directRoom(with: other.id, in: workspace.id, by: person.id)
    let photo = try await fixture.photo(1_000 + step, by: person.id)
    for channel in try await chats.channels(of: workspace.id, for: person.id, direct: false).prefix(1) + [channel] {
      _ = try await chats.send(
        "\(person.nickname)의 말", photos: [photo], key: "\(person.id).\(step)", in: channel.channel.id, by: person.id)
    }
  }

  private func buy(_ post: PostID, by person: Account, _ step: Int) async throws {
    let now = fixture.clock.now
    let order = Order(
      id: OrderID(at: now, random: seededBytes(UInt64(step))), buyer: person.id,
      goods: Goods(post: post, name: "액자", price: 3_000), gateway: .portOneV1,
      reference: "order-\(now.milliseconds)", createdAt: now, payBy: now)
    let request = IdempotencyKey(account: person.id, key: "key of \(person.nickname)", fingerprint: "\(step)")
    guard case .begin = try await keys.begin(request, operation: OperationID(order.id), at: now) else { return }
    let answer = StoredResponse(status: 201, body: Array("\(person.nickname)의 주문".utf8), type: "text/plain")
    try await keys.finish(request, answer)
    _ = try await payments.add(order, order.entry, order.task)
  }

  private func openSession(of person: Account, _ step: Int) async throws {
    let session = LoginSession(
      id: SessionID(at: fixture.clock.now, random: seededBytes(UInt64(step))), account: person.id, kind: .rotating,
      openedAt: fixture.clock.now)
    let first = StoredRefreshToken(
      hash: "\(person.nickname) \(step)", expiresAt: fixture.clock.now.advanced(seconds: 900))
    #expect(try await sessions.open(session, first, from: []) == .opened)
    let second = StoredRefreshToken(hash: "\(person.nickname) \(step) again", expiresAt: first.expiresAt)
    #expect(try await sessions.rotate(first.hash, into: second, at: fixture.clock.now, grace: 10) == .done)
  }

  // MARK: Looking

  /// Every value of every table, as `table: text`.
  func everything() async throws -> [String] {
    let tables = try await fixture.database.tables()
    return try await fixture.database.read { connection in
      var values: [String] = []
      for table in tables {
        try connection.each("SELECT * FROM \(table)", []) { row in
          // A column that is not there reads as null.
          values += (0..<40).compactMap { row.optionalText($0).map { "\(table): \($0)" } }
        }
      }
      return values
    }
  }

  func count(_ query: String) async throws -> Int64 {
    try await fixture.database.read { try $0.integer("SELECT COUNT(*) FROM \(query)") ?? -1 }
  }

  /// How many counts that are kept are not what counting gives, and how many people stand in a party in two ways.
  func wrongCounts() async throws -> Int64 {
    let accounts = try await count(
      """
      account WHERE follower_count <> (SELECT COUNT(*) FROM follow WHERE followed_id = account.id)
        OR following_count <> (SELECT COUNT(*) FROM follow WHERE follower_id = account.id)
        OR post_count <> (SELECT COUNT(*) FROM post WHERE author_id = account.id)
      """)
    let posts = try await count(
      """
      post WHERE like_count <> (SELECT COUNT(*) FROM post_like WHERE post_id = post.id)
        OR comment_count <> (SELECT COUNT(*) FROM comment WHERE post_id = post.id)
      """)
    let chats = try await count(
      """
      workspace WHERE member_count <> (SELECT COUNT(*) FROM workspace_member WHERE workspace_id = workspace.id)
        OR NOT EXISTS (SELECT 1 FROM workspace_member WHERE workspace_id = workspace.id AND account_id = owner_id)
      """)
    let channels = try await count(
      """
      channel WHERE last_sequence <> (SELECT COUNT(*) FROM message WHERE channel_id = channel.id)
        OR revision < (SELECT COALESCE(MAX(revision), 0) FROM message WHERE channel_id = channel.id)
        OR (owner_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM channel_member WHERE channel_id = channel.id AND account_id = owner_id))
      """)
    let admins = try await count(
      "party_admin JOIN workspace ON workspace.id = party_id AND workspace.owner_id = party_admin.account_id")
    let applicants = try await count(
      """
      party_application WHERE EXISTS (SELECT 1 FROM workspace_member
        WHERE workspace_id = party_id AND workspace_member.account_id = party_application.account_id)
      """)
    return accounts + posts + chats + channels + admins + applicants
  }
}

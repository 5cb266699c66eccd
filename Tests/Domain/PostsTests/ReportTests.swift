import Basics
import Posts
import SQL
import Support
import Testing

@Suite("Reports")
struct ReportTests {
  private let feed: PostsUnderTest
  private let people: [AccountID]
  private let post: Post
  private let comment: Posts.Comment

  init() async throws {
    feed = try await PostsUnderTest()
    people = try await feed.accounts(4)
    post = try await feed.post("text", by: people[0]) { ($0.title, $0.notes[2]) = ("title", "note") }
    comment = try await feed.posts.comment("rude", on: post.id, by: people[1])
  }

  private var onComment: ReportSubjectReference { .comment(comment.id, on: post.id) }

  private func queue(openOnly: Bool = true) async throws -> [Report] {
    try await PostsUnderTest.all(limit: 2) { try await feed.reports.queue(openOnly: openOnly, $0) }
  }

  @Test("A report holds the reported text as it was then")
  func excerpt() async throws {
    let report = try await feed.reports.report(.post(post.id), .spam, note: "look", by: people[2])
    let author = Person(id: people[0], nickname: "person 1")
    #expect(
      report
        == Report(
          id: report.id, subject: .post(post.id), author: author, excerpt: "title\ntext\nnote", reason: .spam,
          note: "look", createdAt: feed.clock.now))
    _ = try await feed.posts.change(post.id, by: people[0]) { $0.text = "harmless" }
    #expect(try await feed.reports.report(report.id) == report)
    #expect(try await queue() == [report])
    let long = try await feed.post(String(repeating: "가", count: 600), by: people[0])
    let shortened = try await feed.reports.report(.post(long.id), .other, note: "", by: people[2])
    #expect(shortened.excerpt == String(repeating: "가", count: 500))
    let onComment = try await feed.reports.report(onComment, .hate, note: "", by: people[2])
    #expect((onComment.author?.id, onComment.excerpt) == (people[1], "rude"))
  }

  @Test("Reports of one person about one thing are merged while it is open")
  func merged() async throws {
    let first = try await feed.reports.report(onComment, .spam, note: "a", by: people[2])
    feed.clock.advance(milliseconds: 5)
    let second = try await feed.reports.report(onComment, .hate, note: "b", by: people[2])
    #expect((second.id, second.createdAt) == (first.id, first.createdAt))
    #expect((second.reason, second.note) == (.hate, "b"))
    #expect(try await queue() == [second])
    // Another person, and another thing, is another report.
    _ = try await feed.reports.report(onComment, .spam, note: "", by: people[3])
    _ = try await feed.reports.report(.post(post.id), .spam, note: "", by: people[2])
    #expect(try await queue().count == 3)
    _ = try await feed.reports.close(first.id, removing: false)
    let third = try await feed.reports.report(onComment, .spam, note: "c", by: people[2])
    #expect(third.id != first.id)
    #expect(try await queue(openOnly: false).count == 4)
  }

  @Test("Reports are listed newest first, the open ones or all")
  func queued() async throws {
    var reports: [Report] = []
    for (number, person) in people[2...].enumerated() {
      for subject in [.post(post.id), onComment] {
        if number == 0 { feed.clock.advance(milliseconds: 1) }
        reports.append(try await feed.reports.report(subject, .other, note: "", by: person))
      }
    }
    let ordered = reports.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
    #expect(try await queue() == ordered)
    _ = try await feed.reports.close(reports[0].id, removing: false)
    #expect(try await queue() == ordered.filter { $0.subject == onComment })
    #expect(try await queue(openOnly: false).map(\.id) == ordered.map(\.id))
  }

  @Test("All reports about one thing are closed together, once", arguments: [true, false])
  func closed(removing: Bool) async throws {
    let first = try await feed.reports.report(onComment, .spam, note: "", by: people[2])
    let second = try await feed.reports.report(onComment, .spam, note: "", by: people[3])
    let other = try await feed.reports.report(.post(post.id), .spam, note: "", by: people[2])
    feed.clock.advance(milliseconds: 9)
    let closed = try await feed.reports.close(first.id, removing: removing)
    #expect((closed.id, closed.closedAt, closed.isRemoved) == (first.id, feed.clock.now, removing))
    #expect(try await feed.reports.report(second.id).closedAt == feed.clock.now)
    #expect(try await feed.reports.report(second.id).isRemoved == removing)
    #expect(try await queue() == [other])
    let comments = try await feed.posts.comments(on: post.id, for: nil, PageRequest(limit: 9)).items
    #expect(comments == (removing ? [] : [comment]))
    #expect(try await feed.posts.post(post.id, for: nil).commentCount == comments.count)
    for id in [first.id, second.id] {
      let domainError = try await domainError { try await feed.reports.close(id, removing: true) }
      #expect((domainError.kind, domainError.code) == (.conflict, "report-closed"))
    }
  }

  @Test("Closing a report can remove the post with everything that belongs to it")
  func removes() async throws {
    let report = try await feed.reports.report(.post(post.id), .sexual, note: "", by: people[2])
    let other = try await feed.post("other", by: people[0])
    let onOther = try await feed.reports.report(.post(other.id), .sexual, note: "", by: people[2])
    try await feed.posts.remove(other.id, by: people[0])
    for id in [report.id, onOther.id] {
      #expect(try await feed.reports.close(id, removing: true).isRemoved)
    }
    #expect(try await domainError { try await feed.posts.post(post.id, for: nil) }.code == "post-unknown")
    #expect(try await feed.postCount(of: people[0]) == 0)
  }

  @Test("A report stays without a name when its author or reporter is gone")
  func gone() async throws {
    let report = try await feed.reports.report(onComment, .copyright, note: "", by: people[2])
    for person in [people[1], people[2]] {
      try await feed.database.write {
        try $0.run("DELETE FROM account WHERE id = $1", [.text(person.description)])
      }
    }
    var expected = report
    expected.author = nil
    #expect(try await queue() == [expected])
  }

  @Test("A report that breaks a rule is refused and changes nothing")
  func rejected() async throws {
    let other = try await feed.post("other", by: people[0])
    let before = try await feed.contents()
    let long = String(repeating: "a", count: 1001)
    let unknown = ReportID("00000000000000000000abcd")!
    let domainErrors = [
      try await domainError { try await feed.reports.report(.post(post.id), .spam, note: long, by: people[2]) },
      try await domainError { try await feed.reports.report(.post(post.id), .spam, note: "\u{0}", by: people[2]) },
      try await domainError { try await feed.reports.report(.post(post.id), .spam, note: "", by: people[0]) },
      try await domainError { try await feed.reports.report(onComment, .spam, note: "", by: people[1]) },
      try await domainError {
        try await feed.reports.report(.comment(comment.id, on: other.id), .spam, note: "", by: people[2])
      },
      try await domainError { try await feed.reports.report(unknown) },
      try await domainError { try await feed.reports.close(unknown, removing: true) },
    ]
    #expect(
      domainErrors.map(\.code) == [
        "note-too-long", "text-invalid", "report-own", "report-own", "comment-unknown", "report-unknown",
        "report-unknown",
      ])
    #expect(domainErrors.map(\.kind) == [.invalid, .invalid, .invalid, .invalid, .notFound, .notFound, .notFound])
    #expect(try await feed.contents() == before)
  }
}

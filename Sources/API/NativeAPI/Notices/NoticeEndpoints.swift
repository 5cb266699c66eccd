import APIKit
import Basics
import Chat
package import Contracts
import HTTP
import JSON
package import Notices

/// What others did that concerns the caller.
struct NoticeEndpoints: Sendable {
  let notices: NoticeService
  /// Announces to the caller's other connections that notices were read.
  let chat: ChatService

  var all: [Endpoint] { [list, read, settings, change] }

  private static let id = BodyField<NoticeID>(
    "id", .identifier(), "The `id` of the latest notice that was shown.", isRequired: true,
    example: "0199c0ffee0123456789abcd")
  private static let createdAt = BodyField<Timestamp>(
    "created_at", .instant(), "Its `created_at`.", isRequired: true, example: "2026-11-20T19:00:00.000+09:00")
  private static let page = BodyField<[NoticeKind]>(
    "page", .list(of: .enumeration(), maxCount: NoticeKind.allCases.count), "The kinds to list and to count.",
    isRequired: true)

  private var list: Endpoint {
    Endpoint(
      path: "/api/me/notices", group: .accounts, summary: "Notices of what others did",
      details: """
        Likes, comments and follows, invitations and applications, sales and refunds, decisions about the caller's \
        reports, corrections and proposals, and saved booths that have closed, opened again, were removed, or have \
        other hours or another price: of the last \(Notice.days) days, latest first. What is of one kind about one \
        thing is one notice until it is read. Who has bought is not said, and nothing is told of people whom the \
        caller blocks or who block the caller.
        """,
      query: PageParameters.all, caller: .required,
      answers: [ResponseDescription(200, "The notices.", [(MediaType.json, "NoticePage")])],
      handler: .deferred { context in
        let account = try context.account()
        let list = "notices:\(account)"
        let page = try await notices.notices(for: account, try context.pageRequest(of: list))
        return .uncached(context.document(page, of: list) { NoticeDocument($0) })
      })
  }

  private var read: Endpoint {
    Endpoint(
      method: .post, path: "/api/me/notices/read", group: .accounts, summary: "Mark notices as read",
      details: """
        Marks a notice and all that come after it in the list. What has happened since it was listed stays unread. \
        Repeating it changes nothing.
        """,
      caller: .required, body: .json("The latest notice that was shown.", [Self.id, Self.createdAt]),
      answers: [.noContent],
      handler: .deferred { context in
        let account = try context.account()
        let position = PageKey(
          instant: try context.body.required(Self.createdAt), id: try context.body.required(Self.id).description)
        if try await notices.markRead(upTo: position, for: account) { chat.announce(to: account) }
        return .noContent
      })
  }

  private var settings: Endpoint {
    Endpoint(
      path: "/api/me/notice-settings", group: .accounts, summary: "Which notices the caller gets", caller: .required,
      answers: [ResponseDescription(200, "The kinds of notices.", [(MediaType.json, "NoticeSettings")])],
      handler: .deferred { context in .uncached(try await document(for: try context.account())) })
  }

  private var change: Endpoint {
    Endpoint(
      method: .put, path: "/api/me/notice-settings", group: .accounts, summary: "Choose which notices to get",
      details: "From now on. Kinds that are left out are neither listed nor counted; notices that there are stay.",
      caller: .required, body: .json("The kinds of notices.", [Self.page]),
      answers: [ResponseDescription(200, "The kinds of notices.", [(MediaType.json, "NoticeSettings")])],
      handler: .deferred { context in
        let account = try context.account()
        try await notices.setKinds(Set(try context.body.required(Self.page)), for: account)
        return .uncached(try await document(for: account))
      })
  }

  private func document(for account: AccountID) async throws -> NoticeSettingsDocument {
    NoticeSettingsDocument(
      page: try await notices.kinds(for: account).map { NoticeKindValue(rawValue: $0.rawValue) })
  }
}

extension NoticeDocument {
  /// For places where others may read along: without the beginning of a post or comment.
  package init(withoutQuote notice: Notice) {
    self.init(notice)
    if [.like, .comment].contains(notice.kind) { text = "" }
  }

  init(_ notice: Notice) {
    let subject = notice.subject
    self.init(
      id: notice.id, kind: NoticeKindValue(rawValue: notice.kind.rawValue), createdAt: notice.updatedAt,
      isRead: notice.isRead, people: notice.people.map(PersonDocument.init), count: notice.count,
      subject: Subject(
        post: subject.post, order: subject.order, workspace: subject.workspace, booth: subject.booth),
      isAccepted: notice.isAccepted, change: notice.change.map { SavedBoothChangeValue(rawValue: $0.rawValue) },
      text: notice.text)
  }
}

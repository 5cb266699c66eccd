import APIKit
import Accounts
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
  let mailer: AccountMailer

  var all: [Endpoint] { [list, read, settings, change, stopMail] }

  private static let id = BodyField<NoticeID>(
    "id", .identifier(), "The `id` of the latest notice that was shown.", isRequired: true,
    example: "0199c0ffee0123456789abcd")
  private static let createdAt = BodyField<Timestamp>(
    "created_at", .instant(), "Its `created_at`.", isRequired: true, example: "2026-11-20T19:00:00.000+09:00")
  private static let kinds = ValueKind<[NoticeKind]>.list(of: .enumeration(), maxCount: NoticeKind.allCases.count)
  private static let page = BodyField<[NoticeKind]>("page", kinds, "The kinds to list and to count.", isRequired: true)
  private static let push = BodyField<[NoticeKind]>(
    "push", kinds, "Of these, the kinds that devices show; all when absent.")
  private static let mail = BodyField<[NoticeKind]>(
    "mail", kinds, "Of these, the kinds that the daily mail counts; none when absent: then there is no mail.")
  private static let quietFrom = BodyField<TimeOfDay>(
    "quiet_from", .timeOfDay, "When devices begin to show nothing; they always show notices when absent.",
    example: "23:00")
  private static let quietUntil = BodyField<TimeOfDay>(
    "quiet_until", .timeOfDay, "When devices show notices again; required with `quiet_from`.", example: "08:00")
  private static let timeZone = BodyField<String>(
    "time_zone", .text(1...64),
    "The time zone of these times, an IANA name of the form region/city; required with them.",
    example: "Asia/Seoul")
  private static let token = Parameter<String>(
    "token", .visible(maxCount: 100), "The token of the mail.", isRequired: true,
    example: "0199c0ffee0123456789abcd.x")

  private var list: Endpoint {
    Endpoint(
      path: "/api/me/notices", group: .accounts, summary: "Notices of what others did",
      details: """
        Likes, comments, mentions (`@` and a nickname) and follows, invitations and applications, sales and refunds, decisions about the caller's \
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
      answers: [ResponseDescription(200, "The settings.", [(MediaType.json, "NoticeSettings")])],
      handler: .deferred { context in .uncached(try await document(for: try context.account())) })
  }

  private var change: Endpoint {
    Endpoint(
      method: .put, path: "/api/me/notice-settings", group: .accounts, summary: "Choose which notices to get",
      details: """
        From now on. Kinds that are left out are neither listed nor counted; notices that there are stay. What happens \
        in quiet hours is shown by devices after them, unless it was read. The daily mail goes to a verified address at \
        nine o'clock, in the time zone of the quiet hours or in Seoul, or at the end of quiet hours, if there are notices \
        that were not read. It says how many of which \
        kind, nothing else.
        """,
      caller: .required,
      body: .json(
        "The settings.", [Self.page, Self.push, Self.mail, Self.quietFrom, Self.quietUntil, Self.timeZone]),
      answers: [ResponseDescription(200, "The settings.", [(MediaType.json, "NoticeSettings")])],
      handler: .deferred { context in
        let account = try context.account()
        let body = context.body
        let settings = NoticeSettings(
          page: Set(try body.required(Self.page)), push: Set(try body.value(Self.push) ?? NoticeKind.allCases),
          mail: Set(try body.value(Self.mail) ?? []), quiet: try Self.quietHours(in: body))
        try await notices.set(settings, for: account)
        return .uncached(try await document(for: account))
      })
  }

  private static func quietHours(in body: JSONBody) throws -> QuietHours? {
    guard try body.value(quietFrom) != nil || body.value(quietUntil) != nil else { return nil }
    let (start, end) = (try body.required(quietFrom), try body.required(quietUntil))
    guard let hours = QuietHours(from: start, until: end, in: try body.required(timeZone)) else {
      throw DomainError(
        .invalid, "quiet-hours-empty", "Quiet hours end at another time than they begin.", field: "quiet_until")
    }
    return hours
  }

  private var stopMail: Endpoint {
    Endpoint(
      method: .post, path: AccountMailer.unsubscribePath, group: .accounts, summary: "Stop the daily mail",
      details: "What programs for mail ask for with one press (RFC 8058), at the address in the mail.",
      query: [Self.token],
      body: BodyDescription(
        type: "*/*", summary: "`List-Unsubscribe=One-Click` as a form of any kind; it is not looked at.",
        limit: 1024, isOptional: true),
      answers: [.noContent, .notFound("The token is not that of a mail.")],
      handler: .deferred { context in
        guard let account = mailer.account(byUnsubscribeToken: try context.query.required(Self.token)) else {
          throw DomainError(
            .notFound, "mail-token-unknown",
            "This address is not complete: turn the mail off in the settings of notices.", field: "token")
        }
        try await notices.stopMail(for: account)
        return .noContent
      })
  }

  private func document(for account: AccountID) async throws -> NoticeSettingsDocument {
    let settings = try await notices.settings(of: account)
    func listed(_ kinds: Set<NoticeKind>) -> [NoticeKindValue] {
      NoticeKind.allCases.filter(kinds.contains).map { NoticeKindValue(rawValue: $0.rawValue) }
    }
    return NoticeSettingsDocument(
      page: listed(settings.page), push: listed(settings.push), mail: listed(settings.mail),
      quietFrom: settings.quiet?.start.text, quietUntil: settings.quiet?.end.text, timeZone: settings.quiet?.zone)
  }
}

extension ValueKind<TimeOfDay> {
  fileprivate static var timeOfDay: ValueKind {
    ValueKind(
      "a time of day such as 23:00",
      schema: .object(["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"])
    ) { text in ParsedParameter(TimeOfDay(text)) }
  }
}

extension NoticeDocument {
  /// For places where others may read along: without the beginning of a post or comment.
  package init(withoutQuote notice: Notice) {
    self.init(notice)
    if [.like, .comment, .mention].contains(notice.kind) { text = "" }
  }

  init(_ notice: Notice) {
    let subject = notice.subject
    self.init(
      id: notice.id, kind: NoticeKindValue(rawValue: notice.kind.rawValue), createdAt: notice.updatedAt,
      isRead: notice.isRead, people: notice.people.map(PersonDocument.init), count: notice.count,
      subject: Subject(
        post: subject.post, order: subject.order, workspace: subject.workspace, booth: subject.booth),
      isAccepted: notice.isAccepted, change: notice.change.map { SavedBoothChangeValue(rawValue: $0.rawValue) },
      text: notice.text, path: notice.path)
  }
}

import APIKit
import Basics
import Chat
import Contracts
import HTTP
import Notices

enum NoticeParameters {
  static let since = Parameter<RequestedInstant>(
    "notices_since", .instant(), "Only unread notices after this instant count; without it, all.",
    example: "2026-11-20T19:00:00.000+09:00")
}

/// Unread counts and open requests of the caller, for the marks that an app shows on all pages.
struct UnreadEndpoint: Sendable {
  let chat: ChatService
  let notices: NoticeService

  var all: [Endpoint] { [unread] }

  private var unread: Endpoint {
    Endpoint(
      path: "/api/me/unread", group: .chat, summary: "Unread counts and open requests",
      details: """
        The numbers of unread messages, unanswered invitations, applications and notices, with the channels to \
        subscribe to for changes. It is cheap: ask again, with `If-None-Match`, whenever something may have \
        changed; `watch_unread` on `/api/realtime` says when.
        """,
      query: [NoticeParameters.since], caller: .required,
      answers: [ResponseDescription(200, "The numbers.", [(MediaType.json, "Unread")])],
      handler: .deferred { context in
        let account = try context.account()
        let since = try context.query.value(NoticeParameters.since)?.instant(now: context.now)
        let count = try await notices.unreadCount(for: account, since: since)
        let document = UnreadDocument(try await chat.unread(for: account), noticeCount: count)
        var response = Response.varyingByCaller(document)
        response.headers.add("ETag", "W/\"\(Self.tag(of: document.bytes))\"")
        return response
      })
  }

  /// The hash of a document (FNV-1a): an answer that changes without a version has no other tag.
  private static func tag(of bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 36)
  }
}

extension UnreadDocument {
  init(_ summary: UnreadSummary, noticeCount: Int) {
    self.init(
      invitationCount: summary.invitationCount, applicationCount: summary.applicationCount, noticeCount: noticeCount,
      channels: summary.channels.map {
        Channel(id: $0.id, workspace: $0.workspace, revision: $0.revision, unreadCount: $0.unreadCount)
      })
  }
}

import APIKit
import Basics
import Chat
import Contracts
import HTTP

/// What waits for the caller, for the marks that an app shows on all of its pages.
struct UnreadEndpoint: Sendable {
  let chat: ChatService

  var all: [Endpoint] { [unread] }

  private var unread: Endpoint {
    Endpoint(
      path: "/api/me/unread", group: .chat, summary: "What waits for the caller",
      details: """
        The numbers of unread messages, unanswered invitations and applications, with the channels to subscribe to for \
        changes. It is cheap: ask again, with `If-None-Match`, whenever something may have changed.
        """,
      caller: .required, answers: [ResponseDescription(200, "The numbers.", [(MediaType.json, "Unread")])],
      handler: .deferred { context in
        let document = UnreadDocument(try await chat.unread(for: try context.account()))
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
  init(_ summary: UnreadSummary) {
    self.init(
      invitationCount: summary.invitationCount, applicationCount: summary.applicationCount,
      channels: summary.channels.map {
        Channel(id: $0.id, workspace: $0.workspace, revision: $0.revision, unreadCount: $0.unreadCount)
      })
  }
}

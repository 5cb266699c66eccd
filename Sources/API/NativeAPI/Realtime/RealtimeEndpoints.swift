import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP

/// Realtime updates of channels, by WebSocket and server-sent events.
struct RealtimeEndpoints: Sendable {
  let connections: ChatConnections
  let accounts: AccountService

  var all: [Endpoint] {
    [socket, events]
  }

  private var socket: Endpoint {
    Endpoint(
      path: "/api/realtime", group: .chat, summary: "Realtime updates of channels by WebSocket",
      details: """
        Messages are text frames with a JSON object. Clients send the access token in `Authorization`; browsers, which \
        cannot, send `{"type":"authenticate","token":"…"}` within \(RealtimeListener.authenticationTimeout) seconds. The answer is \
        `{"type":"authenticated","account":"…","expires_at":"…"}`; when the token expires or its session ends, the \
        connection closes with 1008, unless another `authenticate` has sent a newer token of the same account. \
        `{"type":"subscribe","channel":7,"since_revision":41}` subscribes to a channel: changes since that revision \
        come as `{"type":"messages","channel":7,"messages":[…],"revision":45}`, each message in its present state and \
        by revision, then `{"type":"subscribed","channel":7,"revision":45}`, and from then on `messages` with each \
        new, changed or removed message. A client that stores `revision` and sends it when it reconnects gets every \
        change exactly once; without `since_revision` only later changes are sent. If too many changes were missed, \
        `{"type":"behind","channel":7,"revision":81}` comes instead of `subscribed`: subscribe again from that \
        revision. `{"type":"unsubscribe","channel":7}` ends the subscription and is answered by `unsubscribed`. \
        `{"type":"membership","channel":7,"is_member":false}` means that the account is no longer in the channel, and \
        ends the subscription. After `{"type":"watch_unread"}`, `{"type":"unread"}` is sent now and whenever \
        `GET /api/me/unread` may have another answer but for messages of channels. Errors are `{"type":"error","code":"…","detail":"…"}`, with `channel` and `parameter` \
        where they apply. At most \(RealtimeListener.maxChannels) channels a connection. A client that reads too \
        slowly is disconnected. Pages of other origins are rejected.
        """,
      caller: .optional,
      answers: [
        ResponseDescription(101, "The connection is a WebSocket."), .forbidden("The page is from another origin."),
        ResponseDescription(426, "The request is not a WebSocket handshake.", [(Problem.mediaType, "Problem")]),
      ],
      isLongLived: true,
      handler: .deferred { context in
        try context.rejectCrossOriginRequest()
        // A page cannot send the header with which cookies count; the check above proved that the page is our own.
        let isPage = context.request.headers["Origin"] != nil
        let cookie = isPage ? context.cookie(BrowserSession.access) : nil
        let (environment, token) = (context.environment, context.request.headers.bearerToken ?? cookie)
        return .webSocket { socket in
          await RealtimeSession(connections, accounts, environment, socket).run(showing: token)
        }
      })
  }

  private var events: Endpoint {
    Endpoint(
      path: "/api/channels/{id}/events", group: .chat, summary: "Realtime updates of a channel by server-sent events",
      details: """
        For clients that only receive. Events have the names and content of the WebSocket messages, without `type`: \
        `messages`, `subscribed` when all missed changes were sent, and `membership` when the account is no longer in \
        the channel, which ends the stream. The id of an event is its revision: a client that sends it back as \
        `Last-Event-ID` gets every change exactly once. A comment is sent every 15 seconds. The stream ends when the \
        access token expires, when its session ends, or when the client reads too slowly.
        """,
      pathParameters: [ChatParameters.channel], query: [ChatParameters.since], headers: [ChatParameters.lastEvent],
      caller: .required,
      answers: [
        ResponseDescription(200, "The events.", [("text/event-stream", nil)]),
        .forbidden("The caller is not in the channel."),
        .notFound("The channel does not exist, or the caller may not see it."),
      ],
      isLongLived: true, handler: .deferred { context in try await events(context) })
  }
}

extension RealtimeEndpoints {
  private func events(_ context: RequestContext) async throws -> Response {
    let id = try context.pathParameter(ChatParameters.channel)
    guard let token = try context.accessToken() else { throw DomainError.tokenMissing }
    let (caller, expiry) = try await accounts.knownCaller(withAccessToken: token)
    _ = try await connections.service.channel(id, for: caller.account)
    let last = try context.request.headers[ChatParameters.lastEvent.name].map {
      try ChatParameters.lastEvent.value(of: $0)
    }
    let stream = EventStream(connections, id, caller, at: context.now)
    try await stream.open(since: try last ?? context.query.value(ChatParameters.since), until: expiry)
    return Response(status: 200, headers: Self.eventHeaders, body: .stream { try await stream.next() })
  }

  private static let eventHeaders: Headers = {
    var headers = Headers.common("text/event-stream", caching: .none)
    // Proxies that buffer responses would hold the events back.
    headers.add("X-Accel-Buffering", "no")
    return headers
  }()
}

import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP

/// Hearing what is said as it is said.
struct RealtimeEndpoints: Sendable {
  let connections: ChatConnections
  let accounts: AccountService

  var all: [Endpoint] {
    [socket, events]
  }

  private var socket: Endpoint {
    Endpoint(
      path: "/api/realtime", group: .chat, summary: "Hear what is new in channels, by a WebSocket",
      details: """
        Messages are texts that hold a JSON object each. Programs show the access token in `Authorization`; browsers, which \
        cannot, say `{"type":"authenticate","token":"…"}` within \(RealtimeListener.patience) seconds. The answer is \
        `{"type":"authenticated","account":"…","expires_at":"…"}`; when the token expires, or its session is \
        ended, the connection ends with 1008, unless a new one of the same person was shown by another `authenticate`. \
        `{"type":"subscribe","channel":7,"since_revision":41}` listens to a channel: what was missed since that revision \
        comes as `{"type":"messages","channel":7,"messages":[…],"revision":45}`, each message as it stands now and in the \
        order of revisions, then `{"type":"subscribed","channel":7,"revision":45}`, and from then on `messages` as they \
        are said, changed and removed. Whoever keeps `revision` and names it when it comes back misses nothing and hears \
        nothing twice; without `since_revision` it begins with what is said next. Where more was missed than is told at \
        once, `{"type":"behind","channel":7,"revision":81}` comes instead of `subscribed`: subscribe again from there. \
        `{"type":"unsubscribe","channel":7}` ends it and is answered by `unsubscribed`. \
        `{"type":"membership","channel":7,"is_member":false}` tells that the person is in the channel no more; nothing \
        more of it comes. What is refused is told by `{"type":"error","code":"…","detail":"…"}` with the `channel` and \
        `parameter` it speaks of. At most \(RealtimeListener.maxChannels) channels a connection. A client that takes less \
        than it is sent is disconnected. Pages of other origins are refused.
        """,
      caller: .optional,
      answers: [
        AnswerDescription(101, "The connection is a WebSocket."), .forbidden("The page is from another origin."),
        AnswerDescription(426, "It was not asked for a WebSocket.", [(Problem.mediaType, "Problem")]),
      ],
      handler: .deferred { context in
        try context.refuseForeignPages()
        // A page cannot name the header that has cookies count; that it is our own was just seen.
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
      path: "/api/channels/{id}/events", group: .chat, summary: "Hear what is new in a channel, by server-sent events",
      details: """
        For those who only listen. Events are named as the messages of the WebSocket and hold the same without `type`: \
        `messages`, `subscribed` once nothing is missed any more, and `membership` when the person is in the channel no \
        more, with which the stream ends. The identifier of an event is the revision that it leads to: a client that \
        sends it back as `Last-Event-ID` misses nothing and hears nothing twice. A comment comes every 15 seconds. The \
        stream ends when the access token expires, when its session ends, or when the client takes less than it is sent.
        """,
      pathParameters: [ChatParameters.channel], query: [ChatParameters.since], headers: [ChatParameters.lastEvent],
      caller: .required,
      answers: [
        AnswerDescription(200, "The events.", [("text/event-stream", nil)]),
        .forbidden("The caller is not in the channel."), .missing("There is no such channel for the caller."),
      ],
      handler: .deferred { context in try await events(context) })
  }
}

extension RealtimeEndpoints {
  /// A stream of what is new in a channel.
  private func events(_ context: RequestContext) async throws -> Response {
    let id = try context.pathParameter(ChatParameters.channel)
    guard let token = try context.shownToken() else { throw DomainError.tokenMissing }
    let (caller, expiry) = try await accounts.knownCaller(showing: token)
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
    // Proxies that gather answers before they pass them on would withhold them.
    headers.add("X-Accel-Buffering", "no")
    return headers
  }()
}

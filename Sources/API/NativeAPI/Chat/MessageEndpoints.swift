import APIKit
import Basics
import Chat
import Contracts
import HTTP

struct MessageEndpoints: Sendable {
  let chat: ChatService

  var all: [Endpoint] {
    [list, send, change, remove]
  }

  private var list: Endpoint {
    Endpoint(
      path: "/api/channels/{id}/messages", group: .chat, summary: "The messages of a channel",
      details: """
        By sequence, which counts 1, 2, 3, … in the channel without gaps; or by revision, which also counts changes \
        and removals. A removed message keeps its sequence, without text and photos.
        """,
      pathParameters: [ChatParameters.channel],
      query: [ChatParameters.after, ChatParameters.before, ChatParameters.changedSince, ChatParameters.limit],
      caller: .required, answers: [.messages, .notJoined, .channelUnknown],
      handler: .deferred { context in
        let messages = try await chat.messages(
          try context.query.messageRange(), of: try context.pathParameter(ChatParameters.channel),
          limit: try context.query.value(ChatParameters.limit) ?? 50, for: try context.account())
        return .uncached(ListDocument(items: messages.map { MessageDocument($0) }))
      })
  }

  private var send: Endpoint {
    Endpoint(
      method: .post, path: "/api/channels/{id}/messages", group: .chat, summary: "Send a message",
      details: "It counts as read by its sender.", pathParameters: [ChatParameters.channel], caller: .required,
      body: .json("A text, photos, or both.", ChatFields.message),
      answers: [
        ResponseDescription(201, "The message.", [(MediaType.json, "Message")]),
        .forbidden("The caller is not in the channel, or one of both in a direct room has blocked the other."),
        .channelUnknown,
      ],
      handler: .deferred { context in
        let message = try await chat.send(
          try context.body.value(ChatFields.text) ?? "", photos: try context.body.value(ChatFields.photos) ?? [],
          key: try context.body.value(ChatFields.key), in: try context.pathParameter(ChatParameters.channel),
          by: try context.account())
        return .uncached(MessageDocument(message), status: 201)
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .put, path: "/api/messages/{id}", group: .chat, summary: "Change one's own message",
      details: "Its photos stay.", pathParameters: [ChatParameters.message], caller: .required,
      body: .json("The new text.", [ChatFields.changedText]),
      answers: [.message, .forbidden("The message is another account's."), .messageUnknown],
      handler: .deferred { context in
        let (id, text) = (
          try context.pathParameter(ChatParameters.message), try context.body.required(ChatFields.changedText)
        )
        return .uncached(MessageDocument(try await chat.change(id, to: text, by: try context.account())))
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/messages/{id}", group: .chat, summary: "Remove a message",
      details:
        "Allowed to its author and the owner of the channel. Its sequence is kept. Removing it twice is no error.",
      pathParameters: [ChatParameters.message], caller: .required,
      answers: [.message, .forbidden("The message is another account's."), .messageUnknown],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.message)
        return .uncached(MessageDocument(try await chat.remove(id, by: try context.account())))
      })
  }
}

extension Query {
  /// The requested messages.
  /// - Throws: `DomainError` `parameters-exclusive` for more than one of the parameters.
  fileprivate func messageRange() throws(DomainError) -> MessageRange {
    let (after, before, changed) = (
      try value(ChatParameters.after), try value(ChatParameters.before), try value(ChatParameters.changedSince)
    )
    switch (after, before, changed) {
    case (let after?, nil, nil): return .after(sequence: after)
    case (nil, nil, let changed?): return .changed(sinceRevision: changed)
    case (nil, let before, nil): return .before(sequence: before)
    default:
      throw DomainError(
        .invalid, "parameters-exclusive", "Give only one of 'after', 'before' and 'changed_since'.",
        field: before == nil ? "changed_since" : "before")
    }
  }
}

import Basics
import Chat
import Contracts
import HTTP

/// What is said.
enum MessageEndpoints {
  static let all = [list, say, change, remove]

  private static let list = Endpoint(
    path: "/api/channels/{id}/messages", group: .chat, summary: "The messages of a channel",
    details: """
      By sequence, which counts 1, 2, 3, … in the channel without gaps; or by revision, which also counts changes and \
      removals. A removed message leaves its place, without text and photos.
      """,
    segments: [ChatParameters.channel],
    query: [ChatParameters.after, ChatParameters.before, ChatParameters.changedSince, ChatParameters.limit],
    caller: .needed, answers: [.messages, .notJoined, .channelUnknown],
    reply: .deferred { call in
      let messages = try await call.chat.messages(
        try call.query.messageRange(), of: try call.segment(ChatParameters.channel),
        limit: try call.query.value(ChatParameters.limit) ?? 50, for: try call.account())
      return .own(ListDocument(items: messages.map { MessageDocument($0) }))
    })

  private static let say = Endpoint(
    method: .post, path: "/api/channels/{id}/messages", group: .chat, summary: "Say something",
    details: "It counts as read by whoever says it.", segments: [ChatParameters.channel], caller: .needed,
    body: .json("What is said: a text, photos, or both.", ChatFields.message),
    answers: [
      AnswerDescription(201, "The message.", [(MediaType.json, "Message")]),
      .forbidden("The caller is not in the channel, or one of a room has blocked the other."), .channelUnknown,
    ],
    reply: .deferred { call in
      let message = try await call.chat.say(
        try call.body.value(ChatFields.text) ?? "", photos: try call.body.value(ChatFields.photos) ?? [],
        key: try call.body.value(ChatFields.key), in: try call.segment(ChatParameters.channel), by: try call.account())
      return .own(MessageDocument(message), status: 201)
    })

  private static let change = Endpoint(
    method: .put, path: "/api/messages/{id}", group: .chat, summary: "Change what one has said",
    details: "Its photos stay.", segments: [ChatParameters.message], caller: .needed,
    body: .json("What it says from now on.", [ChatFields.changedText]),
    answers: [.message, .forbidden("The message is somebody else's."), .messageUnknown],
    reply: .deferred { call in
      let (id, text) = (try call.segment(ChatParameters.message), try call.body.required(ChatFields.changedText))
      return .own(MessageDocument(try await call.chat.change(id, to: text, by: try call.account())))
    })

  private static let remove = Endpoint(
    method: .delete, path: "/api/messages/{id}", group: .chat, summary: "Remove a message",
    details: "One's own, or as the owner of the channel anybody's. Its place is left. Twice is no error.",
    segments: [ChatParameters.message], caller: .needed,
    answers: [.message, .forbidden("The message is somebody else's."), .messageUnknown],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.message)
      return .own(MessageDocument(try await call.chat.remove(id, by: try call.account())))
    })
}

extension Query {
  /// Which messages are asked for.
  /// - Throws: `Refusal` `parameters-exclusive` where it is said in two ways.
  fileprivate func messageRange() throws(Refusal) -> MessageRange {
    let (after, before, changed) = (
      try value(ChatParameters.after), try value(ChatParameters.before), try value(ChatParameters.changedSince)
    )
    switch (after, before, changed) {
    case (let after?, nil, nil): return .after(sequence: after)
    case (nil, nil, let changed?): return .changed(sinceRevision: changed)
    case (nil, let before, nil): return .before(sequence: before)
    default:
      throw Refusal(
        .invalid, "parameters-exclusive", "Give only one of 'after', 'before' and 'changed_since'.",
        field: before == nil ? "changed_since" : "before")
    }
  }
}

package import Basics

extension ChatService {
  // MARK: Writing

  /// Sends a message; its author's read marker moves to it.
  /// - Parameter key: the client's idempotency key, 1...100 visible ASCII characters: a message with the same key by
  ///   the same author in the same channel is created once, and returned in its current state.
  /// - Throws: `channel-unknown`, `channel-not-joined` (forbidden), `message-empty`, `message-too-long`,
  ///   `text-invalid`, `photos-too-many`, `photo-repeated`, `photo-unknown`, `key-invalid` (invalid), `blocked`
  ///   (forbidden) in a direct room.
  package func send(
    _ text: String, photos: [PhotoName] = [], key: String? = nil, in id: ChannelID, by caller: AccountID
  ) async throws -> ChatMessage {
    let checked = try CheckedText(text)
    try ChatRules.checkPhotos(photos)
    try ChatRules.checkKey(key)
    guard !checked.isBlank || !photos.isEmpty else { throw ChatRules.messageEmpty }
    let now = clock()
    return try await change { chat, events in
      let access = try chat.channel(id, joinedBy: caller, key: key)
      if let sent = try access.sent.flatMap({ try chat.message($0) }) { return sent }
      guard !access.isBlocked else { throw DomainError.blocked }
      guard try chat.uploaded(among: photos, by: caller).count == photos.count else {
        throw DomainError.photoUnknown("photos")
      }
      let message = try chat.addMessage(checked, photos: photos, key: key, to: id, by: access.person, at: now)
      events.append(.channel(id, revision: message.revision))
      return message
    }
  }

  /// Changes the caller's message; the same text changes nothing.
  /// - Throws: `message-unknown` (notFound), `message-not-yours` (forbidden), and what `send` throws.
  package func change(_ id: MessageID, to text: String, by caller: AccountID) async throws -> ChatMessage {
    let checked = try CheckedText(text)
    let now = clock()
    return try await change { chat, events in
      let (message, access) = try chat.message(id, visibleTo: caller)
      guard message.removedAt == nil else { throw DomainError.messageUnknown }
      guard message.author?.id == caller else { throw DomainError.messageNotYours }
      guard access.isMember else { throw DomainError.channelNotJoined }
      guard !access.isBlocked else { throw DomainError.blocked }
      guard !checked.isBlank || !message.photos.isEmpty else { throw ChatRules.messageEmpty }
      guard message.text != text else { return message }
      let changed = try chat.change(message, to: checked, at: now)
      events.append(.channel(changed.channel, revision: changed.revision))
      return changed
    }
  }

  /// Removes the caller's message, or as the channel's owner any message, and leaves a tombstone. Idempotent.
  /// - Throws: `message-unknown`, `message-not-yours`.
  package func remove(_ id: MessageID, by caller: AccountID) async throws -> ChatMessage {
    let now = clock()
    return try await change { chat, events in
      let (message, access) = try chat.message(id, visibleTo: caller)
      guard message.author?.id == caller || access.channel.owner == caller else { throw DomainError.messageNotYours }
      guard message.removedAt == nil else { return message }
      let removed = try chat.remove(message, at: now)
      events.append(.channel(removed.channel, revision: removed.revision))
      return removed
    }
  }

  // MARK: Reading

  /// Messages of a channel that the caller is in; removed ones are tombstones without text. Fewer than `limit` means
  /// that there are no more.
  /// - Parameter limit: 1...1,000.
  /// - Throws: `channel-unknown`, `channel-not-joined`, `limit-out-of-range`.
  package func messages(_ range: MessageRange, of id: ChannelID, limit: Int, for caller: AccountID) async throws
    -> [ChatMessage]
  {
    try ChatRules.checkLimit(limit)
    return try await store.read { chat in
      _ = try chat.channel(id, joinedBy: caller)
      return try chat.messages(range, of: id, limit: limit)
    }
  }

  /// Messages of a workspace that contain a text, newest first, in channels that the caller is in. The text is folded.
  ///
  /// A search of many messages runs in many short transactions, so that it blocks no others. If its task is cancelled,
  /// it returns what it has found so far.
  /// - Parameter text: 1...100 characters.
  /// - Throws: `workspace-unknown`, `text-invalid`, `limit-out-of-range`.
  /// - Complexity: O(messages of the workspace) if few match, otherwise O(limit).
  package func search(_ text: String, in id: WorkspaceID, before: MessageID?, limit: Int, for caller: AccountID)
    async throws -> [ChatMessage]
  {
    try ChatRules.checkLimit(limit)
    let term = try ChatRules.searchTerm(text)
    var found: [ChatMessage] = []
    var next = before
    repeat {
      let (start, left) = (next, limit - found.count)
      let step = try await store.read { chat in
        _ = try chat.workspace(id, visibleTo: caller)
        return try chat.search(
          term, in: id, for: caller, before: start, among: ChatRules.maxSearched, limit: left)
      }
      found += step.found
      next = step.downTo
    } while next != nil && found.count < limit && !Task.isCancelled
    return found
  }

  /// Moves the read marker forward, at most to the newest message; never back.
  /// - Throws: `channel-unknown`, `channel-not-joined`.
  package func read(upTo sequence: Int, of id: ChannelID, by caller: AccountID) async throws -> ChannelView {
    try await change { chat, _ in
      let channel = try chat.channel(id, joinedBy: caller).channel
      try chat.read(upTo: min(sequence, channel.lastSequence), of: id, by: caller)
      return try chat.shown(id, to: caller)
    }
  }

  /// The number of messages of others after an instant in a channel that the caller is in; nil counts all.
  /// - Throws: `channel-unknown`, `channel-not-joined`.
  package func unread(since instant: Timestamp?, of id: ChannelID, for caller: AccountID) async throws -> Int {
    try await store.read { chat in
      _ = try chat.channel(id, joinedBy: caller)
      return try chat.unreadCount(since: instant, of: id, for: caller)
    }
  }
}

extension ChatReading {
  /// - Throws: `DomainError` `message-unknown`, also if the caller may not see its channel.
  fileprivate func message(
    _ id: MessageID, visibleTo caller: AccountID
  ) throws -> (message: ChatMessage, access: ChannelAccess) {
    guard let message = try message(id) else { throw DomainError.messageUnknown }
    return (message, try channel(message.channel, visibleTo: caller, else: .messageUnknown))
  }
}

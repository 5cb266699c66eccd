import Basics
import Chat
import Support
import Synchronization

/// Channels that a test fills by hand, as a hub reads them.
final class StubChatSource: ChatSource {
  struct Unreadable: Error {}

  private struct State {
    var messages: [ChannelID: [ChatMessage]] = [:]
    var revisions: [ChannelID: Int] = [:]
    var members: [ChannelID: Set<AccountID>] = [:]
    var reads = 0
    var polls = 0
    var changes: Int64 = 0
    var failures = 0
    var gate: Gate?
  }

  let bus: any EventBus
  private let state = Mutex(State())

  init(bus: any EventBus) { self.bus = bus }

  // MARK: What a hub reads

  func revision(of channel: ChannelID) async throws -> Int? { state.withLock { $0.revisions[channel] } }

  func changes(of channel: ChannelID, since revision: Int, limit: Int) async throws -> [ChatMessage] {
    let gate = state.withLock { state -> Gate? in
      state.reads += 1
      return state.gate
    }
    await gate?.wait()
    return try state.withLock { state in
      if state.failures > 0 {
        state.failures -= 1
        throw Unreadable()
      }
      let changed = (state.messages[channel] ?? []).filter { $0.revision > revision }
      return Array(changed.sorted { $0.revision < $1.revision }.prefix(limit))
    }
  }

  func members(among accounts: Set<AccountID>, of channel: ChannelID) async throws -> Set<AccountID> {
    state.withLock { accounts.intersection($0.members[channel] ?? []) }
  }

  func snapshots(of channels: [ChannelID: Set<AccountID>]) async throws -> [ChannelID: ChannelSnapshot] {
    try state.withLock { state in
      state.polls += 1
      if state.failures > 0 {
        state.failures -= 1
        throw Unreadable()
      }
      return channels.reduce(into: [:]) { standings, channel in
        standings[channel.key] = ChannelSnapshot(
          revision: state.revisions[channel.key], members: channel.value.intersection(state.members[channel.key] ?? []))
      }
    }
  }

  func dataVersion() async throws -> Int64 { state.withLock { $0.changes } }

  // MARK: What a test does

  /// How often it was looked how channels stand.
  var polls: Int { state.withLock { $0.polls } }

  /// Notes that something was changed.
  func touch() { state.withLock { $0.changes += 1 } }

  /// How often messages were read.
  var reads: Int { state.withLock { $0.reads } }

  /// Makes reads wait at a gate; nil ends that.
  func hold(at gate: Gate?) { state.withLock { $0.gate = gate } }

  /// Makes the next `times` reads fail.
  func fail(_ times: Int) { state.withLock { $0.failures = times } }

  func messages(of channel: ChannelID) -> [ChatMessage] { state.withLock { $0.messages[channel] ?? [] } }

  /// Makes a channel with some members, of which the bus tells nothing.
  func settle(_ accounts: Set<AccountID>, in channel: ChannelID) {
    state.withLock { state in
      state.members[channel] = accounts
      state.revisions[channel] = 0
    }
  }

  func remove(_ account: AccountID, from channel: ChannelID) {
    state.withLock { _ = $0.members[channel]?.remove(account) }
    bus.publish(.membership(channel, account))
  }

  /// Removes a channel, of which the bus tells as of something new.
  func remove(_ channel: ChannelID) {
    let revision = state.withLock { state in
      state.messages[channel] = nil
      state.members[channel] = nil
      return (state.revisions.removeValue(forKey: channel) ?? 0) + 1
    }
    bus.publish(.channel(channel, revision: revision))
  }

  /// Says something, and tells the bus.
  func send(_ text: String, in channel: ChannelID) {
    let revision = state.withLock { state in
      let revision = state.revisions[channel, default: 0] + 1
      let sequence = (state.messages[channel]?.count ?? 0) + 1
      state.revisions[channel] = revision
      state.messages[channel, default: []].append(
        ChatMessage(
          id: MessageID(channel.value * 100_000 + Int64(sequence)), channel: channel, sequence: sequence,
          revision: revision, author: nil, text: text, photos: [], createdAt: Timestamp(milliseconds: Int64(revision))))
      return revision
    }
    bus.publish(.channel(channel, revision: revision))
  }

  /// Changes or removes the message of a sequence, and tells the bus.
  func change(_ sequence: Int, in channel: ChannelID, to text: String?) {
    let revision = state.withLock { state in
      let revision = state.revisions[channel, default: 0] + 1
      state.revisions[channel] = revision
      var message = state.messages[channel]![sequence - 1]
      message.revision = revision
      message.text = text ?? ""
      if text == nil { message.removedAt = Timestamp(milliseconds: Int64(revision)) }
      state.messages[channel]![sequence - 1] = message
      return revision
    }
    bus.publish(.channel(channel, revision: revision))
  }
}

/// A bus that loses every nth event.
final class LossyBus: EventBus {
  private let inner = LocalEventBus()
  private let count = Mutex(0)
  private let every: Int

  init(losingEvery every: Int) { self.every = every }

  func publish(_ event: ChatEvent) {
    let isLost = count.withLock { count in
      count += 1
      return count % every == 0
    }
    if !isLost { inner.publish(event) }
  }

  func events() -> AsyncStream<ChatEvent> { inner.events() }
}

/// Somebody who hears, and remembers it.
final class RecordingListener: ChatListener {
  let account: AccountID
  private let received = Mutex<[ChannelUpdate]>([])
  private let stream: AsyncStream<ChannelUpdate>
  private let continuation: AsyncStream<ChannelUpdate>.Continuation

  init(_ account: AccountID) {
    self.account = account
    (stream, continuation) = AsyncStream.makeStream()
  }

  static func notify(_ news: ChannelUpdate, to listeners: [RecordingListener]) {
    for listener in listeners {
      listener.received.withLock { $0.append(news) }
      listener.continuation.yield(news)
    }
  }

  static func == (left: RecordingListener, right: RecordingListener) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Everything that was heard.
  var news: [ChannelUpdate.Kind] { received.withLock { $0.map(\.kind) } }

  /// The texts that were heard, in order.
  var texts: [String] { news.flatMap(\.messages).map(\.text) }

  /// The last revision that was told.
  var revision: Int { news.compactMap(\.revision).last ?? 0 }

  /// Returns once what was heard is so. Only one waits at a time.
  func receives(_ isSo: (RecordingListener) -> Bool) async {
    if isSo(self) { return }
    for await _ in stream where isSo(self) { return }
  }
}

extension ChannelUpdate.Kind {
  var messages: [ChatMessage] { if case .messages(let messages, _) = self { messages } else { [] } }

  var revision: Int? {
    switch self {
    case .messages(_, let revision), .joined(let revision), .behind(let revision): revision
    case .left, .failed: nil
    }
  }
}

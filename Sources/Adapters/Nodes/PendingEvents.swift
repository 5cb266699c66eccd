import Basics
import Chat

/// Events that wait to be sent. Of a channel's revisions only the highest counts.
struct PendingEvents {
  /// The server takes less than 8,000 bytes at once.
  private static let maxMessageBytes = 7_000

  private var revisions: [ChannelID: Int] = [:]
  private var others: [ChatEvent] = []

  var count: Int { revisions.count + others.count }

  mutating func add(_ event: ChatEvent) {
    if case .channel(let channel, let revision) = event {
      revisions[channel] = max(revisions[channel] ?? 0, revision)
    } else {
      others.append(event)
    }
  }

  /// Removes all events and returns them as messages of one line an event. Departures come first: a message that was
  /// sent after one must not be announced before it.
  mutating func takeAll() -> [String] {
    let events = others + revisions.map { ChatEvent.channel($0.key, revision: $0.value) }
    self = PendingEvents()
    var messages: [String] = []
    for line in events.map(\.line) {
      if let last = messages.last, last.utf8.count + line.utf8.count < Self.maxMessageBytes {
        messages[messages.count - 1] = last + "\n" + line
      } else {
        messages.append(line)
      }
    }
    return messages
  }
}

extension ChatEvent {
  /// A line: the kind, the channel, and the revision or the account; or the account alone.
  var line: String {
    switch self {
    case .channel(let channel, let revision): "revision \(channel.value) \(revision)"
    case .removed(let channel): "removed \(channel.value)"
    case .membership(let channel, let account): "membership \(channel.value) \(account)"
    case .account(let account): "account \(account)"
    }
  }

  /// Reads a line; nil for one that is malformed or of a newer program.
  init?(line: Substring) {
    let words = line.split(separator: " ")
    if words.count == 2, words[0] == "account" {
      guard let account = AccountID(String(words[1])) else { return nil }
      self = .account(account)
      return
    }
    guard words.count >= 2, let number = Int64(words[1]) else { return nil }
    let channel = ChannelID(number)
    switch (words[0], words.count) {
    case ("revision", 3):
      guard let revision = Int(words[2]) else { return nil }
      self = .channel(channel, revision: revision)
    case ("removed", 2): self = .removed(channel)
    case ("membership", 3):
      guard let account = AccountID(String(words[2])) else { return nil }
      self = .membership(channel, account)
    default: return nil
    }
  }
}

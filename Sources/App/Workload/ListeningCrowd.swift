package import Basics
import CSystem
import Glibc
import JSON

/// Many members who listen to one channel, each over a WebSocket, all handled by the calling thread.
///
/// Checks every received message: each member has to get every message once, in the order of sequence numbers, also
/// across reconnects.
package final class ListeningCrowd {
  /// A condition was not met, or a message was lost, repeated or out of order.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private struct Listener {
    var descriptor: Int32 = -1
    /// Bytes of an incomplete frame.
    var received: [UInt8] = []
    var isUpgraded = false
    var isLive = false
    /// The revision up to which everything was received.
    var revision = 0
    var sequence = 0
    /// The number of the last received frame.
    var frame = 0
  }

  /// A parsed frame, cached because most members receive the same ones.
  private struct ReceivedMessages {
    let bytes: [UInt8]
    let news: ChannelUpdate
  }

  private enum ChannelUpdate {
    case messages(sequences: [Int], revision: Int)
    case subscribed(revision: Int)
    case behind(revision: Int)
    case other
  }

  /// The number of messages received by all members.
  package private(set) var total = 0
  /// The number of frames with messages received by all members.
  package private(set) var frames = 0
  package private(set) var bytes = 0
  /// The number of members that are connected and have missed nothing.
  package private(set) var liveCount = 0
  /// Descriptions of lost, repeated or reordered messages. Empty when all is well.
  package private(set) var deliveryErrors: [String] = []
  /// Called with the sequence number of each received message.
  package var onMessage: ((Int) -> Void)?

  private let ports: [Int]
  private let tokens: [String]
  private let channel: ChannelID
  private let window: Int32?
  private let epoll: Int32
  private var events = [epoll_event](repeating: epoll_event(), count: 256)
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var listeners: [Listener]
  private var received: [ReceivedMessages] = []

  /// Creates members that are not connected yet.
  /// - Parameters:
  ///   - ports: The servers; members take them in turn.
  ///   - window: The size of the receive buffers in bytes. A small one simulates slow clients.
  package init(_ ports: [Int], _ tokens: [String], to channel: ChannelID, window: Int32? = nil) throws {
    self.ports = ports
    self.tokens = tokens
    self.channel = channel
    self.window = window
    listeners = [Listener](repeating: Listener(), count: tokens.count)
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    try raiseDescriptorLimit(for: tokens.count)
  }

  deinit {
    for listener in listeners where listener.descriptor >= 0 { close(listener.descriptor) }
    close(epoll)
  }

  // MARK: Connecting

  /// Connects members, resumes after the last received revision, and waits until all of them are live.
  /// - Parameter pace: The number of connections opened before waiting for the first.
  package func connect(_ members: some Sequence<Int>, pace: Int = 256) throws {
    var wanted = liveCount
    for member in members {
      try open(member)
      wanted += 1
      if wanted - liveCount >= pace { try receive { self.liveCount > wanted - pace } }
    }
    try receive { self.liveCount >= wanted }
  }

  private func open(_ member: Int) throws {
    let descriptor = try connectedSocket(to: ports[member % ports.count], window: window)
    listeners[member].descriptor = descriptor
    control(EPOLL_CTL_ADD, member, EPOLLIN.rawValue)
    let request = WebSocketClient.request("/api/realtime", with: "Authorization: Bearer \(tokens[member])")
    guard Client.send(Array(request.utf8), on: descriptor) else { throw Failure(description: "no request was taken") }
    subscribe(member)
  }

  private func subscribe(_ member: Int) {
    let json = #"{"type":"subscribe","channel":\#(channel.value),"since_revision":\#(listeners[member].revision)}"#
    _ = Client.send(WebSocketClient.frame(1, Array(json.utf8)), on: listeners[member].descriptor)
  }

  private func control(_ operation: Int32, _ member: Int, _ interest: UInt32) {
    var event = epoll_event()
    event.events = interest
    event.data.u64 = UInt64(member)
    epoll_ctl(epoll, operation, listeners[member].descriptor, &event)
  }

  /// Drops connections without a close frame.
  package func disconnect(_ members: some Sequence<Int>) {
    for member in members where listeners[member].descriptor >= 0 { end(member) }
  }

  private func end(_ member: Int) {
    close(listeners[member].descriptor)
    if listeners[member].isLive { liveCount -= 1 }
    let (revision, sequence) = (listeners[member].revision, listeners[member].sequence)
    listeners[member] = Listener(revision: revision, sequence: sequence)
  }

  package func listen(_ isListening: Bool, _ members: some Sequence<Int>) {
    for member in members where listeners[member].descriptor >= 0 {
      control(EPOLL_CTL_MOD, member, isListening ? EPOLLIN.rawValue : 0)
    }
  }

  /// The revision up to which a member has received everything.
  package func revision(of member: Int) -> Int { listeners[member].revision }

  /// Records messages that a member got in another way, up to a revision.
  package func recordMessages(_ member: Int, _ sequences: [Int], upTo revision: Int) {
    parse(sequences, upTo: revision, member)
  }

  // MARK: Receiving

  /// Receives until a condition is met.
  /// - Parameter timeout: Seconds without any data after which it fails.
  /// - Throws: `Failure` after a timeout, or when messages were lost, repeated or reordered.
  package func receive(timeout: Int32 = 60, until condition: () -> Bool) throws {
    while deliveryErrors.isEmpty, !condition() {
      let count = epoll_wait(epoll, &events, Int32(events.count), timeout * 1000)
      guard count > 0 else {
        throw Failure(
          description: "nothing comes any more: \(total) messages, \(liveCount) of \(listeners.count) listen")
      }
      for index in 0..<Int(count) { receive(Int(events[index].data.u64)) }
    }
    if !deliveryErrors.isEmpty { throw Failure(description: deliveryErrors.prefix(5).joined(separator: "; ")) }
  }

  private func receive(_ member: Int) {
    let count = recv(listeners[member].descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    guard count > 0 else {
      if count == 0 || errno != EAGAIN { end(member) }
      return
    }
    bytes += count
    // Fast path: nearly always there is no incomplete frame, and whole frames arrive.
    guard !listeners[member].received.isEmpty else {
      let used = buffer.withUnsafeBytes { parse(UnsafeRawBufferPointer(rebasing: $0[..<count]), member) }
      if used < count, listeners[member].descriptor >= 0 { listeners[member].received = Array(buffer[used..<count]) }
      return
    }
    var all = listeners[member].received
    all.append(contentsOf: buffer[..<count])
    let used = all.withUnsafeBytes { parse($0, member) }
    if listeners[member].descriptor >= 0 { listeners[member].received = Array(all[used...]) }
  }

  /// Parses complete frames and returns the number of consumed bytes.
  private func parse(_ bytes: UnsafeRawBufferPointer, _ member: Int) -> Int {
    var used = 0
    if !listeners[member].isUpgraded {
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return 0 }
      guard bytes.starts(with: Array("HTTP/1.1 101 ".utf8)) else {
        deliveryErrors.append("the member \(member) was answered \(String(decoding: bytes.prefix(200), as: UTF8.self))")
        return bytes.count
      }
      listeners[member].isUpgraded = true
      used = end.upperBound
    }
    while let (opcode, payload) = Self.frame(bytes, from: used), listeners[member].descriptor >= 0 {
      used = payload.upperBound
      parse(opcode, UnsafeRawBufferPointer(rebasing: bytes[payload]), member)
    }
    return used
  }

  /// The next frame, if complete.
  private static func frame(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (opcode: UInt8, payload: Range<Int>)? {
    guard bytes.count >= start + 2 else { return nil }
    var (body, count) = (start + 2, Int(bytes[start + 1]))
    if count > 125 {
      let width = count == 126 ? 2 : 8
      guard bytes.count >= body + width else { return nil }
      count = bytes[body..<body + width].reduce(0) { $0 << 8 | Int($1) }
      body += width
    }
    guard bytes.count >= body + count else { return nil }
    return (bytes[start] & 15, body..<body + count)
  }

  private func parse(_ opcode: UInt8, _ payload: UnsafeRawBufferPointer, _ member: Int) {
    switch opcode {
    case 1:
      frames += 1
      parse(update(payload, member), member)
    // A ping; answered by a pong.
    case 9: _ = Client.send(WebSocketClient.frame(10, Array(payload)), on: listeners[member].descriptor)
    default: break
    }
  }

  /// Parses a frame, or takes it from the cache, because most frames are equal for all members.
  private func update(_ payload: UnsafeRawBufferPointer, _ member: Int) -> ChannelUpdate {
    let next = listeners[member].frame + 1
    for index in [next, listeners[member].frame]
    where received.indices.contains(index) && isSame(received[index], payload) {
      listeners[member].frame = index
      return received[index].news
    }
    if let index = received.indices.suffix(100).last(where: { isSame(received[$0], payload) }) {
      listeners[member].frame = index
      return received[index].news
    }
    let bytes = Array(payload)
    let news = Self.update(bytes)
    received.append(ReceivedMessages(bytes: bytes, news: news))
    listeners[member].frame = received.count - 1
    return news
  }

  private func isSame(_ received: ReceivedMessages, _ payload: UnsafeRawBufferPointer) -> Bool {
    received.bytes.count == payload.count
      && received.bytes.withUnsafeBytes { memcmp($0.baseAddress!, payload.baseAddress!, payload.count) == 0 }
  }

  private func parse(_ news: ChannelUpdate, _ member: Int) {
    switch news {
    case .messages(let sequences, let revision): parse(sequences, upTo: revision, member)
    case .subscribed(let revision):
      if revision < listeners[member].revision {
        deliveryErrors.append("the member \(member) was set back to \(revision)")
      }
      if !listeners[member].isLive { liveCount += 1 }
      listeners[member].isLive = true
    case .behind:
      if listeners[member].isLive { liveCount -= 1 }
      listeners[member].isLive = false
      subscribe(member)
    case .other: break
    }
  }

  private func parse(_ sequences: [Int], upTo revision: Int, _ member: Int) {
    for sequence in sequences {
      if sequence != listeners[member].sequence + 1 {
        deliveryErrors.append("the member \(member) heard \(sequence) after \(listeners[member].sequence)")
      }
      listeners[member].sequence = sequence
      onMessage?(sequence)
    }
    total += sequences.count
    listeners[member].revision = revision
  }
}

// MARK: - Parsing

extension ListeningCrowd {
  private static func update(_ bytes: [UInt8]) -> ChannelUpdate {
    guard let json = try? JSONReader.value(of: bytes), let type = json["type"]?.string else { return .other }
    let revision = json["revision"]?.integer ?? 0
    switch type {
    case "messages":
      guard let messages = json["messages"]?.array else { return .other }
      return .messages(sequences: messages.compactMap { $0["sequence"]?.integer }, revision: revision)
    case "subscribed": return .subscribed(revision: revision)
    case "behind": return .behind(revision: revision)
    default: return .other
    }
  }
}

/// Raises the limit of open files to the hard limit.
/// - Throws: `ListeningCrowd.Failure` when that is too low.
private func raiseDescriptorLimit(for count: Int) throws {
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  getrlimit(resource, &limit)
  limit.rlim_cur = limit.rlim_max
  setrlimit(resource, &limit)
  guard limit.rlim_max > UInt(count) + 100 else {
    throw ListeningCrowd.Failure(description: "\(count) connections need a higher limit of open files (ulimit -Hn)")
  }
}

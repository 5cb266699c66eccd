import Basics
import Chat
import SocketIO
import Synchronization

/// Who came into a room by a handshake that says who it is.
struct SocketGuest: Hashable, Sendable {
  let account: AccountID
  /// When the access token that was shown is over.
  let expiresAt: Timestamp
}

/// A namespace in which there are clients, and the one place in the hub that listens for all of them.
///
/// It tells each new message once, in the order of sequences and as it stands then: the contract knows no changes, and
/// clients fail when a key comes twice. What was removed before it was told is passed over. Sequences have no gaps, so
/// that what is missing is seen and read from the store: nothing is lost when more comes than waits here, or when the
/// hub lets go of the room.
final class SocketRoom: Hashable, Sendable {
  /// What there is to do.
  private struct Work {
    /// What the hub told since it was done last.
    var messages: [Message] = []
    /// Whether something may have been said that is not among them.
    var mustRead = false
    /// Whether the hub tells nothing any more.
    var mustListen = false
    /// Whether the channel is not there any more.
    var isGone = false

    var isNothing: Bool { messages.isEmpty && !mustRead && !mustListen && !isGone }
  }

  private struct State {
    /// Who has a place, or is about to; nil for whoever was not asked who it is.
    var guests: [SocketIOPlace: SocketGuest?] = [:]
    var work = Work()
    /// Everything up to this sequence was told.
    var told: Int
    /// Whether the hub tells nothing, and is not about to.
    var isDeaf = true
    var worker: CheckedContinuation<Work?, Never>?

    /// What there is to do, for whoever does it; nil: nothing yet.
    mutating func takeWork() -> Work? {
      guard !work.isNothing else { return nil }
      defer { work = Work() }
      return work
    }
  }

  /// More messages do not wait; they are read from the store instead.
  static let mostWaiting = 400
  /// How many are read at once.
  private static let page = 100
  /// How long to wait after something could not be read.
  private static let pause = Duration.seconds(1)

  let name: SocketNamespace
  /// Whether it is known who the clients are: only then they are told addresses.
  private let isStrict: Bool
  private let shared: SharedSite
  private let server: SocketIOServer
  private let state: Mutex<State>

  /// A room without clients.
  /// - Parameter sequence: of the channel's newest message; later ones are told.
  init(
    _ name: SocketNamespace, after sequence: Int, isStrict: Bool, _ shared: SharedSite, _ server: SocketIOServer
  ) {
    (self.name, self.isStrict, self.shared, self.server) = (name, isStrict, shared, server)
    state = Mutex(State(told: sequence))
  }

  static func == (left: SocketRoom, right: SocketRoom) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  private var desk: ChatDesk { shared.site.community.chat }

  // MARK: Who is in it

  /// Whether nobody has a place.
  var isEmpty: Bool { state.withLock { $0.guests.isEmpty } }

  /// Somebody has a place, or is about to.
  func enter(_ place: SocketIOPlace, _ guest: SocketGuest?) {
    change { state in
      state.guests[place] = .some(guest)
      if state.isDeaf { state.work.mustListen = true }
      state.isDeaf = false
    }
  }

  /// A place is free.
  func leave(_ place: SocketIOPlace) {
    let worker = state.withLock { state in
      state.guests[place] = nil
      return state.guests.isEmpty ? state.worker.take() : nil
    }
    worker?.resume(returning: nil)
  }

  /// Disconnects those whose access token is over.
  func dismiss(at moment: Timestamp) {
    let over = state.withLock { state in
      state.guests.filter { $0.value.map { moment >= $0.expiresAt } ?? false }.map(\.key)
    }
    server.disconnect(over)
  }

  /// Disconnects those who may not hear what was read before: their access token is over, or they are not in the channel.
  private func dismissStrangers() async throws {
    dismiss(at: shared.site.clock())
    let guests = state.withLock { $0.guests }.compactMapValues(\.self)
    if guests.isEmpty { return }
    let members = try await desk.service.members(among: Set(guests.values.map(\.account)), of: name.channel)
    server.disconnect(guests.filter { !members.contains($0.value.account) }.keys)
  }

  // MARK: What the hub tells

  /// Takes what the hub tells. It does not wait.
  func take(_ news: ChannelNews.Kind) {
    change { Self.note(news, in: &$0.work) }
  }

  /// Notes something, and wakes whoever works where there is something to do.
  private func change(_ note: (inout State) -> Void) {
    let (worker, work) = state.withLock { state -> (CheckedContinuation<Work?, Never>?, Work?) in
      note(&state)
      guard state.worker != nil, let work = state.takeWork() else { return (nil, nil) }
      return (state.worker.take(), work)
    }
    worker?.resume(returning: work)
  }

  private static func note(_ news: ChannelNews.Kind, in work: inout Work) {
    switch news {
    case .messages(let messages, _):
      if work.messages.count + messages.count <= mostWaiting { return work.messages += messages }
      work.messages = []
      work.mustRead = true
    case .joined: work.mustRead = true
    case .behind, .failed: work.mustListen = true
    case .left: work.isGone = true
    }
  }

  // MARK: What it does

  /// Tells its clients what is said. Runs once, and alone under its name, so that nobody hears anything twice.
  /// - Parameter mayEnd: asked whenever the last client has left.
  func run(until mayEnd: @Sendable (SocketRoom) -> Bool) async {
    repeat {
      while let work = await nextWork() {
        do { try await perform(work) } catch { await retry(work, after: error) }
      }
    } while !mayEnd(self)
    await desk.hub.leave(.room(self), name.channel)
  }

  private func retry(_ work: Work, after error: any Error) async {
    shared.site.report(String(UInt64.random(in: .min ... .max), radix: 36), error)
    try? await Task.sleep(for: Self.pause)
    change { state in
      state.work.mustRead = true
      state.work.mustListen = state.work.mustListen || work.mustListen
    }
  }

  /// What there is to do next; nil while nobody has a place.
  private func nextWork() async -> Work? {
    await withCheckedContinuation { worker in
      let (isHere, work) = state.withLock { state -> (Bool, Work?) in
        if state.guests.isEmpty { return (true, nil) }
        if let work = state.takeWork() { return (true, work) }
        state.worker = worker
        return (false, nil)
      }
      if isHere { worker.resume(returning: work) }
    }
  }

  private func perform(_ work: Work) async throws {
    if work.isGone { return dismissAll() }
    if work.mustListen, try await !listen() { return dismissAll() }
    let told = state.withLock { $0.told }
    let messages = Self.unheard(of: work.messages, after: told)
    let isWhole = messages.last.map { $0.sequence == told + messages.count } ?? true
    if work.mustRead || !isWhole { try await tellAll() } else { try await tell(messages) }
  }

  /// Listens to what is said from now on; what was said before is read once the hub says that it listens.
  /// - Returns: Whether there is something to listen to.
  private func listen() async throws -> Bool {
    do {
      try await desk.hub.listen(.room(self), to: name.channel, since: nil, as: nil)
      return true
    } catch let refusal as Refusal where refusal.kind == .missing { return false }
  }

  /// The channel is not there any more.
  private func dismissAll() {
    let guests = state.withLock { state in
      state.isDeaf = true
      return state.guests
    }
    server.disconnect(guests.keys)
  }

  /// Messages after a sequence in their order, each as it was told last.
  private static func unheard(of messages: [Message], after sequence: Int) -> [Message] {
    var latest: [Int: Message] = [:]
    for message in messages where message.sequence > sequence { latest[message.sequence] = message }
    return latest.values.sorted { $0.sequence < $1.sequence }
  }

  /// Tells everything that the store holds and was not told.
  private func tellAll() async throws {
    var messages: [Message]
    repeat {
      messages = try await desk.service.messages(
        after: state.withLock { $0.told }, of: name.channel, limit: Self.page)
      try await tell(messages)
    } while messages.count == Self.page
  }

  /// Tells messages that follow upon what was told, but for those that are removed.
  private func tell(_ messages: [Message]) async throws {
    guard let last = messages.last, let channel = try await desk.service.channel(name.channel) else { return }
    let documents = try await documents(of: messages, in: channel)
    // Behind the reading: whoever was taken out before a message was said is seen to be out.
    try await dismissStrangers()
    for document in documents { server.emit(name.event, document, to: name.text) }
    state.withLock { $0.told = last.sequence }
  }

  /// What clients are told.
  private func documents(of messages: [Message], in channel: Channel) async throws -> [[UInt8]] {
    let community = shared.site.community
    switch name.kind {
    case .channel:
      return try await community.slpChats(messages, of: channel, tellingAddresses: isStrict).map(\.bytes)
    case .direct:
      return try await community.slpDirectMessages(messages, of: channel, tellingAddresses: isStrict).map(\.bytes)
    }
  }
}

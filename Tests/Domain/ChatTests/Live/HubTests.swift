import Basics
import Chat
import Support
import Testing
import Workload

@Suite("Listeners of a channel", .timeLimit(.minutes(1)))
struct HubTests {
  private let channel = ChannelID(7)
  private let mina = AccountID("0123456789abcdef00000001")!
  private let juno = AccountID("0123456789abcdef00000002")!

  /// Runs a test with a hub over channels in which mina and juno are.
  private func withHub(
    bus: any EventBus = LocalEventBus(),
    _ test: (ChatHub<RecordingListener>, StubChatSource, Counter) async throws -> Void
  ) async throws {
    let conversation = StubChatSource(bus: bus)
    let failures = Counter()
    let hub = ChatHub<RecordingListener>(source: conversation, bus: bus)
    conversation.settle([mina, juno], in: channel)
    let running = Task { await hub.run { _ in failures.add() } }
    defer { running.cancel() }
    try await test(hub, conversation, failures)
  }

  @Test("All listeners get each message in order, after one read for all of them")
  func together() async throws {
    try await withHub { hub, conversation, _ in
      let listeners = (0..<100).map { RecordingListener($0 % 2 == 0 ? mina : juno) }
      for listener in listeners { try await hub.listen(listener, to: channel, since: nil, as: listener.account) }
      let before = conversation.reads
      conversation.send("하나", in: channel)
      for listener in listeners { await listener.receives { $0.texts == ["하나"] } }
      #expect(conversation.reads == before + 1)
      conversation.change(1, in: channel, to: "둘")
      conversation.change(1, in: channel, to: nil)
      for listener in listeners { await listener.receives { $0.revision == 3 } }
      #expect(
        listeners.allSatisfy { $0.news.last?.messages.last?.removedAt != nil && $0.news.first == .joined(revision: 0) })
      #expect(conversation.reads <= before + 3)
    }
  }

  @Test("A client that resumes from a revision first receives the messages it missed, each in its current state")
  func resume() async throws {
    try await withHub { hub, conversation, _ in
      for text in ["a", "b", "c"] { conversation.send(text, in: channel) }
      conversation.change(1, in: channel, to: "A")
      let listener = RecordingListener(mina)
      try await hub.listen(listener, to: channel, since: 2, as: mina)
      #expect(listener.texts == ["c", "A"] && listener.news.last == .joined(revision: 4))
      conversation.send("d", in: channel)
      await listener.receives { $0.texts == ["c", "A", "d"] }
    }
  }

  @Test("A listener with a future revision still receives new messages")
  func ahead() async throws {
    try await withHub { hub, conversation, _ in
      let listener = RecordingListener(mina)
      try await hub.listen(listener, to: channel, since: 900, as: mina)
      conversation.send("a", in: channel)
      await listener.receives { $0.texts == ["a"] }
    }
  }

  @Test("A client that missed more than a page listens again from the end of the page")
  func behind() async throws {
    try await withHub { hub, conversation, _ in
      for number in 1...95 { conversation.send(String(number), in: channel) }
      let listener = RecordingListener(mina)
      var rounds = 0
      repeat {
        try await hub.listen(listener, to: channel, since: listener.revision, as: mina)
        rounds += 1
      } while listener.news.last == .behind(revision: listener.revision)
      #expect(rounds == 3 && listener.texts == (1...95).map(String.init) && listener.news.last == .joined(revision: 95))
    }
  }

  @Test("A non-member cannot listen to an existing or a missing channel")
  func nonMembers() async throws {
    try await withHub { hub, _, _ in
      let outsider = AccountID("0123456789abcdef00000003")!
      for other in [channel, ChannelID(99)] {
        await #expect {
          try await hub.listen(RecordingListener(outsider), to: other, since: 0, as: outsider)
        } throws: { ($0 as? DomainError)?.code == "channel-not-joined" }
      }
      #expect(await hub.count == 0)
    }
  }

  @Test("A removed member receives no later messages")
  func removed() async throws {
    try await withHub { hub, conversation, _ in
      let (out, other) = (RecordingListener(juno), RecordingListener(mina))
      for listener in [out, other] { try await hub.listen(listener, to: channel, since: nil, as: listener.account) }
      conversation.send("before", in: channel)
      conversation.remove(juno, from: channel)
      conversation.send("after", in: channel)
      await other.receives { $0.texts == ["before", "after"] }
      await out.receives { $0.news.last == .left }
      #expect(!out.texts.contains("after"))
      #expect(await hub.count == 1)
    }
  }

  @Test("A member who is removed while a page is being read receives no later messages")
  func takenOutWhileRead() async throws {
    try await withHub { hub, conversation, _ in
      let (out, other) = (RecordingListener(juno), RecordingListener(mina))
      for listener in [out, other] { try await hub.listen(listener, to: channel, since: nil, as: listener.account) }
      let gate = Gate()
      conversation.hold(at: gate)
      conversation.send("before", in: channel)
      try await eventually { gate.waitingCount > 0 }
      conversation.remove(juno, from: channel)
      conversation.send("after", in: channel)
      conversation.hold(at: nil)
      gate.open()
      await other.receives { $0.texts == ["before", "after"] }
      await out.receives { $0.news.last == .left }
      #expect(!out.texts.contains("after"))
    }
  }

  @Test("A member who is removed and added again misses nothing")
  func outAndIn() async throws {
    try await withHub { hub, conversation, _ in
      let listener = RecordingListener(juno)
      try await hub.listen(listener, to: channel, since: nil, as: juno)
      let gate = Gate()
      conversation.hold(at: gate)
      conversation.bus.publish(.membership(channel, juno))
      try await eventually { gate.waitingCount > 0 }
      for text in ["a", "b"] { conversation.send(text, in: channel) }
      conversation.bus.publish(.membership(channel, juno))
      conversation.hold(at: nil)
      gate.open()
      await listener.receives { $0.texts == ["a", "b"] }
      conversation.send("c", in: channel)
      await listener.receives { $0.texts == ["a", "b", "c"] }
    }
  }

  @Test("Polling finds the messages and removals that the bus loses")
  func lost() async throws {
    try await withHub(bus: LossyBus(losingEvery: 1)) { hub, conversation, _ in
      let (out, other) = (RecordingListener(juno), RecordingListener(mina))
      for listener in [out, other] { try await hub.listen(listener, to: channel, since: nil, as: listener.account) }
      conversation.send("a", in: channel)
      try await hub.poll()
      for listener in [out, other] { await listener.receives { $0.texts == ["a"] } }
      conversation.remove(juno, from: channel)
      conversation.send("b", in: channel)
      try await hub.poll()
      await other.receives { $0.texts == ["a", "b"] }
      #expect(out.texts == ["a"] && out.news.last == .left)
    }
  }

  @Test("The hub polls only after a change, and again after a failure")
  func following() async throws {
    try await withHub(bus: LossyBus(losingEvery: 1)) { hub, conversation, _ in
      let listener = RecordingListener(mina)
      try await hub.listen(listener, to: channel, since: nil, as: mina)
      for _ in 0..<3 { try await hub.follow() }
      #expect(conversation.polls == 1)
      conversation.send("a", in: channel)
      conversation.touch()
      for _ in 0..<3 { try await hub.follow() }
      await listener.receives { $0.texts == ["a"] }
      #expect(conversation.polls == 2)
      conversation.send("b", in: channel)
      conversation.touch()
      conversation.fail(1)
      await #expect(throws: StubChatSource.Unreadable.self) { try await hub.follow() }
      for _ in 0..<3 { try await hub.follow() }
      await listener.receives { $0.texts == ["a", "b"] }
      #expect(conversation.polls == 4)
    }
  }

  @Test("A failed read is reported, and repeated at the next poll")
  func failing() async throws {
    try await withHub { hub, conversation, failures in
      let listener = RecordingListener(mina)
      conversation.fail(1)
      await #expect(throws: StubChatSource.Unreadable.self) {
        try await hub.listen(listener, to: channel, since: nil, as: mina)
      }
      #expect(await hub.count == 0)
      try await hub.listen(listener, to: channel, since: nil, as: mina)
      conversation.fail(1)
      conversation.send("a", in: channel)
      try await eventually { failures.value > 0 }
      try await hub.poll()
      await listener.receives { $0.texts == ["a"] }
      // Whoever may not be in it any more is let go when that cannot be found out.
      conversation.fail(1)
      conversation.bus.publish(.membership(channel, mina))
      await listener.receives { $0.news.last == .failed }
      #expect(await hub.count == 0)
    }
  }

  @Test("A listener without an account receives every message while members come and go")
  func nobody() async throws {
    try await withHub { hub, conversation, _ in
      conversation.send("a", in: channel)
      let (relay, out) = (RecordingListener(mina), RecordingListener(juno))
      try await hub.listen(relay, to: channel, since: 0, as: nil)
      try await hub.listen(out, to: channel, since: nil, as: juno)
      conversation.send("b", in: channel)
      for account in [juno, mina] { conversation.remove(account, from: channel) }
      conversation.send("c", in: channel)
      await relay.receives { $0.texts == ["a", "b", "c"] }
      await out.receives { $0.news.last == .left }
      try await hub.poll()
      #expect(await hub.count == 1 && !relay.news.contains(.left))
    }
  }

  @Test("A listener without an account listens until the channel is removed")
  func nobodyAnywhere() async throws {
    try await withHub { hub, conversation, _ in
      await #expect {
        try await hub.listen(RecordingListener(mina), to: ChannelID(99), since: nil, as: nil)
      } throws: { ($0 as? DomainError)?.code == "channel-unknown" }
      let relay = RecordingListener(mina)
      try await hub.listen(relay, to: channel, since: nil, as: nil)
      conversation.send("a", in: channel)
      await relay.receives { $0.texts == ["a"] }
      conversation.remove(channel)
      try await hub.poll()
      await relay.receives { $0.news.last == .left }
      #expect(await hub.count == 0)
    }
  }

  @Test("A listener that leaves receives nothing more, and leaves no state behind")
  func leaving() async throws {
    try await withHub { hub, conversation, _ in
      let (gone, other) = (RecordingListener(juno), RecordingListener(mina))
      for listener in [gone, other] { try await hub.listen(listener, to: channel, since: nil, as: listener.account) }
      await hub.leave(gone, channel)
      await hub.leave(gone, channel)
      conversation.send("a", in: channel)
      await other.receives { $0.texts == ["a"] }
      #expect(gone.texts.isEmpty)
      await hub.leave(other, channel)
      #expect(await hub.count == 0)
    }
  }

  @Test("Clients that come and go during messages, changes and removals end with the current state")
  func model() async throws {
    try await withHub(bus: LossyBus(losingEvery: 7)) { hub, conversation, _ in
      let listeners = (0..<12).map { RecordingListener($0 % 2 == 0 ? mina : juno) }
      async let sending: Void = chatter(conversation)
      await withTaskGroup(of: Void.self) { group in
        for (index, listener) in listeners.enumerated() {
          group.addTask { await comeAndGo(listener, hub, seed: UInt64(index)) }
        }
      }
      await sending
      for listener in listeners { await comeBack(listener, hub) }
      try await hub.poll()
      let last = try await conversation.revision(of: channel)
      for listener in listeners {
        await listener.receives { $0.revision == last }
        let revisions = listener.news.flatMap(\.messages).map(\.revision)
        #expect(revisions == revisions.sorted() && Set(revisions).count == revisions.count)
        var replica: [Int: ChatMessage] = [:]
        for message in listener.news.flatMap(\.messages) { replica[message.sequence] = message }
        #expect(replica.values.sorted { $0.sequence < $1.sequence } == conversation.messages(of: channel))
      }
    }
  }

  private func chatter(_ conversation: StubChatSource) async {
    var numbers = SeededNumbers(seed: 7)
    for round in 0..<600 {
      let count = conversation.messages(of: channel).count
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0 where count > 0:
        conversation.change(Int.random(in: 1...count, using: &numbers), in: channel, to: "changed \(round)")
      case 1 where count > 0: conversation.change(Int.random(in: 1...count, using: &numbers), in: channel, to: nil)
      default: conversation.send("said \(round)", in: channel)
      }
      await Task.yield()
    }
  }

  private func comeAndGo(_ listener: RecordingListener, _ hub: ChatHub<RecordingListener>, seed: UInt64) async {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<20 {
      await comeBack(listener, hub)
      for _ in 0..<Int.random(in: 0..<30, using: &numbers) { await Task.yield() }
      await hub.leave(listener, channel)
    }
  }

  /// Listens from where it has heard, until it has caught up.
  private func comeBack(_ listener: RecordingListener, _ hub: ChatHub<RecordingListener>) async {
    repeat {
      do { try await hub.listen(listener, to: channel, since: listener.revision, as: listener.account) } catch {
        Issue.record("\(error)")
        return
      }
    } while listener.news.last == .behind(revision: listener.revision)
  }
}

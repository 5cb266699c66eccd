import Basics
import Chat
import Support
import Synchronization
import Testing
import Workload

@Suite("Those who listen to a channel")
struct HubTests {
  private let channel = ChannelID(7)
  private let mina = AccountID("0123456789abcdef00000001")!
  private let juno = AccountID("0123456789abcdef00000002")!

  /// Runs a test with a hub over channels in which mina and juno are.
  private func withHub(
    bus: any EventBus = LocalEventBus(),
    _ test: (ChatHub<RecordingListener>, StubChatSource, Failures) async throws -> Void
  ) async throws {
    let talk = StubChatSource(bus: bus)
    let failures = Failures()
    let hub = ChatHub<RecordingListener>(source: talk, bus: bus)
    talk.settle([mina, juno], in: channel)
    let running = Task { await hub.run { _ in failures.add() } }
    defer { running.cancel() }
    try await test(hub, talk, failures)
  }

  private final class Failures: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  @Test("What is said is heard by everybody in its order, and read once for all of them")
  func together() async throws {
    try await withHub { hub, talk, _ in
      let ears = (0..<100).map { RecordingListener($0 % 2 == 0 ? mina : juno) }
      for ear in ears { try await hub.listen(ear, to: channel, since: nil, as: ear.account) }
      let before = talk.reads
      talk.say("하나", in: channel)
      for ear in ears { await ear.hears { $0.texts == ["하나"] } }
      #expect(talk.reads == before + 1)
      talk.change(1, in: channel, to: "둘")
      talk.change(1, in: channel, to: nil)
      for ear in ears { await ear.hears { $0.revision == 3 } }
      #expect(
        ears.allSatisfy { $0.news.last?.messages.last?.removedAt != nil && $0.news.first == .joined(revision: 0) })
      #expect(talk.reads <= before + 3)
    }
  }

  @Test("Whoever comes with a revision hears first what it missed, each message as it stands now")
  func resume() async throws {
    try await withHub { hub, talk, _ in
      for text in ["a", "b", "c"] { talk.say(text, in: channel) }
      talk.change(1, in: channel, to: "A")
      let ear = RecordingListener(mina)
      try await hub.listen(ear, to: channel, since: 2, as: mina)
      #expect(ear.texts == ["c", "A"] && ear.news.last == .joined(revision: 4))
      talk.say("d", in: channel)
      await ear.hears { $0.texts == ["c", "A", "d"] }
    }
  }

  @Test("A revision that is not there yet hides nothing that comes")
  func ahead() async throws {
    try await withHub { hub, talk, _ in
      let ear = RecordingListener(mina)
      try await hub.listen(ear, to: channel, since: 900, as: mina)
      talk.say("a", in: channel)
      await ear.hears { $0.texts == ["a"] }
    }
  }

  @Test("Who missed more than a page listens again from where the page ends")
  func behind() async throws {
    try await withHub { hub, talk, _ in
      for number in 1...95 { talk.say(String(number), in: channel) }
      let ear = RecordingListener(mina)
      var rounds = 0
      repeat {
        try await hub.listen(ear, to: channel, since: ear.revision, as: mina)
        rounds += 1
      } while ear.news.last == .behind(revision: ear.revision)
      #expect(rounds == 3 && ear.texts == (1...95).map(String.init) && ear.news.last == .joined(revision: 95))
    }
  }

  @Test("Whoever is not in the channel cannot listen, be there one or not")
  func strangers() async throws {
    try await withHub { hub, _, _ in
      let stranger = AccountID("0123456789abcdef00000003")!
      for place in [channel, ChannelID(99)] {
        await #expect {
          try await hub.listen(RecordingListener(stranger), to: place, since: 0, as: stranger)
        } throws: { ($0 as? DomainError)?.code == "channel-not-joined" }
      }
      #expect(await hub.count == 0)
    }
  }

  @Test("Whoever is taken out hears nothing that is said afterwards")
  func takenOut() async throws {
    try await withHub { hub, talk, _ in
      let (out, other) = (RecordingListener(juno), RecordingListener(mina))
      for ear in [out, other] { try await hub.listen(ear, to: channel, since: nil, as: ear.account) }
      talk.say("before", in: channel)
      talk.take(juno, outOf: channel)
      talk.say("after", in: channel)
      await other.hears { $0.texts == ["before", "after"] }
      await out.hears { $0.news.last == .left }
      #expect(!out.texts.contains("after"))
      #expect(await hub.count == 1)
    }
  }

  @Test("Also when a page with what was said afterwards was being read")
  func takenOutWhileRead() async throws {
    try await withHub { hub, talk, _ in
      let (out, other) = (RecordingListener(juno), RecordingListener(mina))
      for ear in [out, other] { try await hub.listen(ear, to: channel, since: nil, as: ear.account) }
      let gate = Gate()
      talk.hold(at: gate)
      talk.say("before", in: channel)
      await gate.isReached()
      talk.take(juno, outOf: channel)
      talk.say("after", in: channel)
      talk.hold(at: nil)
      await gate.open()
      await other.hears { $0.texts == ["before", "after"] }
      await out.hears { $0.news.last == .left }
      #expect(!out.texts.contains("after"))
    }
  }

  @Test("Whoever is taken out and in again misses nothing")
  func outAndIn() async throws {
    try await withHub { hub, talk, _ in
      let ear = RecordingListener(juno)
      try await hub.listen(ear, to: channel, since: nil, as: juno)
      let gate = Gate()
      talk.hold(at: gate)
      talk.bus.publish(.membership(channel, juno))
      await gate.isReached()
      for text in ["a", "b"] { talk.say(text, in: channel) }
      talk.bus.publish(.membership(channel, juno))
      talk.hold(at: nil)
      await gate.open()
      await ear.hears { $0.texts == ["a", "b"] }
      talk.say("c", in: channel)
      await ear.hears { $0.texts == ["a", "b", "c"] }
    }
  }

  @Test("What the bus loses is found by looking: messages, and who left")
  func lost() async throws {
    try await withHub(bus: ForgetfulBus(losingEvery: 1)) { hub, talk, _ in
      let (out, other) = (RecordingListener(juno), RecordingListener(mina))
      for ear in [out, other] { try await hub.listen(ear, to: channel, since: nil, as: ear.account) }
      talk.say("a", in: channel)
      try await hub.poll()
      for ear in [out, other] { await ear.hears { $0.texts == ["a"] } }
      talk.take(juno, outOf: channel)
      talk.say("b", in: channel)
      try await hub.poll()
      await other.hears { $0.texts == ["a", "b"] }
      #expect(out.texts == ["a"] && out.news.last == .left)
    }
  }

  @Test("It looks by itself only where something has changed since, and again after it failed")
  func following() async throws {
    try await withHub(bus: ForgetfulBus(losingEvery: 1)) { hub, talk, _ in
      let ear = RecordingListener(mina)
      try await hub.listen(ear, to: channel, since: nil, as: mina)
      for _ in 0..<3 { try await hub.follow() }
      #expect(talk.looks == 1)
      talk.say("a", in: channel)
      talk.touch()
      for _ in 0..<3 { try await hub.follow() }
      await ear.hears { $0.texts == ["a"] }
      #expect(talk.looks == 2)
      talk.say("b", in: channel)
      talk.touch()
      talk.fail(1)
      await #expect(throws: StubChatSource.Unreadable.self) { try await hub.follow() }
      for _ in 0..<3 { try await hub.follow() }
      await ear.hears { $0.texts == ["a", "b"] }
      #expect(talk.looks == 4)
    }
  }

  @Test("What could not be read is told of, and read at the next look")
  func failing() async throws {
    try await withHub { hub, talk, failures in
      let ear = RecordingListener(mina)
      talk.fail(1)
      await #expect(throws: StubChatSource.Unreadable.self) {
        try await hub.listen(ear, to: channel, since: nil, as: mina)
      }
      #expect(await hub.count == 0)
      try await hub.listen(ear, to: channel, since: nil, as: mina)
      talk.fail(1)
      talk.say("a", in: channel)
      while failures.count == 0 { await Task.yield() }
      try await hub.poll()
      await ear.hears { $0.texts == ["a"] }
      // Whoever may not be in it any more is let go when that cannot be found out.
      talk.fail(1)
      talk.bus.publish(.membership(channel, mina))
      await ear.hears { $0.news.last == .failed }
      #expect(await hub.count == 0)
    }
  }

  @Test("Who listens as nobody in particular hears what everybody hears, whoever comes and goes")
  func nobody() async throws {
    try await withHub { hub, talk, _ in
      talk.say("a", in: channel)
      let (relay, out) = (RecordingListener(mina), RecordingListener(juno))
      try await hub.listen(relay, to: channel, since: 0, as: nil)
      try await hub.listen(out, to: channel, since: nil, as: juno)
      talk.say("b", in: channel)
      for account in [juno, mina] { talk.take(account, outOf: channel) }
      talk.say("c", in: channel)
      await relay.hears { $0.texts == ["a", "b", "c"] }
      await out.hears { $0.news.last == .left }
      try await hub.poll()
      #expect(await hub.count == 1 && !relay.news.contains(.left))
    }
  }

  @Test("It hears a channel as long as there is one")
  func nobodyAnywhere() async throws {
    try await withHub { hub, talk, _ in
      await #expect {
        try await hub.listen(RecordingListener(mina), to: ChannelID(99), since: nil, as: nil)
      } throws: { ($0 as? DomainError)?.code == "channel-unknown" }
      let relay = RecordingListener(mina)
      try await hub.listen(relay, to: channel, since: nil, as: nil)
      talk.say("a", in: channel)
      await relay.hears { $0.texts == ["a"] }
      talk.remove(channel)
      try await hub.poll()
      await relay.hears { $0.news.last == .left }
      #expect(await hub.count == 0)
    }
  }

  @Test("Who leaves hears no more, and nothing is kept of it")
  func leaving() async throws {
    try await withHub { hub, talk, _ in
      let (gone, other) = (RecordingListener(juno), RecordingListener(mina))
      for ear in [gone, other] { try await hub.listen(ear, to: channel, since: nil, as: ear.account) }
      await hub.leave(gone, channel)
      await hub.leave(gone, channel)
      talk.say("a", in: channel)
      await other.hears { $0.texts == ["a"] }
      #expect(gone.texts.isEmpty)
      await hub.leave(other, channel)
      #expect(await hub.count == 0)
    }
  }

  @Test("While messages, changes and removals go on, whoever comes and goes ends up with what is there")
  func model() async throws {
    try await withHub(bus: ForgetfulBus(losingEvery: 7)) { hub, talk, _ in
      let ears = (0..<12).map { RecordingListener($0 % 2 == 0 ? mina : juno) }
      async let talking: Void = chatter(talk)
      await withTaskGroup(of: Void.self) { group in
        for (index, ear) in ears.enumerated() {
          group.addTask { await comeAndGo(ear, hub, seed: UInt64(index)) }
        }
      }
      await talking
      for ear in ears { await comeBack(ear, hub) }
      try await hub.poll()
      let last = try await talk.revision(of: channel)
      for ear in ears {
        await ear.hears { $0.revision == last }
        let revisions = ear.news.flatMap(\.messages).map(\.revision)
        #expect(revisions == revisions.sorted() && Set(revisions).count == revisions.count)
        var replica: [Int: ChatMessage] = [:]
        for message in ear.news.flatMap(\.messages) { replica[message.sequence] = message }
        #expect(replica.values.sorted { $0.sequence < $1.sequence } == talk.messages(of: channel))
      }
    }
  }

  private func chatter(_ talk: StubChatSource) async {
    var numbers = SeededNumbers(seed: 7)
    for round in 0..<600 {
      let count = talk.messages(of: channel).count
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0 where count > 0:
        talk.change(Int.random(in: 1...count, using: &numbers), in: channel, to: "changed \(round)")
      case 1 where count > 0: talk.change(Int.random(in: 1...count, using: &numbers), in: channel, to: nil)
      default: talk.say("said \(round)", in: channel)
      }
      await Task.yield()
    }
  }

  private func comeAndGo(_ ear: RecordingListener, _ hub: ChatHub<RecordingListener>, seed: UInt64) async {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<20 {
      await comeBack(ear, hub)
      for _ in 0..<Int.random(in: 0..<30, using: &numbers) { await Task.yield() }
      await hub.leave(ear, channel)
    }
  }

  /// Listens from where it has heard, until it has caught up.
  private func comeBack(_ ear: RecordingListener, _ hub: ChatHub<RecordingListener>) async {
    repeat {
      do { try await hub.listen(ear, to: channel, since: ear.revision, as: ear.account) } catch {
        Issue.record("\(error)")
        return
      }
    } while ear.news.last == .behind(revision: ear.revision)
  }
}

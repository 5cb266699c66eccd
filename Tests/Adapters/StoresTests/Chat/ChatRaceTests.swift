import Basics
import Chat
import Support
import Testing

@Suite("Many writers in two processes")
struct ChatRaceTests {
  @Test("Fifty concurrent senders leave no gap and no duplicate, timestamps grow, and a reader misses nothing")
  func crowd() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(50)
    let channel = try await chat.standard(of: try await chat.workspace(of: people))
    let services = [chat.service, try await chat.otherProcess()]
    let read = try await withThrowingTaskGroup(of: [ChatMessage].self) { group in
      for (index, person) in people.enumerated() {
        group.addTask {
          for number in 0..<4 { _ = try await services[index % 2].send("\(index) \(number)", in: channel, by: person) }
          return []
        }
      }
      group.addTask {
        var known: [ChatMessage] = []
        while known.count < 200 {
          let revision = known.last?.revision ?? 0
          known += try await services[1].messages(
            .changed(sinceRevision: revision), of: channel, limit: 30, for: people[0])
        }
        return known
      }
      return try await group.reduce(into: [ChatMessage]()) { $0 += $1 }
    }
    #expect(read.map(\.sequence) == Array(1...200))
    #expect(read.map(\.revision) == Array(1...200))
    #expect(Set(read.map(\.text)).count == 200)
    #expect(zip(read, read.dropFirst()).allSatisfy { $0.createdAt < $1.createdAt })
    for index in people.indices {
      let own = read.filter { $0.text.hasPrefix("\(index) ") }.map(\.text)
      #expect(own == (0..<4).map { "\(index) \($0)" })
    }
  }

  @Test("The same message sent fifty times at once is stored once")
  func again() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let channel = try await chat.standard(of: try await chat.workspace(of: people))
    let services = [chat.service, try await chat.otherProcess()]
    let answers = try await withThrowingTaskGroup(of: MessageID.self) { group in
      for index in 0..<50 {
        group.addTask { try await services[index % 2].send("\(index)", key: "once", in: channel, by: people[0]).id }
      }
      return try await group.reduce(into: Set<MessageID>()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    #expect(try await chat.service.channel(channel, for: people[0]).channel.lastSequence == 1)
  }

  @Test("Fifty concurrent requests make one room and one channel of a name")
  func channels() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let work = try await chat.workspace(of: people)
    let services = [chat.service, try await chat.otherProcess()]
    let (rooms, made) = try await withThrowingTaskGroup(of: (ChannelID, Bool).self) { group in
      for index in 0..<50 {
        group.addTask {
          let (service, person) = (services[index % 2], people[index / 2 % 2])
          let room = try await service.directRoom(with: people[1 - index / 2 % 2], in: work.id, by: person).channel.id
          let made = try? await service.makeChannel(ChannelContent(name: "plan"), .open, in: work.id, by: person)
          return (room, made != nil)
        }
      }
      return try await group.reduce(into: (Set<ChannelID>(), 0)) { result, next in
        result.0.insert(next.0)
        result.1 += next.1 ? 1 : 0
      }
    }
    #expect((rooms.count, made) == (1, 1))
  }
}

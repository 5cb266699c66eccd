import Basics
import Chat
import Support
import Synchronization
import Testing

@Suite("Access codes")
struct AccessCodeTests {
  @Test("An access code has sixteen random letters and digits and gives access to its party")
  func alphabet() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(3)
    var counts: [Character: Int] = [:]
    for number in 0..<90 {
      let party = try await chat.party("\(number)", isPublic: false, of: [people[number % 2]])
      #expect(party.accessCode.count == 16)
      for character in party.accessCode { counts[character, default: 0] += 1 }
      let view = try await chat.parties.party(party.workspace.id, code: party.accessCode, for: people[2])
      #expect(view == PartyView(party: party, grade: nil))
    }
    #expect(counts.count == 62 && counts.keys.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
    // 1,440 draws of 62: about 23 of each.
    #expect(counts.values.allSatisfy { (5...50).contains($0) })
  }

  @Test(
    "An incomplete access code does not work",
    arguments: [nil, "", "a", String(repeating: "a", count: 16), String(repeating: "a", count: 100_000), "\u{0}"])
  func wrong(_ code: String?) async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let party = try await chat.party(isPublic: false, of: [people[0]])
    let (id, right) = (party.workspace.id, party.accessCode)
    let swapped = String(right.map { $0.isUppercase ? Character($0.lowercased()) : Character($0.uppercased()) })
    for shown in [code, String(right.dropLast()), right + "a", swapped, " \(right)"] {
      #expect(try await outcome { try await chat.parties.party(id, code: shown, for: people[1]) } == "party-unknown")
      #expect(try await outcome { try await chat.parties.apply(to: id, code: shown, by: people[1]) } == "party-unknown")
    }
  }

  @Test("A code that another party has is drawn again, and a source that repeats itself makes none")
  func clashes() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(1)
    let draws = Mutex<[UInt8]>([1, 255, 1, 2, 2])
    let drawing: RandomBytes = { count in
      [UInt8](repeating: draws.withLock { $0.isEmpty ? 2 : $0.removeFirst() }, count: count)
    }
    let parties = PartyService(chat: chat.service, random: drawing)
    let make = { (name: String) in
      try await parties.make(WorkspaceContent(name: name), isPublic: true, by: people[0]).party.accessCode
    }
    #expect(try await make("a") == String(repeating: "1", count: 16))
    // 255 is no character, as that would make some likelier than others.
    #expect(try await make("b") == String(repeating: "2", count: 16))
    let before = try await chat.contents()
    await #expect { try await make("c") } throws: { !($0 is DomainError) }
    #expect(try await chat.contents() == before)
  }
}

import Basics
import Contracts
import Foundation
import FourCutsClient
import Support
import Testing

/// What waits for a decision, decided by commands.
@Suite("The commands of the queue")
struct QueueCommandTests {
  @Test("What people send is listed by urgency, shown, accepted and declined")
  func deciding() async throws {
    let program = try Program()
    try program.run(
      "import", try program.file("booths.csv", "external_id,name,latitude,longitude\nA1,샘플네컷 강남점,37.4979,127.0276\n"))
    #expect(try program.run("queue", "list").output == "Nothing waits.\n")
    let server = try await RunningServer(program)
    let mina = try await server.person("mina")
    let first = try await mina.propose(ProposalRequest(name: "인생네컷 연남점", latitude: 37.5621, longitude: 126.9251))
    let second = try await mina.propose(ProposalRequest(name: "없는 곳", latitude: 37, longitude: 127))
    let gone = try await mina.correct(BoothID(1), CorrectionRequest(kind: .closed))

    let listed = try #require(
      try JSONSerialization.jsonObject(with: Data(try program.run("queue", "list", "--format", "json").output.utf8))
        as? [String: [[String: Any]]])
    #expect(
      listed["items"]?.compactMap { $0["id"] as? String }
        == [gone.id.description, first.id.description, second.id.description])
    let shown = try program.run("queue", "show", gone.id.description).output
    for part in ["correction", "샘플네컷 강남점", "closed", "fourcuts corrections show"] { #expect(shown.contains(part)) }

    #expect(try program.run("queue", "accept", gone.id.description).code == 0)
    #expect(try program.run("booths", "show", "1").output.contains("closed"))
    #expect(try program.run("queue", "accept", first.id.description).code == 0)
    #expect(try program.run("queue", "decline", second.id.description, "--reason", "closed last year").code == 0)
    #expect(try program.run("queue", "list").output == "Nothing waits.\n")
    #expect(try await mina.proposals().map(\.state) == [.declined, .accepted])
    let again = try program.run("queue", "accept", first.id.description)
    #expect(again.code == 4 && again.errors.contains("fourcuts queue list"))
    #expect(try program.run("audit", "list").output.contains("queue decline"))
    #expect(try server.end() == 0)
  }
}

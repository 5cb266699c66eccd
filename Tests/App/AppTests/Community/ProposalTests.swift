import Basics
import Contracts
import Foundation
import FourCutsClient
import Support
import Testing

/// Proposals of booths on a real server.
@Suite("Proposals of booths")
struct ProposalTests {
  @Test("A booth that a person proposes is found on the map a moment after the operator has accepted it")
  func accepted() async throws {
    let program = try Program()
    try program.run(
      "import", try program.file("booths.csv", "external_id,name,latitude,longitude\nA1,샘플네컷 강남점,37.4979,127.0276\n"))
    let server = try await RunningServer(program)
    let mina = try await server.person("mina")
    var booth = ProposalRequest(name: "인생네컷 연남점", latitude: 37.5621, longitude: 126.9251)
    (booth.brand, booth.price, booth.note) = ("인생네컷", 4000, "2층")
    let id = try await mina.propose(booth).id.description

    #expect(try program.run("proposals", "list").output.contains("인생네컷 연남점"))
    let shown = try program.run("proposals", "show", id).output
    for part in ["37.5621000,126.9251000", "mina (", "2층", "4000"] { #expect(shown.contains(part), "\(part)") }
    #expect(try program.run("proposals", "accept", id).output == "인생네컷 연남점 is booth 2 now.\n")
    #expect(try program.run("proposals", "accept", id).code == 3)
    #expect(try program.run("proposals", "list").output == "No booth is proposed.\n")
    #expect(try program.run("proposals", "show", id, "--format", "json").output.contains(#""booth":2"#))
    try await eventually {
      try await server.send("GET", "/api/booths/near?lat=37.5621&lon=126.9251&limit=1").body.contains("인생네컷 연남점")
    }
    let own = try await mina.proposals()
    #expect(own.count == 1 && own[0].state == .accepted && own[0].booth == BoothID(2))
    #expect(try program.run("audit", "list").output.contains("proposals accept"))
    // It is an import like any other.
    #expect(try program.run("imports", "rollback", "2").code == 0)
    #expect(try program.run("booths", "list").output.contains("인생네컷 연남점") == false)

    let other = try await mina.propose(ProposalRequest(name: "없는 곳", latitude: 37, longitude: 127)).id.description
    #expect(
      try program.run("proposals", "decline", other, "--reason", "closed last year").output
        == "Proposal \(other) is declined.\n")
    #expect(try await mina.proposals().first?.reason == "closed last year")
    #expect(try program.run("proposals", "decline", "7").code == 2)
    #expect(try server.end() == 0)
  }
}

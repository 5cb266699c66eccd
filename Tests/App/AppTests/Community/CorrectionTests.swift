import Basics
import Contracts
import Foundation
import FourCutsClient
import Support
import Testing

/// Corrections and pages of booths on a real server.
@Suite("Corrections of booths")
struct CorrectionTests {
  private static let booths = """
    external_id,name,latitude,longitude,price,status
    A1,샘플네컷 강남점,37.4979,127.0276,4000,operating
    A2,샘플네컷 역삼점,37.5006,127.0364,,closed

    """

  private static func server() async throws -> RunningServer {
    let program = try Program()
    try program.run("import", try program.file("booths.csv", booths))
    return try await RunningServer(program)
  }

  @Test("A correction is in the operator's queue with the catalogue's attributes, until it is closed")
  func queue() async throws {
    let server = try await Self.server()
    let program = server.program
    let mina = try await server.person("mina")
    let photos = try await mina.upload([PhotoUpload(onePixel)]).map(\.name)
    let correction = CorrectionRequest(kind: .price, note: "이제 5,000원이에요", photos: photos)
    let id = try await mina.correct(BoothID(1), correction).id.description

    let list = try program.run("corrections", "list")
    #expect(list.output.contains("price") && list.output.contains("이제 5,000원이에요"))
    #expect(try program.run("corrections", "list", "--format", "json").output.contains(#""evidence":"name: 샘플네컷 강남점"#))
    let shown = try program.run("corrections", "show", id, "--public-url", "https://cuts.example/").output
    for part in ["https://cuts.example/booths/1", "mina (", "price: 4000"] { #expect(shown.contains(part), "\(part)") }
    let pictures = shown.split(separator: "\n").filter { $0.hasPrefix("picture") }
    let picture = try #require(pictures.first?.split(separator: " ").last)
    #expect(FileManager.default.fileExists(atPath: String(picture)))
    #expect(try program.run("corrections", "show", id, "--format", "json").output.contains(#""open_count":1"#))
    #expect(try program.run("corrections", "close", id, "--price", "5000").code == 2)
    #expect(
      try program.run("corrections", "close", id, "--accept", "--price", "5000").output
        == "Correction \(id) is closed as accepted.\n")
    #expect(try program.run("booths", "show", "1").output.contains("5000 KRW  (edited)"))
    #expect(try program.run("corrections", "close", id).code == 3)
    #expect(try program.run("corrections", "list").output == "Nothing is to be corrected.\n")
    #expect(try program.run("corrections", "list", "--state", "all").output.contains("accepted"))
    #expect(try program.run("corrections", "show", String(repeating: "0", count: 24)).code == 4)
    #expect(try program.run("corrections", "show", "7").code == 2)
    #expect(try program.run("audit", "list").output.contains("corrections close"))
    #expect(try server.end() == 0)
  }
}

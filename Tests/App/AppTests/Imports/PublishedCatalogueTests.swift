import Basics
import Booths
import Concurrency
import Foundation
import JSON
import Support
import Testing
import Workload

@testable import App

@Suite("Another server as a source")
struct PublishedCatalogueTests {
  private static let list = """
    id,name,brand,lat,lon,road_address,opening_hours,price,payment:cash,name:en
    a,=네컷 하나,네컷,37.5572,126.9254,서울특별시 마포구 양화로 1,Mo-Su 10:00-02:00,4000,only,Four Cuts One
    b,Photomaton,,48.8566,2.3522,,24/7,5 EUR,no,
    """

  @Test("Its signed booths are imported under its numbers, with its terms, and checked for changes")
  func imported() async throws {
    let publisher = try Program()
    let file = try publisher.file("city.csv", Self.list)
    let secret = try publisher.file("secret.csv", "id,name,lat,lon\nx,비밀 네컷,37.5,127\n")
    #expect(
      try publisher.run("import", file, "--licence", "ODbL-1.0", "--attribution", "© OpenStreetMap contributors").code
        == 0)
    #expect(try publisher.run("import", secret, "--licence", "All rights reserved").code == 0)
    let server = try await RunningServer(publisher)
    let known = try JSONReader.value(of: Array(try await server.get("/.well-known/fourcuts").body.utf8))
    guard case .string(let key)? = known["catalogue"]?["public_key"] else { throw CancellationError() }
    #expect(try await !server.get("/api/catalogue/exports/booths.csv").body.contains("비밀"))
    #expect(try !publisher.run("booths", "export").output.contains("비밀"))
    #expect(try publisher.run("booths", "export", "--source", "secret").output.contains("비밀"))

    let program = try Program()
    let address = server.base.absoluteString
    #expect(try program.run("sources", "add", "other", address, "--public-key", "abc").code != 0)
    let add = ["sources", "add", "other", address, "--allow-private", "--public-key"]
    #expect(try program.start(add + [Data(repeating: 7, count: 32).base64EncodedString()]).finish().code == 0)
    let unsigned = try program.run("sources", "run", "other")
    #expect(unsigned.code != 0 && unsigned.errors.contains("was not signed by the server's key"), "\(unsigned)")
    #expect(try program.run("sources", "remove", "other").code == 0)

    #expect(try program.start(add + [key]).finish().code == 0)
    let first = try program.run("sources", "run", "other")
    #expect(first.code == 0 && first.output.contains("2 added"), "\(first)")
    #expect(try program.run("sources", "run", "other").output.contains("that of the last import"))
    let exported = try program.run("booths", "export").output
    #expect(exported.split(whereSeparator: \.isNewline).count == 3, "\(exported)")
    for part in [
      ",other,1,'=네컷 하나,네컷,서울특별시 마포구 양화로 1,", ",37.5572000,126.9254000,", "Mo-Su 10:00-02:00", "현금전용", ",4000,",
      ",other,2,Photomaton,", ",5,", ",Four Cuts One,", "ODbL-1.0,© OpenStreetMap contributors",
    ] { #expect(exported.contains(part), "\(part) in \(exported)") }

    // What the publisher adds later comes too.
    _ = try publisher.file("city.csv", Self.list + "\nc,네컷 셋,네컷,37.56,126.93,,,,,\n")
    #expect(try publisher.run("import", file, "--licence", "ODbL-1.0").code == 0)
    #expect(try server.end() == 0)
    let again = try await RunningServer(publisher, port: server.base.port ?? 0)
    #expect(try program.run("sources", "run", "other").output.contains("1 added"))
    #expect(try again.end() == 0)
  }
}

import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

/// The server as a process: started, asked over a socket, changed from outside, told to end.
@Suite("fourcuts serve")
struct ServeTests {
  private static let rows = """
    external_id,name,latitude,longitude,status
    A1,샘플네컷 강남점,37.4979,127.0276,operating
    A2,샘플네컷 역삼점,37.5006,127.0364,operating

    """

  @Test("The server starts without configuration, answers, and ends cleanly on request")
  func lifeCycle() async throws {
    let server = try await RunningServer(try Program())
    #expect(server.process.output.contains("The catalogue is empty"))
    #expect(try await server.get("/api/booths/near").body.contains(#""origin":"default""#))
    #expect(try await server.get("/healthz").status == 200)
    #expect(try await server.get("/nothing").status == 404)
    #expect(try server.end() == 0)
  }

  @Test("Trusted proxies must be addresses", arguments: ["10.0.0", "proxy.example", "10.0.0.0/24"])
  func trustedProxies(text: String) throws {
    let result = try Program().run("serve", "--port", "0", "--trusted-proxies", "10.0.0.11,\(text)")
    #expect(result.code == 2)
    #expect(result.errors.contains("--trusted-proxies takes addresses"))
  }

  @Test("Settings that have no effect beside the others are named at the start")
  func settingsWithoutEffect() async throws {
    let server = try await RunningServer(
      try Program(engine: .sqlite), "--backup-interval", "6h", "--trace-ratio", "0.5", "--key-file", "a.key",
      "--pay-within", "60", "--kakao-client-secret", "x")
    for (option, needed) in [
      ("backup-interval", "--backup-to"), ("trace-ratio", "--traces-to"), ("key-file", "--database"),
      ("pay-within", "--portone-v1-key or --portone-v2-secret"), ("kakao-client-secret", "--kakao-client-id"),
    ] { #expect(server.process.errors.contains("--\(option) has no effect without \(needed)"), "\(option)") }
    #expect(!server.process.errors.contains("--backup-keep"))
    #expect(try server.end() == 0)
  }

  @Test("Trusted proxies without a public address are refused, as they would have no effect")
  func trustedProxiesAlone() throws {
    let result = try Program().run("serve", "--port", "0", "--trusted-proxies", "10.0.0.11")
    #expect(result.code == 2 && result.errors.contains("--public-url"))
  }

  @Test("Imports, edits and rollbacks of other processes are visible while the server runs")
  func changes() async throws {
    let program = try Program()
    try program.run("import", try program.file("small.csv", Self.rows))
    let server = try await RunningServer(program)
    let near = "/api/booths/near?lat=37.4979&lon=127.0276&limit=1"
    #expect(try await server.get(near).body.contains("강남점"))
    try program.run("booths", "close", "1")
    try await eventually { try await server.get(near).body.contains("역삼점") }
    try program.run(
      "import", try program.file("more.csv", "external_id,name,latitude,longitude\nB1,새 부스,37.4979,127.0276\n"))
    try await eventually { try await server.get(near).body.contains("새 부스") }
    try program.run("imports", "rollback", "2")
    try await eventually { try await server.get(near).body.contains("역삼점") }
    #expect(try server.end() == 0)
  }

  @Test("GeoJSON is imported over HTTP as from a file, and refused if it is truncated")
  func geoJSON() async throws {
    let token = "a-secret-token-of-an-operator"
    let server = try await RunningServer(try Program(), "--operator-token", token)
    let feature = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[127.0276,37.4979]},\
      "properties":{"external_id":"G1","name":"네컷 강남점"}}
      """
    let whole = #"{"type":"FeatureCollection","features":[\#(feature)]}"#
    let cut = try await server.post("/api/imports?file=a.geojson&commit=true", String(whole.dropLast(4)), token: token)
    #expect(cut.status == 400 && cut.body.contains("geojson-malformed"))
    #expect(try await server.get("/api/booths/1").status == 404)
    let kept = try await server.post("/api/imports?file=a.geojson&commit=true", whole, token: token)
    #expect(kept.body.contains(#""run":1"#))
    try await eventually { try await server.get("/api/booths/1").body.contains("네컷 강남점") }
    #expect(try server.end() == 0)
  }

  @Test("Browsers get the map at the address where other clients get examples")
  func pages() async throws {
    let server = try await RunningServer(
      try Program(), "--tiles", "https://tiles.example/{z}/{x}/{y}.png", "--tile-attribution", "© Tiles")
    let page = try await server.send(
      "GET", "/?at=37.5,127,14", ["Accept": "text/html,*/*;q=0.8", "Accept-Language": "en-GB,en"])
    #expect(page.status == 200 && page.body.contains("<html lang=\"en\""))
    #expect(page.body.contains("data-attribution=\"© Tiles\""))
    let script = try #require(page.body.firstMatch(of: /src="(\/web\/[0-9a-f]{16}\/app.js)"/))
    #expect(try await server.get(String(script.1)).body.contains("import"))
    #expect(try await server.get("/service-worker.js").body.contains(script.1))
    #expect(try await server.get("/").body.contains("<h2>To try</h2>"))
    #expect(try server.end() == 0)
  }

  @Test("A browser gets a page in its language for an unknown address, other clients and the API a problem document")
  func unknownAddress() async throws {
    let server = try await RunningServer(try Program())
    let browser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "ko-KR,ko"]
    for path in ["/nowhere", "/boths", "/web/1/app.js", "/booths/1/2", "/app/nothing", "/app/nothing/1"] {
      let page = try await server.send("GET", path, browser)
      #expect(page.status == 404 && page.body.contains("<h2>없는 페이지예요</h2>"), "\(path)")
      #expect(page.body.contains("noindex") && page.headers["Cache-Control"] == "no-store")
    }
    for (path, headers) in [("/nowhere", ["Accept": "*/*"]), ("/nowhere", [:]), ("/api/nowhere", browser)] {
      let problem = try await server.send("GET", path, headers)
      #expect(problem.status == 404 && problem.body.contains(#""code":"not-found""#), "\(path) \(headers)")
    }
    #expect(try await server.send("POST", "/nowhere", browser).body.contains(#""code":"not-found""#))
    #expect(try server.end() == 0)
  }

  @Test("An invalid source of tiles, and tiles without an attribution, are refused before anything starts")
  func tiles() throws {
    let program = try Program()
    let wrong = try program.run("serve", "--port", "0", "--tiles", "tiles")
    #expect(wrong.code == 2 && wrong.errors.contains("must start with https:// or http://"))
    let none = try program.run("serve", "--port", "0", "--tiles", "none.pmtiles")
    #expect(none.code != 0 && none.errors.contains("none.pmtiles") && none.errors.contains("No such file"))
    let nameless = try program.run("serve", "--port", "0", "--tiles", "https://tiles.example/{z}/{x}/{y}.png")
    #expect(nameless.code == 2 && nameless.errors.contains("--tile-attribution"))
    #expect(!FileManager.default.fileExists(atPath: program.directory.url.appendingPathComponent("data").path))
  }

  @Test("Unservable tiles of a file are logged once for each cause, with advice")
  func brokenTiles() async throws {
    let program = try Program()
    let file = program.directory.url.appendingPathComponent("map.mbtiles")
    let database = try await SQLiteDatabase(path: file.path)
    try await database.write { connection in
      try connection.run("CREATE TABLE metadata (name TEXT, value TEXT)", [])
      try connection.run(
        "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)", [])
      try connection.run(
        "INSERT INTO tiles VALUES (0, 0, 0, 'no image'), (1, 0, 0, NULL), (2, 0, 0, zeroblob(99999))", [])
    }
    await database.close()
    let server = try await RunningServer(program, "--tiles", file.path, "--tile-attribution", "© Tiles")
    for path in ["/tiles/0/0/0", "/tiles/1/0/1", "/tiles/0/0/0"] {
      #expect(try await server.get(path).status == 503)
    }
    try Data(repeating: 7, count: 16_384).write(to: file)
    for _ in 1...2 { #expect(try await server.get("/tiles/2/0/3").status == 503) }
    let log = server.process.errors.split(separator: "\n").filter { $0.contains("tiles-") }
    #expect(log.count == 2, "\(log)")
    #expect(log.allSatisfy { $0.contains(file.path) && $0.contains("restart the server") })
    #expect(log.first?.contains("tiles-damaged") == true && log.last?.contains("tiles-unreadable") == true)
    #expect(try await server.get("/healthz").body.contains(#""status":"degraded""#))
    #expect(try server.end() == 0)
  }

  @Test("A port in use is reported in one sentence")
  func takenPort() async throws {
    let program = try Program()
    let server = try await RunningServer(program)
    let port = try #require(server.base.port)
    let other = try Program()
    let second = try other.run("serve", "--port", String(port))
    #expect(second.code == 3)
    #expect(second.errors.split(separator: "\n").count == 1 && second.errors.contains("is in use"))
    // Before a data directory is made.
    #expect(!FileManager.default.fileExists(atPath: other.data.path))
    #expect(try server.end() == 0)
  }

  @Test(
    "Invalid lifetimes are refused before anything starts",
    arguments: [("FOURCUTS_ACCESS_TTL", "0"), ("FOURCUTS_ACCESS_TTL", "15m"), ("FOURCUTS_REFRESH_TTL", "-1")])
  func lifetimes(variable: String, value: String) throws {
    let program = try Program(environment: [variable: value])
    let result = try program.run("serve", "--port", "0")
    #expect(result.code == 2)
    #expect(result.errors.contains("-ttl takes a whole number from 1 to "))
    #expect(!FileManager.default.fileExists(atPath: program.directory.url.appendingPathComponent("data").path))
  }

  @Test("A signal to end at the first output ends the server cleanly")
  func earlyEnd() async throws {
    let program = try Program()
    for _ in 0..<5 {
      let process = try program.start(["serve", "--port", "0"])
      try await eventually { !process.output.isEmpty || !process.isRunning }
      process.signal(SIGTERM)
      #expect(try process.finish().code == 0)
    }
  }

  @Test("Other signals do not end the server")
  func idleSignals() async throws {
    let server = try await RunningServer(try Program())
    for number in [SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE] { server.process.signal(number) }
    #expect(try await server.get("/healthz").status == 200)
    #expect(try server.end() == 0)
  }

  @Test(
    "Clients, the log and health report while nothing can be written",
    .enabled(if: TestDatabase.engine == .sqlite))
  func fileLimit() async throws {
    let server = try await RunningServer(try Program())
    try server.process.limitFiles(to: 4096)
    func signUp(_ name: String) async throws -> RunningServer.ClientResponse {
      let body = #"{"email":"\#(name)@example.com","password":"\#(RunningServer.password)","nickname":"\#(name)"}"#
      return try await server.send(
        "POST", "/api/accounts", ["Content-Type": "application/json"], body: Data(body.utf8))
    }
    let rejected = try await signUp("mina")
    #expect(rejected.status == 503 && rejected.body.contains("database-io-failed"))
    #expect(!rejected.body.contains(server.program.directory.url.path))
    for name in ["juno", "sora"] {
      #expect(try await signUp(name).status == 503)
    }
    let logged = server.process.errors.split(separator: "\n").filter { $0.contains("database-io-failed") }
    #expect(logged.count == 1 && logged[0].contains(server.program.data.path))
    let reference = try #require(rejected.body.firstMatch(of: /"reference":"([0-9a-z]+)"/)).1
    #expect(logged[0].contains("(reference \(reference))"))
    let ill = try await server.get("/healthz")
    #expect(ill.status == 503 && ill.body.contains(#""status":"store-unwritable""#))
    #expect(ill.body.contains(#""code":"database-io-failed""#) && !ill.body.contains(server.program.data.path))
    try server.process.limitFiles(to: nil)
    try await eventually { try await server.get("/healthz").status == 200 }
    #expect(try await signUp("mina").status == 201)
    #expect(try server.end() == 0)
  }

  @Test("Missing descriptors are reported, and waiting clients are served when others disconnect")
  func fewDescriptors() async throws {
    let server = try await RunningServer(try Program(maxDescriptors: 60))
    let port = try #require(server.base.port)
    var clients = try (0..<80).map { _ in try Client(port) }
    clients[79].send("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n")
    try await eventually { server.process.errors.contains("files can be open") }
    clients.removeFirst(60)
    #expect(try clients[19].response().status == 200)
    let complaints = server.process.errors.split(separator: "\n").filter { $0.contains("files can be open") }
    #expect(complaints.count == 1 && complaints[0].contains("No more than 60 files"))
    #expect(try server.end() == 0)
  }

  @Test("The data folder is private to its owner")
  func directoryMode() async throws {
    let program = try Program()
    #expect(try await RunningServer(program).end() == 0)
    for name in ["data", "data/photos", "data/photos/kept", "data/tmp"] {
      let path = program.directory.url.appendingPathComponent(name).path
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700, "\(name)")
    }
  }
}

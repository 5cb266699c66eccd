import Accounts
import Basics
import Geo
import HTTP
import Support
import Synchronization
import Tabular
import Testing

@testable import APIKit
@testable import Booths
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

/// A desk that takes the file, remembers what it was told, and answers as it is set to.
private final class StubImports: ImportService {
  struct ImportCall: Sendable {
    var options: ImportOptions
    var bytes: Int
    /// That of the operator session.
    var account: AccountID?
  }
  private let calls = Mutex<ImportCall?>(nil)
  private let domainError: (any Error)?

  init(domainError: (any Error)? = nil) { self.domainError = domainError }

  var last: ImportCall? { calls.withLock { $0 } }

  func run(
    _ options: ImportOptions, file: AsyncThrowingStream<[UInt8], any Error>, by account: AccountID?
  ) async throws -> ImportReport {
    var bytes = 0
    for try await chunk in file { bytes += chunk.count }
    calls.withLock { $0 = ImportCall(options: options, bytes: bytes, account: account) }
    if let domainError { throw domainError }
    var rejections = RejectionTally()
    rejections.add([RejectedRow(line: 9, code: "no-coordinate", reason: "There is no place.", fields: ["a", "b"])])
    return ImportReport(
      plan: try Sample.plan(), outcome: Sample.outcome(isDryRun: options.isDryRun), rejections: rejections, warnings: []
    )
  }
}

extension Sample {
  fileprivate static func outcome(isDryRun: Bool) -> ImportOutcome {
    var counts = ImportCounts()
    (counts.added, counts.changed, counts.rejected) = (1, 1, 1)
    return ImportOutcome(
      run: isDryRun ? nil : 3, counts: counts,
      preview: [
        BoothChange(
          kind: .changed, line: 2, id: BoothID(5), name: "부산점",
          fields: [FieldChange(field: .phone, before: "", after: "051")])
      ],
      duplicates: [DuplicateRow(line: 4, externalID: "x", name: "y", original: BoothID(1), metres: 12.345)])
  }

  fileprivate static func plan() throws -> ImportPlan {
    ImportPlan(
      source: "upload", terms: SourceTerms(), dialect: Dialect(encoding: .cp949, delimiter: 0x2C), headerLine: 1,
      headers: [], columns: [:], ignored: [],
      coordinates: CoordinateColumns(east: 0, north: 1, system: try .named("EPSG:5174")), fallback: nil,
      expectsKorea: true, sampled: 3, isStrict: false, keepsWithoutCoordinate: false, decisions: ["The header decides."]
    )
  }
}

@Suite("Imports over HTTP")
struct ImportsTests {
  private static let token = [("Authorization", "Bearer secret")]

  private func service(_ imports: StubImports = StubImports()) -> Service {
    Service {
      $0.native.operatorToken = { "secret" }
      $0.native.imports = imports
    }
  }

  private func file(_ text: String) -> RequestBody {
    .stream(
      AsyncThrowingStream { continuation in
        for byte in text.utf8 { continuation.yield([byte]) }
        continuation.finish()
      })
  }

  @Test("An import is a dry run unless commit=true")
  func commit() async {
    let imports = StubImports()
    let tried = await service(imports).send(.post, "/api/imports", Self.token, body: file("abc"))
    #expect(tried.status == 200)
    #expect(imports.last?.options.isDryRun == true && imports.last?.bytes == 3)
    #expect(tried.json["dry_run"].bool == true && tried.json["run"].value == nil)
    let stored = await service(imports).send(.post, "/api/imports?commit=true", Self.token, body: file(""))
    #expect(imports.last?.options.isDryRun == false)
    #expect(stored.json["dry_run"].bool == false && stored.json["run"].int == 3)
    #expect(
      await service(imports).send(.post, "/api/imports?commit=false", Self.token, body: file("")).json["dry_run"].bool
        == true)
  }

  @Test("An operator session imports under its account, and needs a recent code unless it is a dry run")
  func sessions() async throws {
    let (imports, backend) = (StubImports(), try await TestBackend())
    let service = Service(backend: backend) { $0.native.imports = imports }
    let mina = try await backend.makeOperator(try await service.signUp("mina"), .operator)
    let token = [("Authorization", "Bearer \(mina.token)")]
    backend.clock.advance(seconds: 299)
    #expect(await service.send(.post, "/api/imports?commit=true", token, body: file("abc")).status == 200)
    #expect(imports.last?.account?.description == mina.member.id)
    backend.clock.advance(seconds: 1)
    let refused = await service.send(.post, "/api/imports?commit=true", token, body: file("abcd"))
    #expect(refused.domainError == "403 code-needed -" && imports.last?.bytes == 3)
    #expect(await service.send(.post, "/api/imports", token, body: file("abcd")).status == 200)
    #expect(imports.last?.bytes == 4)
    let juno = try await backend.makeOperator(try await service.signUp("juno"), .moderator)
    let moderator = [("Authorization", "Bearer \(juno.token)")]
    #expect(
      await service.send(.post, "/api/imports", moderator, body: file("x")).domainError == "403 role-missing -")
    #expect(imports.last?.bytes == 4)
  }

  @Test("A report is complete")
  func report() async {
    let answer = await service().send(.post, "/api/imports", Self.token, body: file("x"))
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
    #expect(
      answer.text
        == #"{"dry_run":true,"run":null,"source":"upload","encoding":"cp949","crs":"EPSG:5174","#
        + #""decisions":["The header decides."],"counts":{"read":3,"added":1,"changed":1,"unchanged":0,"closed":0,"#
        + #""duplicate":0,"rejected":1},"left_out":0,"changes":[{"kind":"changed","line":2,"id":5,"name":"부산점","#
        + #""fields":[{"field":"phone","before":"","after":"051"}]}],"duplicates":[{"line":4,"external_id":"x","#
        + #""name":"y","original":1,"same":"place","distance_m":12.35}],"rejected":[{"line":9,"code":"no-coordinate","#
        + #""reason":"There is no place.","fields":["a","b"]}],"#
        + #""rejected_by_code":[{"code":"no-coordinate","count":1,"first_line":9}],"warnings":[]}"#)
  }

  @Test(
    "Forms and archives are refused",
    arguments: ["multipart/form-data; boundary=x", "application/zip", "Application/Gzip", "application/vnd.ms-excel"])
  func wrapped(_ type: String) async {
    let imports = StubImports()
    let answer = await service(imports).send(
      .post, "/api/imports?commit=true", Self.token + [("Content-Type", type)], body: file("name,lat,lon"))
    #expect(answer.domainError == "415 content-type-unsupported -")
    #expect(answer.json["detail"].text?.contains("--data-binary") == true)
    #expect(imports.last == nil)
  }

  @Test("The content decides about a file of another type", arguments: ["text/plain", "application/vnd.geo+json", ""])
  func otherTypes(_ type: String) async {
    let imports = StubImports()
    let answer = await service(imports).send(
      .post, "/api/imports", Self.token + [("Content-Type", type)], body: file("abc"))
    #expect(answer.status == 200 && imports.last?.bytes == 3)
  }

  @Test("Errors name the parameters, not the options of the command line")
  func parameters() async {
    let swapped = DomainError(
      .invalid, "columns-swapped", "They are; pass --fix-swapped, or --map x=A --crs EPSG:5174.", field: "fix_swapped")
    let answer = await service(StubImports(domainError: swapped)).send(
      .post, "/api/imports", Self.token, body: file("x"))
    #expect(answer.domainError == "400 columns-swapped fix_swapped")
    #expect(answer.json["detail"].text == "They are; pass fix_swapped=true, or map=x=A crs=EPSG:5174.")
  }

  @Test(
    "Invalid options are refused",
    arguments: [
      ("commit=yes", "400 parameter-invalid commit"), ("file=../x.csv", "400 parameter-invalid file"),
      ("file=a%0Ab", "400 parameter-invalid file"), ("encoding=ebcdic", "400 parameter-invalid encoding"),
      ("dry_run=true", "400 parameter-unknown dry_run"),
    ])
  func rejected(_ query: String, _ domainError: String) async {
    let imports = StubImports()
    #expect(
      await service(imports).send(.post, "/api/imports?\(query)", Self.token, body: file("")).domainError == domainError
    )
    #expect(imports.last == nil)
  }

  @Test(
    "An import needs the operator's token",
    arguments: [nil, "secret", "Bearer wrong!", "Bearer secre", "Bearer ", "Basic secret"])
  func unauthenticated(_ header: String?) async {
    let imports = StubImports()
    let answer = await service(imports).send(
      .post, "/api/imports", header.map { [("Authorization", $0)] } ?? [], body: file("x"))
    #expect(answer.status == 401 && answer.headers["WWW-Authenticate"] == "Bearer")
    #expect(imports.last == nil && !answer.text.contains("secret"))
  }

  @Test("Guesses of the token are limited for their client, with the time to wait")
  func guessing() async throws {
    let imports = StubImports()
    let clock = ManualClock(Sample.now)
    let service = Service {
      $0.native.operatorToken = { "secret" }
      $0.native.imports = imports
      $0.clock = { clock.now }
      $0.publicAddress = "https://booths.example"
    }
    func send(_ token: String, from address: String) async -> Answer {
      await service.send(
        .post, "/api/imports", [("Authorization", "Bearer \(token)"), ("X-Forwarded-For", address)], body: file("x"))
    }
    for number in 0..<10 { #expect(await send("\(number)", from: "192.0.2.1").domainError == "401 token-wrong -") }
    for token in ["10", "secret"] {
      let rejected = await send(token, from: "192.0.2.1")
      #expect(rejected.domainError == "429 too-many-tokens -" && rejected.headers["Retry-After"] == "60")
    }
    #expect(imports.last == nil)
    #expect(await send("secret", from: "192.0.2.2").status == 200)
    clock.advance(seconds: 60)
    #expect(await send("secret", from: "192.0.2.1").status == 200)
  }

  @Test("An empty operator token admits nobody")
  func emptyToken() async {
    let service = Service {
      $0.native.operatorToken = { "" }
      $0.native.imports = StubImports()
    }
    let answer = await service.send(.post, "/api/imports", [("Authorization", "Bearer ")], body: file("x"))
    #expect(answer.status == 401)
  }

  @Test("A refused import keeps its error, and an unexpected failure is 500 with a reference")
  func failures() async {
    let rejected = StubImports(domainError: DomainError(.conflict, "import-running", "Another import is under way."))
    #expect(
      await service(rejected).send(.post, "/api/imports", Self.token, body: file("")).domainError
        == "409 import-running -")
    let reported = Mutex<[String]>([])
    let broken = Service {
      $0.native.operatorToken = { "secret" }
      $0.native.imports = StubImports(domainError: IdleStore.Unexpected(call: "disk full at /secret/place"))
      $0.report = { reference, _ in reported.withLock { $0.append(reference) } }
    }
    let answer = await broken.send(.post, "/api/imports", Self.token, body: file(""))
    #expect(answer.domainError == "500 fault -" && !answer.text.contains("secret"))
    #expect(reported.withLock { $0 } == [answer.json["reference"].text])
  }
}

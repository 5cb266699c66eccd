import Basics
import Booths
import Contracts
import HTTP
import Synchronization
import Tabular
import Testing

@testable import API

/// An importer that takes the file, remembers what it was told, and answers as it is set to.
private final class Importer: UploadImporter {
  struct Told: Sendable {
    var order: UploadOrder
    var bytes: Int
  }
  private let told = Mutex<Told?>(nil)
  private let failure: (any Error)?

  init(failure: (any Error)? = nil) { self.failure = failure }

  var last: Told? { told.withLock { $0 } }

  func run(_ order: UploadOrder, file: AsyncThrowingStream<[UInt8], any Error>) async throws -> JSONValue {
    var bytes = 0
    for try await chunk in file { bytes += chunk.count }
    told.withLock { $0 = Told(order: order, bytes: bytes) }
    if let failure { throw failure }
    return .object(["dry_run": .bool(order.isDryRun), "bytes": .integer(bytes)])
  }
}

@Suite("Imports over HTTP")
struct ImportsTests {
  private static let token = [("Authorization", "Bearer secret")]

  private func service(_ importer: Importer = Importer()) -> Service {
    Service {
      $0.operatorToken = "secret"
      $0.imports = importer
    }
  }

  private func file(_ text: String) -> RequestBody {
    .stream(
      AsyncThrowingStream { continuation in
        for byte in text.utf8 { continuation.yield([byte]) }
        continuation.finish()
      })
  }

  @Test("Tried by default, kept only with commit=true")
  func commit() async {
    let importer = Importer()
    let tried = await service(importer).send(.post, "/api/imports", Self.token, body: file("abc"))
    #expect(tried.status == 200)
    #expect(importer.last?.order.isDryRun == true && importer.last?.bytes == 3)
    #expect(tried.json["dry_run"].bool == true)
    let kept = await service(importer).send(.post, "/api/imports?commit=true", Self.token, body: file(""))
    #expect(importer.last?.order.isDryRun == false)
    #expect(kept.json["dry_run"].bool == false)
    #expect(
      await service(importer).send(.post, "/api/imports?commit=false", Self.token, body: file("")).json["dry_run"].bool
        == true)
  }

  @Test("The report as it is, for no cache and no page from elsewhere")
  func report() async {
    let answer = await service().send(.post, "/api/imports", Self.token, body: file("x"))
    #expect(answer.text == #"{"dry_run":true,"bytes":1}"#)
    #expect(answer.type == "application/json")
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
  }

  @Test("The options of the command line, by the same names")
  func options() async {
    let importer = Importer()
    _ = await service(importer).send(
      .post,
      "/api/imports?source=seoul&file=a.csv&crs=EPSG:5174&encoding=cp949&delimiter=tab&map=name=%EC%83%81%ED%98%B8,price=a%3Db"
        + "&fix_swapped=true&strict=true&overwrite_edits=true", Self.token, body: file(""))
    let order = importer.last?.order
    #expect(order?.overwritesEdits == true)
    #expect(order?.options.source == "seoul" && order?.options.fileName == "a.csv")
    #expect(order?.options.encoding == .cp949 && order?.options.delimiter == 0x09)
    #expect(order?.options.mapping == [.name: "상호", .price: "a=b"])
    #expect(order?.options.fixesSwapped == true && order?.options.isStrict == true)
    #expect(order?.options.referenceSystem != .automatic)
  }

  @Test(
    "Options that are not right",
    arguments: [
      ("commit=yes", "400 parameter-invalid commit"), ("file=../x.csv", "400 parameter-invalid file"),
      ("file=a%0Ab", "400 parameter-invalid file"), ("encoding=latin1", "400 parameter-invalid encoding"),
      ("delimiter=,", "400 parameter-invalid delimiter"), ("map=name", "400 parameter-invalid map"),
      ("map=nothing=x", "400 parameter-invalid map"), ("map=name=a,name=b", "400 parameter-invalid map"),
      ("dry_run=true", "400 parameter-unknown dry_run"),
    ])
  func refused(_ query: String, _ refusal: String) async {
    let importer = Importer()
    #expect(await service(importer).send(.post, "/api/imports?\(query)", Self.token, body: file("")).refusal == refusal)
    #expect(importer.last == nil)
  }

  @Test(
    "Only for who shows the token",
    arguments: [nil, "secret", "Bearer wrong!", "Bearer secre", "Bearer ", "Basic secret"])
  func unauthenticated(_ header: String?) async {
    let importer = Importer()
    let answer = await service(importer).send(
      .post, "/api/imports", header.map { [("Authorization", $0)] } ?? [], body: file("x"))
    #expect(answer.status == 401 && answer.headers["WWW-Authenticate"] == "Bearer")
    #expect(importer.last == nil && !answer.text.contains("secret"))
  }

  @Test("An empty token lets nobody in")
  func emptyToken() async {
    let service = Service {
      $0.operatorToken = ""
      $0.imports = Importer()
    }
    let answer = await service.send(.post, "/api/imports", [("Authorization", "Bearer ")], body: file("x"))
    #expect(answer.status == 401)
  }

  @Test("What the importer refuses is told, what goes wrong is our fault under a reference")
  func failures() async {
    let refused = Importer(failure: Refusal(.conflict, "import-running", "Another import is under way."))
    #expect(
      await service(refused).send(.post, "/api/imports", Self.token, body: file("")).refusal == "409 import-running -")
    let reported = Mutex<[String]>([])
    let broken = Service {
      $0.operatorToken = "secret"
      $0.imports = Importer(failure: IdleStore.Unexpected(call: "disk full at /secret/place"))
      $0.report = { reference, _ in reported.withLock { $0.append(reference) } }
    }
    let answer = await broken.send(.post, "/api/imports", Self.token, body: file(""))
    #expect(answer.refusal == "500 fault -" && !answer.text.contains("secret"))
    #expect(reported.withLock { $0 } == [answer.json["reference"].text])
  }
}

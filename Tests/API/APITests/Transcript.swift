import APIKit
import Basics
import Booths
import Crypto
import Foundation
import Geo
import HTTP
import NativeAPI
import StandardsAPI
import Support
import Testing

@testable import App
@testable import LegacyAPI

/// What a service under test is made of, for tests to change before it is assembled.
struct TestServices {
  var services: NativeServices
  var native = NativeSettings()
  var legacy = LegacySettings()
  var mapKey: String?
  /// Nil: the database has no replica.
  var consistency: (any ReadConsistency)?
  var publicAddress: String?
  /// Nil: clients are not limited.
  var rateLimit: RateLimit?
  /// Whether other nodes serve the same clients.
  var isShared = false
  /// What browsers get at `/`.
  var app: (@Sendable (Request) -> Response)?
  var report: @Sendable (_ reference: String, _ fault: any Error) -> Void = { reference, fault in
    Issue.record("fault \(reference): \(fault)")
  }

  var clock: @Sendable () -> Timestamp
  /// Nil: it goes with `clock`.
  var steadyClock: (@Sendable () -> Timestamp)?

  init(_ backend: TestBackend, _ catalogue: CatalogueHolder) {
    services = backend.services
    services.catalogue = catalogue
    services.offline = OfflineFiles(
      catalogue: catalogue, changes: Self.changes, sources: services.store.sources,
      signer: DetachedSigner(seed: [UInt8](repeating: 1, count: 32)), directory: services.uploadDirectory)
    clock = { backend.clock.now }
    legacy.applications = ["v0-key": .lslpV0, "v1-key": .lslpV1, "slp-key": .slp]
    legacy.servesPartyQuest = true
  }

  /// Since version 6 one booth was changed, one was closed, and one is gone.
  private static func changes(since version: Int64, mark: String) -> CatalogueChanges? {
    if version == 7 { return CatalogueChanges(version: 7, changed: [], removed: []) }
    guard version == 6, mark == "six" else { return nil }
    return CatalogueChanges(version: 7, changed: [Sample.booths[0], Sample.booths[3]], removed: [BoothID(99)])
  }

  var catalogue: CatalogueHolder { services.catalogue }

  func environment(of backend: TestBackend) -> APIEnvironment {
    APIEnvironment(
      backend.assembly, publicAddress: publicAddress, proxies: publicAddress == nil ? .none : TrustedProxies(),
      accountLimit: rateLimit, isShared: isShared, locationPolicy: native.locationPolicy,
      gazetteer: services.gazetteer, clock: clock,
      steadyClock: steadyClock, conditions: ServiceConditions(clock: clock) { _ in },
      consistency: consistency, onFault: report)
  }

  func surfaces(_ legacy: LegacyInterface) -> [APISurface] {
    .own(services, native, mapKey: { [mapKey] in mapKey }, adding: [legacy.surface], app: app, files: Self.files)
  }

  /// The files of the documentation page as they are shipped.
  private static let files: DocumentationFiles = {
    let directory = SharedData.root.appendingPathComponent("Sources/API/Web/Files")
    let bytes = { (path: String) in [UInt8](try! Data(contentsOf: directory.appendingPathComponent(path))) }
    let texts = ["ko", "en"].map { ($0, Answer(.document(bytes("strings/\($0).json"), type: "", caching: .none)).json) }
    let all = Dictionary(uniqueKeysWithValues: texts.map { ($0.0, $0.1.value as! [String: String]) })
    let titles = Answer(.document(bytes("views/docs/titles.ko.json"), type: "", caching: .none)).json.value
    let korean = titles as! [String: String]
    return DocumentationFiles(
      tree: "/web/tree", examples: bytes("views/docs/examples.json"),
      language: { $0.headers["Accept-Language"] ?? "en" }, text: { all[$1]?[$0] ?? $0 },
      title: { $1 == "ko" ? korean[$0] : nil })
  }()
}

/// Every row of the tables of all interfaces.
let endpoints: [Endpoint] = Service().surfaces.flatMap(\.endpoints)

/// Every row of SLP, those too that LSLP has as well.
let slpEndpoints: [Endpoint] = {
  let setup = TestServices(.empty, TestBackend.empty.services.catalogue)
  return SLPEndpoints(services: LegacyServices(setup.services, applications: [:])).all
}()

/// A service without a socket, with the routes and the router of `fourcuts serve`.
struct Service {
  let setup: TestServices
  let environment: APIEnvironment
  let surfaces: [APISurface]
  let legacy: LegacyInterface
  /// What a server needs to serve it.
  let configuration: ServerConfiguration
  private let server: InProcessServer
  /// Kept, because its directory goes with it.
  private let backend: TestBackend

  var routes: [Route] { configuration.routes }

  /// A service over some booths, at 2026-11-20T19:00 in Seoul (a Friday), with changes to its site.
  init(_ booths: [Booth] = Sample.booths, _ change: (inout TestServices) -> Void = { _ in }) {
    var setup = TestServices(.empty, Sample.catalogue(booths))
    change(&setup)
    self.init(backend: .empty, setup)
  }

  /// A service over a town, with its booths and changes to its site.
  init(backend: TestBackend, _ change: (inout TestServices) -> Void = { _ in }) {
    var setup = TestServices(backend, backend.services.catalogue)
    change(&setup)
    self.init(backend: backend, setup)
  }

  /// A service of a town as a site says.
  init(backend: TestBackend, _ setup: TestServices) {
    self.setup = setup
    self.backend = backend
    environment = setup.environment(of: backend)
    legacy = LegacyInterface(setup.services, setup.legacy, in: environment)
    let surfaces = setup.surfaces(legacy)
    let endpoints = surfaces.flatMap(\.endpoints)
    let routes = surfaces.allRoutes(in: environment).map { $0.checked(by: endpoints) }
    var configuration = ServerConfiguration(port: 0, routes: routes)
    configuration.loops = 1
    if let limit = setup.rateLimit {
      configuration.middleware = [
        .rateLimit(limit, clock: setup.clock) { [environment] in environment.network(of: $0) }
      ]
    }
    configuration.errorBody = surfaces.faultAnswer()
    self.surfaces = surfaces
    self.configuration = configuration
    server = try! InProcessServer(configuration)
  }

  /// Answers `GET` of a target such as `/api/brands?x=1`.
  func get(_ target: String, _ headers: [(String, String)] = []) async -> Answer {
    await send(.get, target, headers)
  }

  func send(
    _ method: HTTP.Method, _ target: String, _ headers: [(String, String)] = [], body: RequestBody = .none
  ) async -> Answer {
    let host = headers.contains { $0.0 == "Host" } ? [] : [("Host", "booths.localhost:8080")]
    var response = await server.answer(method, target, Headers(host + headers), body: body)
    // Streams of events have no end.
    if case .stream(let next) = response.body, response.headers["Content-Type"] == "application/zip" {
      var bytes: [UInt8] = []
      while let chunk = try? await next() { bytes += chunk }
      response.body = .bytes(bytes)
    }
    return Answer(response)
  }
}

/// An answer, with what tests look at.
struct Answer {
  let status: Int
  let headers: Headers
  let bytes: [UInt8]

  init(_ response: Response) {
    status = response.status
    headers = response.headers
    switch response.body {
    case .bytes(let bytes): self.bytes = bytes
    case .file(let file, let range): bytes = Array(file.bytes()[range])
    default: bytes = []
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var type: String? { headers["Content-Type"] }
  var json: Node { Node(try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) }
  /// The numbers of the booths of a list, in order.
  var ids: [Int] { json["booths"].items.compactMap { $0["id"].int } }
  /// `code` of a problem, with the parameter that it names.
  var domainError: String { "\(status) \(json["code"].text ?? "-") \(json["parameter"].text ?? "-")" }
}

/// A place in a JSON document.
struct Node {
  let value: Any?

  init(_ value: Any?) { self.value = value is NSNull ? nil : value }

  subscript(key: String) -> Node { Node((value as? [String: Any])?[key]) }
  subscript(index: Int) -> Node {
    let items = items
    return items.indices.contains(index) ? items[index] : Node(nil)
  }
  var items: [Node] { (value as? [Any])?.map { Node($0) } ?? [] }
  var keys: Set<String> { Set((value as? [String: Any])?.keys.map(\.self) ?? []) }
  var text: String? { value as? String }
  var int: Int? { value as? Int }
  var double: Double? { value as? Double }
  var bool: Bool? { value as? Bool }
}

/// Booths to ask about.
enum Sample {
  static let now = Timestamp(rfc3339: "2026-11-20T19:00:30+09:00")!
  /// Gangnam station.
  static let gangnam = "lat=37.4979&lon=127.0276"

  static func booth(
    _ id: Int64, _ name: String, _ latitude: Double, _ longitude: Double,
    _ change: (inout BoothAttributes) -> Void = { _ in }
  ) -> Booth {
    let coordinate = StoredCoordinate(Coordinate(latitude: latitude, longitude: longitude)!)
    var attributes = BoothAttributes(externalID: "S-\(id)", name: name, coordinate: coordinate)
    change(&attributes)
    return Booth(id: BoothID(id), source: "sample", attributes: attributes)
  }

  /// Six booths: three around Gangnam station, one closed, one in Busan, and one either side of the antimeridian.
  static let booths: [Booth] = [
    booth(1, "인생네컷 강남점", 37.498, 127.0277) { attributes in
      attributes.brand = "인생네컷"
      attributes.roadAddress = "서울특별시 강남구 강남대로 396"
      attributes.lotAddress = "서울특별시 강남구 역삼동 825"
      attributes.phone = "02-123-4567"
      attributes.openingHours = "24/7"
      attributes.tags = ["costume", "parking"]
      (attributes.cuts, attributes.shots, attributes.price, attributes.evenPrintsOnly, attributes.capacity) = (
        4, 8, 4000, true, 6
      )
      attributes.status = .operating
      attributes.lastVerified = Timestamp(rfc3339: "2026-11-01T00:00:00Z")
    },
    booth(2, "포토이즘 \"역삼\"", 37.4999, 127.03) { attributes in
      attributes.brand = "포토이즘"
      attributes.status = .operating
      attributes.openingHours = "Mo-Fr 10:00-18:00"
      attributes.capacity = 2
    },
    booth(3, "<이름 & 없음>", 37.4900, 127.0300),
    booth(4, "닫힌 곳", 37.4979, 127.0276) { $0.status = .closed },
    booth(5, "부산점", 35.1629, 129.0532) { $0.brand = "인생네컷" },
    booth(6, "날짜선 서쪽", 10, 179.9),
    booth(7, "날짜선 동쪽", 10, -179.9),
  ]

  /// A catalogue of some booths.
  static func catalogue(_ booths: [Booth], version: Int64 = 7, mark: String = "") -> CatalogueHolder {
    var builder = Catalogue.Builder()
    for booth in booths { builder.append(booth) }
    return CatalogueHolder(builder.finish(version: version, mark: mark), chains: .shipped)
  }

  /// A hundred booths on a line.
  static let line: [Booth] = (1...100).map { booth(Int64($0), "점 \($0)", 37, 127 + Double($0) / 1000) }
}

/// A store that tells its version and the sources of the sample, and is asked for nothing else.
struct IdleStore: CatalogueStore {
  /// Nil: the store does not answer.
  var stored: Int64?

  struct Unexpected: Error {
    let call: String
  }

  func version() async throws -> Int64 {
    guard let stored else { throw Unexpected(call: "version") }
    return stored
  }
  func loadAll<State: Sendable>(
    into start: State, _ add: @escaping @Sendable (inout State, [Booth]) throws -> Void
  ) async throws -> (state: State, version: Int64, mark: String) {
    throw Unexpected(call: "loadAll")
  }
  func changes(since version: Int64, mark: String) async throws -> CatalogueChanges? {
    throw Unexpected(call: "changes")
  }
  func sources() async throws -> [BoothSource] {
    [
      BoothSource(
        name: "sample", terms: SourceTerms(licence: "ODbL-1.0", attribution: "© OpenStreetMap contributors"))
    ]
  }
  func booth(_ id: BoothID) async throws -> Booth? { throw Unexpected(call: "booth") }
  func booths(after id: BoothID?, limit: Int, matching filter: BoothListFilter) async throws -> [Booth] {
    throw Unexpected(call: "booths")
  }
  func runImport(
    _ request: ImportRequest, _ reconcile: @escaping @Sendable (any ImportTransaction) throws -> ReconciledImport
  ) async throws -> ImportOutcome { throw Unexpected(call: "runImport") }
  func importRuns(limit: Int) async throws -> [ImportRun] { throw Unexpected(call: "importRuns") }
  func importRun(_ number: Int64) async throws -> (run: ImportRun, changes: [BoothChange], duplicates: [DuplicateRow])?
  {
    throw Unexpected(call: "importRun")
  }
  func rollBack(_ number: Int64, at instant: Timestamp, discardsEdits: Bool) async throws -> ImportRun {
    throw Unexpected(call: "rollBack")
  }
  func edit(
    _ id: BoothID, at instant: Timestamp,
    _ change: @escaping @Sendable (inout BoothAttributes) throws -> Set<BoothField>
  ) async throws -> Booth { throw Unexpected(call: "edit") }
}

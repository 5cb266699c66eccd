import Basics
import Booths
import Contracts
import HTTP

/// What endpoints are about: the sections of the documentation.
enum EndpointGroup: String, CaseIterable {
  case booths = "Booths"
  case location = "Location"
  case ogc = "OGC API – Features"
  case kakao = "Kakao Local"
  case imports = "Imports"
  case service = "Service"
}

/// One row of the table of routes: what it takes, what it answers, and who answers.
///
/// The row drives the parsing of its parameters, their refusal, the OpenAPI document and the page for people.
struct Endpoint: Sendable {
  var method = HTTP.Method.get
  /// As routes spell it: `/api/booths/{id}`.
  let path: String
  let group: EndpointGroup
  /// A few words.
  let summary: String
  /// Sentences.
  var details = ""
  /// The `{name}` parts of the path.
  var segments: [any DescribedParameter] = []
  /// Every parameter of the query that is understood.
  var query: [any DescribedParameter] = []
  /// What a body must be; nil: none is taken.
  var body: BodyDescription?
  /// The answers of success and what is peculiar of refusals.
  var answers: [AnswerDescription]
  var convention = Convention.native
  let reply: Reply
}

/// What a request's body must be.
struct BodyDescription: Sendable {
  let type: String
  let summary: String
  /// In bytes.
  let limit: Int
}

/// One answer of an endpoint.
struct AnswerDescription: Sendable {
  let status: Int
  let summary: String
  /// Media types, each with the name of a schema of the OpenAPI document; nil: any document.
  let content: [(type: String, schema: String?)]

  init(_ status: Int, _ summary: String, _ content: [(type: String, schema: String?)] = []) {
    self.status = status
    self.summary = summary
    self.content = content
  }
}

/// Who answers, and how that is run (see `HTTP.Handler`).
enum Reply: Sendable {
  case immediate(@Sendable (Call) throws -> Response)
  case deferred(@Sendable (Call) async throws -> Response)
  case streaming(@Sendable (Call) async throws -> Response)
}

/// The manners of a contract: what becomes of unknown parameters, and how errors are told.
struct Convention: Sendable {
  /// Whether unknown and repeated parameters are refused; otherwise they are passed over.
  let isStrict: Bool
  /// The answer that tells of a refusal.
  let refuse: @Sendable (Refusal) -> Response
  /// The answer that tells of a fault of our own, under a reference.
  let fault: @Sendable (String) -> Response

  /// Ours, and that of OGC API – Features, which asks for the same.
  static let native = Convention(
    isStrict: true, refuse: { Problem($0).response }, fault: { Problem.fault($0).response })
}

/// A request on its way through an endpoint: its query is read, and the catalogue will not change under it.
struct Call: Sendable {
  private let shared: SharedSite
  let request: Request
  let query: Query
  let catalogue: Catalogue
  let now: Timestamp

  init(_ request: Request, knowing names: [String], to endpoint: Endpoint, of shared: SharedSite) throws(Refusal) {
    self.shared = shared
    self.request = request
    query = try Query(request.query, known: names, isStrict: endpoint.convention.isStrict)
    catalogue = shared.site.catalogue.current
    now = shared.site.clock()
  }

  /// Everything that was handed in.
  var site: Site { shared.site }

  /// The value of a `{name}` part of the path.
  func segment<Value>(_ parameter: Parameter<Value>) throws(Refusal) -> Value {
    try parameter.value(of: request.parameters[parameter.name] ?? "")
  }
}

/// A site behind one reference: calls come and go by the thousand, and each would copy it.
final class SharedSite: Sendable {
  let site: Site

  init(_ site: Site) { self.site = site }
}

extension Endpoint {
  /// The route that serves it.
  func route(_ site: SharedSite) -> Route {
    Route(method, path, bodyLimit: body?.limit ?? 0, handler(site))
  }

  private func handler(_ shared: SharedSite) -> Handler {
    let names = query.map(\.name)
    switch reply {
    case .immediate(let answer):
      return .immediate { request in
        do { return try answer(Call(request, knowing: names, to: self, of: shared)) } catch {
          return failure(error, shared)
        }
      }
    case .deferred(let answer):
      // On the pool of all cores: what takes longer must not hold up the other connections of an event loop.
      return .deferred { request in
        await withTaskExecutorPreference(globalConcurrentExecutor) {
          do { return try await answer(Call(request, knowing: names, to: self, of: shared)) } catch {
            return failure(error, shared)
          }
        }
      }
    case .streaming(let answer):
      return .streaming { request in
        do { return try await answer(Call(request, knowing: names, to: self, of: shared)) } catch {
          return failure(error, shared)
        }
      }
    }
  }

  private func failure(_ error: any Error, _ shared: SharedSite) -> Response {
    if let refusal = error as? Refusal { return convention.refuse(refusal) }
    if let nothing = error as? NotAcceptable { return Problem.notAcceptable(nothing.offered).response }
    let reference = String(UInt64.random(in: .min ... .max), radix: 36)
    shared.site.report(reference, error)
    return convention.fault(reference)
  }
}

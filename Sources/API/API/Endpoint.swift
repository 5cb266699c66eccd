import Accounts
import Basics
import Booths
import Contracts
import HTTP
import Synchronization

/// What endpoints are about: the sections of the documentation.
enum EndpointGroup: String, CaseIterable {
  case booths = "Booths"
  case location = "Location"
  case accounts = "Accounts"
  case posts = "Posts"
  case photos = "Photos"
  case reports = "Reports"
  case shop = "Shop"
  case chat = "Chat"
  case parties = "Parties"
  case stamps = "Grape card"
  case ogc = "OGC API – Features"
  case kakao = "Kakao Local"
  case lslpV0 = "LSLP v0"
  case lslpV1 = "LSLP v1"
  case slp = "SLP"
  case partyQuest = "PartyQuest"
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
  /// The header fields that are peculiar to the endpoint.
  var headers: [any DescribedParameter] = []
  /// Who may ask.
  var caller = CallerNeed.none
  /// What a body must be; nil: none is taken.
  var body: BodyDescription?
  /// The answers of success and what is peculiar of refusals.
  var answers: [AnswerDescription]
  var convention = Convention.native
  /// The manners towards old applications that were written for another contract than the row's.
  var conventions: [LegacyContract: Convention] = [:]
  /// Whether an endpoint of LSLP that knows tokens goes without one too.
  var isTokenOptional = false
  /// Whether an endpoint of SLP asks who calls.
  var needsRawToken = false
  /// Whether a GET changes nothing; see `HTTP.Route.isSafe`.
  var isSafe = true
  /// How long an answer may take once the body is there; nil: as long as the server gives every route.
  var deadline: Duration?
  let reply: Reply
}

/// Whether an endpoint asks who calls, by the header `Authorization: Bearer` with an access token.
enum CallerNeed: Sendable {
  /// The header is not looked at.
  case none
  /// Without one the answer is what anyone may see; one that is not right is refused.
  case optional
  case needed
}

/// What a request's body must be.
struct BodyDescription: Sendable {
  let type: String
  let summary: String
  /// In bytes.
  let limit: Int
  /// Whether it may be left out.
  var isOptional = false
  /// Of a JSON body, which is read before the endpoint is asked: every field that is understood. Nil: the endpoint reads
  /// the body itself.
  var fields: [any DescribedField]?
  /// Of a body that the endpoint reads itself, as JSON Schema.
  var schema: JSONValue?

  /// A JSON object of some fields.
  static func json(
    _ summary: String, limit: Int = 65_536, isOptional: Bool = false, _ fields: [any DescribedField]
  ) -> BodyDescription {
    BodyDescription(type: MediaType.json, summary: summary, limit: limit, isOptional: isOptional, fields: fields)
  }
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
  /// The answer that tells of a refusal at some time.
  let refuse: @Sendable (Refusal, Timestamp) -> Response
  /// The answer that tells of a fault of our own, under a reference.
  let fault: @Sendable (String) -> Response

  /// Manners whose errors tell the time.
  init(
    isStrict: Bool, refuseAt refuse: @escaping @Sendable (Refusal, Timestamp) -> Response,
    fault: @escaping @Sendable (String) -> Response
  ) {
    self.isStrict = isStrict
    self.refuse = refuse
    self.fault = fault
  }

  /// Manners whose errors do not.
  init(
    isStrict: Bool, refuse: @escaping @Sendable (Refusal) -> Response,
    fault: @escaping @Sendable (String) -> Response
  ) {
    self.init(isStrict: isStrict, refuseAt: { refusal, _ in refuse(refusal) }, fault: fault)
  }

  /// That of a page whose scripts read the query.
  static let page = Convention(isStrict: false, refuseAt: native.refuse, fault: native.fault)

  /// Ours, and that of OGC API – Features, which asks for the same.
  static let native = Convention(
    isStrict: true, refuse: { Problem($0).response }, fault: { Problem.fault($0).response })
}

/// A request on its way through an endpoint: its query is read, and the catalogue will not change under it.
struct Call: Sendable {
  /// Everything that was handed in, for what outlives the call.
  let shared: SharedSite
  let request: Request
  let query: Query
  let catalogue: Catalogue
  let now: Timestamp
  /// Whether cookies count, where the endpoint's row looks at them.
  private(set) var usesCookies = false
  /// Who asks, where the endpoint's row wants to know.
  private(set) var caller: Caller?
  /// The fields of the body, where the endpoint's row has some.
  private(set) var body = JSONBody.empty
  /// The same as it came.
  private(set) var bytes: [UInt8] = []

  init(_ request: Request, knowing names: [String], to endpoint: Endpoint, of shared: SharedSite) throws(Refusal) {
    self.shared = shared
    self.request = request
    query = try Query(request.query, known: names, isStrict: endpoint.convention.isStrict)
    catalogue = shared.site.catalogue.current
    now = shared.site.clock()
  }

  /// Everything that was handed in.
  var site: Site { shared.site }

  /// Whom calls are counted for that are limited by address. A public address means that a proxy on this machine may
  /// stand before the server.
  var clientNetwork: ClientNetwork {
    site.network(of: request)
  }

  /// The value of a `{name}` part of the path.
  func segment<Value>(_ parameter: Parameter<Value>) throws(Refusal) -> Value {
    try parameter.value(of: request.parameters[parameter.name] ?? "")
  }
}

/// A site behind one reference: calls come and go by the thousand, and each would copy it.
final class SharedSite: Sendable {
  let site: Site
  /// What describes the interface, made when it is first asked for.
  private let prepared = Mutex<[String: PreparedResponse]>([:])

  /// An answer that is the same for everybody. A request that comes while it is being made waits.
  func prepared(_ name: String, _ make: () -> PreparedResponse) -> PreparedResponse {
    prepared.withLock { made in
      if let answer = made[name] { return answer }
      let answer = make()
      made[name] = answer
      return answer
    }
  }

  init(_ site: Site) { self.site = site }
}

extension Call {
  /// Finds out who asks, for endpoints that seldom need to know.
  /// - Returns: Nil where no token is shown.
  /// - Throws: As `identify`.
  func whoAsks() async throws -> AccountID? {
    var call = self
    call.usesCookies = try asksForCookies()
    guard let token = try call.shownToken() else { return nil }
    return try await site.community.accounts.caller(showing: token).account
  }

  /// Finds out who asks, as far as an endpoint wants to know.
  /// - Throws: `Refusal` (unauthenticated) `token-missing`, `token-expired`, `token-unusable`, and what
  ///   `asksForCookies` refuses.
  fileprivate mutating func identify(_ endpoint: Endpoint) async throws {
    if endpoint.knowsCookies { usesCookies = try asksForCookies() }
    if endpoint.caller == .none { return }
    if let token = try shownToken() {
      caller = try await site.community.accounts.caller(showing: token)
    } else if endpoint.caller == .needed {
      throw Refusal.tokenMissing
    }
  }

  /// Reads the fields of the body that an endpoint takes.
  /// - Throws: `UnsupportedMediaType`, and what `RequestBody.whole` and `JSONBody` refuse.
  fileprivate mutating func receive(_ description: BodyDescription?, isStrict: Bool) async throws {
    guard let description, let fields = description.fields else { return }
    if description.isOptional, request.headers["Content-Type"] == nil {
      guard try await request.body.whole(most: description.limit).isEmpty else { throw UnsupportedMediaType() }
      return
    }
    if isStrict, !MediaType.isJSON(request.headers["Content-Type"]) { throw UnsupportedMediaType() }
    bytes = try await request.body.whole(most: description.limit)
    body = try JSONBody(bytes, knowing: fields, isStrict: isStrict)
  }

  /// Who asks.
  /// - Throws: `Refusal` `token-missing` where nobody is logged in.
  func knownCaller() throws(Refusal) -> Caller {
    guard let caller else { throw Refusal.tokenMissing }
    return caller
  }

  /// The account of whoever asks.
  /// - Throws: `Refusal` `token-missing` where nobody is logged in.
  func account() throws(Refusal) -> AccountID { try knownCaller().account }

  /// The account of whoever asks; nil where nobody is logged in.
  var viewer: AccountID? { caller?.account }
}

extension Refusal {
  /// That an access token is needed.
  static let tokenMissing = Refusal(
    .unauthenticated, "token-missing", "Log in, and send the access token as 'Authorization: Bearer'.")
}

extension Endpoint {
  /// The route that serves it.
  func route(_ site: SharedSite) -> Route {
    // What a JSON body has beyond its own limit is read to be refused by the name of a field.
    let limit = body.map { $0.fields == nil ? $0.limit : max($0.limit, RequestBody.discarded) } ?? 0
    var route = Route(method, path, bodyLimit: limit, handler(site))
    route.isSafe = isSafe
    route.handlerTime = deadline
    return route
  }

  private func handler(_ shared: SharedSite) -> Handler {
    let names = query.map(\.name)
    switch reply {
    case .immediate(let answer):
      return .immediate { request in
        do { return try answer(Call(request, knowing: names, to: self, of: shared)) } catch {
          return failure(error, request, shared)
        }
      }
    case .deferred(let answer):
      if body?.fields != nil { return .streaming { await serve($0, names, shared, answer) } }
      // On the pool of all cores: what takes longer must not hold up the other connections of an event loop.
      return .deferred { request in
        await withTaskExecutorPreference(globalConcurrentExecutor) { await serve(request, names, shared, answer) }
      }
    case .streaming(let answer): return .streaming { await serve($0, names, shared, answer) }
    }
  }

  private func serve(
    _ request: Request, _ names: [String], _ shared: SharedSite,
    _ answer: @Sendable (Call) async throws -> Response
  ) async -> Response {
    do {
      var call = try Call(request, knowing: names, to: self, of: shared)
      try await call.identify(self)
      try await call.receive(body, isStrict: convention.isStrict)
      return try await answer(call)
    } catch { return failure(error, request, shared) }
  }

  private func convention(towards request: Request, _ shared: SharedSite) -> Convention {
    if conventions.isEmpty { return convention }
    let contract = shared.site.community.applications.contract(shown: request.headers["SesacKey"])
    return contract.flatMap { conventions[$0] } ?? convention
  }

  private func failure(_ error: any Error, _ request: Request, _ shared: SharedSite) -> Response {
    let (convention, now) = (convention(towards: request, shared), shared.site.clock())
    if let refusal = error as? Refusal {
      var response = convention.refuse(shared.site.conditions.report(refusal), now)
      if let seconds = refusal.retryAfter { response.headers["Retry-After"] = String(seconds) }
      return response
    }
    if let nothing = error as? NotAcceptable { return Problem.notAcceptable(nothing.offered).response }
    if error is UnsupportedMediaType { return Problem.unsupportedMediaType.response }
    if let failure = error as? BodyFailure { return convention.refuse(Refusal(failure), now) }
    return convention.fault(shared.site.tell(error))
  }
}

package import Accounts
package import Basics
import Contracts
package import HTTP

/// A request on its way through an endpoint: its query is read, and its time stands still.
package struct RequestContext: Sendable {
  /// What every endpoint needs.
  package let environment: APIEnvironment
  package let request: Request
  package let query: Query
  package let now: Timestamp
  /// Who calls, where the endpoint's row wants to know.
  package private(set) var caller: Caller?
  /// The fields of the body, where the endpoint's row has some.
  package private(set) var body = JSONBody.empty
  /// The same as it came.
  package private(set) var bytes: [UInt8] = []

  /// - Throws: What `Query` refuses.
  package init(
    _ request: Request, knowing names: [String], isStrict: Bool, in environment: APIEnvironment
  ) throws(DomainError) {
    self.environment = environment
    self.request = request
    query = try Query(request.query, known: names, isStrict: isStrict)
    now = environment.clock()
  }

  /// Finds out who calls, as far as an endpoint wants to know.
  /// - Throws: What the authenticator refuses; `DomainError` `token-missing` where somebody must be logged in.
  package mutating func authenticate(for endpoint: Endpoint) async throws {
    caller = try await environment.authenticator.caller(of: self, for: endpoint)
    if endpoint.caller == .required, caller == nil { throw DomainError.tokenMissing }
  }

  /// Reads the fields of the body that an endpoint takes.
  /// - Throws: `UnsupportedMediaType`, and what `RequestBody.whole` and `JSONBody` refuse.
  package mutating func readBody(_ description: BodyDescription?, isStrict: Bool) async throws {
    guard let description, let fields = description.fields else { return }
    if description.isOptional, request.headers["Content-Type"] == nil {
      guard try await request.body.whole(maxCount: description.limit).isEmpty else { throw UnsupportedMediaType() }
      return
    }
    if isStrict, !MediaType.isJSON(request.headers["Content-Type"]) { throw UnsupportedMediaType() }
    bytes = try await request.body.whole(maxCount: description.limit)
    body = try JSONBody(bytes, knowing: fields, isStrict: isStrict)
  }

  /// The value of a `{name}` part of the path.
  package func pathParameter<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value {
    try parameter.value(of: request.parameters[parameter.name] ?? "")
  }

  /// Who calls.
  /// - Throws: `DomainError` `token-missing` where nobody is logged in.
  package func knownCaller() throws(DomainError) -> Caller {
    guard let caller else { throw DomainError.tokenMissing }
    return caller
  }

  /// The caller's account.
  /// - Throws: `DomainError` `token-missing` where nobody is logged in.
  package func account() throws(DomainError) -> AccountID { try knownCaller().account }

  /// The caller's account; nil where nobody is logged in.
  package var viewer: AccountID? { caller?.account }

  /// What counts as one client where something is limited by address. A public address means that a proxy on this
  /// machine may stand before the server.
  package var clientNetwork: ClientNetwork { environment.network(of: request) }

  /// What the links of documents start with: the configured address, or the host that the client named, or nothing.
  package var publicAddress: String { environment.publicAddress(for: request) }
}

extension DomainError {
  /// That an access token is needed.
  package static let tokenMissing = DomainError(
    .unauthenticated, "token-missing", "Log in, and send the access token as 'Authorization: Bearer'.")
}

package import Accounts
package import Basics
import Contracts
package import HTTP

/// A request with its parsed query, the caller and the time of arrival.
package struct RequestContext: Sendable {
  package let environment: APIEnvironment
  package let request: Request
  package let query: Query
  package let now: Timestamp
  package let cost: RequestCost
  /// The caller, if the endpoint authenticates.
  package private(set) var caller: Caller?
  /// Who asks, if the endpoint needs a role.
  package private(set) var roleCaller: RoleCaller?
  /// The fields of the body, if the endpoint has fields.
  package private(set) var body = JSONBody.empty
  package private(set) var bytes: [UInt8] = []

  /// - Throws: Errors of `Query`.
  package init(
    _ request: Request, knowing names: ParameterNames, isStrict: Bool, cost: RequestCost, in environment: APIEnvironment
  ) throws(DomainError) {
    self.environment = environment
    self.request = request
    query = try Query(request.query, known: names, isStrict: isStrict)
    now = environment.clock()
    self.cost = cost
  }

  /// Authenticates the caller if the endpoint requires it, and charges the account; of an expensive request the address
  /// too.
  /// - Throws: Errors of the authenticators and of `charge`; `DomainError` `token-missing` when a caller is required,
  ///   `role-missing` when a role is needed and nothing tells who has it.
  package mutating func authenticate(for endpoint: Endpoint) async throws {
    caller = try await environment.authenticator.caller(of: self, for: endpoint)
    if endpoint.caller == .required, caller == nil { throw DomainError.tokenMissing }
    if endpoint.caller.needsRole {
      guard let authorizer = endpoint.roleAuthorizer else { throw DomainError.roleMissing }
      roleCaller = try await authorizer.roleCaller(of: self, for: endpoint)
    }
    let account = caller?.account ?? roleCaller?.account
    if let account { try chargeHere(account) }
    try await chargeEverywhere([.address(clientNetwork)] + (account.map { [.account($0)] } ?? []))
  }

  /// Reads the JSON body of an endpoint with fields.
  /// - Throws: `UnsupportedMediaType`, and errors of `RequestBody.whole` and `JSONBody`.
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

  package func pathParameter<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value {
    try parameter.value(of: request.parameters[parameter.name] ?? "")
  }

  /// The authenticated caller.
  /// - Throws: `DomainError` `token-missing` without one.
  package func knownCaller() throws(DomainError) -> Caller {
    guard let caller else { throw DomainError.tokenMissing }
    return caller
  }

  /// The caller's account.
  /// - Throws: `DomainError` `token-missing` without an authenticated caller.
  package func account() throws(DomainError) -> AccountID { try knownCaller().account }

  /// The caller's account; nil without an authenticated caller.
  package var viewer: AccountID? { caller?.account }

  /// The client network that rate limits by address use. With a public address, a proxy on this machine may be in front
  /// of the server.
  package var clientNetwork: ClientNetwork { environment.network(of: request) }

  /// The base of links: the configured address, or `http` and the request's `Host`, or empty.
  package var publicAddress: String { environment.publicAddress(for: request) }
}

extension DomainError {
  package static let tokenMissing = DomainError(
    .unauthenticated, "token-missing", "Log in, and send the access token as 'Authorization: Bearer'.")
}

import Basics
package import HTTP
package import JSON

package struct EndpointGroup: Hashable, Sendable {
  /// What the group is part of, in the order of the documentation.
  package enum Part: Sendable, CaseIterable {
    /// The service's own API.
    case native
    case standards
    /// Contracts of older clients.
    case contracts
  }

  package let title: String
  package let part: Part

  package init(_ title: String, part: Part = .native) {
    self.title = title
    self.part = part
  }

  /// The title as a word for addresses: `ogc-api-features`.
  package var name: String {
    title.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}

/// An endpoint: method, path, parameters, body, answers and handler.
///
/// It drives the parsing and validation of parameters, the OpenAPI document and the documentation page.
package struct Endpoint: Sendable {
  package var method = HTTP.Method.get
  /// With parameters in braces: `/api/booths/{id}`.
  package let path: String
  package let group: EndpointGroup
  package let summary: String
  package var cost = RequestCost.standard
  package var details = ""
  /// The `{name}` parameters of the path.
  package var pathParameters: [any DescribedParameter] = []
  package var query: [any DescribedParameter] = []
  /// The header fields that only this endpoint uses.
  package var headers: [any DescribedParameter] = []
  /// Who may ask.
  package var caller = CallerRequirement.none
  /// What the audit log calls it, if the caller needs a role: the name of the command that does the same. Nil: its
  /// operation id.
  package var action: String?
  /// Authorizes callers who need a role; the surface sets it for all of its endpoints. Without one, all are refused.
  package var roleAuthorizer: (any RoleAuthorizer)?
  /// The body; nil when none is accepted.
  package var body: BodyDescription?
  /// The success answers, and the errors specific to the endpoint.
  package var answers: [ResponseDescription]
  package var errorFormat = ErrorFormat.problem
  /// Chooses the error format by the request; nil gives `errorFormat`.
  package var errorFormatFor: (@Sendable (Request) -> ErrorFormat?)?
  /// The OpenAPI security requirements; nil: derived from `caller`. One of the lists suffices; each names security
  /// schemes.
  package var security: [[String]]?
  /// Whether a GET changes nothing; see `HTTP.Route.isSafe`.
  package var isSafe = true
  /// Whether pages of other origins may send requests (CORS preflight).
  package var allowsCrossOrigin = true
  /// See `HTTP.Route.isLongLived`.
  package var isLongLived = false
  /// The time limit of an answer once the body has arrived; nil: the server's limit for all routes.
  package var deadline: Duration?
  package let handler: EndpointHandler

  package init(
    method: HTTP.Method = .get, path: String, group: EndpointGroup, summary: String,
    cost: RequestCost = .standard, details: String = "",
    pathParameters: [any DescribedParameter] = [], query: [any DescribedParameter] = [],
    headers: [any DescribedParameter] = [], caller: CallerRequirement = .none, action: String? = nil,
    body: BodyDescription? = nil, answers: [ResponseDescription], errorFormat: ErrorFormat = .problem,
    errorFormatFor: (@Sendable (Request) -> ErrorFormat?)? = nil, security: [[String]]? = nil, isSafe: Bool = true,
    allowsCrossOrigin: Bool = true, isLongLived: Bool = false, deadline: Duration? = nil, handler: EndpointHandler
  ) {
    self.method = method
    self.path = path
    self.group = group
    self.summary = summary
    self.cost = cost
    self.details = details
    self.pathParameters = pathParameters
    self.query = query
    self.headers = headers
    if caller.needsRole, case .immediate = handler { preconditionFailure("\(path) would be served without its check") }
    self.caller = caller
    self.action = action
    self.body = body
    self.answers = answers + caller.answers.filter { own in !answers.contains { $0.status == own.status } }
    self.errorFormat = errorFormat
    self.errorFormatFor = errorFormatFor
    self.security = security
    self.isSafe = isSafe
    self.allowsCrossOrigin = allowsCrossOrigin
    self.isLongLived = isLongLived
    self.deadline = deadline
    self.handler = handler
  }
}

extension Endpoint {
  /// The details, and which role the caller needs.
  package var description: String {
    guard let sentence = caller.sentence else { return details }
    return details.isEmpty ? sentence : "\(sentence) \(details)"
  }
}

package struct BodyDescription: Sendable {
  package let type: String
  package let summary: String
  /// In bytes.
  package let limit: Int
  package var isOptional = false
  /// All fields of a JSON body, which is read before the handler runs. Nil: the handler reads the body itself.
  package var fields: [any DescribedField]?
  package var schema: JSONValue?

  package init(
    type: String, summary: String, limit: Int, isOptional: Bool = false, fields: [any DescribedField]? = nil,
    schema: JSONValue? = nil
  ) {
    self.type = type
    self.summary = summary
    self.limit = limit
    self.isOptional = isOptional
    self.fields = fields
    self.schema = schema
  }

  package static func json(
    _ summary: String, limit: Int = 65_536, isOptional: Bool = false, _ fields: [any DescribedField]
  ) -> BodyDescription {
    BodyDescription(type: MediaType.json, summary: summary, limit: limit, isOptional: isOptional, fields: fields)
  }
}

package struct ResponseDescription: Sendable {
  package let status: Int
  package let summary: String
  /// Media types, each with the name of a schema of the OpenAPI document; nil: any document.
  package let content: [(type: String, schema: String?)]

  package init(_ status: Int, _ summary: String, _ content: [(type: String, schema: String?)] = []) {
    self.status = status
    self.summary = summary
    self.content = content
  }
}

/// The handler of an endpoint, and how it is run (see `HTTP.Handler`).
package enum EndpointHandler: Sendable {
  case immediate(@Sendable (RequestContext) throws -> Response)
  case deferred(@Sendable (RequestContext) async throws -> Response)
  case streaming(@Sendable (RequestContext) async throws -> Response)
}

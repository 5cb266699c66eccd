import Basics
package import Contracts
package import HTTP

/// What endpoints are about: a section of the documentation.
package struct EndpointGroup: Hashable, Sendable {
  package let title: String

  package init(_ title: String) { self.title = title }
}

/// One row of the table of routes: what it takes, what it answers, and who answers.
///
/// The row drives the parsing of its parameters, their refusal, the OpenAPI document and the page for people.
package struct Endpoint: Sendable {
  package var method = HTTP.Method.get
  /// As routes spell it: `/api/booths/{id}`.
  package let path: String
  package let group: EndpointGroup
  /// A few words.
  package let summary: String
  /// Sentences.
  package var details = ""
  /// The `{name}` parts of the path.
  package var pathParameters: [any DescribedParameter] = []
  /// Every parameter of the query that is understood.
  package var query: [any DescribedParameter] = []
  /// The header fields that are peculiar to the endpoint.
  package var headers: [any DescribedParameter] = []
  /// Who may ask.
  package var caller = CallerRequirement.none
  /// What a body must be; nil: none is taken.
  package var body: BodyDescription?
  /// The answers of success and what is peculiar of refusals.
  package var answers: [AnswerDescription]
  package var errorFormat = ErrorFormat.problem
  /// Where the format of errors depends on who asks: nil gives `errorFormat`.
  package var errorFormatFor: (@Sendable (Request) -> ErrorFormat?)?
  /// What the OpenAPI document says of credentials; nil: what follows from `caller`. Any one of the lists will do, each
  /// of which names security schemes.
  package var security: [[String]]?
  /// Whether a GET changes nothing; see `HTTP.Route.isSafe`.
  package var isSafe = true
  /// Whether pages of other origins may ask, which browsers find out before they send what is not simple.
  package var isOpenToPages = true
  /// How long an answer may take once the body is there; nil: as long as the server gives every route.
  package var deadline: Duration?
  package let handler: EndpointHandler

  /// A row; see the properties.
  package init(
    method: HTTP.Method = .get, path: String, group: EndpointGroup, summary: String, details: String = "",
    pathParameters: [any DescribedParameter] = [], query: [any DescribedParameter] = [],
    headers: [any DescribedParameter] = [], caller: CallerRequirement = .none, body: BodyDescription? = nil,
    answers: [AnswerDescription], errorFormat: ErrorFormat = .problem,
    errorFormatFor: (@Sendable (Request) -> ErrorFormat?)? = nil, security: [[String]]? = nil, isSafe: Bool = true,
    isOpenToPages: Bool = true, deadline: Duration? = nil, handler: EndpointHandler
  ) {
    self.method = method
    self.path = path
    self.group = group
    self.summary = summary
    self.details = details
    self.pathParameters = pathParameters
    self.query = query
    self.headers = headers
    self.caller = caller
    self.body = body
    self.answers = answers
    self.errorFormat = errorFormat
    self.errorFormatFor = errorFormatFor
    self.security = security
    self.isSafe = isSafe
    self.isOpenToPages = isOpenToPages
    self.deadline = deadline
    self.handler = handler
  }
}

/// Whether an endpoint asks who calls, by the header `Authorization: Bearer` with an access token.
package enum CallerRequirement: Sendable {
  /// The header is not looked at.
  case none
  /// Without one the answer is what anyone may see; one that is not right is refused.
  case optional
  case required
}

/// What a request's body must be.
package struct BodyDescription: Sendable {
  package let type: String
  package let summary: String
  /// In bytes.
  package let limit: Int
  /// Whether it may be left out.
  package var isOptional = false
  /// Of a JSON body, which is read before the endpoint is asked: every field that is understood. Nil: the endpoint
  /// reads the body itself.
  package var fields: [any DescribedField]?
  /// Of a body that the endpoint reads itself, as JSON Schema.
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

  /// A JSON object of some fields.
  package static func json(
    _ summary: String, limit: Int = 65_536, isOptional: Bool = false, _ fields: [any DescribedField]
  ) -> BodyDescription {
    BodyDescription(type: MediaType.json, summary: summary, limit: limit, isOptional: isOptional, fields: fields)
  }
}

/// One answer of an endpoint.
package struct AnswerDescription: Sendable {
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

/// Who answers, and how that is run (see `HTTP.Handler`).
package enum EndpointHandler: Sendable {
  case immediate(@Sendable (RequestContext) throws -> Response)
  case deferred(@Sendable (RequestContext) async throws -> Response)
  case streaming(@Sendable (RequestContext) async throws -> Response)
}

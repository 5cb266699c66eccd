import Accounts
import Basics
import JSON
import WebClient

/// Sends requests to one provider, and detects whether it is available.
struct ProviderClient: Sendable {
  let provider: ProviderName
  let client: WebClient

  /// One client per provider, so that a slow provider does not block logins with others.
  init(_ provider: ProviderName, limits: WebLimits) {
    self.provider = provider
    client = WebClient(
      "logins with \(provider.rawValue)", limits: limits,
      overloadError: DomainError(
        .rateLimited, "too-many-logins",
        "Too many people are logging in with \(provider.title) right now; try again in a moment."))
  }

  /// The response to a request, also if the provider rejects it.
  /// - Throws: `DomainError` `provider-unavailable` if the provider does not respond, fails or limits the rate,
  ///   `proof-refused` if the client's input cannot be sent, `too-many-logins`.
  func send(_ request: WebRequest) async throws -> WebResponse {
    let response: WebResponse
    do {
      response = try await client.send(request)
    } catch WebFailure.unsendable {
      throw DomainError.proofRejected(provider)
    } catch is WebFailure {
      throw DomainError.providerUnavailable(provider)
    }
    guard response.status < 500, response.status != 429 else { throw DomainError.providerUnavailable(provider) }
    return response
  }

  /// The document at a path, requested with an access token.
  /// - Throws: As above; `proof-refused` if the provider rejects the token.
  func document(_ address: WebAddress, _ path: String, accessToken: String) async throws -> JSONValue {
    guard (1...Self.maxTokenLength).contains(accessToken.utf8.count) else { throw DomainError.proofRejected(provider) }
    var request = WebRequest(address, path)
    request.headers = [("Authorization", "Bearer \(accessToken)"), ("Accept", "application/json")]
    let response = try await send(request)
    if (400..<500).contains(response.status) { throw DomainError.proofRejected(provider) }
    guard response.status == 200, let document = try? JSONReader.value(of: response.body) else {
      throw DomainError.providerUnavailable(provider)
    }
    return document
  }

  private static let maxTokenLength = 4096

  /// Sends a form and returns the document of the response.
  /// - Throws: `DomainError` `provider-unavailable`, also if the form is rejected: the user could not correct it.
  func form(_ address: WebAddress, _ path: String, _ fields: [WebRequest.Field]) async throws -> JSONValue {
    var request = WebRequest(address, path)
    request.body = .form(fields)
    let response = try await send(request)
    guard response.status == 200, let document = try? JSONReader.value(of: response.body) else {
      throw DomainError.providerUnavailable(provider)
    }
    return document
  }
}

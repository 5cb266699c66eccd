import Accounts
import Basics
import JSON
import WebClient

/// Asks one provider and understands whether it answered at all.
struct ProviderExchange: Sendable {
  let provider: ProviderName
  let client: WebClient

  /// A client for one provider: one that hangs holds up nobody who comes by another.
  init(_ provider: ProviderName, limits: WebLimits) {
    self.provider = provider
    client = WebClient(
      limits: limits,
      overloadError: DomainError(
        .rateLimited, "too-many-logins",
        "Too many people are logging in by \(provider.title) right now: try again in a moment."))
  }

  /// The answer to a request, whatever the provider thinks of it.
  /// - Throws: `DomainError` `provider-unavailable` where it does not answer, fails or is overwhelmed, `proof-refused`
  ///   where what somebody handed in cannot even be sent, `too-many-logins`.
  func send(_ request: WebRequest) async throws -> WebResponse {
    let response: WebResponse
    do {
      response = try await client.send(request)
    } catch WebFailure.unsendable {
      throw DomainError.proofRefused(provider)
    } catch is WebFailure {
      throw DomainError.providerUnavailable(provider)
    }
    guard response.status < 500, response.status != 429 else { throw DomainError.providerUnavailable(provider) }
    return response
  }

  /// The document that is answered to whoever shows an access token.
  /// - Throws: As above; `proof-refused` where the provider does not take it.
  func document(_ address: WebAddress, _ path: String, accessToken: String) async throws -> JSONValue {
    guard (1...Self.maxTokenLength).contains(accessToken.utf8.count) else { throw DomainError.proofRefused(provider) }
    var request = WebRequest(address, path)
    request.headers = [("Authorization", "Bearer \(accessToken)"), ("Accept", "application/json")]
    let response = try await send(request)
    if (400..<500).contains(response.status) { throw DomainError.proofRefused(provider) }
    guard response.status == 200, let document = try? JSONReader.value(of: response.body) else {
      throw DomainError.providerUnavailable(provider)
    }
    return document
  }

  private static let maxTokenLength = 4096

  /// Sends a form and expects a document.
  /// - Throws: `DomainError` `provider-unavailable` also where the form is refused: nobody who asks can mend it.
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

extension JSONValue {
  func text(_ key: String) -> String? {
    guard case .string(let text)? = self[key] else { return nil }
    return text
  }

  /// A number, as it is written, of whatever is counted.
  func wholeNumber(_ key: String) -> Int? {
    guard case .integer(let number)? = self[key] else { return nil }
    return number
  }
}

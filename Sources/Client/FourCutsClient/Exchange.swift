import Contracts
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct APIResponse: Sendable {
  var status: Int
  var body: Data

  /// Returns itself for a success status.
  func successOrThrow() throws(ClientError) -> APIResponse {
    guard (200..<300).contains(status) else { throw .rejected(Problem(status: status, document: body)) }
    return self
  }

  func document<Document: Decodable>(as type: Document.Type) throws(ClientError) -> Document {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw .invalidResponse(Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    let context: DecodingError.Context
    switch error {
    case DecodingError.keyNotFound(let key, let codingContext):
      return "'\(key.stringValue)' is missing at '\(path(codingContext))'"
    case DecodingError.typeMismatch(_, let codingContext), DecodingError.valueNotFound(_, let codingContext),
      DecodingError.dataCorrupted(let codingContext):
      context = codingContext
    default: return "it is no JSON document"
    }
    return "\(context.debugDescription) ('\(path(context))')"
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}

extension FourCutsClient {
  /// Sends a request and returns the response of any status. Without a response it is unknown whether the request was
  /// processed; one with an idempotency key is retried once.
  nonisolated func exchange(_ request: APIRequest, token: String?) async throws(ClientError) -> APIResponse {
    do throws(ClientError) {
      return try await exchangeOnce(request, token: token)
    } catch {
      guard request.key != nil, case .transport(let failure) = error, failure.code != .cancelled else { throw error }
      return try await exchangeOnce(request, token: token)
    }
  }

  private nonisolated func exchangeOnce(_ request: APIRequest, token: String?) async throws(ClientError)
    -> APIResponse
  {
    let request = try urlRequest(request, token: token)
    do {
      let (body, response) = try await data(for: request)
      guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      return APIResponse(status: response.statusCode, body: body)
    } catch let error as URLError {
      throw .transport(error)
    } catch is CancellationError {
      throw .transport(URLError(.cancelled))
    } catch {
      throw .transport(URLError(.unknown, userInfo: [NSUnderlyingErrorKey: error]))
    }
  }

  /// On Linux a running request is not cancelled with its task: cancelling it at the instant of its completion crashes
  /// FoundationNetworking (a fatal error in its task registry).
  private nonisolated func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    #if canImport(FoundationNetworking)
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { continuation in
        network.dataTask(with: request) { body, response, error in
          if let body, let response {
            continuation.resume(returning: (body, response))
          } else {
            continuation.resume(throwing: error ?? URLError(.badServerResponse))
          }
        }.resume()
      }
    #else
      return try await network.data(for: request)
    #endif
  }

  private nonisolated func urlRequest(_ request: APIRequest, token: String?) throws(ClientError) -> URLRequest {
    guard let url = url(request) else { throw .transport(URLError(.badURL)) }
    var made = URLRequest(url: url)
    made.httpMethod = request.method
    made.setValue("application/json, application/problem+json", forHTTPHeaderField: "Accept")
    if let token { made.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if let key = request.key { made.setValue(key, forHTTPHeaderField: "Idempotency-Key") }
    switch request.body {
    case .none: break
    case .json(let document):
      do {
        made.httpBody = try JSONEncoder().encode(document)
      } catch {
        throw .invalidResponse("the request cannot be written as JSON")
      }
      made.setValue("application/json", forHTTPHeaderField: "Content-Type")
    case .photos(let photos):
      let form = MultipartForm(photos)
      made.httpBody = form.body
      made.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
    }
    return made
  }

  private nonisolated func url(_ request: APIRequest) -> URL? {
    var components = URLComponents(url: server, resolvingAgainstBaseURL: true)
    let base = components?.percentEncodedPath ?? ""
    components?.percentEncodedPath =
      (base.hasSuffix("/") ? String(base.dropLast()) : base) + request.path.map { "/" + percentEncoded($0) }.joined()
    let query = request.query.compactMap { name, value in value.map { "\(name)=\(percentEncoded($0))" } }
    if !query.isEmpty { components?.percentEncodedQuery = query.joined(separator: "&") }
    return components?.url
  }
}

/// Escapes every byte except RFC 3986's unreserved ones; the plus sign too, which form decoding reads as a space.
private func percentEncoded(_ text: String) -> String {
  let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
}

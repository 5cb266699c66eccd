import Accounts
package import Basics
import Contracts
import Crypto
package import HTTP

/// What endpoints take whose requests may be repeated.
package enum IdempotencyParameters {
  package static let key = Parameter<String>(
    "Idempotency-Key", .visible(most: 255),
    "The client's own word for this request, such as a UUID. The same request with the same key is done once, however often"
      + " it is sent within a day: repetitions get the first answer, with the header `Idempotency-Replayed: true`.",
    example: "3f2a8c1e-5b0d-4f6e-9a77-0c2d1e4b8f90")
}

extension AnswerDescription {
  package static let keyInUse = conflict("The same request with this key is being done right now.")
  package static let keyReused = AnswerDescription(
    422, "The key came with another request before.", [(Problem.mediaType, "Problem")])
}

/// One go at a request that its client may repeat.
package struct IdempotentAttempt: Sendable {
  /// The number under which whatever the request makes is made; the same for each attempt.
  package let operation: OperationID
  /// Whether there was one before that came to no answer, and may have done its work all the same.
  package let isRepeated: Bool
}

extension RequestContext {
  /// Does something once for each key in `Idempotency-Key`, and gives repetitions the answer of the first time; without
  /// a key it is simply done. The row of the endpoint names the header.
  ///
  /// Kept are answers of success and refusals, but for those that say "not now": these, and faults of our own, free the
  /// key so that a repetition tries anew, under the same number. What is begun comes to its end and is kept also where
  /// the client goes away meanwhile: it finds the answer when it comes back.
  /// - Parameter work: is given nil where there is no key.
  /// - Throws: `DomainError` `parameter-invalid`, what `IdempotencyStore.begin` refuses, and whatever `work` throws.
  package func idempotently(_ work: @escaping @Sendable (IdempotentAttempt?) async throws -> Response) async throws
    -> Response
  {
    guard let request = try idempotentRequest() else { return try await work(nil) }
    let store = environment.idempotency
    let operation = OperationID(at: now, random: systemRandom)
    switch try await store.begin(request, operation: operation, at: now) {
    case .answered(let kept): return Response(kept, to: self.request)
    case .begin(let known):
      let attempt = IdempotentAttempt(operation: known, isRepeated: known != operation)
      return try await Task { try await store.keeping(request) { try await work(attempt) } }.value
    }
  }

  /// The request under its key; nil where it has none.
  private func idempotentRequest() throws -> IdempotencyKey? {
    let keys = request.headers.values(of: IdempotencyParameters.key.name)
    guard let first = keys.first else { return nil }
    // Several fields of one name stand for one list, which no key is.
    let key = try IdempotencyParameters.key.value(of: keys.count == 1 ? first : "")
    var digest = Digest()
    digest.update(Array("\(request.method.rawValue) \(request.path)\n".utf8))
    digest.update(bytes)
    return IdempotencyKey(account: try account(), key: key, fingerprint: digest.hexadecimal)
  }
}

extension IdempotencyStore {
  /// Does the work of a request that was begun, and keeps its answer or frees its key.
  fileprivate func keeping(
    _ request: IdempotencyKey, _ work: @Sendable () async throws -> Response
  ) async throws -> Response {
    do {
      let response = try await answer(of: work)
      try await finish(request, StoredResponse(response))
      return response
    } catch {
      // Should this fail too, the key is free by itself in a minute; the client is told of the first fault.
      try? await abandon(request)
      throw error
    }
  }

  /// The answer of some work; a refusal that would be the same again is one.
  private func answer(of work: @Sendable () async throws -> Response) async throws -> Response {
    do { return try await work() } catch let refusal as DomainError where refusal.isLasting {
      return Problem(refusal).response
    }
  }
}

extension DomainError {
  /// Whether the same request is not to be tried again as it is.
  fileprivate var isLasting: Bool { kind != .unavailable && kind != .rateLimited }
}

extension StoredResponse {
  /// What is kept of an answer.
  fileprivate init(_ response: Response) {
    var bytes: [UInt8] = []
    if case .bytes(let whole) = response.body { bytes = whole }
    self.init(status: response.status, body: bytes, type: response.headers["Content-Type"] ?? MediaType.json)
  }
}

extension Response {
  /// An answer that was given before, byte for byte.
  fileprivate init(_ kept: StoredResponse, to request: Request) {
    self = .document(kept.body, status: kept.status, type: kept.type, caching: .none)
    headers.add("Idempotency-Replayed", "true")
    // What was made lies below the list that it was added to.
    if kept.status == 201, case .string(let id)? = (try? JSONReader.value(of: kept.body))?["id"] {
      headers.add("Location", "\(request.path)/\(id)")
    }
  }
}

import Accounts
package import Basics
import Contracts
import Crypto
package import HTTP
import Synchronization

/// What endpoints take whose requests may be repeated.
package enum IdempotencyParameters {
  package static let key = Parameter<String>(
    "Idempotency-Key", .visible(maxCount: 255),
    "The client's own word for this request, such as a UUID. The same request with the same key is done once, however often"
      + " it is sent within a day: repetitions get the first answer, with the header `Idempotency-Replayed: true`.",
    example: "3f2a8c1e-5b0d-4f6e-9a77-0c2d1e4b8f90")
}

extension AnswerDescription {
  package static let keyInUse = conflict("The same request with this key is being done right now.")
  package static let keyReused = AnswerDescription(
    422, "The key came with another request before.", [(Problem.mediaType, "Problem")])
}

/// One attempt at a request that its client may repeat.
package final class IdempotentRun: Sendable {
  /// The number under which whatever the request makes is made; the same for each attempt.
  package let operation: OperationID
  private let key: IdempotencyKey
  private let isKept = Mutex(false)

  fileprivate init(_ key: IdempotencyKey, _ operation: OperationID) {
    self.key = key
    self.operation = operation
  }

  /// For work that keeps its answer in the transaction that decides it, so that no crash comes between the two.
  /// - Parameter response: the answer of success.
  package func completion<Outcome>(
    _ response: @escaping @Sendable (Outcome) -> Response
  ) -> RequestCompletion<Outcome> {
    RequestCompletion(key: key) { outcome in
      let kept = try? StoredResponse(outcome.map(response).orProblem())
      self.isKept.withLock { $0 = kept != nil }
      return kept
    }
  }

  /// Does the work of a request that was begun, and keeps its answer or frees its key.
  fileprivate func run(
    in store: any IdempotencyStore, _ work: @Sendable (IdempotentRun) async throws -> Response
  ) async throws -> Response {
    do {
      let response = try await answer(of: work)
      if !isKept.withLock(\.self) { try await store.finish(key, StoredResponse(response)) }
      return response
    } catch {
      // Should this fail too, the key is free by itself in a minute; the client is told of the first fault.
      try? await store.abandon(key)
      throw error
    }
  }

  private func answer(of work: @Sendable (IdempotentRun) async throws -> Response) async throws -> Response {
    do { return try await work(self) } catch let domainError as DomainError {
      return try Result.failure(domainError).orProblem()
    }
  }
}

extension Result<Response, DomainError> {
  /// The answer; a refusal that would be the same again is one, others are thrown.
  fileprivate func orProblem() throws -> Response {
    if case .failure(let domainError) = self, domainError.kind != .unavailable, domainError.kind != .rateLimited {
      return Problem(domainError).response
    }
    return try get()
  }
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
  package func idempotently(_ work: @escaping @Sendable (IdempotentRun?) async throws -> Response) async throws
    -> Response
  {
    guard let key = try idempotencyKey() else { return try await work(nil) }
    let store = environment.idempotency
    let operation = OperationID(at: now, random: systemRandom)
    switch try await store.begin(key, operation: operation, at: now) {
    case .answered(let kept): return Response(kept, to: request)
    case .begin(let known):
      return try await Task { try await IdempotentRun(key, known).run(in: store, work) }.value
    }
  }

  /// The request under its key; nil where it has none.
  private func idempotencyKey() throws -> IdempotencyKey? {
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

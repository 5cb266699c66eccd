import Accounts
package import Basics
import Contracts
import Crypto
package import HTTP
import JSON
import Synchronization

/// The header parameter of idempotent endpoints.
package enum IdempotencyParameters {
  package static let key = Parameter<String>(
    "Idempotency-Key", .visible(maxCount: 255),
    "The client's own key for this request, such as a UUID. The same request with the same key is processed once, "
      + "however often it is sent within a day; repetitions get the first answer, with `Idempotency-Replayed: true`.",
    example: "3f2a8c1e-5b0d-4f6e-9a77-0c2d1e4b8f90")
}

extension ResponseDescription {
  package static let keyInUse = conflict("A request with this key is in progress.")
  package static let keyReused = ResponseDescription(
    422, "The key was used with another request.", [(Problem.mediaType, "Problem")])
}

/// The processing of one request with an idempotency key.
package final class IdempotentAttempt: Sendable {
  /// The identifier for everything that the request creates; the same for each attempt.
  package let operation: OperationID
  private let key: IdempotencyKey
  private let isKept = Mutex(false)

  fileprivate init(_ key: IdempotencyKey, _ operation: OperationID) {
    self.key = key
    self.operation = operation
  }

  /// For work that stores its answer in the transaction that decides it, so that a crash cannot separate the two.
  /// - Parameter response: makes the success answer.
  package func completion<Outcome>(
    _ response: @escaping @Sendable (Outcome) -> Response
  ) -> RequestCompletion<Outcome> {
    RequestCompletion(key: key) { outcome in
      let kept = try? StoredResponse(outcome.map(response).orProblem())
      self.isKept.withLock { $0 = kept != nil }
      return kept
    }
  }

  /// Runs the work, then stores its answer or releases the key.
  fileprivate func run(
    in store: any IdempotencyStore, _ work: @Sendable (IdempotentAttempt) async throws -> Response
  ) async throws -> Response {
    let response: Response
    do {
      response = try await answer(of: work)
    } catch {
      // If this fails too, the key expires after a minute; the client gets the first error.
      try? await store.abandon(key)
      throw error
    }
    if isKept.withLock(\.self) { return response }
    do {
      try await store.finish(key, StoredResponse(response))
    } catch {
      // The work is done, and the client gets its answer. A repetition continues under the same operation.
      try? await store.abandon(key)
    }
    return response
  }

  private func answer(of work: @Sendable (IdempotentAttempt) async throws -> Response) async throws -> Response {
    do { return try await work(self) } catch let domainError as DomainError {
      return try Result.failure(domainError).orProblem()
    }
  }
}

extension Result<Response, DomainError> {
  /// The success answer, or the problem of a permanent error; transient errors are thrown.
  fileprivate func orProblem() throws -> Response {
    if case .failure(let domainError) = self, domainError.kind != .unavailable, domainError.kind != .rateLimited {
      return Problem(domainError).response
    }
    return try get()
  }
}

extension RequestContext {
  /// Processes a request once for each `Idempotency-Key`; repetitions get the stored answer. Without a key the work
  /// just runs. The endpoint's `headers` must name the header.
  ///
  ///
  /// Success answers and permanent errors are stored. `unavailable`, `rateLimited` and internal errors release the key,
  /// so that a repetition runs again with the same operation id. Work continues, and its answer is stored, when the
  /// client disconnects.
  /// - Parameter work: its argument is nil without a key.
  /// - Throws: `DomainError` `parameter-invalid`, errors of `IdempotencyStore.begin`, and errors of `work`.
  package func idempotently(_ work: @escaping @Sendable (IdempotentAttempt?) async throws -> Response) async throws
    -> Response
  {
    guard let key = try idempotencyKey() else { return try await work(nil) }
    let store = environment.idempotency
    let operation = OperationID(at: now, random: systemRandom)
    switch try await store.begin(key, operation: operation, at: now) {
    case .answered(let kept): return Response(kept, to: request)
    case .begin(let known):
      return try await Task { try await IdempotentAttempt(key, known).run(in: store, work) }.value
    }
  }

  /// The key with the account and the fingerprint of the request; nil without the header.
  private func idempotencyKey() throws -> IdempotencyKey? {
    let keys = request.headers.values(of: IdempotencyParameters.key.name)
    guard let first = keys.first else { return nil }
    // Several fields of one name form a list, which is not a valid key.
    let key = try IdempotencyParameters.key.value(of: keys.count == 1 ? first : "")
    var digest = Digest()
    digest.update(Array("\(request.method.rawValue) \(request.path)\n".utf8))
    digest.update(bytes)
    return IdempotencyKey(account: try account(), key: key, fingerprint: digest.hexadecimal)
  }
}

extension StoredResponse {
  fileprivate init(_ response: Response) {
    var bytes: [UInt8] = []
    if case .bytes(let whole) = response.body { bytes = whole }
    self.init(status: response.status, body: bytes, type: response.headers["Content-Type"] ?? MediaType.json)
  }
}

extension Response {
  /// Replays a stored answer, byte for byte.
  fileprivate init(_ kept: StoredResponse, to request: Request) {
    self = .document(kept.body, status: kept.status, type: kept.type, caching: .none)
    headers.add("Idempotency-Replayed", "true")
    // The path of a created resource is the list's path and the id.
    if kept.status == 201, let id = (try? JSONReader.value(of: kept.body))?["id"]?.string {
      headers.add("Location", "\(request.path)/\(id)")
    }
  }
}

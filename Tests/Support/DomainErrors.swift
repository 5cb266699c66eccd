package import Basics

/// The error of a type that `body` throws.
package func caught<Failure: Error>(_ type: Failure.Type, _ body: () async throws -> some Any) async throws -> Failure {
  do {
    _ = try await body()
  } catch let error as Failure {
    return error
  }
  throw Unexpected()
}

/// The domain error that `body` throws.
package func domainError(_ body: () async throws -> some Any) async throws -> DomainError {
  try await caught(DomainError.self, body)
}

private struct Unexpected: Error {}

package import Basics

/// The domain error thrown by `body`.
package func domainError<Result>(_ body: () async throws -> Result) async throws -> DomainError {
  do {
    _ = try await body()
  } catch let domainError as DomainError {
    return domainError
  }
  throw Unexpected()
}

private struct Unexpected: Error {}

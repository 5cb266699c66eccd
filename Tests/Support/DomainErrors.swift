package import Basics

/// The refusal that something ends with.
package func domainError<Result>(_ body: () async throws -> Result) async throws -> DomainError {
  do {
    _ = try await body()
  } catch let domainError as DomainError {
    return domainError
  }
  throw Unexpected()
}

private struct Unexpected: Error {}

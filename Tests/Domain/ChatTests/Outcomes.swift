import Basics

/// How something ends: `ok`, or the code of its refusal.
func outcome<Result>(_ body: () async throws -> Result) async throws -> String {
  do {
    _ = try await body()
    return "ok"
  } catch let domainError as DomainError {
    return domainError.code
  }
}

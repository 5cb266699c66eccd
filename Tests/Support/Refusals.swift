public import Basics

/// The refusal that something ends with.
public func refusal<Result>(_ body: () async throws -> Result) async throws -> Refusal {
  do {
    _ = try await body()
  } catch let refusal as Refusal {
    return refusal
  }
  throw Unexpected()
}

private struct Unexpected: Error {}

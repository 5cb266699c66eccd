import Basics

/// How something ends: `ok`, or the code of its refusal.
func outcome<Result>(_ body: () async throws -> Result) async throws -> String {
  do {
    _ = try await body()
    return "ok"
  } catch let refusal as Refusal {
    return refusal.code
  }
}

/// The refusal that something ends with; nil where it is done.
func refusal<Result>(_ body: () async throws -> Result) async throws -> Refusal? {
  do {
    _ = try await body()
    return nil
  } catch let refusal as Refusal {
    return refusal
  }
}

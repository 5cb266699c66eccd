extension CountedDatabase {
  /// Runs a body that must run the `expected` number of statements. The begin and the commit of its transactions do not count.
  /// - Throws: What the body throws; `WrongCount` if it runs more or fewer.
  package func expect<Result>(_ expected: Int, _ body: () async throws -> Result) async throws -> Result {
    reset()
    let result = try await body()
    guard count == expected else { throw WrongCount(expected: expected, found: count) }
    return result
  }
}

/// Another number of statements than a test expects.
package struct WrongCount: Error, CustomStringConvertible {
  let expected: Int
  let found: Int

  package var description: String { "\(found) statements instead of \(expected)" }
}

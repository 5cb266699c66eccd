/// Runs a body for each item, at most `limit` at once.
/// - Returns: the results, in the order of the items.
package func inParallel<Item: Sendable, Result: Sendable>(
  _ items: [Item], limit: Int, _ body: @escaping @Sendable (Item) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var results = [Result?](repeating: nil, count: items.count)
    for (number, item) in items.enumerated() {
      if number >= limit, let (done, result) = try await group.next() { results[done] = result }
      group.addTask { (number, try await body(item)) }
    }
    for try await (done, result) in group { results[done] = result }
    return results.compactMap { $0 }
  }
}

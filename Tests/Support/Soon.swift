/// Whether a condition holds within 20 seconds: what other threads and processes change is looked for again and again.
package func soon(_ condition: () async throws -> Bool) async throws -> Bool {
  for _ in 0..<2000 {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(10))
  }
  return false
}

package import Booths
import Dispatch

/// Validated rows that pause after the first batch until resumed, so that a test controls how long an import runs.
package struct PausedRows: ValidatedRows {
  private var rows: ListedRows
  private var pulled = 0
  private let reached: AsyncStream<Void>
  private let reaching: AsyncStream<Void>.Continuation
  private let go = DispatchSemaphore(value: 0)

  /// The pause was never ended. Thrown so that the test does not hang.
  package struct TimedOut: Error {}

  /// Rows with these attributes in batches of one. The pause is after the first.
  package init(_ attributes: [BoothAttributes]) {
    rows = ListedRows(attributes, batch: 1)
    (reached, reaching) = AsyncStream.makeStream()
  }

  package mutating func next() throws -> ValidatedBatch? {
    pulled += 1
    if pulled == 2 {
      reaching.yield()
      guard go.wait(timeout: .now() + 60) == .success else { throw TimedOut() }
    }
    return rows.next()
  }

  /// Waits until an import has reached the pause.
  package func reachPause() async {
    for await _ in reached { return }
  }

  /// Ends the pause.
  package func resume() { go.signal() }
}

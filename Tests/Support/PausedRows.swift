package import Booths
import Dispatch

/// Validated rows that stop in the middle until they are let go on: an import that is under way for as long as a test
/// likes.
package struct PausedRows: ValidatedRows {
  private var rows: ListedRows
  private var pulled = 0
  private let reached: AsyncStream<Void>
  private let reaching: AsyncStream<Void>.Continuation
  private let go = DispatchSemaphore(value: 0)

  /// The rows are never let go on: the test would hang.
  package struct TimedOut: Error {}

  /// Rows of these attributes in batches of one; the pause comes after the first.
  package init(_ attributes: [BoothAttributes]) {
    rows = ListedRows(attributes, batch: 1)
    (reached, reaching) = AsyncStream.makeStream()
  }

  /// The next batch.
  package mutating func next() throws -> ValidatedBatch? {
    pulled += 1
    if pulled == 2 {
      reaching.yield()
      guard go.wait(timeout: .now() + 60) == .success else { throw TimedOut() }
    }
    return rows.next()
  }

  /// Returns once an import has come to the pause.
  package func reachPause() async {
    for await _ in reached { return }
  }

  /// Ends the pause.
  package func goOn() { go.signal() }
}

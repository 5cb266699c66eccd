import Glibc

/// Measures wall and CPU time.
enum Stopwatch {
  /// Wall time of `work` in seconds.
  static func seconds(_ work: () -> Void) -> Double { measure(CLOCK_MONOTONIC, work) }

  /// CPU time of `work` on this thread in seconds. Other load on the machine affects it little.
  static func processorSeconds(_ work: () -> Void) -> Double { measure(CLOCK_THREAD_CPUTIME_ID, work) }

  /// CPU time of one of `count` operations in nanoseconds: the median of five runs.
  static func nanoseconds(per count: Int, _ operations: () -> Void) -> Double {
    let runs = (0..<5).map { _ in processorSeconds(operations) }.sorted()
    return runs[2] * 1e9 / Double(count)
  }

  private static func measure(_ clock: clockid_t, _ work: () -> Void) -> Double {
    var start = timespec()
    var end = timespec()
    clock_gettime(clock, &start)
    work()
    clock_gettime(clock, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) * 1e-9
  }
}

struct Percentiles {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  /// The value at the quantile `share` (0...1).
  func callAsFunction(_ share: Double) -> Double {
    sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}

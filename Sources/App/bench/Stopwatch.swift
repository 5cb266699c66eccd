import Glibc

/// Time as benchmarks want it.
enum Stopwatch {
  /// Seconds on the wall that `work` takes.
  static func seconds(_ work: () -> Void) -> Double { measure(CLOCK_MONOTONIC, work) }

  /// Seconds of processor time that `work` takes on this thread: what others do on the machine counts little.
  static func processorSeconds(_ work: () -> Void) -> Double { measure(CLOCK_THREAD_CPUTIME_ID, work) }

  /// Nanoseconds of processor time of one of `count` operations: the median of five runs over all of them.
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

/// The values of a list by their rank.
struct Percentiles {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  /// The value that `share` (0...1) of the others do not exceed.
  func callAsFunction(_ share: Double) -> Double {
    sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}

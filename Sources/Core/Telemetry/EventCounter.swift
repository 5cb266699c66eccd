import Concurrency

/// Counts events by labels. The values of the labels must be few: codes and names of the program, nothing from outside.
package final class EventCounter: Sendable {
  private let counts = Locked<[[String]: Int]>([:])

  package init() {}

  package func count(_ values: String...) {
    counts.withLock { $0[values, default: 0] += 1 }
  }

  /// The counts as a metric.
  /// - Parameter labels: the names of the values that are counted by.
  package func metric(_ name: String, labels: [String], _ help: String) -> Metric {
    Metric(MetricDescription(.counter, name, help)) { [self] in
      counts.withLock(\.self).sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { values, count in
        MetricSample(count, zip(labels, values).map { (name: $0, value: $1) })
      }
    }
  }
}

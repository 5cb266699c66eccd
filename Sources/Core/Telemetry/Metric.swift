/// What a metric is, as monitoring systems see it.
package struct MetricDescription: Sendable, Hashable {
  package enum Kind: String, Sendable {
    /// Only grows. Its samples are called `name_total`.
    case counter
    case gauge
    case histogram
  }

  /// Without the `_total` of counters.
  package let name: String
  package let kind: Kind
  package let help: String

  package init(_ kind: Kind, _ name: String, _ help: String) {
    (self.kind, self.name, self.help) = (kind, name, help)
  }

  /// The name in queries: `…_total` for counters.
  package var queryName: String { kind == .counter ? name + "_total" : name }
}

package struct MetricSample: Sendable {
  package enum Value: Sendable {
    case number(Double)
    case histogram(Histogram)
  }

  /// In the order of output. A label with an empty value is left out, which monitoring systems take for the same.
  package let labels: [(name: String, value: String)]
  package let value: Value

  package init(_ value: Double, _ labels: [(name: String, value: String)] = []) {
    (self.value, self.labels) = (.number(value), labels)
  }

  package init(_ value: Int, _ labels: [(name: String, value: String)] = []) {
    self.init(Double(value), labels)
  }

  package init(_ histogram: Histogram, _ labels: [(name: String, value: String)]) {
    (value, self.labels) = (.histogram(histogram), labels)
  }
}

package struct Metric: Sendable {
  package let description: MetricDescription
  /// Called for each scrape. Empty if there is nothing to tell.
  package let read: @Sendable () async -> [MetricSample]

  package init(_ description: MetricDescription, _ read: @escaping @Sendable () async -> [MetricSample]) {
    (self.description, self.read) = (description, read)
  }

  /// A metric without labels; nil: not known at the moment.
  package static func number(
    _ kind: MetricDescription.Kind, _ name: String, _ help: String,
    _ read: @escaping @Sendable () async -> Double?
  ) -> Metric {
    Metric(MetricDescription(kind, name, help)) { await read().map { [MetricSample($0)] } ?? [] }
  }
}

/// Counts of values in buckets with fixed bounds, and their sum.
package struct Histogram: Sendable {
  /// The bounds that the semantic conventions of OpenTelemetry advise for the durations of requests, in seconds.
  package static let seconds: [Double] = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
  ]

  /// Ascending; a value belongs to the first bucket whose bound is not below it.
  package let bounds: [Double]
  /// One for each bound, and one for what is above all; not added up.
  package private(set) var counts: [Int]
  package private(set) var sum = 0.0

  package init(_ bounds: [Double] = Histogram.seconds) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  package mutating func observe(_ value: Double) {
    var index = 0
    while index < bounds.count, value > bounds[index] { index += 1 }
    counts[index] += 1
    sum += value
  }

  package mutating func add(_ other: Histogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
    sum += other.sum
  }

  package var count: Int { counts.reduce(0, +) }
}

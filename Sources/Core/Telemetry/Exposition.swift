/// The text formats in which Prometheus and others read metrics.
package enum ExpositionFormat: String, Sendable, CaseIterable {
  /// Prometheus text format 0.0.4.
  case prometheus = "text/plain"
  /// OpenMetrics 1.0.
  case openMetrics = "application/openmetrics-text"

  package var contentType: String {
    switch self {
    case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
    case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
    }
  }
}

extension [Metric] {
  /// Reads all metrics, one after the other, and writes them. A metric without samples is still described.
  package func exposition(in format: ExpositionFormat) async -> [UInt8] {
    var writer = ExpositionWriter(format)
    for metric in self { writer.append(metric.description, await metric.read()) }
    return writer.finish()
  }
}

private struct ExpositionWriter {
  private let format: ExpositionFormat
  private var text = ""

  init(_ format: ExpositionFormat) { self.format = format }

  mutating func append(_ metric: MetricDescription, _ samples: [MetricSample]) {
    // OpenMetrics describes a counter without the suffix of its samples.
    let name = format == .openMetrics ? metric.name : metric.queryName
    text += "# HELP \(name) \(escaped(metric.help, quotes: format == .openMetrics))\n"
    text += "# TYPE \(name) \(metric.kind.rawValue)\n"
    if format == .openMetrics, let unit = ["seconds", "bytes"].first(where: { name.hasSuffix("_\($0)") }) {
      text += "# UNIT \(name) \(unit)\n"
    }
    for sample in samples {
      switch sample.value {
      case .number(let value): line(metric.queryName, sample.labels, number(value))
      case .histogram(let histogram): append(histogram, metric.name, sample.labels)
      }
    }
  }

  private mutating func append(_ histogram: Histogram, _ name: String, _ labels: [(name: String, value: String)]) {
    var count = 0
    for (bound, added) in zip(histogram.bounds + [.infinity], histogram.counts) {
      count += added
      line(name + "_bucket", labels + [("le", boundText(bound))], "\(count)")
    }
    line(name + "_sum", labels, number(histogram.sum))
    line(name + "_count", labels, "\(count)")
  }

  private mutating func line(_ name: String, _ labels: [(name: String, value: String)], _ value: String) {
    let parts = labels.filter { !$0.value.isEmpty }.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
    text += parts.isEmpty ? "\(name) \(value)\n" : "\(name){\(parts.joined(separator: ","))} \(value)\n"
  }

  func finish() -> [UInt8] { Array((format == .openMetrics ? text + "# EOF\n" : text).utf8) }

  /// Whole numbers without a fraction, so that counts look like counts.
  private func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int(exactly: value).map(String.init) ?? "\(value)"
  }

  /// OpenMetrics wants bounds as floating-point numbers (`1.0`).
  private func boundText(_ bound: Double) -> String {
    format == .openMetrics && bound.isFinite ? "\(bound)" : number(bound)
  }
}

/// A label's value or a help text, on one line.
private func escaped(_ text: String, quotes: Bool) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\"" where quotes: result += "\\\""
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

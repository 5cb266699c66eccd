import CSystem
import Concurrency
import Glibc
package import Telemetry

/// The durations of requests, by method, route and status.
///
/// Each core adds to a separate table, so that event loops do not wait for each other; a scrape adds the tables up. The
/// number of rows is bounded: routes are patterns, and what matches none has one row for each method and status.
package final class RequestMetrics: Sendable {
  private struct Key: Hashable {
    let method: Method?
    let route: String?
    let status: Int
  }

  private let tables: [Locked<[Key: Histogram]>]

  package init() {
    tables = (0..<max(1, Int(sysconf(Int32(_SC_NPROCESSORS_CONF))))).map { _ in Locked([:]) }
  }

  /// The step that measures requests; to be the outermost, so that it sees those that others refuse.
  package var middleware: Middleware {
    Middleware("metrics", finish: { [self] record, _ in observe(record) })
  }

  func observe(_ record: AccessRecord) {
    let key = Key(method: record.method, route: record.route, status: record.status)
    // The kernel may move the thread to another core meanwhile: then two threads share a table for once.
    tables[Int(csystem_current_core()) % tables.count].withLock {
      $0[key, default: Histogram()].observe(record.duration / .seconds(1))
    }
  }

  /// The durations, named as the semantic conventions of OpenTelemetry name them.
  package var durations: Metric {
    let description = MetricDescription(
      .histogram, "http_server_request_duration_seconds", "Time from the head of a request to the end of its response.")
    return Metric(description) { [self] in
      added.sorted { $0.labels.lexicographicallyPrecedes($1.labels) }.map { labels, histogram in
        MetricSample(histogram, zip(Self.labelNames, labels).map { (name: $0, value: $1) })
      }
    }
  }

  private static let labelNames = ["http_request_method", "http_route", "http_response_status_code"]

  private var added: [(labels: [String], histogram: Histogram)] {
    var sums: [Key: Histogram] = [:]
    for table in tables {
      for (key, histogram) in table.withLock(\.self) { sums[key, default: Histogram()].add(histogram) }
    }
    return sums.map { ([$0.method?.rawValue ?? "_OTHER", $0.route ?? "", "\($0.status)"], $1) }
  }
}

extension Middleware {
  /// Tells each client the identifier of its request, by which the log names it.
  package static let requestIdentifier = Middleware("request identifier") { incoming in
    incoming.responseHeaders.add("X-Request-Id", incoming.request.id.description)
    return nil
  }
}

import APIKit
import Backups
import Basics
import Booths
import CommandLineKit
import Concurrency
import HTTP
import NativeAPI
import PhotoStorage
import PostgreSQL
import SQLite
import Stores
import Telemetry

/// The metrics of a server. The article Monitoring lists them; a test compares the two.
struct ServerMetrics: Sendable {
  let assembly: Assembly
  let environment: APIEnvironment
  let catalogue: CatalogueHolder
  let requests: RequestMetrics
  let server: Server
  let photoCodec: PhotoCodec
  let logger: Logger
  let audit: AuditLog
  /// Nil: no traces are recorded.
  let spans: SpanRecorder?
  /// Nil: the logs of the databases are not shipped.
  let shipping: LogShipping?

  var all: [Metric] {
    ofRequests + ofWork + ofDatabases + ofCatalogue + ofReplica + ofBackups + ofPayments + ofService
      + ProcessMetrics.all
  }

  // MARK: Requests

  private var ofRequests: [Metric] {
    [
      requests.durations,
      .number(.gauge, "http_server_active_requests", "Requests whose responses have not ended.") {
        [server] in Double(server.inFlight)
      },
      .number(.gauge, "fourcuts_http_connections", "Open connections.") { [server] in Double(server.connectionCount) },
      .number(.gauge, "fourcuts_http_listeners", "Connections that wait for events; 0 without rate limits.") {
        [server] in Double(server.listenerCount)
      },
      environment.rateLimited.metric(
        "fourcuts_rate_limited_requests", labels: ["limit"], "Requests that a rate limit has refused."),
    ]
  }

  // MARK: Work and databases

  /// Threads for work that blocks or keeps a core busy.
  private var ofWork: [Metric] {
    func metric(
      _ kind: MetricDescription.Kind, _ name: String, _ help: String, _ value: @escaping @Sendable (BlockingWork) -> Int
    ) -> Metric {
      Metric(MetricDescription(kind, name, help)) {
        let sums = Dictionary(BlockingWork.all.map { ($0.label, value($0)) }, uniquingKeysWith: +)
        return sums.sorted { $0.key < $1.key }.map { MetricSample($1, [("pool", $0)]) }
      }
    }
    return [
      metric(.gauge, "fourcuts_work_running", "Pieces of blocking work under way.") { $0.load.used },
      metric(.gauge, "fourcuts_work_waiting", "Pieces of blocking work in the queue.") { $0.load.waiting },
      metric(.gauge, "fourcuts_work_capacity", "Blocking work that can run at once.") {
        $0.load.capacity
      },
      metric(.counter, "fourcuts_work_rejected", "Pieces of blocking work that found the queue full.") {
        $0.rejectedCount
      },
      .number(.counter, "fourcuts_photo_decoders_lost", "Photos whose decoder crashed or met a limit.") {
        [photoCodec] in Double(photoCodec.lostDecoderCount)
      },
    ]
  }

  private var ofDatabases: [Metric] {
    let assembly = assembly
    func metric(_ name: String, _ help: String, _ value: @escaping @Sendable (PoolLoad) -> Int) -> Metric {
      Metric(MetricDescription(.gauge, name, help)) {
        assembly.databaseLoads.map { MetricSample(value($0.load), [("pool", $0.pool)]) }
      }
    }
    let sizes = MetricDescription(.gauge, "fourcuts_wal_bytes", "Size of the write-ahead log of a SQLite database.")
    return [
      metric("fourcuts_database_connections_used", "Database connections that run a transaction.") { $0.used },
      metric("fourcuts_database_connections_max", "Database connections that may be open.") { $0.capacity },
      metric("fourcuts_database_waiting", "Transactions that wait for a database connection.") { $0.waiting },
      Metric(sizes) { assembly.logSizes.map { MetricSample($0.bytes, [("database", $0.name)]) } },
    ]
  }

  // MARK: Copies of data

  private var ofCatalogue: [Metric] {
    let catalogue = catalogue
    return [
      .number(.gauge, "fourcuts_catalogue_booths", "Booths in the served catalogue.") {
        Double(catalogue.current.count)
      },
      .number(.gauge, "fourcuts_catalogue_version", "Version of the served catalogue, the same on all nodes.") {
        Double(catalogue.current.version)
      },
      .number(
        .gauge, "fourcuts_catalogue_age_seconds",
        "Time since the served catalogue was found to be the database's: how far this node may lag."
      ) { catalogue.confirmedAt.map { $0.duration(to: .now) / .seconds(1) } },
    ]
  }

  private var ofReplica: [Metric] {
    let replica = assembly.replica
    return [
      .number(.gauge, "fourcuts_replica_lag_seconds", "How far the read replica is behind the primary database.") {
        replica?.lag().map { $0 / .seconds(1) }
      },
      .number(.gauge, "fourcuts_replica_used", "1 if reads go to the read replica.") {
        replica.map { $0.isUsable ? 1 : 0 }
      },
    ]
  }

  private var ofBackups: [Metric] {
    let (shipper, clock) = (shipping?.shipper, environment.clock)
    return [
      .number(
        .gauge, "fourcuts_backup_log_age_seconds",
        "Seconds of commits that would be lost with this machine."
      ) {
        shipper?.shippedThrough.map { max(0, Double(clock().milliseconds - $0.milliseconds) / 1000) }
      }
    ]
  }

  private var ofPayments: [Metric] {
    let (queue, clock) = (SQLPaymentQueue(assembly.database), environment.clock)
    return [
      .number(.gauge, "fourcuts_payment_tasks", "Payment tasks in the queue, of all nodes.") {
        (try? await queue.waiting()).map { Double($0.count) }
      },
      .number(.gauge, "fourcuts_payment_task_delay_seconds", "How long the first payment task has been due.") {
        guard let waiting = try? await queue.waiting() else { return nil }
        return waiting.nextDue.map { max(0, Double(clock().milliseconds - $0.milliseconds) / 1000) } ?? 0
      },
    ]
  }

  // MARK: The service

  private var ofService: [Metric] {
    let (environment, catalogue, spans) = (environment, catalogue, spans)
    let conditions = MetricDescription(
      .gauge, "fourcuts_condition_active", "1 for each condition that impairs the service, as in /healthz.")
    let build = MetricDescription(.gauge, "fourcuts_build_info", "1, with the version of the program.")
    return [
      .number(.gauge, "fourcuts_ready", "1 if the server is ready for requests, as in /readyz.") {
        Readiness(of: catalogue, in: environment).isReady ? 1 : 0
      },
      Metric(conditions) { environment.conditions.active.map { MetricSample(1, [("code", $0.code)]) } },
      audit.counts.metric(
        "fourcuts_audit_events", labels: ["action", "result"], "Entries that this process has added to the audit log."),
      logger.counts.metric("fourcuts_log_entries", labels: ["level"], "Entries of the log."),
      .number(.counter, "fourcuts_spans_sent", "Spans that the collector has taken.") {
        spans.map { Double($0.sentCount) }
      },
      .number(
        .counter, "fourcuts_spans_dropped", "Spans that were lost: too many waited, or the collector refused them."
      ) {
        spans.map { Double($0.droppedCount) }
      },
      Metric(build) { [MetricSample(1, [("version", CommandLineKit.version), ("commit", programCommit ?? "")])] },
    ]
  }
}

extension Assembly {
  fileprivate var databaseLoads: [(pool: String, load: PoolLoad)] {
    switch location {
    case .files(let files):
      files.flatMap { path, database in
        let name = Self.name(path)
        return [("\(name) readers", database.readerLoad), ("\(name) writer", database.writerLoad)]
      }
    case .server(let database):
      [("primary", database.load)] + (replica.map { [("replica", $0.load)] } ?? [])
    }
  }

  fileprivate var logSizes: [(name: String, bytes: Int)] {
    guard case .files(let files) = location else { return [] }
    return files.map { (Self.name($0.path), $0.database.logSize) }
  }

  /// `fourcuts` of `/var/lib/fourcuts/fourcuts.sqlite`.
  private static func name(_ path: String) -> String {
    String(path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
  }
}

import Foundation
import JSON
import SQL
import Support
import Testing

@testable import App

@Suite("Metrics of a running server")
struct MetricsTests {
  private static let promtool = "/usr/bin/promtool"

  private func server(_ settings: [String: String] = [:]) async throws -> RunningServer {
    try await RunningServer(try Program(environment: MetricsEndpoint.settings.merging(settings) { $1 }))
  }

  private func post(_ path: String, _ body: String, to server: RunningServer) async throws -> Int {
    let headers = ["Content-Type": "application/json"]
    return try await server.send("POST", path, headers, body: Data(body.utf8)).status
  }

  @Test("Metrics have the requested format, and are not on the port of the service")
  func formats() async throws {
    let server = try await server()
    let metrics = try MetricsEndpoint(of: server)
    _ = try await server.get("/api/booths/near?lat=37.5&lon=127")
    let text = try await metrics.scrape()
    #expect(text.status == 200 && text.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    // As Prometheus 2.42 asks.
    let open = try await metrics.scrape(
      "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
        + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1")
    #expect(open.headers["Content-Type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
    #expect(open.body.hasSuffix("\n# EOF\n") && !text.body.contains("# EOF"))
    for body in [text.body, open.body] {
      let sample = """
        http_server_request_duration_seconds_count{http_request_method="GET",http_route="/api/booths/near",\
        http_response_status_code="200"} 1

        """
      #expect(body.contains(sample))
    }
    #expect(try await server.get("/metrics").status == 404)
    #expect(try await metrics.address.send("GET", "/api/booths/near").status == 404)
    #expect(try await metrics.address.send("POST", "/metrics").status == 405)
    #expect(try server.end() == 0)
  }

  @Test("promtool check metrics accepts them")
  func promtool() async throws {
    let server = try await server()
    for path in ["/api/booths/near", "/livez", "/nothing"] { _ = try await server.get(path) }
    #expect(try await post("/api/sessions", #"{"email":"a@b.example","password":"x"}"#, to: server) == 401)
    let text = try await MetricsEndpoint(of: server).scrape().body
    let checked = try output(
      of: Self.promtool, package: "prometheus", ["check", "metrics"], input: Data(text.utf8))
    #expect(checked.code == 0 && checked.text.isEmpty, "\(checked.text)")
    #expect(try server.end() == 0)
  }

  @Test("The article lists every metric with its type, and no other")
  func article() async throws {
    let path = "Sources/App/Documentation.docc/Monitoring.md"
    let text = try String(contentsOf: SharedData.root.appendingPathComponent(path), encoding: .utf8)
    var listed: [String: String] = [:]
    for match in text.matches(of: /(?m)^\| `([a-z0-9_]+)` \| (counter|gauge|histogram) \|/) {
      listed[String(match.1)] = String(match.2)
    }
    let server = try await server()
    #expect(try await MetricsEndpoint(of: server).types() == listed)
    #expect(try server.end() == 0)
  }

  @Test(
    "The dashboard and the alert rules name existing metrics", arguments: [DeploymentFile.dashboard, .alerts])
  func names(file: DeploymentFile) async throws {
    let server = try await server()
    var known: Set<String> = []
    for (name, type) in try await MetricsEndpoint(of: server).types() {
      known.formUnion(type == "histogram" ? ["_bucket", "_sum", "_count"].map { name + $0 } : [name])
    }
    #expect(try server.end() == 0)
    let text = try Program().run("deploy", "print", file.rawValue).output
    let named = Set(text.matches(of: /\b(http_server|fourcuts|process)_[a-z0-9_]+/).map { String($0.output.0) })
    #expect(named.count > 10)
    #expect(named.subtracting(known).isEmpty)
    if file == .dashboard { #expect(throws: Never.self) { try JSONReader.value(of: Array(text.utf8)) } }
  }

  @Test("promtool accepts the configuration and the rules, and the alerts fire when they should")
  func rules() throws {
    let program = try Program()
    let rules = try program.file(
      "fourcuts.rules.yml", try program.run("deploy", "print", DeploymentFile.alerts.rawValue).output)
    let configuration = try program.file(
      "prometheus.yml", try program.run("deploy", "print", DeploymentFile.prometheus.rawValue).output)
    for arguments in [["check", "rules", rules], ["check", "config", configuration]] {
      let checked = try output(of: Self.promtool, package: "prometheus", arguments)
      #expect(checked.code == 0, "\(checked.text)")
    }
    let tests = try program.file("tests.yml", Self.ruleTests)
    let tested = try output(of: Self.promtool, package: "prometheus", ["test", "rules", tests])
    #expect(tested.code == 0, "\(tested.text)")
  }

  /// Each list names the alerts at a time: none of all else may fire for these series.
  private static let ruleTests = """
    rule_files: [fourcuts.rules.yml]
    evaluation_interval: 15s
    tests:
      - interval: 15s
        input_series:
          - series: 'up{job="fourcuts", instance="a"}'
            values: '0x60'
          - series: 'fourcuts_catalogue_version{job="fourcuts", instance="b"}'
            values: '7x60'
          - series: 'fourcuts_catalogue_version{job="fourcuts", instance="c"}'
            values: '8x60'
        alert_rule_test:
          - { eval_time: 1m, alertname: FourcutsDown, exp_alerts: [] }
          - eval_time: 10m
            alertname: FourcutsDown
            exp_alerts:
              - exp_labels: { severity: page, job: fourcuts, instance: a }
                exp_annotations:
                  summary: a does not answer Prometheus.
                  action: Look at 'systemctl status fourcuts' and 'journalctl -u fourcuts' there.
          - eval_time: 10m
            alertname: FourcutsCatalogueBehind
            exp_alerts:
              - exp_labels: { severity: ticket, job: fourcuts, instance: b }
                exp_annotations:
                  summary: b serves an older catalogue than another node.
                  action: Look at its log. A restart loads the catalogue anew.
      - interval: 15s
        input_series:
          - series: 'http_server_request_duration_seconds_count{job="fourcuts", instance="a", http_response_status_code="200"}'
            values: '0+90x80'
          - series: 'http_server_request_duration_seconds_count{job="fourcuts", instance="a", http_response_status_code="503"}'
            values: '0+10x80'
          - series: 'fourcuts_audit_events_total{job="fourcuts", instance="a", action="log-in", result="done"}'
            values: '0+1x80'
          - series: 'fourcuts_audit_events_total{job="fourcuts", instance="a", action="log-in", result="login-failed"}'
            values: '0+30x80'
        alert_rule_test:
          - eval_time: 15m
            alertname: FourcutsErrors
            exp_alerts:
              - exp_labels: { severity: page, job: fourcuts }
                exp_annotations:
                  summary: 10% of the requests fail.
                  action: Look at fourcuts_condition_active and at the log's entries of level error and warning.
          - eval_time: 19m
            alertname: FourcutsLoginsFail
            exp_alerts:
              - exp_labels: { severity: ticket, job: fourcuts }
                exp_annotations:
                  summary: "Far more logins fail than succeed: somebody may be guessing passwords."
                  action: Look at 'fourcuts audit list --action log-in' for networks and accounts that repeat.
      - interval: 15s
        input_series:
          - series: 'http_server_request_duration_seconds_count{job="fourcuts", instance="a", http_response_status_code="200"}'
            values: '0+999x80'
          - series: 'http_server_request_duration_seconds_count{job="fourcuts", instance="a", http_response_status_code="503"}'
            values: '0+1x80'
          - series: 'fourcuts_audit_events_total{job="fourcuts", instance="a", action="log-in", result="login-failed"}'
            values: '0+1x80'
          - series: 'fourcuts_ready{job="fourcuts", instance="a"}'
            values: '1x80'
        alert_rule_test:
          - { eval_time: 19m, alertname: FourcutsErrors, exp_alerts: [] }
          - { eval_time: 19m, alertname: FourcutsLoginsFail, exp_alerts: [] }
          - { eval_time: 19m, alertname: FourcutsNotReady, exp_alerts: [] }

    """

  @Test("Values follow booths, requests, logins, refused requests and impairments")
  func values() async throws {
    let server = try await server(["FOURCUTS_RATE_LIMIT": "1,40"])
    let metrics = try MetricsEndpoint(of: server)
    #expect(try await metrics.value("fourcuts_catalogue_booths") == 0)
    #expect(try await metrics.value("fourcuts_ready") == 1)
    let rows = "external_id,name,latitude,longitude\nA1,하나,37.5,127\nA2,둘,37.6,127\n"
    try server.program.run("import", try server.program.file("booths.csv", rows))
    try await eventually { try await metrics.value("fourcuts_catalogue_booths") == 2 }
    #expect(try await metrics.value("fourcuts_catalogue_version") == 1)
    #expect(try #require(try await metrics.value("fourcuts_catalogue_age_seconds")) < 60)
    let wrong = #"{"email":"mina@example.com","password":"wrong guess"}"#
    for _ in 0..<2 { #expect(try await post("/api/sessions", wrong, to: server) == 401) }
    let failed = #"fourcuts_audit_events_total{action="log-in",result="login-failed"}"#
    #expect(try await metrics.value(failed) == 2)
    try await eventually { try await post("/api/sessions", wrong, to: server) == 429 }
    #expect(try #require(try await metrics.value(#"fourcuts_rate_limited_requests_total{limit="address"}"#)) >= 1)
    let (used, capacity) = ("fourcuts_work_running", "fourcuts_work_capacity")
    #expect(try await metrics.value(used + #"{pool="passwords"}"#) == 0)
    #expect(try #require(try await metrics.value(capacity + #"{pool="passwords"}"#)) >= 1)
    #expect(try await metrics.value(#"fourcuts_log_entries_total{level="error"}"#) == nil)
    #expect(try #require(try await metrics.value("process_open_fds")) > 5)
    let started = try #require(try await metrics.value("process_start_time_seconds"))
    #expect(abs(Date().timeIntervalSince1970 - started) < 600)
    #expect(try #require(try await metrics.value("process_resident_memory_bytes")) > 1_000_000)
    #expect(try #require(try await metrics.value("process_cpu_seconds_total")) > 0)
    #expect(try #require(try await metrics.value("process_threads")) > 2)
    #expect(try server.end() == 0)
  }

  @Test(
    "SQLite's log has a size, and a failed write is a condition",
    .enabled(if: TestDatabase.engine == .sqlite))
  func impaired() async throws {
    let server = try await server()
    let metrics = try MetricsEndpoint(of: server)
    let body = #"{"email":"mina@example.com","password":"\#(RunningServer.password)","nickname":"mina"}"#
    #expect(try await post("/api/accounts", body, to: server) == 201)
    #expect(try #require(try await metrics.value(#"fourcuts_wal_bytes{database="fourcuts"}"#)) > 0)
    #expect(try await metrics.value(#"fourcuts_database_connections_max{pool="fourcuts writer"}"#) == 1)
    try server.process.limitFiles(to: 4096)
    #expect(try await post("/api/accounts", body.replacing("mina", with: "juno"), to: server) == 503)
    #expect(try await metrics.value(#"fourcuts_condition_active{code="database-io-failed"}"#) == 1)
    #expect(try #require(try await metrics.value(#"fourcuts_log_entries_total{level="warning"}"#)) >= 1)
    try server.process.limitFiles(to: nil)
    try await eventually { try await metrics.value(#"fourcuts_condition_active{code="database-io-failed"}"#) == nil }
    #expect(try server.end() == 0)
  }

  @Test("The connections of PostgreSQL are counted", .enabled(if: TestDatabase.engine == .postgresql))
  func connections() async throws {
    let server = try await server()
    let metrics = try MetricsEndpoint(of: server)
    #expect(try #require(try await metrics.value(#"fourcuts_database_connections_max{pool="primary"}"#)) > 1)
    #expect(try await metrics.value(#"fourcuts_database_waiting{pool="primary"}"#) == 0)
    #expect(try await metrics.value("fourcuts_payment_tasks") == 0)
    #expect(try server.end() == 0)
  }

  @Test(
    "A malformed address and one without a port are refused before anything starts",
    arguments: ["127.0.0.1", "9464", ":9464", "localhost:9464", "::1:9464", "[::1]", "127.0.0.1:70000", "127.0.0.1:x"])
  func addresses(text: String) throws {
    let program = try Program()
    let result = try program.run("serve", "--port", "0", "--metrics-address", text)
    #expect(result.code == 2 && result.errors.contains("--metrics-address takes an address and a port"))
    #expect(!FileManager.default.fileExists(atPath: program.data.path))
  }

  @Test("A metrics port in use is reported before anything starts")
  func takenPort() async throws {
    let server = try await server()
    let port = try #require(try MetricsEndpoint(of: server).address.base.port)
    let other = try Program()
    let second = try other.run("serve", "--port", "0", "--metrics-address", "127.0.0.1:\(port)")
    #expect(second.code == 3 && second.errors.contains("is in use"))
    #expect(!FileManager.default.fileExists(atPath: other.data.path))
    #expect(try server.end() == 0)
  }
}

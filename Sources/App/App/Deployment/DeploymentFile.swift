import Basics
import Foundation

/// A configuration file of another program, for an installation on several machines.
enum DeploymentFile: String, CaseIterable {
  case haproxy, nginx, patroni, etcd, systemd, environment, prometheus, alerts, dashboard

  var name: String {
    switch self {
    case .haproxy: "haproxy.cfg"
    case .nginx: "nginx.conf"
    case .patroni: "patroni.yml"
    case .etcd: "etcd.env"
    case .systemd: "fourcuts.service"
    case .environment: "fourcuts.env"
    case .prometheus: "prometheus.yml"
    case .alerts: "fourcuts.rules.yml"
    case .dashboard: "grafana-dashboard.json"
    }
  }

  /// Where Debian expects it, and what it is for.
  var summary: String {
    switch self {
    case .haproxy: "/etc/haproxy/haproxy.cfg: TLS, balancing over the nodes, the connection to the primary database"
    case .nginx: "/etc/nginx/sites-available/fourcuts: TLS and balancing by nginx instead of HAProxy"
    case .patroni: "/etc/patroni/config.yml: PostgreSQL with a synchronous replica and failover"
    case .etcd: "/etc/default/etcd: the store in which Patroni agrees on the primary"
    case .systemd: "/etc/systemd/system/fourcuts.service: the service, confined"
    case .environment: "/etc/fourcuts/fourcuts.env: the settings of a node, for the service"
    case .prometheus: "/etc/prometheus/prometheus.yml: where Prometheus reads metrics"
    case .alerts: "/etc/prometheus/fourcuts.rules.yml: when Prometheus raises an alert"
    case .dashboard: "a dashboard to import into Grafana"
    }
  }

  /// Its text: beside the program when built, below `share` when installed.
  /// - Throws: `DomainError` `deployment-files-missing`.
  func text(ofProgram program: URL) throws(DomainError) -> String {
    let resource = ProgramResource("deployment/\(name)", ofProgram: program)
    if let bytes = resource.bytes { return String(decoding: bytes, as: UTF8.self) }
    throw resource.missing("deployment-files-missing")
  }
}

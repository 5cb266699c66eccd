import Basics
import CommandLineKit
import Foundation
import HTTP
import Support
import Testing
import Workload

@testable import App

/// The files of `fourcuts deploy print`: how they are printed, and what the programs that read them say.
@Suite("Deployment files")
struct DeploymentTests {
  @Test("Each file is printed as it is in the sources", arguments: DeploymentFile.allCases)
  func prints(file: DeploymentFile) throws {
    let result = try Program().run("deploy", "print", file.rawValue)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output == (try Self.source(file)))
  }

  @Test("Other names are refused", arguments: [[], ["apache"], ["nginx", "haproxy"]])
  func rejects(words: [String]) throws {
    let result = try Program().start(["deploy", "print"] + words).finish()
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("An installed program reads the files below share, and says what to do without them")
  func installed() throws {
    let directory = try ScratchDirectory().url
    let program = directory.appendingPathComponent("bin/fourcuts")
    let error = #expect(throws: DomainError.self) { try DeploymentFile.nginx.text(ofProgram: program) }
    #expect(error?.code == "deployment-files-missing")
    #expect(error?.message.contains("make install") == true)
    let share = directory.appendingPathComponent("share/fourcuts/deployment")
    try FileManager.default.createDirectory(at: share, withIntermediateDirectories: true)
    try Data("installed\n".utf8).write(to: share.appendingPathComponent("nginx.conf"))
    #expect(try DeploymentFile.nginx.text(ofProgram: program) == "installed\n")
  }

  @Test(
    "Each file lists what to replace, with every password", arguments: DeploymentFile.allCases)
  func placeholders(file: DeploymentFile) throws {
    let text = try Self.source(file)
    for line in text.split(separator: "\n") where line.contains(/(?i)password[:=] *\S/) && !line.hasPrefix("#") {
      #expect(line.contains("CHANGE-ME"), "\(line)")
    }
    // JSON has no comments, and Grafana asks for what differs.
    guard file != .dashboard else { return }
    #expect(text.hasPrefix("# "))
    #expect(file == .systemd || text.contains("# Replace: "))
  }

  @Test("Each setting of a node is an option of serve and is named once")
  func settings() throws {
    let names = try Self.source(.environment).split(separator: "\n").filter { $0.hasPrefix("FOURCUTS_") }
      .map { String($0.prefix { $0 != "=" }) }
    let known = Set(Command.serve(with: []).specification.allOptions.compactMap { $0.variable })
    #expect(names.count > 5 && Set(names).count == names.count)
    #expect(Set(names).subtracting(known).isEmpty)
  }
}

extension DeploymentTests {
  @Test("nginx logs no request, as its query may hold a position")
  func nginxLogs() throws {
    let text = try Self.source(.nginx)
    let servers = text.components(separatedBy: "\nserver {").dropFirst()
    #expect(servers.count == 3)
    for server in servers { #expect(server.contains("access_log off;") && server.contains("error_log /dev/null;")) }
  }
}

/// These need packages that `make setup-cluster` installs.
extension DeploymentTests {
  @Test("nginx accepts its file", .enabled(if: isInstalled("/usr/sbin/nginx")))
  func nginx() throws {
    let check = try FileCheck()
    let site = try check.write(
      "site.conf", .nginx,
      [
        "/etc/ssl/booths.example.pem": check.path("certificate.pem"),
        "/etc/ssl/private/booths.example.key": check.path("key.pem"),
      ])
    let main = try check.write(
      "nginx.conf", "pid \(check.path("pid"));\nerror_log stderr;\nevents {}\nhttp { include \(site); }\n")
    let result = try check.run("/usr/sbin/nginx", "-t", "-c", main)
    #expect(result.code == 0, "\(result.errors)")
    #expect(!result.errors.contains("[warn]"), "\(result.errors)")
  }

  @Test("HAProxy accepts its file without a warning", .enabled(if: isInstalled("/usr/sbin/haproxy")))
  func haproxy() throws {
    let check = try FileCheck()
    let file = try check.write(
      "haproxy.cfg", .haproxy, ["/etc/haproxy/certs/booths.example.pem": check.path("both.pem")])
    // With -dW warnings are errors.
    let result = try check.run("/usr/sbin/haproxy", "-dW", "-c", "-f", file)
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test("Patroni accepts its file", .enabled(if: isInstalled("/usr/bin/patroni")))
  func patroni() async throws {
    // Its check connects to the members of etcd, and to its own ports, which must be free.
    let etcd = try Server(ServerConfiguration(port: 0, routes: []))
    try etcd.start()
    let check = try FileCheck()
    let file = try check.write(
      "patroni.yml", .patroni,
      [
        "10.0.0.11:2379,10.0.0.21:2379,10.0.0.22:2379": "127.0.0.1:\(etcd.port)",
        "10.0.0.21:8008": "127.0.1.21:\(try freePort())", "10.0.0.21:5432": "127.0.1.21:\(try freePort())",
      ])
    let result = try check.run("/usr/bin/patroni", "--validate-config", file)
    await etcd.stop(within: .seconds(1))
    #expect(result.code == 0, "\(result.output)\(result.errors)")
  }

  @Test("systemd accepts the unit", .enabled(if: isInstalled("/usr/bin/systemd-analyze")))
  func systemd() throws {
    let check = try FileCheck()
    let program = builtPrograms.appendingPathComponent("fourcuts").path
    let unit = try check.write("fourcuts.service", .systemd, ["/usr/bin/fourcuts": program])
    let result = try check.run("/usr/bin/systemd-analyze", "verify", "--man=no", unit)
    #expect(result.code == 0, "\(result.errors)")
    #expect(!result.errors.contains("fourcuts.service:"), "\(result.errors)")
  }

  fileprivate static func source(_ file: DeploymentFile) throws -> String {
    let path = "Sources/App/App/Resources/deployment/\(file.name)"
    return try String(contentsOf: SharedData.root.appendingPathComponent(path), encoding: .utf8)
  }
}

private func isInstalled(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

/// A directory with deployment files whose placeholders are filled in, and a certificate.
private struct FileCheck {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    let result = try run(
      "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", path("key.pem"), "-out", path("certificate.pem"), "-subj", "/CN=booths.example")
    try #require(result.code == 0, "\(result.errors)")
    let parts = try ["certificate.pem", "key.pem"].map { try Data(contentsOf: URL(fileURLWithPath: path($0))) }
    try (parts[0] + parts[1]).write(to: URL(fileURLWithPath: path("both.pem")))
  }

  func path(_ name: String) -> String { directory.url.appendingPathComponent(name).path }

  /// Writes a deployment file; each placeholder must occur.
  func write(_ name: String, _ file: DeploymentFile, _ values: [String: String]) throws -> String {
    var text = try DeploymentTests.source(file)
    for (placeholder, value) in values {
      try #require(text.contains(placeholder), "\(placeholder)")
      text = text.replacing(placeholder, with: value)
    }
    return try write(name, text)
  }

  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func run(_ command: String...) throws -> Program.Result {
    try RunningProgram(command, input: "", environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], in: directory)
      .finish()
  }
}

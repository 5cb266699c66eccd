import Foundation
import Support
import Synchronization
import Testing
import Workload

@testable import App

/// What systemd and a service say to each other: over real sockets, with a test in the place of systemd.
@Suite("Under systemd")
struct SystemdTests {
  @Test("The server notifies systemd about readiness, reloading, its watchdog and stopping")
  func messages() async throws {
    let socket = try NotifySocket()
    let environment = ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "400000"]
    let server = try await RunningServer(try Program(environment: environment))
    let ready = try await socket.next("READY=1")
    #expect(ready.contains("STATUS=Serving at \(server.base.absoluteString)"))
    #expect(try await socket.next("WATCHDOG=1") == "WATCHDOG=1")
    server.process.signal(SIGHUP)
    #expect(try await socket.next("RELOADING=1").contains(/MONOTONIC_USEC=\d+/))
    _ = try await socket.next("READY=1")
    _ = try await socket.next("WATCHDOG=1")
    #expect(try server.end() == 0)
    _ = try await socket.next("STOPPING=1")
  }

  @Test("The server pings the watchdog only while every part answers")
  func watchdog() async throws {
    let socket = try NotifySocket()
    let isAsked = Mutex(false)
    let answers = Mutex(false)
    let notifier = ServiceNotifier(["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "2000"])
    let watchdog = Watchdog(
      notifier: notifier,
      checks: [
        {},
        {
          isAsked.withLock { $0 = true }
          try? await eventually { answers.withLock(\.self) }
        },
      ])
    let task = Task { await watchdog.run() }
    try await eventually { isAsked.withLock { $0 } }
    #expect(socket.message() == nil)
    answers.withLock { $0 = true }
    #expect(try await socket.next("WATCHDOG=1") == "WATCHDOG=1")
    task.cancel()
    await task.value
  }

  @Test(
    "No pings are sent if systemd watches another process or none",
    arguments: [["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "x"], [:]])
  func unwatched(environment: [String: String]) {
    let notifier = ServiceNotifier(environment.merging(["NOTIFY_SOCKET": "/run/systemd/notify"]) { $1 })
    #expect(notifier.watchdogInterval == nil)
  }

  @Test("The server uses the socket of systemd, whose connections wait while it starts")
  func activation() async throws {
    let program = try Program()
    let port = try freePort()
    let process = try Self.start(program, listening: [port], "serve", "--address", "203.0.113.1", "--port", "1")
    var client: Client?
    try await eventually {
      client = try? Client(port)
      return client != nil
    }
    client?.send("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n")
    #expect(try client?.response().status == 200)
    try await eventually { process.output.contains("http://127.0.0.1:\(port)") }
    for option in ["address", "port"] { #expect(process.errors.contains("--\(option) has no effect with a socket")) }
    process.signal(SIGTERM)
    #expect(try process.finish().code == 0)
  }

  @Test("Several sockets, and one that does not listen, are refused")
  func refusedSockets() throws {
    let several = try Self.start(try Program(), listening: [freePort(), freePort()], "serve").finish()
    #expect(several.code == 2 && several.errors.contains("systemd passes 2 sockets"))
    let none = try Self.start(try Program(), listening: [], "serve").finish()
    #expect(none.code == 3 && none.errors.contains("is not a listening TCP socket"))
  }

  /// Starts a program with sockets as systemd passes them: from descriptor 3. Without a port it passes a file.
  private static func start(_ program: Program, listening ports: [Int], _ words: String...) throws -> RunningProgram {
    let script = """
      import os, socket, sys
      ports, program = [int(port) for port in sys.argv[1].split(',') if port], sys.argv[2:]
      made = [socket.create_server(('127.0.0.1', port)) for port in ports] or [open('/dev/null')]
      copies = [os.dup(each.fileno()) for each in made]
      for number, copy in enumerate(copies):
          os.dup2(copy, 3 + number)
      os.environ.update(LISTEN_FDS=str(len(made)), LISTEN_PID=str(os.getpid()))
      os.execv(program[0], program)
      """
    let list = ports.map(String.init).joined(separator: ",")
    return try program.start(words, by: ["/usr/bin/python3", "-c", script, list])
  }
}

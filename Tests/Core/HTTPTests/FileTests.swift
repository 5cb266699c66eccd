import Basics
import Foundation
import Glibc
import Support
import Testing
import Workload

@testable import HTTP

/// A file whose bytes depend on their offset. It stays open until the last response that sends it.
final class SampleFile: Sendable {
  let bytes: [UInt8]
  let path: String
  private let directory: ScratchDirectory

  init(_ count: Int) throws {
    directory = try ScratchDirectory()
    path = directory.url.appendingPathComponent("sample").path
    bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 251 &* 31 &+ $0) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  func opened() -> OpenFile {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    precondition(descriptor >= 0)
    return OpenFile(descriptor: descriptor, size: bytes.count) { close($0) }
  }

  /// A route that responds with the file.
  var route: Route {
    Route(
      .get, "/file",
      .immediate { _ in
        Response(
          status: 200,
          headers: Headers([("Content-Type", "text/plain"), ("ETag", #""v1""#), ("Accept-Ranges", "bytes")]),
          body: .file(self.opened()))
      })
  }
}

@Suite("Files as answers", .serialized)
struct FileTests {
  private func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "")) * 1024
  }

  @Test("A file is sent whole, and the connection goes on", arguments: [0, 1, 40_000, 5_000_000])
  func whole(_ count: Int) async throws {
    let file = try SampleFile(count)
    try await withServer([file.route, hello]) { port in
      let client = try Client(port)
      client.send(get("/file") + get("/hello") + get("/file", "Accept-Encoding: gzip"))
      let response = try client.response()
      #expect(response.status == 200 && response.body == file.bytes)
      #expect(try client.response().text == "hello")
      let again = try client.response()
      #expect(again.body == file.bytes && again["Content-Encoding"] == nil)
    }
  }

  @Test("Ranges, HEAD and unchanged files are answered from size and tag")
  func forms() async throws {
    let file = try SampleFile(1000)
    try await withServer([file.route]) { port in
      func send(_ header: String) throws -> Client.ClientResponse { try exchange(port, get("/file", header)) }
      let part = try send("Range: bytes=100-199")
      #expect(part.status == 206 && part.body == Array(file.bytes[100..<200]))
      #expect(part["Content-Range"] == "bytes 100-199/1000")
      #expect(try send("Range: bytes=-7").body == Array(file.bytes.suffix(7)))
      #expect(try send("Range: bytes=1000-").status == 416)
      #expect(try send(#"If-None-Match: "v1""#).status == 304)
      let head = try exchange(port, "HEAD /file HTTP/1.1\r\nHost: x\r\n\r\n", isHead: true)
      #expect(head.status == 200 && head["Content-Length"] == "1000" && head.body.isEmpty)
    }
  }

  @Test("No file content is held in memory for clients that do not read")
  func memory() async throws {
    let file = try SampleFile(20_000_000)
    let before = try peakMemory()
    try await withServer([file.route, hello]) { port in
      let silent = try (0..<40).map { _ in try Client(port, window: 4096) }
      for client in silent { client.send(get("/file")) }
      // Each has received its response head.
      for client in silent { #expect(try client.head()["Content-Length"] == "20000000") }
      #expect(try exchange(port, get("/hello")).text == "hello")
      #expect(OpenFile.count >= 40)
      withExtendedLifetime(silent) {}
    }
    // The responses would be 800 megabytes.
    #expect(try peakMemory() - before < 100_000_000)
    #expect(OpenFile.count == 0)
  }

  @Test("A file that has become shorter breaks the connection instead of looking complete")
  func shortened() async throws {
    let file = try SampleFile(3_000_000)
    let route = Route(
      .get, "/file",
      .immediate { _ in
        let opened = file.opened()
        truncate(file.path, 1_000_000)
        return Response(status: 200, body: .file(opened))
      })
    try await withServer([route, hello]) { port in
      #expect(throws: Client.Failure.self) { try exchange(port, get("/file")) }
      let response = try exchange(port, get("/hello"))
      #expect(response.text == "hello")
    }
  }

  @Test("With few descriptors, connections leave enough of them for files")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 200, rlim_max: 4096)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let file = try SampleFile(100)
      var configuration = ServerConfiguration(port: 0, routes: [file.route, hello])
      configuration.limits.tick = .milliseconds(20)
      let server = try Server(configuration)
      try server.start()
      limit = rlimit(rlim_cur: 200, rlim_max: 200)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let port = server.port
      try await onThread {
        // The clients' descriptors count as well.
        var clients: [Client] = []
        for _ in 0..<120 {
          guard let client = try? Client(port) else { break }
          client.send(get("/hello"))
          clients.append(client)
        }
        guard clients.count > 60, try clients[0].response().text == "hello" else { exit(1) }
        // Both ends of a connection are in this process: as many as it may have and their clients leave some descriptors.
        clients.removeLast(clients.count / 2)
        // The first ones were idle and have made room.
        let late = clients[clients.count - 1]
        guard try late.response().text == "hello" else { exit(2) }
        late.send(get("/file"))
        guard try late.response().body == file.bytes else { exit(3) }
      }
      await server.stop(within: .zero)
    }
  }

  @Test("Connections are accepted up to the limit of descriptors less the reserved ones")
  func usable() {
    #expect(usableDescriptors(of: 1024) == 768 && usableDescriptors(of: 20_256) == 20_000)
    #expect(usableDescriptors(of: 200) == 100)
  }
}

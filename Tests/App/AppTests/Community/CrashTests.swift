import Contracts
import Foundation
import FourCutsClient
import Glibc
import Support
import Testing

@Suite("A server that is killed")
struct CrashTests {
  /// What is being received, below the directories of all runs.
  private static func uploads(of program: Program) throws -> [String] {
    let runs = program.data.appendingPathComponent("tmp")
    return try FileManager.default.subpathsOfDirectory(atPath: runs.path).filter { $0.contains("/") }
  }

  @Test("An upload that was interrupted by a kill is no photo, and is removed at the next start")
  func duringUpload() async throws {
    let program = try Program()
    let first = try await RunningServer(program)
    let store = MemorySessionStore()
    _ = try await first.person("mina", store)
    let token = try #require(store.load()).accessToken
    let upload = try HalfUpload(to: first.base, token: token)
    try await eventually { try Self.uploads(of: program).isEmpty == false }
    try first.kill()
    upload.close()

    #expect(try Self.uploads(of: program).isEmpty == false)
    let second = try await RunningServer(program)
    #expect(try Self.uploads(of: program).isEmpty)
    #expect(try second.end() == 0)
  }
}

/// An upload that begins and does not go on.
private struct HalfUpload {
  private let descriptor: Int32

  init(to base: URL, token: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(try #require(base.port))).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(connected == 0)
    let head = """
      POST /api/photos HTTP/1.1\r
      Host: 127.0.0.1\r
      Authorization: Bearer \(token)\r
      Content-Type: multipart/form-data; boundary=x\r
      Content-Length: 100000\r
      \r
      --x\r
      Content-Disposition: form-data; name="files"; filename="a.png"\r
      \r\n
      """
    let bytes = Array(head.utf8) + Array(onePixel) + [UInt8](repeating: 7, count: 50_000)
    try #require(send(descriptor, bytes, bytes.count, 0) == bytes.count)
  }

  func close() { _ = Glibc.close(descriptor) }
}

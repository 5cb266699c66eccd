import Basics
import Foundation
import Payments
import Testing

@testable import PortOne

/// A server with a certificate that nobody vouches for, run by the `openssl` command of the system.
private final class SelfSignedServer {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private let process = Process()
  private let output = Pipe()

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let (key, certificate) = (
      directory.appendingPathComponent("key").path, directory.appendingPathComponent("cert").path
    )
    let maker = Process()
    maker.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    maker.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
      "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
    ]
    maker.standardError = FileHandle.nullDevice
    try maker.run()
    maker.waitUntilExit()
    process.executableURL = maker.executableURL
    process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    // Its end would end the server.
    process.standardInput = Pipe()
    try process.run()
  }

  /// Where it listens, as it says some way down: `ACCEPT 127.0.0.1:40123`.
  func address() throws -> URL {
    let coordinate = /ACCEPT 127\.0\.0\.1:([0-9]+)\n/
    var answered = ""
    while answered.firstMatch(of: coordinate) == nil, case let data = output.fileHandleForReading.availableData,
      !data.isEmpty
    {
      answered += String(decoding: data, as: UTF8.self)
    }
    let port = try #require(answered.firstMatch(of: coordinate)?.1)
    return try #require(URL(string: "https://127.0.0.1:\(port)"))
  }

  deinit {
    // Children of a test process do not hear gentler signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }
}

@Suite("Certificates")
struct CertificateTests {
  @Test("A self-signed certificate is refused, and the error says so")
  func selfSigned() async throws {
    let server = try SelfSignedServer()
    let url = try server.address()
    for gateway in [v1(url), v2(url)] as [any PaymentGateway] {
      do {
        _ = try await gateway.payment(.order("order-1"))
        Issue.record("believed")
      } catch let domainError as DomainError {
        #expect(domainError.code == "gateway-unavailable")
        #expect(domainError.message.contains("certificate"))
      }
    }
    withExtendedLifetime(server) {}
  }
}

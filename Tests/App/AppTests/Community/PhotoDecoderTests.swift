import Foundation
import FourCutsClient
import Support
import Testing

@Suite("Photos and the processes that decode them", .timeLimit(.minutes(3)))
struct PhotoDecoderTests {
  /// A small animation of many large frames, which takes seconds.
  private static let slow: Data = {
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 255, 255, 255, 2, 2, 0x44, 1, 0]
    return Data("GIF89a".utf8) + [0x30, 1, 0x30, 1, 0, 0, 0] + Data((0..<500).flatMap { _ in frame }) + [0x3B]
  }()

  private func children(of process: Int32) -> [Int32] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.flatMap { task in
      let list = (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)) ?? ""
      return list.split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// The processes that decode for a server.
  private func decoders(of server: RunningServer) -> [Int32] {
    children(of: server.process.identifier).flatMap(children)
  }

  @Test("A decoder that dies causes a 422, a line in the log and a count, and the next photo succeeds")
  func lostDecoder() async throws {
    let server = try await RunningServer(try Program())
    let mina = try await server.person("mina")
    let upload = Task { await domainError { _ = try await mina.upload([PhotoUpload(Self.slow)]) } }
    try await eventually { !decoders(of: server).isEmpty }
    for decoder in decoders(of: server) { kill(decoder, SIGKILL) }
    #expect(await upload.value == "photo-not-decodable")
    #expect(server.process.errors.contains("its decoder was lost. The confined process ended by signal 9 (Killed)"))
    #expect(try await mina.upload([PhotoUpload(onePixel)]).count == 1)
    #expect(try server.end() == 0)
  }

  @Test("A decoder ends with its client, and a stopped server leaves no process behind")
  func leavingClient() async throws {
    let server = try await RunningServer(try Program())
    let mina = try await server.person("mina")
    let upload = Task { try await mina.upload([PhotoUpload(Self.slow)]) }
    try await eventually { !decoders(of: server).isEmpty }
    upload.cancel()
    try await eventually { decoders(of: server).isEmpty }
    let hosts = children(of: server.process.identifier)
    #expect(hosts.count == 1)
    try server.kill()
    try await eventually { hosts.allSatisfy { kill($0, 0) != 0 } }
  }
}

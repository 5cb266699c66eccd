import Contracts
import Foundation
import JSON
import Support
import Testing
import Workload

/// Who hears what is said by Socket.IO at a running server.
@Suite("Sockets of legacy clients on a running server")
struct OpenSocketsTests {
  private static let key = ["SesacKey": "KeyOfMojitalk"]
  private static let coordinate = "/ws-channel-1"

  /// A server with a workspace that a client of SLP made, and the headers of whoever made it.
  private static func server() async throws -> (RunningServer, [String: String]) {
    let server = try await RunningServer(
      try Program(environment: ["FOURCUTS_OPEN_SOCKETS": "1"]), "--app", "KeyOfMojitalk=slp")
    let join = #"{"email":"mina@example.com","password":"four cuts at noon","nickname":"mina"}"#
    let joined = try await server.send(
      "POST", "/v1/users/join", key.merging(["Content-Type": "application/json"]) { $1 }, body: Data(join.utf8))
    guard case .string(let token)? = joined.json["token"]?["accessToken"] else {
      Issue.record("\(joined.body)")
      throw CancellationError()
    }
    let headers = key.merging(["Authorization": token, "Content-Type": "multipart/form-data; boundary=x"]) { $1 }
    let made = try await server.send("POST", "/v1/workspaces", headers, body: form("name", "동네"))
    #expect(made.status == 200, "\(made.body)")
    return (server, headers)
  }

  private static func form(_ name: String, _ text: String) -> Data {
    Data("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n--x--\r\n".utf8)
  }

  @Test("With --open-sockets a client without credentials receives the messages of contract workspaces")
  func open() async throws {
    let (server, headers) = try await Self.server()
    let port = try #require(server.base.port)
    let client = try await onThread {
      let client = try SocketIOClient(port)
      try client.join(Self.coordinate)
      return UncheckedClient(client: client)
    }.client
    let path = "/v1/workspaces/1/channels/%EC%9D%BC%EB%B0%98/chats"
    let output = try await server.send("POST", path, headers, body: Self.form("content", "일곱 시"))
    #expect(output.status == 200, "\(output.body)")
    let received = try client.receive()
    #expect(received.contains(#""content":"일곱 시""#) && received.contains(#""email":"""#), "\(received)")
    #expect(try server.end() == 0)
  }

  private struct UncheckedClient: @unchecked Sendable {
    // Handed from the thread that made it to the one that waited for it.
    let client: SocketIOClient
  }
}

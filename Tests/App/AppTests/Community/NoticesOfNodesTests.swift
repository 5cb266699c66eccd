import Basics
import Contracts
import Foundation
import FourCutsClient
import JSON
import SQL
import Support
import Testing

/// Two servers on one database, whose operator has a webhook for apps.
@Suite("Notices on two nodes")
struct NoticesOfNodesTests {
  @Test("What happens on either node is told once, also if one of them is killed")
  func once() async throws {
    let hook = try RawServer { _, _ in
      [.text("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
    }
    defer { hook.stop() }
    let program = try Program(engine: .postgresql)
    let options = [
      "--app", "KeyOf4cuts=slp", "--push-hook-url", hook.url.absoluteString, "--push-hook-secret",
      "whsec_MDEyMzQ1Njc4OWFiY2RlZg==",
    ]
    let one = try await RunningServer(program, options)
    let other = try await RunningServer(program.otherNode(), options)
    let store = MemorySessionStore()
    let (mina, _) = (try await one.person("mina"), try await one.person("juno", store))
    let juno = ["Authorization": "Bearer \(try #require(store.load()).accessToken)"]
    var posts: [PostID] = []
    for number in 0..<12 { posts.append(try await mina.save(PostRequest(kind: .feed, text: "\(number)")).id) }
    let login = #"{"email":"mina@example.com","password":"\#(RunningServer.password)","deviceToken":"apns"}"#
    let headers = ["SesacKey": "KeyOf4cuts", "Content-Type": "application/json"]
    #expect(try await one.send("POST", "/v2/users/login", headers, body: Data(login.utf8)).status == 200)

    func told() -> [String] {
      hook.requests.compactMap { $0.json?["notice"]?["post"]?.string }
    }
    for (number, post) in posts.prefix(8).enumerated() {
      let node = number.isMultiple(of: 2) ? one : other
      #expect(try await node.send("PUT", "/api/posts/\(post)/like", juno).status == 200)
    }
    try await eventually { told().count >= 8 }
    #expect(told().sorted() == posts.prefix(8).map(\.description).sorted())
    // The node that is left goes on, if need be when the lease of the killed one has ended.
    try one.kill()
    for post in posts.suffix(4) {
      #expect(try await other.send("PUT", "/api/posts/\(post)/like", juno).status == 200)
    }
    try await eventually(within: .seconds(150)) { Set(told()).count == 12 }
    #expect(try other.end() == 0)
    // A message that is repeated has the same identifier.
    #expect(Set(hook.requests.compactMap { $0.headers["webhook-id"] }).count == 12)
  }
}

import Contracts
import Foundation
import JSON
import Support
import Testing
import Workload

@Suite("Somebody who leaves")
struct DeletionTests {
  /// What one person writes and shows, each to be found by itself.
  private static let traces = [
    "vanishing nickname", "vanishing-mail@example.com", "vanishing bio", "vanishing post", "vanishing comment",
    "vanishing message", "vanishing todo", "vanishing correction", "vanishing proposal", "vanishingdevice",
  ]

  @Test("Nothing that they wrote and none of their photos is in any file, log or backup afterwards")
  func files() async throws {
    let program = try Program()
    let booths = try program.file("booths.csv", "external_id,name,latitude,longitude\n1,네컷,37.5563,126.9236\n")
    #expect(try program.run("import", booths, "--source", "s").code == 0)
    let server = try await RunningServer(program)
    let (juno, _) = try await server.signedUp("juno", "juno@example.com", device: "other/1")
    let (mina, id) = try await server.signedUp(Self.traces[0], Self.traces[1], device: "\(Self.traces[9])/1")
    let shared = try await server.post(#"{"kind":"feed","text":"of somebody else"}"#, by: juno)
    let group = try await server.send("POST", "/api/workspaces", juno, body: Data(#"{"name":"금요일"}"#.utf8)).json
    let workspace = try #require(group["id"]?.integer)
    try await server.expect(
      "POST", "/api/workspaces/\(workspace)/invitations", #"{"email":"\#(Self.traces[1])","account":"\#(id)"}"#,
      by: juno)
    try await server.expect("POST", "/api/invitations/\(workspace)/acceptance", nil, by: mina)
    let channels = try await server.send("GET", "/api/workspaces/\(workspace)/channels", mina).json
    let channel = try #require(channels["items"]?.array?.first?["id"]?.integer)

    let photo = try await server.upload(by: mina)
    try await server.expect("PATCH", "/api/me", #"{"bio":"\#(Self.traces[2])","photo":"\#(photo)"}"#, by: mina)
    _ = try await server.post(
      #"{"kind":"photo","text":"\#(Self.traces[3])","photos":["\#(photo)"]}"#, by: mina)
    try await server.expect("POST", "/api/posts/\(shared)/comments", #"{"text":"\#(Self.traces[4])"}"#, by: mina)
    try await server.expect("PUT", "/api/posts/\(shared)/like", nil, by: mina)
    try await server.expect("POST", "/api/channels/\(channel)/messages", #"{"text":"\#(Self.traces[5])"}"#, by: mina)
    try await server.expect("POST", "/api/todos", #"{"contents":"\#(Self.traces[6])"}"#, by: mina)
    try await server.expect(
      "POST", "/api/booths/1/corrections", #"{"kind":"closed","note":"\#(Self.traces[7])"}"#, by: mina)
    try await server.expect(
      "POST", "/api/proposals",
      #"{"name":"새 부스","latitude":37.5663,"longitude":126.9336,"note":"\#(Self.traces[8])"}"#, by: mina)
    try await server.expect("PUT", "/api/me/booths/1", nil, by: mina)

    #expect(try server.end() == 0)
    if program.keepsFiles { #expect(try program.found(Self.traces) == Self.traces, "they were there") }
    #expect(try program.photoCount() > 0)
    let target = program.directory.url.appendingPathComponent("backups").path
    #expect(try program.run("backup", "create", "--to", target, "--quiet").code == 0)
    if program.keepsFiles {
      let before = try restored(from: target, by: program)
      #expect(before.traces == Self.traces && before.photos > 0, "they were there")
    }
    let next = try await RunningServer(program)
    try await next.expect("DELETE", "/api/me", #"{"current_password":"\#(RunningServer.password)"}"#, by: mina)
    #expect(try await next.send("GET", "/api/photos/\(photo)").status == 404)
    try await eventually { try program.photoCount() == 0 }
    #expect(try next.end() == 0)
    #expect(try program.found(Self.traces) == [])
    for trace in Self.traces { #expect(!server.process.errors.contains(trace) && !next.process.errors.contains(trace)) }
    // The earlier backup has them until it expires.
    #expect(try program.run("backup", "create", "--to", target, "--quiet").code == 0)
    if program.keepsFiles { #expect(try restored(from: target, by: program) == ([], 0)) }
    // What others have is theirs.
    if program.keepsFiles { #expect(try program.found(["of somebody else", "juno"]).count == 2) }
  }

  /// The traces in the files of the newest backup, and the number of its photos.
  private func restored(from target: String, by program: Program) throws -> (traces: [String], photos: Int) {
    let place = try ScratchDirectory()
    let data = place.url.appendingPathComponent("restored")
    let result = try program.run("backup", "restore", "--from", target, "--data-dir", data.path)
    #expect(result.code == 0, "\(result.errors)")
    return (try program.found(Self.traces, in: data), try program.photoCount(in: data))
  }
}

extension RunningServer {
  /// The headers and the identifier of somebody who has signed up.
  fileprivate func signedUp(
    _ nickname: String, _ email: String, device: String
  ) async throws -> (headers: [String: String], id: String) {
    let body = #"{"email":"\#(email)","password":"\#(Self.password)","nickname":"\#(nickname)"}"#
    let headers = ["Content-Type": "application/json", "User-Agent": device]
    let answer = try await send("POST", "/api/accounts", headers, body: Data(body.utf8))
    let token = try #require(answer.json["tokens"]?["access_token"]?.string, "\(answer.body)")
    let id = try #require(answer.json["account"]?["id"]?.string)
    return (headers.merging(["Authorization": "Bearer \(token)"]) { $1 }, id)
  }

  /// The identifier of a new post.
  fileprivate func post(_ body: String, by person: [String: String]) async throws -> String {
    // A key of idempotency must not keep what was written.
    let headers = person.merging(["Idempotency-Key": UUID().uuidString]) { $1 }
    return try await send("POST", "/api/posts", headers, body: Data(body.utf8)).text("id")
  }

  fileprivate func upload(by person: [String: String]) async throws -> String {
    var body = Data("--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.png\"\r\n\r\n".utf8)
    body += onePixel + Data("\r\n--b--\r\n".utf8)
    let headers = person.merging(["Content-Type": "multipart/form-data; boundary=b"]) { $1 }
    let answer = try await send("POST", "/api/photos", headers, body: body)
    return try #require(answer.json["photos"]?.array?.first?["name"]?.string, "\(answer.body)")
  }

  fileprivate func expect(
    _ method: String, _ path: String, _ body: String?, by person: [String: String]
  ) async throws {
    let answer = try await send(method, path, person, body: body.map { Data($0.utf8) })
    #expect((200..<300).contains(answer.status), "\(method) \(path): \(answer.body)")
  }
}

extension Program {
  /// Whether the rows are in files of the data folder, and not on a server of PostgreSQL.
  fileprivate var keepsFiles: Bool {
    FileManager.default.fileExists(atPath: data.appendingPathComponent("fourcuts.sqlite").path)
  }

  /// Those of some texts that are in any file of a folder, by default that of the data.
  fileprivate func found(_ texts: [String], in folder: URL? = nil) throws -> [String] {
    let contents = try files(in: folder ?? data).map { try Data(contentsOf: $0) }
    return texts.filter { text in contents.contains { $0.range(of: Data(text.utf8)) != nil } }
  }

  fileprivate func photoCount(in folder: URL? = nil) throws -> Int {
    try files(in: folder ?? data).count { $0.pathComponents.contains("photos") }
  }

  private func files(in folder: URL) throws -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    return try (all?.allObjects as? [URL] ?? []).filter {
      try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }
  }
}

import APIKit
import Accounts
import Basics
import Booths
import Contracts
import Crypto
import Foundation
import Glibc
import HTTP
import LegacyAPI
import NativeAPI
import Posts
import StandardsAPI
import Stores
import Support
import Testing
import Workload

/// A whole service for old clients: real routes, rules, stores and photos behind a real socket, by a clock that stands.
final class OldServer: Sendable {
  static let keys: [String: LegacyContract] = [
    "mobbie-key": .lslpV0, "ootd-key": .lslpV0, "4cuts-key": .lslpV1, "mojitalk-key": .slp,
  ]

  /// What is behind it.
  let backend: TestBackend
  private let server: Server

  var clock: ManualClock { backend.clock }

  init(_ backend: TestBackend, _ change: (inout TestServices) throws -> Void = { _ in }) throws {
    var setup = TestServices(backend, backend.services.catalogue)
    setup.legacy.applications = Self.keys
    try change(&setup)
    self.backend = backend
    server = try Server(Service(backend: backend, setup).configuration)
    try server.start()
  }

  /// A new service.
  convenience init() async throws { try self.init(try await TestBackend()) }

  deinit { Task { [server] in await server.stop(within: .zero) } }

  func stop() async { await server.stop() }

  func send(_ request: OldRequest) async throws -> LegacyResponse { try await request.send(to: server.port) }

  func send(_ wire: [UInt8]) async throws -> LegacyResponse { try await OldRequest.send(wire, to: server.port) }

  /// Sends bytes and goes away.
  func abandon(_ wire: [UInt8]) throws {
    let descriptor = try connectedSocket(to: server.port)
    defer { close(descriptor) }
    #expect(Glibc.send(descriptor, wire, wire.count, 0) == wire.count)
  }

  /// Somebody who has signed up.
  func person(_ email: String, _ password: String, nick: String) async throws -> AccountID {
    let account = Account(
      id: AccountID(at: clock.now, random: systemRandom), email: try EmailAddress(email), nickname: try Nickname(nick),
      createdAt: clock.now)
    // As accounts are whose passwords were taken before there was a rule.
    try await SQLAccountStore(backend.database).add(account, passwordHash: PasswordHasher().hash(password), mail: nil)
    return account.id
  }

  /// A post that was made natively, a second after whatever was made before.
  @discardableResult
  func post(
    _ text: String, by author: AccountID, _ kind: PostKind, _ change: (inout PostContent) -> Void = { _ in }
  ) async throws -> PostID {
    clock.advance(seconds: 1)
    var content = PostContent(kind: kind)
    content.text = text
    change(&content)
    return try await backend.services.posts.make(content, by: author).id
  }
}

/// Runs a test against a new service, with changes to its community.
func withOldServer(
  _ change: (inout TestServices) throws -> Void = { _ in }, _ test: (OldServer) async throws -> Void
) async throws {
  let server = try OldServer(try await TestBackend(), change)
  do {
    try await test(server)
    await server.stop()
  } catch {
    await server.stop()
    throw error
  }
}

/// Somebody with a client of either generation.
struct OldPerson {
  let server: OldServer
  let generation: LSLPGeneration
  var id = ""
  var token = ""
  var refreshToken = ""

  var key: String { generation == .v0 ? "mobbie-key" : "4cuts-key" }
  /// The part of a name that addresses and nicknames share.
  let name: String

  /// Signs up and opens a session, without the work of logging in.
  init(_ name: String, _ server: OldServer, _ generation: LSLPGeneration) async throws {
    (self.server, self.generation, self.name) = (server, generation, name)
    let email = "\(name)@example.com"
    let account = try await server.person(email, "1234", nick: name)
    id = account.description
    let tokens = try await server.backend.services.accounts.openSession(for: account, .fixed)
    (token, refreshToken) = (tokens.access, tokens.refresh)
  }

  func send(_ line: String, json: String? = nil, form: OldForm? = nil, _ more: [(String, String)] = [])
    async throws -> LegacyResponse
  {
    var headers = [("SesacKey", key)] + more
    if !token.isEmpty { headers.append(("Authorization", token)) }
    if let form {
      headers.append(("Content-Type", form.contentType))
    } else {
      headers.append(("Content-Type", "application/json"))
    }
    return try await server.send(OldRequest(line, headers, json.map { Array($0.utf8) } ?? form?.body ?? []))
  }

  /// The line of an operation on a post, a comment or a person.
  func line(_ operation: LSLPOperation, _ id: String = "", _ comment: String = "") -> String {
    let isFirst = generation == .v0
    return switch operation {
    case .join: isFirst ? "POST /join" : "POST /v1/users/join"
    case .emailCheck: isFirst ? "POST /validation/email" : "POST /v1/validation/email"
    case .login: isFirst ? "POST /login" : "POST /v1/users/login"
    case .refresh: isFirst ? "GET /refresh" : "GET /v1/auth/refresh"
    case .withdraw: isFirst ? "GET /withdraw" : "GET /v1/users/withdraw"
    case .profile where id.isEmpty: isFirst ? "GET /profile/me" : "GET /v1/users/me/profile"
    case .profile: isFirst ? "GET /profile/\(id)" : "GET /v1/users/\(id)/profile"
    case .editProfile: isFirst ? "PUT /profile/me" : "PUT /v1/users/me/profile"
    case .follow: isFirst ? "POST /follow/\(id)" : "POST /v1/follow/\(id)"
    case .unfollow: isFirst ? "DELETE /follow/\(id)" : "DELETE /v1/follow/\(id)"
    case .upload: "POST /v1/posts/files"
    case .createPost: isFirst ? "POST /post" : "POST /v1/posts"
    case .listPosts where id.isEmpty: isFirst ? "GET /post" : "GET /v1/posts"
    case .listPosts: isFirst ? "GET /post/user/\(id)" : "GET /v1/posts/users/\(id)"
    case .listLiked: isFirst ? "GET /post/like/me" : "GET /v1/posts/likes/me"
    case .post: isFirst ? "GET /post/\(id)" : "GET /v1/posts/\(id)"
    case .editPost: isFirst ? "PUT /post/\(id)" : "PUT /v1/posts/\(id)"
    case .deletePost: isFirst ? "DELETE /post/\(id)" : "DELETE /v1/posts/\(id)"
    case .like: isFirst ? "POST /post/like/\(id)" : "POST /v1/posts/\(id)/like"
    case .comment: isFirst ? "POST /post/\(id)/comment" : "POST /v1/posts/\(id)/comments"
    case .editComment: isFirst ? "PUT /post/\(id)/comment/\(comment)" : "PUT /v1/posts/\(id)/comments/\(comment)"
    case .deleteComment:
      isFirst ? "DELETE /post/\(id)/comment/\(comment)" : "DELETE /v1/posts/\(id)/comments/\(comment)"
    case .validatePayment: "POST /v1/payments/validation"
    case .listPayments: "GET /v1/payments/me"
    case .image: isFirst ? "GET /uploads/posts/default.png" : "GET /v1/uploads/posts/default.png"
    }
  }

  /// Asks for an operation with a body of its kind: fields in JSON, or in a form where the generation has forms.
  func send(
    _ operation: LSLPOperation, _ id: String = "", _ comment: String = "", _ fields: [(String, String)] = []
  ) async throws -> LegacyResponse {
    let line = line(operation, id, comment)
    let hasForm =
      operation == .editProfile || operation == .upload
      || (generation == .v0 && (operation == .createPost || operation == .editPost))
    guard line.hasPrefix("P"), operation != .follow, operation != .like || generation == .v1 else {
      return try await send(line)
    }
    if hasForm {
      var form = OldForm()
      for (name, value) in fields { form.text(name, value) }
      return try await send(line, form: form)
    }
    let members = fields.map { name, value in
      name == "like_status" ? "\"\(name)\":\(value)" : "\"\(name)\":\"\(value)\""
    }
    return try await send(line, json: "{\(members.joined(separator: ","))}")
  }

  /// Makes a post and gives its identifier.
  func post(_ text: String, _ product: String = "wall") async throws -> String {
    server.clock.advance(seconds: 1)
    let response = try await send(.createPost, "", "", [("content", text), ("product_id", product)])
    return try #require(
      response.object[generation == .v0 ? "_id" : "post_id"] as? String, "\(response.status) \(response.text)")
  }

  /// Comments on a post and gives the comment's identifier.
  func comment(_ text: String, on post: String) async throws -> String {
    server.clock.advance(seconds: 1)
    let response = try await send(.comment, post, "", [("content", text)])
    return try #require(response.object[generation == .v0 ? "_id" : "comment_id"] as? String)
  }
}

extension LegacyResponse {
  /// The body as an object; empty where it is none.
  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]) ?? [:]
  }
}

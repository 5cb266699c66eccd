import Foundation
import JSON
import SQL
import Testing
import Workload

/// Somebody who writes all kinds of things to a server, one after the other, until it is gone, and remembers what was
/// acknowledged.
struct Writer: Sendable {
  /// What everybody writes to.
  struct Shared: Sendable {
    /// A post that stays.
    let post: String
    let channel: String
    /// Somebody to follow.
    let person: String
    let operatorToken: String
  }

  /// A request whose answer did not come, which may be sent again.
  private struct Repeatable: Sendable {
    let path: String
    let body: JSONValue
    let key: String
    let effect: WriteEffect
  }

  let name: String
  private let token: String
  private let account: String
  private let shared: Shared
  private var numbers: SeededNumbers
  private var count = 0
  /// Own posts, which may be removed.
  private var posts: [(id: String, marker: String)] = []
  private var photos: [String] = []
  private var toRepeat: [Repeatable] = []

  /// Acknowledged and not undone since, by what it is about.
  private(set) var acknowledged: [String: WriteEffect] = [:]
  /// The subjects of those since the last look.
  private(set) var recent: Set<String> = []
  /// The request that was not answered, until it was looked at.
  private(set) var open: WriteEffect?
  private(set) var requests = 0
  /// Answers that nobody expects, as long as there are few.
  private(set) var surprises: [String] = []

  init(_ name: String, token: String, account: String, _ shared: Shared, seed: UInt64) {
    (self.name, self.token, self.account, self.shared) = (name, token, account, shared)
    numbers = SeededNumbers(seed: seed)
  }

  /// Writes until the server does not answer.
  mutating func run(at address: ServerAddress) async {
    (open, recent) = (nil, [])
    do {
      // What was not answered before is sent again, with its key: it must come to exist once.
      for request in toRepeat {
        try await send(
          address, "POST", request.path, request.body, key: request.key, about: request.key, request.effect)
      }
      toRepeat = []
      while !Task.isCancelled { try await step(address) }
    } catch {
      // The server is gone.
    }
  }

  mutating func forget() { (open, recent) = (nil, []) }

  // MARK: Writing

  private mutating func step(_ address: ServerAddress) async throws {
    count += 1
    let marker = "\(name)-\(count)"
    switch Int.random(in: 0..<100, using: &numbers) {
    case 0..<20: try await addPost(address, marker)
    case 20..<28: try await removePost(address, marker)
    case 28..<40: try await comment(address, marker)
    case 40..<48: try await like(address)
    case 48..<56: try await follow(address)
    case 56..<68: try await say(address, marker)
    case 68..<78: try await addTodo(address, marker)
    case 78..<84: try await changeProfile(address, marker)
    case 84..<92: try await upload(address, marker)
    case 92..<97: try await importBooths(address, marker)
    default: try await comeAndGo(address, marker)
    }
  }

  private mutating func addPost(_ address: ServerAddress, _ marker: String) async throws {
    let text = "\(marker) #one #two"
    let photo = photos.randomElement(using: &numbers)
    let kind: JSONValue = photo == nil ? "feed" : "photo"
    let body = JSONValue.object([
      "kind": kind, "text": .string(text), "photos": .array([photo].compactMap(\.self).map { .string($0) }),
    ])
    let whole: Int64 = photo == nil ? 3 : 4
    let effect = WriteEffect.rows(
      "post \(marker)", of: whole,
      """
      SELECT (SELECT COUNT(*) FROM post WHERE text = $1)
        + (SELECT COUNT(*) FROM post_hashtag JOIN post ON post.id = post_id WHERE text = $1)
        + (SELECT COUNT(*) FROM post_photo JOIN post ON post.id = post_id WHERE text = $1)
      """, .text(text))
    let answer = try await send(
      address, "POST", "/api/posts", body, key: marker, about: "post \(marker)", effect)
    if let id = answer?.json.text("id") { posts.append((id, marker)) }
  }

  private mutating func removePost(_ address: ServerAddress, _ marker: String) async throws {
    guard posts.count > 3 else { return try await addPost(address, marker) }
    let (id, former) = posts.removeFirst()
    let effect = WriteEffect.removal("removal of \(id)", "SELECT COUNT(*) FROM post WHERE id = $1", .text(id))
    // From now on it is gone, or may be.
    acknowledged["post \(former)"] = nil
    try await send(address, "DELETE", "/api/posts/\(id)", about: "removal \(id)", effect)
  }

  private mutating func comment(_ address: ServerAddress, _ marker: String) async throws {
    let effect = WriteEffect.rows(
      "comment \(marker)", "SELECT COUNT(*) FROM comment WHERE text = $1", .text(marker))
    try await send(
      address, "POST", "/api/posts/\(shared.post)/comments", .object(["text": .string(marker)]), key: marker,
      about: "comment \(marker)", effect)
  }

  private mutating func like(_ address: ServerAddress) async throws {
    let isLiked = Bool.random(using: &numbers)
    let (query, values) = (
      "SELECT COUNT(*) FROM post_like WHERE post_id = $1 AND account_id = $2",
      [Value.text(shared.post), .text(account)]
    )
    let effect: WriteEffect =
      isLiked
      ? .rows("like", query, values[0], values[1]) : .removal("like that is taken back", query, values[0], values[1])
    try await send(address, isLiked ? "PUT" : "DELETE", "/api/posts/\(shared.post)/like", about: "like", effect)
  }

  private mutating func follow(_ address: ServerAddress) async throws {
    let isFollowing = Bool.random(using: &numbers)
    let query = "SELECT COUNT(*) FROM follow WHERE follower_id = $1 AND followed_id = $2"
    let values = [Value.text(account), .text(shared.person)]
    let effect: WriteEffect =
      isFollowing
      ? .rows("follow", query, values[0], values[1]) : .removal("follow that ends", query, values[0], values[1])
    try await send(
      address, isFollowing ? "PUT" : "DELETE", "/api/accounts/\(shared.person)/follow", about: "follow", effect)
  }

  private mutating func say(_ address: ServerAddress, _ marker: String) async throws {
    let effect = WriteEffect.rows(
      "message \(marker)", "SELECT COUNT(*) FROM message WHERE text = $1 AND key = $1", .text(marker))
    // Its own key makes it repeatable.
    let body = JSONValue.object(["text": .string(marker), "key": .string(marker)])
    try await send(
      address, "POST", "/api/channels/\(shared.channel)/messages", body, key: marker, about: "message \(marker)", effect
    )
  }

  private mutating func addTodo(_ address: ServerAddress, _ marker: String) async throws {
    let effect = WriteEffect.rows("todo \(marker)", "SELECT COUNT(*) FROM todo WHERE contents = $1", .text(marker))
    try await send(
      address, "POST", "/api/todos", .object(["contents": .string(marker)]), about: "todo \(marker)", effect)
  }

  private mutating func changeProfile(_ address: ServerAddress, _ marker: String) async throws {
    let effect = WriteEffect.rows(
      "profile \(marker)", "SELECT COUNT(*) FROM account WHERE id = $1 AND bio = $2", .text(account), .text(marker))
    try await send(address, "PATCH", "/api/me", .object(["bio": .string(marker)]), about: "profile", effect)
  }

  private mutating func importBooths(_ address: ServerAddress, _ marker: String) async throws {
    let rows = (0..<40).map {
      "\($0),\(marker) \($0),37.\(Int.random(in: 1000...9999, using: &numbers)),127.\($0 + 100)"
    }
    let file = "external_id,name,latitude,longitude\n" + rows.joined(separator: "\n") + "\n"
    let effect = WriteEffect.rows(
      "import \(marker)", of: 41, in: .catalogue,
      """
      SELECT (SELECT COUNT(*) FROM booth JOIN source ON source.id = source_id WHERE source.name = $1)
        + (SELECT COUNT(*) FROM import_run JOIN source ON source.id = source_id WHERE source.name = $1)
      """, .text(marker))
    open = effect
    requests += 1
    let answer = try await address.send(
      "POST", "/api/imports?commit=true&source=\(marker)&file=\(marker).csv",
      ["Authorization": "Bearer \(shared.operatorToken)", "Content-Type": "text/csv"], body: Data(file.utf8))
    // Another one may be running.
    note(answer, about: "import \(marker)", effect, allowing: [409])
  }

  private mutating func upload(_ address: ServerAddress, _ marker: String) async throws {
    let boundary = "b\(marker)"
    let picture = onePixelGIF(UInt32.random(in: 0...0xFF_FFFF, using: &numbers))
    var body = Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.gif\"\r\n\r\n".utf8)
    body += picture + Data("\r\n--\(boundary)--\r\n".utf8)
    requests += 1
    let answer = try await address.send(
      "POST", "/api/photos",
      ["Authorization": "Bearer \(token)", "Content-Type": "multipart/form-data; boundary=\(boundary)"], body: body)
    guard answer.status == 201, let name = answer.json.list("photos").first?.text("name") else {
      if answer.status != 429 { surprises.append("upload: \(answer.status) \(answer.body)") }
      return
    }
    photos.append(name)
    // That its bytes are there is checked by 'fourcuts check'.
    acknowledged["photo \(name)"] = .rows(
      "photo \(name)",
      "SELECT COUNT(*) FROM photo JOIN photo_form ON photo = name AND photo_form.width = 0 WHERE name = $1",
      .text(name))
  }

  /// Somebody signs up and, where that was answered, leaves. The first session is opened after the account was made: anyone who
  /// has an account without one logs in.
  private mutating func comeAndGo(_ address: ServerAddress, _ marker: String) async throws {
    let email = "\(marker)@example.com"
    let count = """
      SELECT (SELECT COUNT(*) FROM account WHERE email = $1)
        + (SELECT COUNT(*) FROM account_number JOIN account ON account.id = account_id WHERE email = $1)
      """
    let body = JSONValue.object([
      "email": .string(email), "password": .string(RunningServer.password), "nickname": .string(marker),
    ])
    let answer = try await send(
      address, "POST", "/api/accounts", body, about: "account \(marker)",
      .rows("account \(marker)", of: 2, count, .text(email)))
    guard let token = answer?.json.text("tokens", "access_token") else { return }
    acknowledged["account \(marker)"] = nil
    let leaving = WriteEffect.removal("leaving of \(marker)", of: 2, count, .text(email))
    open = leaving
    requests += 1
    let left = try await address.send(
      "DELETE", "/api/me", ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
      body: Data(JSONValue.object(["current_password": .string(RunningServer.password)]).bytes))
    note(left, about: "leaving \(marker)", leaving)
  }

  // MARK: Sending

  /// Sends a request, and notes its effect.
  /// - Parameters:
  ///   - key: makes it repeatable, where it may be sent again after a failure.
  ///   - subject: what a later request about the same takes the place of.
  /// - Throws: when no answer comes.
  @discardableResult
  private mutating func send(
    _ address: ServerAddress, _ method: String, _ path: String, _ body: JSONValue? = nil, key: String? = nil,
    about subject: String, _ effect: WriteEffect
  ) async throws -> RunningServer.ClientResponse? {
    // Until the answer comes nobody knows what is true of the subject.
    acknowledged[subject] = nil
    open = effect
    requests += 1
    var headers = ["Authorization": "Bearer \(token)"]
    if body != nil { headers["Content-Type"] = "application/json" }
    if let key { headers["Idempotency-Key"] = key }
    do {
      let answer = try await address.send(method, path, headers, body: body.map { Data($0.bytes) })
      note(answer, about: subject, effect)
      return answer.status < 300 ? answer : nil
    } catch {
      if let key, let body { toRepeat = [Repeatable(path: path, body: body, key: key, effect: effect)] }
      throw error
    }
  }

  private mutating func note(
    _ answer: RunningServer.ClientResponse, about subject: String, _ effect: WriteEffect, allowing: Set<Int> = []
  ) {
    open = nil
    if (200..<300).contains(answer.status) {
      acknowledged[subject] = effect
      recent.insert(subject)
    } else if !allowing.contains(answer.status), answer.status != 429, surprises.count < 10,
      // A long loop fills the day.
      answer.json.text("code") != "todos-too-many"
    {
      surprises.append("\(effect.name): \(answer.status) \(answer.body)")
    }
  }
}

/// A GIF of one pixel in a colour, another file for each.
private func onePixelGIF(_ color: UInt32) -> Data {
  let channels = [UInt8(truncatingIfNeeded: color), UInt8(truncatingIfNeeded: color >> 8), UInt8(color >> 16)]
  return Data(
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + channels + [255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
}

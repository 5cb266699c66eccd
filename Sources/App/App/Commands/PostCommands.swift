import Basics
import CommandLineKit
import Contracts
import FourCutsClient
import Geo
import NativeAPI

extension Command {
  static let listPosts = Command(
    specification: CommandSpecification(
      path: ["post", "list"], summary: "List posts, newest first",
      options: [
        .value("kind", "KINDS", "Only these kinds, comma-separated", choices: kindWords),
        .value("author", "ID", "Only posts of this account"),
        .value("booth", "N", "Only posts about this booth"),
        .value("hashtag", "WORD", "Only posts with this hashtag"),
        .value("near", "LAT,LON", "Only posts about booths near a place; only poses unless --kind is given"),
        .parameter(FeedParameters.radius, "LENGTH"),
        .flag("following", "Only posts of accounts that you follow"),
        .flag("liked", "Only posts that you like"),
        .value("limit", "N", "How many (1 to 10,000)", standard: "20"), .format("table", "json"),
      ] + RemoteOptions.all, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...0)
    let limit = try command.integer("limit", 1...10_000) ?? 20
    let feed = PostFeed(try scope(command), kinds: try kinds(command.list("kind")))
    let list = try await withServer(command, context) { client in
      try await LimitedList(limit) { try await client.posts(in: feed, pageSize: min($0, 100)).first($0) }
    }
    defer { list.hint(context.console) }
    if command["format"] == "json" {
      return try context.console.out(json: PageDocument(items: list.items, next: nil).bytes)
    }
    if list.items.isEmpty { return try context.console.out("No posts.\n") }
    try context.console.out(table(list.items, context.console.style))
  }

  static let showPost = Command(
    specification: CommandSpecification(
      path: ["post", "show"], summary: "Show a post and its newest comments", operands: "ID",
      options: [.format("text", "json")] + RemoteOptions.all, usesDataDirectory: false)
  ) { command, context in
    let id = try postID(command)
    try await withServer(command, context) { client in
      let post = try await client.post(id)
      if command["format"] == "json" { return try context.console.out(json: post.bytes) }
      let comments = try await client.comments(on: id).first(20)
      let style = context.console.style
      try context.console.out(text(of: post, style) + comments.map { line($0, style) }.joined())
    }
  }

  static let addPost = Command(
    specification: CommandSpecification(
      path: ["post", "add"], summary: "Make a post", operands: "[TEXT]",
      options: contentOptions(kind: "feed") + [.format("text", "json")] + RemoteOptions.all,
      discussion: "Example:\n  fourcuts post add '볼하트 #커플포즈' --kind pose --people 2 --photo pose.jpg",
      usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...1)
    var post = PostRequest(kind: .feed, text: command.operands.first)
    try fill(&post, command)
    try await save(post, nil, command, context)
  }

  static let editPost = Command(
    specification: CommandSpecification(
      path: ["post", "edit"], summary: "Change your post; fields not given stay", operands: "ID [TEXT]",
      options: contentOptions(kind: nil)
        + [.flag("no-photos", "Remove the existing photos"), .format("text", "json")]
        + RemoteOptions.all, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(1...2)
    let id = try postID(command, operands: 1...2)
    var post = try await withServer(command, context) { PostRequest(try await $0.post(id)) }
    if command.operands.count > 1 { post.text = command.operands[1] }
    if command.has("no-photos") { post.photos = [] }
    try fill(&post, command)
    try await save(post, id, command, context)
  }

  static let removePost = Command(
    specification: CommandSpecification(
      path: ["post", "remove"], summary: "Remove your post", operands: "ID", options: RemoteOptions.all,
      usesDataDirectory: false)
  ) { command, context in
    let id = try postID(command)
    try await withServer(command, context) { try await $0.remove(id) }
    try context.console.out("The post is removed.\n")
  }

  static let likePost = Command(
    specification: CommandSpecification(
      path: ["post", "like"], summary: "Like a post", operands: "ID",
      options: [.flag("undo", "Remove the like")] + RemoteOptions.all, usesDataDirectory: false)
  ) { command, context in
    let id = try postID(command)
    let like = try await withServer(command, context) { try await $0.like(id, !command.has("undo")) }
    try context.console.out("\(like.likeCount) like it\(like.isLiked ? ", you among them" : "").\n")
  }

  static let commentPost = Command(
    specification: CommandSpecification(
      path: ["post", "comment"], summary: "Comment on a post", operands: "ID TEXT", options: RemoteOptions.all,
      usesDataDirectory: false)
  ) { command, context in
    let id = try postID(command, operands: 2...2)
    let comment = try await withServer(command, context) { try await $0.comment(command.operands[1], on: id) }
    try context.console.out("Comment \(comment.id) is added.\n")
  }
}

private let kindWords = PostKindValue.all.map(\.rawValue)

// MARK: Options and operands

private func contentOptions(kind: String?) -> [OptionSpecification] {
  [
    .value("kind", "KIND", "One of \(kindWords.joined(separator: ", "))", standard: kind, choices: kindWords),
    .value("title", "TEXT", "A title"),
    .value("photo", "FILE", "A photo to add, up to five", choices: ["FILE"], isRepeatable: true),
    .value("booth", "N", "The booth that the post is about"),
    .value("people", "N", "How many people a pose is for (1 to 20)"),
    .value("price", "WON", "The price of goods"),
  ]
}

private func fill(_ post: inout PostRequest, _ command: ParsedCommand) throws(DomainError) {
  if let word = command["kind"], let kind = try kinds([word]).first { post.kind = kind }
  post.title = command["title"] ?? post.title
  if let text = command["booth"] { post.booth = try boothID(text) }
  post.people = try command.integer("people", 1...20) ?? post.people
  post.price = try command.integer("price", 0...100_000_000) ?? post.price
}

private func save(
  _ post: PostRequest, _ id: PostID?, _ command: ParsedCommand, _ context: CommandContext
) async throws {
  let photos = try uploads(command)
  let saved = try await withServer(command, context) { try await $0.save(post, photos: photos, id: id) }
  if command["format"] == "json" { return try context.console.out(json: saved.bytes) }
  try context.console.out(text(of: saved, context.console.style))
}

extension PostRequest {
  fileprivate init(_ post: PostDocument) {
    self.init(kind: post.kind, text: post.text)
    board = post.board
    title = post.title
    notes = post.notes
    price = post.price
    people = post.people
    booth = post.booth?.id
    photos = post.photos
  }
}

private func kinds(_ words: [String]) throws(DomainError) -> [PostKindValue] {
  for word in words where !kindWords.contains(word) {
    throw .usage("kind-unknown", "--kind takes \(kindWords.joined(separator: ", ")).")
  }
  return words.map { PostKindValue(rawValue: $0) }
}

private func scope(_ command: ParsedCommand) throws(DomainError) -> PostFeed.Scope {
  var scopes: [PostFeed.Scope] = []
  if let text = command["author"] {
    guard let account = AccountID(text) else {
      throw .usage("account-identifier", "An account is named by its 24 digits.")
    }
    scopes.append(.by(account))
  }
  if let text = command["booth"] { scopes.append(.at(try boothID(text))) }
  if let word = command["hashtag"] { scopes.append(.hashtag(word)) }
  if let text = command["near"] {
    scopes.append(.near(try CoordinateText.parse(text).resolved(), radius: try command.required(FeedParameters.radius)))
  }
  if command.has("following") { scopes.append(.followed) }
  if command.has("liked") { scopes.append(.liked) }
  guard scopes.count <= 1 else {
    throw .usage(
      "scope-twice", "Name at most one of --author, --booth, --hashtag, --near, --following and --liked.")
  }
  return scopes.first ?? .all
}

private func postID(_ command: ParsedCommand, operands: ClosedRange<Int> = 1...1) throws(DomainError) -> PostID {
  try command.expectOperands(operands)
  guard let id = PostID(command.operands[0]) else {
    throw .usage("post-identifier", "A post is named by its 24 digits; 'fourcuts post list' shows them.")
  }
  return id
}

// MARK: Output

private func table(_ posts: [PostDocument], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("ID", .left), ("KIND", .left), ("WHEN", .instant), ("AUTHOR", .text), ("LIKES", .right), ("COMMENTS", .right),
    ("PHOTOS", .right), ("TEXT", .text),
  ])
  table.leftOut = [["PHOTOS"], ["COMMENTS"], ["LIKES"]]
  table.rows = posts.map { post in
    [
      post.id.description, post.kind.rawValue, style.text(post.createdAt), post.author.nickname, String(post.likeCount),
      String(post.commentCount), String(post.photos.count), post.title ?? post.text,
    ]
  }
  return table
}

private func text(of post: PostDocument, _ style: TextStyle) -> String {
  var rows: [(name: String, value: String)] = [
    ("id", post.id.description), ("kind", post.kind.rawValue), ("author", post.author.nickname),
    ("when", style.text(post.createdAt)), ("title", post.title ?? ""), ("text", post.text),
  ]
  if let booth = post.booth { rows.append(("booth", "\(booth.id) \(booth.name ?? "")")) }
  if let people = post.people { rows.append(("people", String(people))) }
  if let price = post.price { rows.append(("price", String(price))) }
  rows.append(("hashtags", post.hashtags.map { "#\($0)" }.joined(separator: " ")))
  for photo in post.photos { rows.append(("photo", "/api/photos/\(photo)")) }
  rows.append(("likes", String(post.likeCount) + (post.isLiked ? ", yours too" : "")))
  rows.append(("comments", String(post.commentCount)))
  return rows.filter { !$0.value.isEmpty }.map { padded($0.name, to: 12) + withoutControls($0.value) + "\n" }.joined()
}

private func line(_ comment: CommentDocument, _ style: TextStyle) -> String {
  "  \(style.text(comment.createdAt))  \(withoutControls(comment.author.nickname)): \(withoutControls(comment.text))\n"
}

import Basics
import CommandLineKit
import JSON
import Posts

extension Command {
  static let listReports = Command.list(
    ["reports", "list"], "List open reports of posts and comments, newest first",
    options: [.flag("all", "Include closed reports")], as: "reports", ifEmpty: "Nothing is reported.", json: \.json,
    table: table
  ) { command, context, limit in
    let service = try await Assembly.open(command, for: .read).reports(now: context.now)
    return try await Page.items(limit) { try await service.queue(openOnly: !command.has("all"), $0) }
  }

  static let showReport = Command(
    specification: CommandSpecification(
      path: ["reports", "show"], summary: "Show a report with its reporter, the post's address and the photos",
      operands: "ID",
      options: [
        .format("text", "json"), .publicURL,
        PhotoLocation.option,
      ])
  ) { command, context in
    let id = try reportID(command)
    let assembly = try await Assembly.open(command, for: .read)
    let photos = try PhotoLocation(command, context.environment) ?? .standard(in: assembly.directory)
    let details = try await assembly.reports(now: context.now).details(of: id)
    let report = ReportRow(
      details: details, address: try publicAddressOrDefault(command), photos: details.photos.map(photos.path(of:)))
    if command["format"] == "json" { return try context.console.out(json: report.json.bytes) }
    try context.console.out(rows: report.rows(context.console.style))
  }

  static let closeReport = Command(
    specification: CommandSpecification(
      path: ["reports", "close"], summary: "Close a report and all others about the same content", operands: "ID",
      options: [.flag("remove", "Remove the reported post or comment")])
  ) { command, context in
    let id = try reportID(command)
    let assembly = try await Assembly.open(command, for: .write)
    let report = try await assembly.audited(
      command, context, on: id.description, detail: command.has("remove") ? "remove" : nil,
      { try await assembly.reports(now: context.now).close(id, removing: command.has("remove")) })
    try context.console.out(
      "Report \(report.id) is closed\(report.isRemoved ? " and what it was about removed" : "").\n")
  }
}

private func reportID(_ command: ParsedCommand) throws(DomainError) -> ReportID {
  try command.expectOperands(1...1)
  guard let id = ReportID(command.operands[0]) else {
    throw .usage("report-identifier", "A report is named by its 24 digits; 'fourcuts reports list' shows them.")
  }
  return id
}

private func table(_ reports: [Report], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("ID", .left), ("WHEN", .instant), ("REASON", .left), ("ABOUT", .left), ("AUTHOR", .text), ("STATE", .left),
    ("EXCERPT", .text),
  ])
  table.leftOut = [["AUTHOR"], ["STATE"]]
  table.rows = reports.map { report in
    [
      report.id.description, style.text(report.createdAt), report.reason.rawValue,
      report.comment == nil ? "post" : "comment", report.author?.nickname ?? "", report.state, report.excerpt,
    ]
  }
  return table
}

/// A report with the address of its post and the paths of the photos.
private struct ReportRow {
  let details: ReportDetails
  let address: String
  let photos: [String]

  private var postAddress: String { "\(address)/app/posts/\(details.report.post)" }

  func rows(_ style: TextStyle) -> [(String, String)] {
    details.report.rows(style) + [("address", postAddress)] + photos.map { ("picture", $0) }
      + (details.reporter.map { [("reporter", "\($0.nickname) (\($0.id))")] } ?? [])
  }

  var json: JSONValue {
    guard case .object(let members) = details.report.json else { return details.report.json }
    return .object(
      members + [
        JSONMember(key: "post_address", value: .string(postAddress)),
        JSONMember(key: "pictures", value: .array(photos.map { .string($0) })),
        JSONMember(
          key: "reporter",
          value: details.reporter.map {
            .object(["id": .string($0.id.description), "nickname": .string($0.nickname)])
          } ?? .null),
      ])
  }
}

extension Report {
  fileprivate var post: PostID {
    switch subject {
    case .post(let post), .comment(_, let post): post
    }
  }

  fileprivate var comment: CommentID? {
    guard case .comment(let comment, _) = subject else { return nil }
    return comment
  }

  fileprivate var state: String { closedAt == nil ? "open" : isRemoved ? "removed" : "closed" }

  fileprivate func rows(_ style: TextStyle) -> [(String, String)] {
    [
      ("id", id.description), ("when", style.text(createdAt)), ("reason", reason.rawValue), ("note", note),
      ("post", post.description), ("comment", comment?.description ?? ""),
      ("author", author.map { "\($0.nickname) (\($0.id))" } ?? ""), ("excerpt", excerpt), ("state", state),
      ("closed", closedAt.map(style.text) ?? ""),
    ].filter { !$0.1.isEmpty }
  }

  fileprivate var json: JSONValue {
    .object([
      "id": .string(id.description), "created_at": .string(createdAt.rfc3339), "reason": .string(reason.rawValue),
      "note": .string(note), "post": .string(post.description),
      "comment": comment.map { .string($0.description) } ?? .null,
      "author": author.map { .object(["id": .string($0.id.description), "nickname": .string($0.nickname)]) } ?? .null,
      "excerpt": .string(excerpt), "state": .string(state),
      "closed_at": closedAt.map { .string($0.rfc3339) } ?? .null,
    ])
  }
}

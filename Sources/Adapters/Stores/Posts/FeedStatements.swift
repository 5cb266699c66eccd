import Basics
import Posts
import SQL

extension FeedPlan {
  /// Reads the ranges with the newest keys after a position, newest first: owner and kind of a range, then its newest
  /// key.
  ///
  /// The next `count` keys of the feed are in these ranges. The cost is one seek for each range of the feed.
  func newestRanges(after key: ListKey, count: Int) -> (text: String, values: [Value]) {
    var bound = BoundValues()
    let below = "(created_at, id) < (\(bound.add(.integer(key.instant))), \(bound.add(.text(key.id))))"
    let limit = bound.add(.integer(Int64(count)))
    let from = owners(&bound) + kinds(&bound)
    let kind = kinds.isEmpty ? nil : "kinds.kind"
    let equal = equal(owner: "owners.owner", board: board.map { bound.add($0) }, kind: kind)
    let visible = source.isOfAccounts ? viewer.map { Visibility.shows("owners.owner", to: bound.add($0)) } : nil
    let text = """
      SELECT owners.owner, \(kind ?? "NULL"), newest.created_at, newest.id
      FROM \(from) JOIN post AS newest ON newest.id = (
        SELECT id FROM post WHERE \(equal)\(below) ORDER BY created_at DESC, id DESC LIMIT 1)
      \(visible.map { "WHERE \($0)" } ?? "")
      ORDER BY newest.created_at DESC, newest.id DESC LIMIT \(limit)
      """
    return (text, bound.values)
  }

  /// Reads keys of some ranges after a position, newest first: timestamp, identifier, and if `mayHide` whether the post
  /// is visible.
  ///
  /// The cost is a seek and at most `count` keys for each range.
  /// - Parameter floor: the oldest key to read; nil for all.
  func keys(
    in ranges: [Range], after key: ListKey, downTo floor: ListKey?, count: Int
  ) -> (text: String, values: [Value]) {
    var bound = BoundValues()
    let limit = bound.add(.integer(Int64(count)))
    let position = "(\(source.instant), \(source.id))"
    var limits = "\(position) < (\(bound.add(.integer(key.instant))), \(bound.add(.text(key.id))))"
    if let floor {
      limits += " AND \(position) >= (\(bound.add(.integer(floor.instant))), \(bound.add(.text(floor.id))))"
    }
    limits += visibleOwner(&bound)
    let board = board.map { bound.add($0) }
    let parts = Self.padded(ranges).map { range in
      let equal = equal(owner: range.owner.map { bound.add($0) }, board: board, kind: range.kind.map { bound.add($0) })
      return """
        SELECT \(source.instant) AS instant, \(source.id) AS id FROM \(source.table)
        WHERE \(equal)\(limits) ORDER BY \(source.instant) DESC, \(source.id) DESC LIMIT \(limit)
        """
    }
    let merged = """
      SELECT instant, id FROM (\(RangeUnion.query(parts))) AS parts ORDER BY instant DESC, id DESC LIMIT \(limit)
      """
    return (withVisibility(merged, &bound), bound.values)
  }

  /// The ranges and empty ones, so that few statements are prepared.
  private static func padded(_ ranges: [Range]) -> [Range] {
    let owners = RangeUnion.padded(ranges.map { $0.owner ?? .null })
    let kinds = RangeUnion.padded(ranges.map { $0.kind ?? .null })
    let hasOwner = ranges.first?.owner != nil
    let hasKind = ranges.first?.kind != nil
    return zip(owners, kinds).map { Range(owner: hasOwner ? $0 : nil, kind: hasKind ? $1 : nil) }
  }

  /// The condition on the first columns of a range, with an `AND` after each.
  private func equal(owner: String?, board: String?, kind: String?) -> String {
    var text = ""
    if let column = source.owner, let owner { text += "\(column) = \(owner) AND " }
    if let board { text += "board = \(board) AND " }
    if let kind { text += "kind = \(kind) AND " }
    return text
  }

  // MARK: Visibility

  /// The condition that the viewer sees the account whose keys are listed. Followed accounts were checked when their
  /// newest keys were found.
  private func visibleOwner(_ bound: inout BoundValues) -> String {
    guard source.isOfAccounts, let viewer, case .listed(let owners) = owners, let owner = owners.first else {
      return ""
    }
    return " AND " + Visibility.shows(bound.add(owner), to: bound.add(viewer))
  }

  /// The keys with a third column: whether the viewer sees the post and the feed has it.
  private func withVisibility(_ keys: String, _ bound: inout BoundValues) -> String {
    guard mayHide else { return keys }
    var conditions: [String] = []
    if let viewer { conditions.append(Visibility.shows("post.author_id", to: bound.add(viewer))) }
    if !filter.kinds.isEmpty { conditions.append("post.kind IN (\(bound.add(list: filter.kinds)))") }
    if let board = filter.board { conditions.append("post.board = \(bound.add(board))") }
    for pattern in patterns {
      let words = "LOWER(COALESCE(post.title, '') || ' ' || post.text)"
      conditions.append("\(words) LIKE LOWER(\(bound.add(pattern))) ESCAPE '\\'")
    }
    return """
      SELECT instant, listed.id, (\(conditions.joined(separator: " AND ")))
      FROM (\(keys)) AS listed JOIN post ON post.id = listed.id
      ORDER BY instant DESC, listed.id DESC
      """
  }

  // MARK: Ranges as rows

  private func owners(_ bound: inout BoundValues) -> String {
    switch owners {
    case .listed(let values):
      return "(SELECT DISTINCT column1 AS owner FROM (\(Self.rows(values, as: "BIGINT", &bound))) AS listed) AS owners"
    case .followed(let follower):
      let (follower, limit) = (bound.add(.id(follower)), bound.add(.integer(Int64(Feed.maxFollowed))))
      return """
        (SELECT followed_id AS owner FROM follow WHERE follower_id = \(follower)
        ORDER BY since DESC, followed_id DESC LIMIT \(limit)) AS owners
        """
    }
  }

  private func kinds(_ bound: inout BoundValues) -> String {
    guard !kinds.isEmpty else { return "" }
    let rows = Self.rows(kinds, as: "TEXT", &bound)
    return " CROSS JOIN (SELECT DISTINCT column1 AS kind FROM (\(rows)) AS listed) AS kinds"
  }

  /// Values as rows with the column `column1`, some of them repeated.
  private static func rows(_ values: [Value], as type: String, _ bound: inout BoundValues) -> String {
    let rows = ValueList.padded(values).map { "(CAST(\(bound.add($0)) AS \(type)))" }
    return "VALUES " + rows.joined(separator: ", ")
  }
}

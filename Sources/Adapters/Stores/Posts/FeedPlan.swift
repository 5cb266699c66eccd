import Basics
import Posts
import SQL

/// The index ranges of a feed.
///
/// A range is a part of an index with equal first columns, so that one seek finds the next keys however many posts
/// there are. If a feed has no kinds and the index begins with one, each kind is a range.
struct FeedPlan {
  /// The values of a range's columns; nil for a column that the index does not begin with.
  struct Range {
    var owner: Value?
    var kind: Value?
  }

  /// The table with a feed's keys, and the column of the accounts, booths or hashtags whose posts are listed.
  struct Source {
    var table = "post"
    var instant = "created_at"
    var id = "id"
    var owner: String?

    var isLikes: Bool { table == "post_like" }
    /// Whether the owners are accounts: a viewer who does not see an account gets none of its keys.
    var isOfAccounts: Bool { isLikes || owner == "author_id" }
  }

  /// The accounts, booths or hashtags; none are listed where the source has no owners.
  enum Owners {
    case listed([Value])
    case followed(by: AccountID)
  }

  let source: Source
  let owners: Owners
  /// The kinds that are separate ranges; empty if the index does not begin with the kind.
  let kinds: [Value]
  /// The board that is a column of the ranges.
  let board: Value?
  /// What likes are restricted to: they are too few for an index to pay off.
  let filter: (kinds: [Value], board: Value?)
  /// Patterns of words that no index has: the posts are read one after the other, as many as `PageScan` allows.
  let patterns: [Value]
  let viewer: Value?

  init(_ feed: Feed, for viewer: AccountID?) {
    self.viewer = viewer.map(Value.id)
    (source, owners) = Self.parts(feed.scope)
    let given = Set(feed.kinds).map(\.rawValue).sorted().map(Value.text)
    let feedBoard = feed.board.map(Value.text)
    board = source.isLikes ? nil : feedBoard
    filter = source.isLikes ? (given, feedBoard) : ([], nil)
    patterns = feed.words.map { .text(Self.pattern(of: $0)) }
    // The index by author alone needs no kind, and an account may follow thousands.
    let needsNoKind = source.isLikes || (source.isOfAccounts && feedBoard == nil && given.isEmpty)
    kinds = needsNoKind ? [] : given.isEmpty ? PostKind.allCases.map { .text($0.rawValue) } : given
  }

  /// The pattern of `LIKE` for texts that contain a word.
  private static func pattern(of word: String) -> String {
    var pattern = "%"
    for character in word.unicodeScalars {
      if ["%", "_", "\\"].contains(character) { pattern.unicodeScalars.append("\\") }
      pattern.unicodeScalars.append(character)
    }
    return pattern + "%"
  }

  private static func parts(_ scope: Feed.Scope) -> (Source, Owners) {
    switch scope {
    case .all: (Source(), .listed([]))
    case .by(let author): (Source(owner: "author_id"), .listed([.id(author)]))
    case .followed(let follower): (Source(owner: "author_id"), .followed(by: follower))
    case .at(let booths): (Source(owner: "booth_id"), .listed(Set(booths).map { .integer($0.number) }))
    case .hashtag(let folded):
      (Source(table: "post_hashtag", id: "post_id", owner: "folded"), .listed([.text(folded)]))
    case .liked(let account):
      (Source(table: "post_like", instant: "since", id: "post_id", owner: "account_id"), .listed([.id(account)]))
    }
  }

  /// The maximum number of ranges that are read without finding the newest ones first.
  private static let maxRanges = 16

  /// All ranges; nil if they are many or not known, so that the newest ones have to be found first.
  var ranges: [Range]? {
    switch owners {
    case .followed: return nil
    case .listed(let owners):
      guard source.owner != nil else { return kinds.map { Range(kind: $0) } }
      guard owners.count * max(1, kinds.count) <= Self.maxRanges else { return nil }
      return owners.flatMap { owner in
        kinds.isEmpty ? [Range(owner: owner)] : kinds.map { Range(owner: owner, kind: $0) }
      }
    }
  }

  /// Whether a key may belong to a post that the viewer does not see, or that the feed leaves out.
  var mayHide: Bool { isFiltered || viewer != nil && (source.isLikes || !source.isOfAccounts) }

  var isFiltered: Bool { !filter.kinds.isEmpty || filter.board != nil || !patterns.isEmpty }
}

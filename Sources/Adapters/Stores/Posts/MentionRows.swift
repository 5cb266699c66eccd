import Basics
import Notices
import Posts
import SQL

/// Tells people who are named in texts.
enum MentionRows {
  /// Notices for those whom a text below a post names and who see the post.
  /// - Parameters:
  ///   - told: who learns of the text anyhow.
  ///   - event: what names them: the comment, or the post.
  static func notices(
    of text: String, on post: (id: PostID, author: AccountID), by author: AccountID, except told: AccountID? = nil,
    event: String, at instant: Timestamp, connection: any DatabaseConnection
  ) throws -> [NewNotice] {
    let wanted = Mentions.candidates(in: text)
    guard !wanted.isEmpty else { return [] }
    var bound = BoundValues()
    let postAuthor = bound.add(.id(post.author))
    let names = bound.add(list: Set(wanted.joined()).sorted().map(Value.text))
    var found: [String: AccountID] = [:]
    try connection.each(
      """
      SELECT nickname_folded, id FROM account
      WHERE nickname_folded IN (\(names)) AND \(Visibility.shows(postAuthor, to: "account.id"))
      """, bound.values
    ) { found[$0.text(0)] = try $0.identifier(1) }
    let named = Set(wanted.compactMap { names in names.lazy.compactMap { found[$0] }.first })
    return named.subtracting([told].compactMap(\.self)).sorted().map { person in
      NewNotice(
        recipient: person, kind: .mention, subject: post.id.description, actor: author, event: event, post: post.id,
        instant: instant)
    }
  }
}

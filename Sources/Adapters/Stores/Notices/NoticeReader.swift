import Basics
import Booths
import Notices
import SQL

/// Reads notices with what they are about, within one transaction.
enum NoticeReader {
  /// A notice without its people.
  struct Found {
    let id: NoticeID
    let kind: NoticeKind
    let updatedAt: Timestamp
    let isRead: Bool
    let subject: Notice.Subject
    let isAccepted: Bool?
    let change: SavedBoothChange?
    let text: String
    let path: String?
  }

  struct People {
    var shown: [Person] = []
    var count = 0
  }

  /// The number of unread notices of the account `$1` after the instant `$2`.
  static let unreadCount = """
    SELECT COUNT(*) FROM (
      SELECT 1 FROM notice WHERE recipient_id = $1 AND read_at IS NULL AND updated_at > $2
        AND kind NOT IN (\(NoticeKind.answered.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
      LIMIT \(Notice.maxUnread)) AS unread
    """

  /// A page of the account `$4`: after the key (`$1`, `$2`), at most `$3`.
  ///
  /// A workspace has a name only for those who are in it or invited.
  static let page = """
    SELECT notice.id, notice.kind, notice.updated_at, notice.read_at, notice.post_id, shop_order.post_id,
      shop_order.id, workspace.id, COALESCE(booth_proposal.booth_id, booth_correction.booth_id, notice.booth_id),
      shop_order.refund_state = 'accepted', booth_proposal.booth_id IS NOT NULL, booth_correction.is_accepted,
      report.is_removed,
      COALESCE(announcement.text, SUBSTR(
        COALESCE(comment.text, post.title, post.text, shop_order.name, workspace.name, booth_proposal.name,
          saved_booth.name, ''),
        1, \(Notice.maxTextLength))),
      CASE WHEN notice.kind = 'savedBooth' THEN notice.latest END, announcement.path
    FROM (
      SELECT listed.*, (
        SELECT event FROM notice_event WHERE notice_id = listed.id ORDER BY created_at DESC, event DESC LIMIT 1
      ) AS latest
      FROM (
        SELECT * FROM notice WHERE recipient_id = $4 AND (updated_at, id) < ($1, $2)
        ORDER BY updated_at DESC, id DESC LIMIT $3) AS listed) AS notice
    LEFT JOIN post ON post.id = notice.post_id
    LEFT JOIN comment ON notice.kind IN ('comment', 'mention') AND comment.id = notice.latest
    LEFT JOIN shop_order ON notice.kind IN ('sale', 'refundRequest', 'refundDecision', 'refund')
      AND shop_order.id = notice.latest
    LEFT JOIN workspace ON workspace.id = notice.workspace_id AND (
      EXISTS (SELECT 1 FROM workspace_member WHERE workspace_id = notice.workspace_id AND account_id = $4)
      OR EXISTS (SELECT 1 FROM workspace_invitation WHERE workspace_id = notice.workspace_id AND account_id = $4))
    LEFT JOIN booth_proposal ON notice.kind = 'proposalDecision' AND booth_proposal.id = notice.subject
    LEFT JOIN booth_correction ON notice.kind = 'correctionDecision' AND booth_correction.id = notice.subject
    LEFT JOIN saved_booth ON saved_booth.account_id = $4 AND saved_booth.booth_id = notice.booth_id
    LEFT JOIN announcement ON notice.kind = 'announcement' AND announcement.id = notice.subject
    LEFT JOIN report ON notice.kind = 'reportDecision' AND report.id = notice.subject
    ORDER BY notice.updated_at DESC, notice.id DESC
    """

  // MARK: People

  /// The people of notices by the notices' identifiers, in one statement.
  static func people(of notices: [NoticeID], on connection: any DatabaseConnection) throws -> [NoticeID: People] {
    guard !notices.isEmpty else { return [:] }
    var found: [NoticeID: People] = [:]
    let (text, values) = people(of: notices.map(Value.id))
    try connection.each(text, values) { row in
      let notice: NoticeID = try row.identifier(0)
      found[notice, default: People()].count = Int(row.integer(1))
      if !row.isNull(2) { found[notice]?.shown.append(try row.person(from: 2)) }
    }
    return found
  }

  /// For each notice its number of people, or of events without one, and the latest of them.
  static func people(of notices: [Value]) -> (text: String, values: [Value]) {
    var bound = BoundValues()
    let parts = RangeUnion.padded(notices).map { notice in
      """
      SELECT notice_id, event, actor_id, created_at FROM notice_event WHERE notice_id = \(bound.add(notice))
      ORDER BY created_at DESC, event DESC LIMIT \(Notice.maxCount)
      """
    }
    let text = """
      SELECT ranked.notice_id, ranked.total, \(AccountRow.personColumns) FROM (
        SELECT notice_id, actor_id, COUNT(*) OVER (PARTITION BY notice_id) AS total,
          ROW_NUMBER() OVER (PARTITION BY notice_id ORDER BY latest DESC, who DESC) AS position
        FROM (
          SELECT notice_id, COALESCE(actor_id, event) AS who, MIN(actor_id) AS actor_id, MAX(created_at) AS latest
          FROM (\(RangeUnion.query(parts))) AS parts GROUP BY notice_id, COALESCE(actor_id, event)) AS people) AS ranked
      LEFT JOIN account ON account.id = ranked.actor_id
      WHERE ranked.position <= \(Notice.maxPeople) ORDER BY ranked.notice_id, ranked.position
      """
    return (text, bound.values)
  }
}

extension NoticeReader.Found {
  init(_ row: any Row) throws {
    id = try row.identifier(0)
    kind = try row.rawValue(1)
    updatedAt = row.instant(2)
    isRead = !row.isNull(3)
    subject = Notice.Subject(
      post: try row.identifierIfAny(4) ?? row.identifierIfAny(5), order: try row.identifierIfAny(6),
      workspace: row.optionalInteger(7).map { WorkspaceID($0) }, booth: row.optionalInteger(8).map { BoothID($0) })
    isAccepted = Self.outcome(of: kind).flatMap(row.optionalInteger).map { $0 != 0 }
    text = row.text(13)
    change = row.optionalText(14).flatMap(SavedBoothChange.init(event:))
    path = row.optionalText(15)
  }

  /// The column with the outcome of a kind.
  private static func outcome(of kind: NoticeKind) -> Int? {
    switch kind {
    case .refundDecision: 9
    case .proposalDecision: 10
    case .correctionDecision: 11
    case .reportDecision: 12
    default: nil
    }
  }

  func notice(by people: NoticeReader.People?) -> Notice {
    Notice(
      id: id, kind: kind, updatedAt: updatedAt, isRead: isRead, people: people?.shown ?? [],
      count: people?.count ?? 0, subject: subject, isAccepted: isAccepted, change: change, text: text,
      path: path)
  }
}

extension SavedBoothChange {
  /// What an event of a notice says: the presence of a booth, or what else has changed.
  init?(event: String) {
    switch BoothPresence(rawValue: event) {
    case .present: self = .reopened
    case .closed: self = .closed
    case .removed: self = .removed
    case nil: self.init(rawValue: event)
    }
  }
}

package import Basics

package typealias AnnouncementID = Identifier<AnnouncementSubject>

/// The subject of `AnnouncementID`.
package enum AnnouncementSubject {}

/// What an operator writes to the members who have agreed to that.
package struct Announcement: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable {
    case waiting
    /// Some of its recipients have it.
    case sending
    case sent
    case cancelled
  }

  package let id: AnnouncementID
  package let text: String
  /// Where it leads, within the pages; nil for nowhere.
  package let path: String?
  /// Only those who have saved a booth in it get it; nil for all.
  package let area: AnnouncementArea?
  package let sendAt: Timestamp
  package let createdAt: Timestamp
  package let state: State
  /// How many members have got it, and how many of them have read it: those who left are not counted as readers, and
  /// nobody is after `Notice.days`, when the notice is gone.
  package let recipientCount: Int
  package let readCount: Int
  /// The last account, in their order, for which it was decided whether it gets it; nil before the first.
  package let progress: AccountID?

  package init(
    id: AnnouncementID, text: String, path: String?, area: AnnouncementArea?, sendAt: Timestamp, createdAt: Timestamp,
    state: State = .waiting, recipientCount: Int = 0, readCount: Int = 0, progress: AccountID? = nil
  ) {
    (self.id, self.text, self.path, self.area) = (id, text, path, area)
    (self.sendAt, self.createdAt, self.state) = (sendAt, createdAt, state)
    (self.recipientCount, self.readCount, self.progress) = (recipientCount, readCount, progress)
  }
}

/// A circle on the map.
package struct AnnouncementArea: Hashable, Sendable {
  package let middle: StoredCoordinate
  /// The radius.
  package let metres: Int

  package init(around middle: StoredCoordinate, metres: Int) {
    (self.middle, self.metres) = (middle, metres)
  }
}

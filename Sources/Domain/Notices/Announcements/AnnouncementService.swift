package import Basics

/// The hours in which advertisements may be sent without separate consent for the night (정보통신망법 제50조제3항).
enum AnnouncementHours {
  static let zone = "Asia/Seoul"
  static let first: Int64 = 8
  static let end: Int64 = 21

  static func contain(_ instant: Timestamp, _ zones: any TimeZoneRules) -> Bool {
    (first..<end).contains(zones.secondsOfDay(in: zone, at: instant) / 3600)
  }
}

/// What operators write to members. They are notices: members choose whether to get them at all, and where.
package struct AnnouncementService: Sendable {
  package static let maxLength = Notice.maxTextLength
  package static let radii = 100...100_000
  /// How long after it is written an announcement can be sent, in days.
  private static let maxDays: Int64 = 60
  /// Between two announcements, in seconds.
  private static let pause: Int64 = 86_400
  /// For how many members it is decided in one transaction.
  private static let batch = 200

  private let store: any AnnouncementStore
  private let isWithin: @Sendable (BoothID, AnnouncementArea) -> Bool
  private let zones: any TimeZoneRules
  private let clock: @Sendable () -> Timestamp
  private let random: RandomBytes

  /// - Parameter isWithin: whether a booth is in an area; false for one that the catalogue does not have.
  package init(
    store: any AnnouncementStore, isWithin: @escaping @Sendable (BoothID, AnnouncementArea) -> Bool,
    zones: any TimeZoneRules, clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes
  ) {
    (self.store, self.isWithin, self.zones, self.clock, self.random) = (store, isWithin, zones, clock, random)
  }

  /// The latest first.
  package func announcements(limit: Int) async throws -> [Announcement] { try await store.announcements(limit: limit) }

  /// - Parameters:
  ///   - path: of the page that it leads to.
  ///   - instant: when it is sent; nil for at once.
  /// - Throws: `DomainError` (invalid) `announcement-path-invalid` (field `path`), `announcement-at-night`,
  ///   `announcement-time-invalid` (field `send_at`), `announcement-area-invalid` (field `radius_m`); `announcements-too-many` (conflict) if another one is sent within
  ///   a day of it.
  package func write(
    _ text: String, path: String?, area: AnnouncementArea?, at instant: Timestamp?
  ) async throws -> Announcement {
    let now = clock()
    let sendAt = instant ?? now
    if let path { try Self.check(path) }
    guard sendAt >= now.advanced(seconds: -60), sendAt <= now.advanced(seconds: Self.maxDays * 86_400) else {
      throw DomainError(
        .invalid, "announcement-time-invalid", "Choose a time from now to \(Self.maxDays) days from now.",
        field: "send_at")
    }
    guard isDay(sendAt) else {
      throw DomainError(
        .invalid, "announcement-at-night",
        "Announcements are sent from \(AnnouncementHours.first) to \(AnnouncementHours.end) o'clock "
          + "(\(AnnouncementHours.zone)): choose a time between.", field: "send_at")
    }
    if let area, !Self.radii.contains(area.metres) {
      throw DomainError(
        .invalid, "announcement-area-invalid",
        "The radius is from \(Self.radii.lowerBound) to \(Self.radii.upperBound) metres.", field: "radius_m")
    }
    let made = Announcement(
      id: AnnouncementID(at: now, random: random), text: text, path: path, area: area, sendAt: sendAt, createdAt: now)
    try await store.add(made, pause: Self.pause)
    return made
  }

  /// A path such as `/booths/7`, of these pages only.
  private static func check(_ path: String) throws(DomainError) {
    let isVisible = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C }
    guard path.hasPrefix("/"), !path.hasPrefix("//"), path.utf8.count <= 200, isVisible else {
      throw DomainError(
        .invalid, "announcement-path-invalid", "Name a page of this service by its path, such as /booths/7.",
        field: "path")
    }
  }

  private func isDay(_ instant: Timestamp) -> Bool { AnnouncementHours.contain(instant, zones) }

  /// Takes back one that nobody has yet.
  /// - Throws: `DomainError` `announcement-unknown` (notFound), `announcement-sent` (conflict).
  package func cancel(_ id: AnnouncementID) async throws { try await store.cancel(id) }

  /// Sends the announcements that are due; any number of processes may call it, and one that ends is continued by
  /// another. At night nothing is sent, nor two within a day, whenever they were due.
  package func sendDue() async throws {
    while isDay(clock()), let due = try await store.due(at: clock(), pause: Self.pause) {
      try Task.checkCancellation()
      let members = try await store.members(after: due.progress, limit: Self.batch)
      let recipients = members.filter { member in
        due.area.map { area in member.savedBooths.contains { isWithin($0, area) } } ?? true
      }
      // Another process may have been faster: then the next round sees how far it is.
      try await store.deliver(
        due, to: recipients.map(\.account), upTo: members.last?.account, isLast: members.count < Self.batch,
        at: clock())
    }
  }
}

/// A member who has agreed to get announcements.
package struct AnnouncementMember: Hashable, Sendable {
  package let account: AccountID
  package let savedBooths: [BoothID]

  package init(account: AccountID, savedBooths: [BoothID]) {
    (self.account, self.savedBooths) = (account, savedBooths)
  }
}

/// The store of announcements. Each change is one transaction.
package protocol AnnouncementStore: Sendable {
  func announcements(limit: Int) async throws -> [Announcement]

  /// - Throws: `DomainError` `announcements-too-many` if another one, that was not cancelled, is sent within `pause`
  ///   seconds of it.
  func add(_ announcement: Announcement, pause: Int64) async throws

  /// - Throws: `DomainError` `announcement-unknown`, `announcement-sent`.
  func cancel(_ id: AnnouncementID) async throws

  /// The announcement that is due longest; nil if none is. None begins within `pause` seconds of another one's beginning.
  func due(at instant: Timestamp, pause: Int64) async throws -> Announcement?

  /// Members who have agreed, in the order of their identifiers.
  func members(after account: AccountID?, limit: Int) async throws -> [AnnouncementMember]

  /// Notifies members and records how far it is, unless another process has done so meanwhile.
  func deliver(
    _ announcement: Announcement, to recipients: [AccountID], upTo progress: AccountID?, isLast: Bool,
    at instant: Timestamp
  ) async throws
}

extension DomainError {
  package static var announcementsTooMany: DomainError {
    DomainError(
      .conflict, "announcements-too-many",
      "Another announcement is sent within a day of this one: choose another time, or cancel that one.",
      field: "send_at")
  }

  package static var announcementUnknown: DomainError {
    DomainError(.notFound, "announcement-unknown", "There is no announcement with this identifier.")
  }

  package static var announcementSent: DomainError {
    DomainError(.conflict, "announcement-sent", "Members have this announcement already, or it was cancelled before.")
  }
}

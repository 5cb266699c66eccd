package import Basics

/// A browser that shows notices although the page is closed, or an app of old that has told its token. It ends with the
/// session of its device.
package struct PushSubscription: Hashable, Sendable {
  /// Where the push service takes messages, or the token of an app after `device:`; unique.
  package let endpoint: String
  package let account: AccountID
  package let session: SessionID
  /// The browser's `p256dh`, as base64url; empty for apps.
  package let publicKey: String
  /// The browser's `auth`, likewise.
  package let secret: String
  /// In which notices are shown (`ko`, `en`).
  package let language: String
  /// When what was shown last happened: later notices are due.
  package let shownUpTo: Timestamp
  /// Failed attempts in a row.
  package let attempts: Int
  /// When it is looked at again. A leased one is not given to another process before.
  package let dueAt: Timestamp

  package init(
    endpoint: String, account: AccountID, session: SessionID, publicKey: String, secret: String, language: String,
    shownUpTo: Timestamp, attempts: Int = 0, dueAt: Timestamp
  ) {
    (self.endpoint, self.account, self.session) = (endpoint, account, session)
    (self.publicKey, self.secret, self.language) = (publicKey, secret, language)
    (self.shownUpTo, self.attempts, self.dueAt) = (shownUpTo, attempts, dueAt)
  }

  fileprivate static let deviceScheme = "device:"

  /// The token of an app, as its maker's push service (APNs, FCM) knows it; nil for browsers.
  package var deviceToken: String? {
    endpoint.hasPrefix(Self.deviceScheme) ? String(endpoint.dropFirst(Self.deviceScheme.count)) : nil
  }
}

/// Sends notices to browsers and apps.
package struct PushService: Sendable {
  private let store: any PushStore
  private let notices: any NoticeStore
  private let transport: any PushTransport
  private let zones: any TimeZoneRules
  private let clock: @Sendable () -> Timestamp
  /// Wakes the sender in this process.
  package let wake: @Sendable () -> Void

  package init(
    store: any PushStore, notices: any NoticeStore, transport: any PushTransport, zones: any TimeZoneRules,
    clock: @escaping @Sendable () -> Timestamp, wake: @escaping @Sendable () -> Void
  ) {
    (self.store, self.notices, self.transport, self.zones) = (store, notices, transport, zones)
    (self.clock, self.wake) = (clock, wake)
  }

  /// Older notices are not sent any more.
  private static let maxAge: Int64 = 86_400
  private static let lease: Int64 = 120
  /// From a minute to an hour.
  private static let backoff = Backoff(first: 60_000, limit: 3_600_000)
  /// How many of the latest notices are looked through.
  private static let maxPending = 20

  /// Shows notices on the device of a session from now on, in place of its earlier subscription.
  /// - Throws: `DomainError` `push-unusable` (invalid, field `endpoint`) for an address that no message can be sent to, or
  ///   keys that none can be encrypted with; `token-unusable` if the session has ended.
  package func subscribe(
    _ endpoint: String, publicKey: String, secret: String, language: String, of account: AccountID,
    in session: SessionID
  ) async throws {
    let now = clock()
    let subscription = PushSubscription(
      endpoint: endpoint, account: account, session: session, publicKey: publicKey, secret: secret, language: language,
      shownUpTo: now, dueAt: now)
    guard subscription.deviceToken == nil, transport.accepts(subscription) else {
      throw DomainError(
        .invalid, "push-unusable", "This is not a subscription of a browser: its address must begin with https://.",
        field: "endpoint")
    }
    try await store.add(subscription)
  }

  /// Hands notices for the app of a session to the operator's webhook from now on. Nothing is stored if there is none.
  /// - Throws: `DomainError` `token-unusable` if the session has ended.
  package func subscribe(deviceToken token: String, of account: AccountID, in session: SessionID) async throws {
    let now = clock()
    let subscription = PushSubscription(
      endpoint: PushSubscription.deviceScheme + token, account: account, session: session, publicKey: "", secret: "",
      language: Language.korean.rawValue, shownUpTo: now, dueAt: now)
    if transport.accepts(subscription) { try await store.add(subscription) }
  }

  /// The address to which a session's notices go; nil if they go nowhere.
  package func endpoint(of session: SessionID) async throws -> String? { try await store.endpoint(of: session) }

  /// Idempotent.
  package func unsubscribe(_ session: SessionID) async throws { try await store.remove(session) }

  /// Sends all notices that are due: each once, but once more if this process ends between sending it and recording
  /// that; browsers show that in the same place. What happens in quiet hours is sent after them, unless it was read.
  /// - Returns: The first failure.
  package func sendDue() async throws -> PushFailure? {
    var failure: PushFailure?
    while true {
      let now = clock()
      let due = try await store.lease(
        dueAt: now, since: now.advanced(seconds: -Self.maxAge), until: now.advanced(seconds: Self.lease))
      guard let due else { return failure }
      if let failed = try await send(due, at: now) { failure = failure ?? failed }
      try Task.checkCancellation()
    }
  }

  private func send(_ due: PushSubscription, at now: Timestamp) async throws -> PushFailure? {
    let settings = try await notices.settings(of: due.account)
    if let end = settings.quiet?.end(around: now, zones) {
      try await store.finish(due, shownUpTo: due.shownUpTo, next: end)
      return nil
    }
    let latest = try await notices.page(
      of: due.account, PageRequest(after: nil, limit: Self.maxPending)
    ).items
    let pending = latest.filter {
      !$0.isRead && $0.updatedAt > due.shownUpTo && $0.updatedAt > now.advanced(seconds: -Self.maxAge)
        && settings.push.contains($0.kind)
        && ($0.kind != .announcement || AnnouncementHours.contain(now, zones))
    }
    var shownUpTo = due.shownUpTo
    for notice in pending.reversed() {
      do throws(PushFailure) {
        try await transport.send(notice, to: due, at: now)
        shownUpTo = notice.updatedAt
      } catch {
        if error == .gone {
          try await store.remove(due)
        } else {
          try await store.postpone(
            due, shownUpTo: shownUpTo, until: now.advanced(milliseconds: Self.backoff.pause(after: due.attempts)))
        }
        return error == .gone ? nil : error
      }
    }
    try await store.finish(due, shownUpTo: max(shownUpTo, latest.first?.updatedAt ?? shownUpTo), next: now)
    return nil
  }
}

/// Why a message was not accepted. It names neither the browser nor the text.
package enum PushFailure: Error, Hashable, Sendable {
  /// The subscription does not exist any more.
  case gone
  /// The push service has answered with this status.
  case refused(Int)
  case unreachable
}

package protocol PushTransport: Sendable {
  /// Whether messages can be sent and encrypted.
  func accepts(_ subscription: PushSubscription) -> Bool
  /// Returns once the push service has accepted the message. A later one of the same notice takes its place.
  func send(_ notice: Notice, to subscription: PushSubscription, at instant: Timestamp) async throws(PushFailure)
}

/// The store of subscriptions. Each change is one transaction.
package protocol PushStore: Sendable {
  /// Adds a subscription, in place of the earlier one of its session and of one with its endpoint.
  /// - Throws: `DomainError` `token-unusable` if the session has ended.
  func add(_ subscription: PushSubscription) async throws

  func endpoint(of session: SessionID) async throws -> String?

  func remove(_ session: SessionID) async throws

  /// Leases a subscription that is due and has unread notices later than it has shown and than `since`: no other process
  /// gets it before `lease`. Nil if there is none.
  func lease(dueAt instant: Timestamp, since: Timestamp, until lease: Timestamp) async throws -> PushSubscription?

  /// Records what was shown, unless the lease has ended and another process has it.
  /// - Parameter instant: when later notices are due; at once if the account changes its settings before.
  func finish(_ leased: PushSubscription, shownUpTo: Timestamp, next instant: Timestamp) async throws

  /// Records what was shown and a failed attempt, likewise.
  func postpone(_ leased: PushSubscription, shownUpTo: Timestamp, until instant: Timestamp) async throws

  /// Removes it, likewise.
  func remove(_ leased: PushSubscription) async throws
}

import Basics
import Synchronization

/// Counts how often each session refreshes, in memory: a client that goes round in circles is stopped before it costs
/// more than looking its token up.
final class RefreshLimiter: Sendable {
  /// How many refreshes a session has within the window.
  private static let most = 60
  /// Milliseconds.
  private static let window: Int64 = 10_000
  /// Beyond so many sessions the counts that are over are dropped, and all of them where that is not half: forgetting
  /// refuses nobody.
  private static let largest = 10_000

  private let recent = Mutex<[SessionID: [Timestamp]]>([:])

  /// Counts a refresh; false where the session has had too many in the last ten seconds. Complexity: O(1), spread out
  /// over the calls.
  func admits(_ session: SessionID, at moment: Timestamp) -> Bool {
    let begin = Timestamp(milliseconds: moment.milliseconds - Self.window)
    return recent.withLock { recent in
      if recent.count >= Self.largest, recent[session] == nil {
        recent = recent.filter { _, moments in moments.last.map { $0 > begin } ?? false }
        if recent.count > Self.largest / 2 { recent.removeAll() }
      }
      var moments = recent[session, default: []]
      moments.removeAll { $0 <= begin }
      let isAdmitted = moments.count < Self.most
      if isAdmitted { moments.append(moment) }
      recent[session] = moments
      return isAdmitted
    }
  }
}

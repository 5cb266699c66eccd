public import Basics

/// An event of a client's location.
public enum LocationEvent: Hashable, Sendable {
  /// The device or browser reports a state: at the start, and whenever permission, service or reception changes.
  case became(LocationState)
  /// A position was measured.
  case located(Fix)
  /// The user chose a region, or removed the choice.
  case chose(Region?)
}

/// The state machine of a client's location: handles events, and answers which coordinate to use.
///
/// A value without clock or side effects: the platform's delegate feeds it events, and tests control the time. The
/// effect of every transition comes from one table (`LocationState.rule`). When the permission is revoked, positions
/// measured under it are deleted. When the service or reception is lost, the fix becomes the last known position. A fix
/// that arrives after the permission is gone is dropped.
public struct LocationSession: Hashable, Sendable {
  /// The latest reported state.
  public private(set) var state: LocationState
  /// The latest position, while the state allows one.
  public private(set) var fix: Fix?
  /// The previous position.
  public private(set) var lastKnown: Fix?
  /// The region that the user chose.
  public private(set) var region: Region?
  /// The limits for positions.
  public let policy: LocationPolicy
  /// The permission to restore when a fix arrives after a gap.
  private var permission = LocationState.whenInUse

  /// A new session, with the last known position and region of the previous one.
  public init(
    state: LocationState, lastKnown: Fix? = nil, region: Region? = nil, policy: LocationPolicy = LocationPolicy()
  ) {
    self.state = state
    // The start is no transition: only a state without permission deletes the stored position.
    self.lastKnown = state.rule.entering == .clear && state.rule.fix == .denied ? nil : lastKnown
    self.region = region
    self.policy = policy
    if state.rule.arrival == .accepted { permission = state }
  }

  /// Handles an event and returns what to use from now on. Complexity: O(1).
  public mutating func handle(_ event: LocationEvent, now: Timestamp) -> LocationAnswer {
    switch event {
    case .became(let next): enter(next)
    case .located(let arrived): apply(arrived, now)
    case .chose(let chosen): region = chosen
    }
    return answer(now: now)
  }

  /// What to use at an instant: a fix ages without an event.
  public func answer(now: Timestamp) -> LocationAnswer {
    resolve(LocationReport(state: state, fix: fix, lastKnown: lastKnown, region: region), policy: policy, now: now)
  }

  private mutating func enter(_ next: LocationState) {
    guard next != state else { return }
    state = next
    switch next.rule.entering {
    case .keep: break
    case .demote: demote()
    case .clear: (fix, lastKnown) = (nil, nil)
    }
    switch next.rule.arrival {
    case .accepted: permission = next
    // After a new request or a denial, an earlier permission does not apply any more.
    case .resumes where next == .notDetermined, .dropped where next != .servicesOff: permission = .whenInUse
    case .resumes, .dropped: break
    }
  }

  private mutating func apply(_ arrived: Fix, _ now: Timestamp) {
    guard state.rule.arrival != .dropped, arrived.isUsable(policy, now) else { return }
    if state.rule.arrival == .resumes { state = permission }
    // Fixes can arrive out of order; older ones are ignored.
    if let fix, fix.at > arrived.at, fix.isUsable(policy, now) { return }
    demote()
    fix = arrived
    // An approximate fix must not count as exact when the state changes.
    if state.rule.fix == .coarse { fix?.accuracy = max(arrived.accuracy, policy.reducedMetres) }
  }

  private mutating func demote() {
    lastKnown = fix ?? lastKnown
    fix = nil
  }
}

public import Basics

/// What can happen to a client's location while it runs.
public enum LocationEvent: Hashable, Sendable {
  /// The device or browser reports a state: on start, and whenever permission, service or reception changes.
  case became(LocationState)
  /// A position arrived.
  case located(Fix)
  /// The person chose a region, or took the choice back.
  case chose(Region?)
}

/// A client's location over time: takes events, and says what to use now.
///
/// A value without clock or effects: the platform's delegate feeds it, tests move it by hand. What every transition
/// does follows from one table (`LocationState.rule`): when the permission is taken back, what was measured under it is
/// forgotten; when the service or the reception goes, the fix becomes the last known place; a fix that was still under
/// way when the permission went is dropped.
public struct LocationSession: Hashable, Sendable {
  /// What the device said last.
  public private(set) var state: LocationState
  /// The newest position, while the state allows it.
  public private(set) var fix: Fix?
  /// The newest position of before.
  public private(set) var lastKnown: Fix?
  /// The region that the person chose.
  public private(set) var region: Region?
  /// The limits by which positions are judged.
  public let policy: LocationPolicy
  /// The permission to return to when a fix arrives after a gap.
  private var permission = LocationState.whenInUse

  /// A session at its start, with the last known place and region that were kept from the one before.
  public init(
    state: LocationState, lastKnown: Fix? = nil, region: Region? = nil, policy: LocationPolicy = LocationPolicy()
  ) {
    self.state = state
    // Starting is no transition: only a state that refuses makes a session forget what was kept.
    self.lastKnown = state.rule.entering == .forget && state.rule.fix == .refused ? nil : lastKnown
    self.region = region
    self.policy = policy
    if state.rule.arrival == .taken { permission = state }
  }

  /// Takes an event and says what to use from now on. Complexity: O(1).
  public mutating func handle(_ event: LocationEvent, now: Timestamp) -> LocationAnswer {
    switch event {
    case .became(let next): enter(next)
    case .located(let arrived): apply(arrived, now)
    case .chose(let chosen): region = chosen
    }
    return answer(now: now)
  }

  /// What to use at a moment: a fix grows old without an event.
  public func answer(now: Timestamp) -> LocationAnswer {
    resolve(LocationReport(state: state, fix: fix, lastKnown: lastKnown, region: region), policy: policy, now: now)
  }

  private mutating func enter(_ next: LocationState) {
    guard next != state else { return }
    state = next
    switch next.rule.entering {
    case .keep: break
    case .setAside: setAside()
    case .forget: (fix, lastKnown) = (nil, nil)
    }
    switch next.rule.arrival {
    case .taken: permission = next
    // A permission that has to be asked for anew, or was refused, is not the old one when it comes.
    case .resumes where next == .notDetermined, .dropped where next != .servicesOff: permission = .whenInUse
    case .resumes, .dropped: break
    }
  }

  private mutating func apply(_ arrived: Fix, _ now: Timestamp) {
    guard state.rule.arrival != .dropped, arrived.isUsable(policy, now) else { return }
    if state.rule.arrival == .resumes { state = permission }
    // Fixes can arrive out of order; an older one is of no use.
    if let fix, fix.at > arrived.at, fix.isUsable(policy, now) { return }
    setAside()
    fix = arrived
    // A rough fix must not pass for an exact one when the state changes.
    if state.rule.fix == .coarse { fix?.accuracy = max(arrived.accuracy, policy.reducedMetres) }
  }

  private mutating func setAside() {
    lastKnown = fix ?? lastKnown
    fix = nil
  }
}

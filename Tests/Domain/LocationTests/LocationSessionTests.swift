import Basics
import Location
import Support
import Testing
import Workload

@Suite("Location while running")
struct LocationSessionTests {
  /// A session that is in `state` and has seen a fix just before and an older place before that.
  static func session(in state: LocationState) -> LocationSession {
    var session = LocationSession(state: .whenInUse)
    _ = session.handle(.located(fix(elsewhere, age: 600)), now: noon)
    _ = session.handle(.located(fix(age: 1)), now: noon)
    if state != .whenInUse { _ = session.handle(.became(state), now: noon) }
    return session
  }

  /// What is left after entering each state from when-in-use, or from a state that left a last known place.
  static let afterEntering: [LocationState: LocationOrigin] = [
    .servicesOff: .lastKnown, .notDetermined: .lastKnown, .restricted: .fallback, .denied: .fallback,
    .whenInUse: .device, .always: .device, .reducedAccuracy: .fallback, .noFix: .lastKnown, .timedOut: .lastKnown,
    .unavailable: .lastKnown, .insecureContext: .lastKnown,
  ]

  @Test("Every transition between two states has its result", arguments: LocationState.allCases)
  func transitions(_ from: LocationState) {
    for to in LocationState.allCases {
      var session = Self.session(in: from)
      let before = session.answer(now: noon)
      #expect(before.origin == Self.afterEntering[from], "\(from)")
      let after = session.handle(.became(to), now: noon)
      #expect(session.state == to)
      if from == to {
        #expect(after == before)
        continue
      }
      let had = Self.afterEntering[from]!
      let keeps = Self.afterEntering[to]!
      // What was forgotten does not come back, and a fix that was set aside is a fix no more.
      let expected: LocationOrigin = had == .fallback || keeps == .fallback ? .fallback : worse(had, keeps)
      #expect(after.origin == expected, "\(from) to \(to)")
      #expect(expected == .fallback || after.coordinate == door)
    }
  }

  /// What state a fix leads to that arrives in a state, which was entered from `permission`; nil: it is dropped.
  static func arrival(_ state: LocationState, after permission: LocationState) -> LocationState? {
    switch state {
    case .whenInUse, .always, .reducedAccuracy: state
    case .notDetermined: .whenInUse
    case .noFix, .timedOut, .unavailable: permission
    case .servicesOff, .restricted, .denied, .insecureContext: nil
    }
  }

  @Test("A fix that arrives in any state has its effect", arguments: LocationState.allCases)
  func arrivals(_ state: LocationState) {
    for permission in [LocationState.whenInUse, .always, .reducedAccuracy] {
      var session = LocationSession(state: permission)
      _ = session.handle(.became(state), now: noon)
      let answer = session.handle(.located(fix()), now: noon)
      if let led = Self.arrival(state, after: permission) {
        #expect(session.state == led, "\(state) after \(permission)")
        #expect(answer.origin == (led == .reducedAccuracy ? .coarseDevice : .device))
        #expect(answer.coordinate == door)
      } else {
        #expect(session.state == state)
        #expect(answer.origin == .fallback)
        #expect(session.fix == nil && session.lastKnown == nil)
      }
    }
  }

  @Test("A revoked permission forgets the coordinate, and a late fix is dropped")
  func revoked() throws {
    var session = Self.session(in: .whenInUse)
    _ = session.handle(.chose(try .named("seoul")), now: noon)
    let answer = session.handle(.became(.denied), now: noon)
    #expect(answer.origin == .region)
    #expect(answer.next == .watch)
    #expect(session.fix == nil && session.lastKnown == nil)
    #expect(session.handle(.located(fix()), now: noon).origin == .region)
    #expect(session.handle(.became(.whenInUse), now: noon).origin == .region)
    #expect(session.handle(.located(fix()), now: noon).origin == .device)
    #expect(session.handle(.chose(nil), now: noon).origin == .device)
  }

  @Test("While location services are off the last known place is used, and then the fix")
  func services() {
    var session = Self.session(in: .always)
    #expect(session.handle(.became(.servicesOff), now: noon).origin == .lastKnown)
    #expect(session.handle(.located(fix(elsewhere)), now: noon).coordinate == door)
    let back = session.handle(.became(.always), now: noon)
    #expect(back.origin == .lastKnown)
    #expect(back.next == .retry)
    #expect(session.handle(.located(fix(elsewhere)), now: noon).coordinate == elsewhere)
  }

  @Test("After a lost fix the permission before the gap applies again")
  func lostAndFound() {
    for permission in [LocationState.whenInUse, .always, .reducedAccuracy] {
      for gap in [LocationState.noFix, .timedOut, .unavailable] {
        var session = LocationSession(state: permission)
        _ = session.handle(.located(fix()), now: noon)
        let lost = session.handle(.became(gap), now: noon)
        #expect(lost.origin == .lastKnown)
        #expect(lost.next == .retry)
        _ = session.handle(.located(fix()), now: noon)
        #expect(session.state == permission)
      }
    }
  }

  @Test("A permission that was denied meanwhile does not apply again")
  func rejectedBetween() {
    for domainError in [LocationState.denied, .restricted, .notDetermined, .insecureContext] {
      var session = LocationSession(state: .reducedAccuracy)
      _ = session.handle(.became(domainError), now: noon)
      _ = session.handle(.became(.noFix), now: noon)
      _ = session.handle(.located(fix()), now: noon)
      #expect(session.state == .whenInUse)
    }
  }

  @Test("A fix grows old without any event")
  func ageing() {
    let session = Self.session(in: .whenInUse)
    #expect(session.answer(now: noon.advanced(seconds: 119)).origin == .device)
    #expect(session.answer(now: noon.advanced(seconds: 120)).origin == .lastKnown)
    #expect(session.answer(now: noon.advanced(seconds: 86_399)).origin == .lastKnown)
    #expect(session.answer(now: noon.advanced(seconds: 86_400)).origin == .fallback)
  }

  @Test("Fixes that are out of order, from the future or worthless change nothing")
  func uselessFixes() {
    var session = LocationSession(state: .always)
    let first = session.handle(.located(fix(age: 10)), now: noon)
    for useless in [
      fix(elsewhere, age: 11), fix(elsewhere, age: -3600), fix(elsewhere, accuracy: .nan),
      fix(elsewhere, accuracy: -5), fix(elsewhere, accuracy: 90_000),
    ] {
      #expect(session.handle(.located(useless), now: noon) == first)
    }
  }

  @Test("A fix of reduced accuracy stays so when precise location is allowed")
  func reducedStaysRough() {
    var session = LocationSession(state: .reducedAccuracy)
    #expect(session.handle(.located(fix(accuracy: 30)), now: noon).uncertainty == 1000)
    let allowed = session.handle(.became(.whenInUse), now: noon)
    #expect(allowed.origin == .coarseDevice)
    #expect(allowed.uncertainty == 1000)
  }

  @Test("A session starts from the stored state unless the permission is denied")
  func start() {
    for state in LocationState.allCases {
      let origin = LocationSession(state: state, lastKnown: fix(age: 60)).answer(now: noon).origin
      #expect(origin == (state == .denied || state == .restricted ? .fallback : .lastKnown), "\(state)")
    }
  }

  @Test("No order of events gives a place without permission or an invalid doubt")
  func anyEvents() {
    var random = SeededNumbers(seed: 6)
    for _ in 0..<200 {
      var session = LocationSession(state: .notDetermined)
      var now = noon
      for _ in 0..<60 {
        now = now.advanced(seconds: Int64.random(in: 0...4000, using: &random))
        let event = Self.anyEvent(now, &random)
        let answer = session.handle(event, now: now)
        #expect(answer.uncertainty.isFinite && answer.uncertainty >= 0)
        if worth[session.state]! != .device { #expect(answer.origin != .device) }
        if [.denied, .restricted].contains(session.state) { #expect(session.fix == nil && session.lastKnown == nil) }
        #expect(session.answer(now: now) == answer)
      }
    }
  }

  static func anyEvent(_ now: Timestamp, _ random: inout SeededNumbers) -> LocationEvent {
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1: .became(LocationState.allCases.randomElement(using: &random)!)
    case 2, 3:
      .located(
        Fix(
          coordinate: Bool.random(using: &random) ? door : elsewhere,
          accuracy: [0, 20, 700, 60_000, -1, .nan, .infinity].randomElement(using: &random)!,
          at: now.advanced(seconds: Int64.random(in: -100_000...500, using: &random))))
    default: .chose(Bool.random(using: &random) ? Region.all.randomElement(using: &random) : nil)
    }
  }
}

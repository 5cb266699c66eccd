import Basics
import Location
import Support
import Testing

@Suite("Resolving a location")
struct ResolveTests {
  /// A fix and what it is worth where the state allows an exact one.
  struct Sample: Sendable {
    let name: String
    let fix: Fix?
    let best: LocationOrigin?
  }

  static let fixes: [Sample] = [
    Sample(name: "none", fix: nil, best: nil),
    Sample(name: "fresh and exact", fix: fix(), best: .device),
    Sample(name: "at the limit of freshness and exactness", fix: fix(accuracy: 200, age: 120), best: .device),
    Sample(name: "fresh and coarse", fix: fix(accuracy: 3000), best: .coarseDevice),
    Sample(name: "at the limit of coarseness", fix: fix(accuracy: 50_000), best: .coarseDevice),
    Sample(name: "too coarse", fix: fix(accuracy: 50_001), best: nil),
    Sample(name: "an hour old", fix: fix(age: 3600), best: .lastKnown),
    Sample(name: "a day old", fix: fix(age: 86_400), best: .lastKnown),
    Sample(name: "older than a day", fix: fix(age: 86_401), best: nil),
    Sample(name: "slightly in the future", fix: fix(age: -120), best: .device),
    Sample(name: "far in the future", fix: fix(age: -121), best: nil),
    Sample(name: "accuracy not a number", fix: fix(accuracy: .nan), best: nil),
    Sample(name: "accuracy infinite", fix: fix(accuracy: .infinity), best: nil),
    Sample(name: "accuracy negative", fix: fix(accuracy: -1), best: nil),
    Sample(
      name: "before time began", fix: Fix(coordinate: door, accuracy: 5, at: Timestamp(milliseconds: .min)), best: nil),
    Sample(
      name: "after time ends", fix: Fix(coordinate: door, accuracy: 5, at: Timestamp(milliseconds: .max)), best: nil),
  ]

  static let kept: [Sample] = [
    Sample(name: "none", fix: nil, best: nil),
    Sample(name: "of now", fix: fix(elsewhere), best: .lastKnown),
    Sample(name: "two hours old", fix: fix(elsewhere, age: 7200), best: .lastKnown),
    Sample(name: "a day old", fix: fix(elsewhere, age: 86_400), best: .lastKnown),
    Sample(name: "older than a day", fix: fix(elsewhere, age: 86_400.001), best: nil),
    Sample(name: "from the future", fix: fix(elsewhere, age: -3600), best: nil),
    Sample(name: "accuracy not a number", fix: fix(elsewhere, accuracy: .nan), best: nil),
  ]

  @Test(
    "Every state with every fix, last known place and region follows one order", arguments: LocationState.allCases)
  func wholeTable(_ state: LocationState) throws {
    let region = try Region.named("seoul-mapo")
    for sample in Self.fixes {
      for last in Self.kept {
        for chosen in [nil, region] {
          let answer = resolve(
            LocationReport(state: state, fix: sample.fix, lastKnown: last.fix, region: chosen), now: noon)
          let expected = Self.expected(state, sample, last, chosen)
          let comment = Comment("\(state) / \(sample.name) / \(last.name) / \(chosen?.id ?? "no region")")
          #expect(answer.origin == expected.origin, comment)
          #expect(answer.coordinate == expected.coordinate, comment)
          #expect(answer.uncertainty.isFinite && answer.uncertainty >= 0, comment)
          #expect((answer.origin == .device) == (answer.advice == nil), comment)
          #expect(answer.reason.ko.hasSuffix("요.") && answer.reason.en.hasSuffix("."), comment)
        }
      }
    }
  }

  static func expected(
    _ state: LocationState, _ sample: Sample, _ last: Sample, _ region: Region?
  ) -> (origin: LocationOrigin, coordinate: Coordinate) {
    var fixWorth: LocationOrigin?
    if let best = sample.best, worth[state]! != .fallback { fixWorth = worse(best, worth[state]!) }
    if let fixWorth, fixWorth != .lastKnown { return (fixWorth, sample.fix!.coordinate) }
    let younger = [fixWorth == nil ? nil : sample.fix, last.best == nil ? nil : last.fix]
      .compactMap(\.self).max { $0.at < $1.at }
    if let younger { return (.lastKnown, younger.coordinate) }
    if let region { return (.region, region.coordinate) }
    return (.fallback, fallback)
  }

  @Test("A fix is not used without permission")
  func rejectedFix() {
    for state in [LocationState.denied, .restricted, .notDetermined, .insecureContext] {
      let answer = resolve(LocationReport(state: state, fix: fix()), now: noon)
      #expect(answer.origin == .fallback)
      #expect(answer.coordinate == fallback)
    }
  }

  @Test("A client without a location gets its next action")
  func nextStep() {
    let expected: [LocationState: LocationStep] = [
      .servicesOff: .watch, .notDetermined: .prompt, .restricted: .watch, .denied: .watch, .whenInUse: .retry,
      .always: .retry, .reducedAccuracy: .retry, .noFix: .retry, .timedOut: .retry, .unavailable: .retry,
      .insecureContext: .nothing,
    ]
    for state in LocationState.allCases {
      #expect(resolve(LocationReport(state: state), now: noon).next == expected[state], "\(state)")
    }
  }

  @Test("A client with a current fix watches for a change")
  func nextStepWithFix() {
    for state in [LocationState.whenInUse, .always, .reducedAccuracy] {
      #expect(resolve(LocationReport(state: state, fix: fix()), now: noon).next == .watch)
    }
  }

  @Test("The messages name cause and consequence in both languages")
  func messages() throws {
    let denied = resolve(LocationReport(state: .denied, region: try .named("강남구")), now: noon)
    #expect(denied.reason.ko == "위치 권한이 꺼져 있어 선택한 지역(강남구) 주변을 보여 드려요.")
    #expect(denied.reason.en == "Location access is off, so the area you chose (Gangnam-gu) is used.")
    #expect(denied.advice?.ko == "기기나 브라우저 설정에서 위치 권한을 켜거나 지역을 선택해 주세요.")
    let off = resolve(LocationReport(state: .servicesOff), now: noon)
    #expect(off.reason.en == "Location services are off on this device, so the default place is used.")
    let waiting = resolve(LocationReport(state: .always), now: noon)
    #expect(waiting.reason.ko == "현재 위치를 아직 찾지 못해 기본 위치 주변을 보여 드려요.")
    let rough = resolve(LocationReport(state: .reducedAccuracy, fix: fix()), now: noon)
    #expect(rough.reason.en == "Precise location is off, so your approximate location is used.")
  }

  @Test("If a fix is allowed but not current, the message says what is wrong with it")
  func faults() throws {
    let region = try Region.named("seoul-mapo")
    for state in [LocationState.whenInUse, .always, .reducedAccuracy] {
      for (fix, reason) in [
        (fix(accuracy: 60_000), "Your location is too inaccurate, so the area you chose (Mapo-gu) is used."),
        (fix(accuracy: .nan), "Your location is too inaccurate, so the area you chose (Mapo-gu) is used."),
        (fix(age: 500), "Your location is out of date, so your last known location is used."),
        (fix(age: 86_401), "Your location is out of date, so the area you chose (Mapo-gu) is used."),
        (fix(age: -500), "The device's clock is ahead, so the area you chose (Mapo-gu) is used."),
        (nil, "Your location has not been found yet, so the area you chose (Mapo-gu) is used."),
      ] {
        let answer = resolve(LocationReport(state: state, fix: fix, region: region), now: noon)
        #expect(answer.reason.en == reason)
        #expect(answer.next == .retry)
      }
    }
    let denied = resolve(LocationReport(state: .denied, fix: fix(accuracy: 60_000)), now: noon)
    #expect(denied.reason.en == "Location access is off, so the default place is used.")
  }

  @Test("States without a fix have different messages, except the three that wait for one")
  func messagesDiffer() {
    let waiting: Set<LocationState> = [.whenInUse, .always, .reducedAccuracy]
    let states = LocationState.allCases.filter { !waiting.contains($0) }
    #expect(Set(states.map { resolve(LocationReport(state: $0), now: noon).reason }).count == states.count)
  }

  @Test("Doubt is the claimed accuracy, at least a kilometre if reduced, and grows with age")
  func doubt() throws {
    #expect(resolve(LocationReport(state: .whenInUse, fix: fix(accuracy: 12)), now: noon).uncertainty == 12)
    #expect(resolve(LocationReport(state: .whenInUse, fix: fix(accuracy: 900)), now: noon).uncertainty == 900)
    #expect(resolve(LocationReport(state: .reducedAccuracy, fix: fix(accuracy: 12)), now: noon).uncertainty == 1000)
    #expect(resolve(LocationReport(state: .reducedAccuracy, fix: fix(accuracy: 4000)), now: noon).uncertainty == 4000)
    let hour = resolve(LocationReport(state: .denied, lastKnown: fix(accuracy: 10, age: 3600)), now: noon)
    #expect(abs(hour.uncertainty - 5050) < 1e-6)
    #expect(resolve(LocationReport(state: .denied, region: try .named("seoul")), now: noon).uncertainty == 20_000)
    #expect(resolve(LocationReport(state: .denied), now: noon).uncertainty == 450_000)
  }

  @Test("The limits and the default place are settings")
  func settings() {
    var policy = LocationPolicy()
    policy.defaultCoordinate = elsewhere
    policy.defaultUncertainty = 7
    policy.freshSeconds = 1
    policy.lastKnownSeconds = 10
    let old = resolve(LocationReport(state: .always, fix: fix(age: 5)), policy: policy, now: noon)
    #expect(old.origin == .lastKnown)
    let gone = resolve(LocationReport(state: .always, fix: fix(age: 11)), policy: policy, now: noon)
    #expect(gone.origin == .fallback)
    #expect(gone.coordinate == elsewhere)
    #expect(gone.uncertainty == 7)
  }
}

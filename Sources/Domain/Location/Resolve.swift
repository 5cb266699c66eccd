public import Basics

/// Chooses the coordinate for a search from a location report.
///
/// The first that is usable, in this order: a fresh exact fix; a fresh coarse fix; a last known position (or a fix that
/// has aged into one) within the policy's maximum age, the newer of two; the chosen region; the default coordinate. A
/// fix is used only if the state includes permission. A last known position is used in every state: it was measured
/// with permission, and a client whose permission was revoked sends none (see `LocationSession`).
/// Pure; complexity: O(1).
public func resolve(
  _ report: LocationReport, policy: LocationPolicy = LocationPolicy(), now: Timestamp
) -> LocationAnswer {
  let rule = report.state.rule
  if let fix = report.fix, let answer = answer(fromFresh: fix, rule, policy, now) { return answer }
  let missing = ruleWithoutFreshFix(report, policy, now)
  let kept = rule.fix == .denied ? [report.lastKnown] : [report.fix, report.lastKnown]
  let known = kept.compactMap(\.self).filter { $0.isKnown(policy, now) }.max { $0.at < $1.at }
  if let known {
    return answer(fromKept: known, rule, missing, policy, now)
  }
  if let region = report.region {
    return LocationAnswer(
      coordinate: region.coordinate, origin: .region, uncertainty: region.radius,
      reason: missing.cause.appending(
        ko: "선택한 지역(\(region.name.ko)) 주변을 보여 드려요.", en: "the area you chose (\(region.name.en)) is used."),
      advice: missing.advice, next: missing.next)
  }
  return LocationAnswer(
    coordinate: policy.defaultCoordinate, origin: .fallback, uncertainty: policy.defaultUncertainty,
    reason: missing.cause.appending(
      ko: "\(policy.defaultName?.ko ?? "기본 위치") 주변을 보여 드려요.",
      en: policy.defaultName.map { "the area around \($0.en) is shown." } ?? "the default place is used."),
    advice: missing.advice, next: missing.next)
}

/// The rule if no fresh fix is usable. A state that allows one is treated as `noFix`, and the fault of the fix is
/// named.
private func ruleWithoutFreshFix(_ report: LocationReport, _ policy: LocationPolicy, _ now: Timestamp) -> StateRule {
  let rule = report.state.rule
  guard rule.fix == .exact || rule.fix == .coarse else { return rule }
  var missing = LocationState.noFix.rule
  if let fault = report.fix?.fault(policy, now) { (missing.cause, missing.advice) = (fault.cause, fault.advice) }
  return missing
}

/// The answer from a fresh fix; nil if it is not fresh, not usable or not permitted.
private func answer(
  fromFresh fix: Fix, _ rule: StateRule, _ policy: LocationPolicy, _ now: Timestamp
) -> LocationAnswer? {
  guard rule.fix == .exact || rule.fix == .coarse, fix.isUsable(policy, now), fix.age(now) <= policy.freshSeconds else {
    return nil
  }
  if rule.fix == .exact, fix.accuracy <= policy.exactMetres {
    return LocationAnswer(
      coordinate: fix.coordinate, origin: .device, uncertainty: fix.accuracy,
      reason: LocalizedText(ko: "현재 위치를 사용해요.", en: "Your location is used."),
      advice: nil, next: rule.next)
  }
  return LocationAnswer(
    coordinate: fix.coordinate, origin: .coarseDevice,
    uncertainty: rule.fix == .coarse ? max(fix.accuracy, policy.reducedMetres) : fix.accuracy,
    reason: rule.cause.appending(ko: "대략적인 위치를 사용해요.", en: "your approximate location is used."),
    advice: rule.advice, next: rule.next)
}

/// The answer from an earlier position. Its uncertainty grows with its age.
private func answer(
  fromKept kept: Fix, _ rule: StateRule, _ missing: StateRule, _ policy: LocationPolicy, _ now: Timestamp
) -> LocationAnswer {
  let accuracy = rule.fix == .coarse ? max(kept.accuracy, policy.reducedMetres) : kept.accuracy
  return LocationAnswer(
    coordinate: kept.coordinate, origin: .lastKnown,
    uncertainty: accuracy + kept.age(now) * policy.driftMetresPerSecond,
    reason: missing.cause.appending(ko: "마지막으로 확인된 위치를 사용해요.", en: "your last known location is used."),
    advice: missing.advice, next: missing.next)
}

extension Fix {
  /// Seconds since the measurement, at least 0: a device clock may be slightly ahead. Does not overflow for any two
  /// instants.
  func age(_ now: Timestamp) -> Double {
    max(0, secondsBefore(now))
  }

  /// Whether its accuracy and timestamp are plausible.
  func isUsable(_ policy: LocationPolicy, _ now: Timestamp) -> Bool {
    accuracy >= 0 && accuracy <= policy.maxAccuracyMetres && secondsBefore(now) >= -policy.clockToleranceSeconds
  }

  /// Why it is not current; nil if it is.
  func fault(_ policy: LocationPolicy, _ now: Timestamp) -> FixFault? {
    if isUsable(policy, now) { return age(now) <= policy.freshSeconds ? nil : .outdated }
    return secondsBefore(now) < -policy.clockToleranceSeconds ? .clockAhead : .inaccurate
  }

  /// Whether it can serve as a last known position.
  func isKnown(_ policy: LocationPolicy, _ now: Timestamp) -> Bool {
    isUsable(policy, now) && age(now) <= policy.lastKnownSeconds
  }

  private func secondsBefore(_ now: Timestamp) -> Double {
    (Double(now.milliseconds) - Double(at.milliseconds)) / 1000
  }
}

extension LocalizedText {
  /// The clause, completed to a sentence.
  func appending(ko consequence: String, en englishConsequence: String) -> LocalizedText {
    LocalizedText(ko: "\(ko) \(consequence)", en: "\(en), so \(englishConsequence)")
  }
}

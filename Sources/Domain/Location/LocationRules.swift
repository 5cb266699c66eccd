/// How the fix that comes with a state is used.
enum FixPermission {
  /// As reported.
  case exact
  /// As approximate at best.
  case coarse
  /// Only as a last known position: in this state it cannot be current.
  case lastKnownOnly
  /// Not at all: there is no permission.
  case denied
}

/// What happens to the stored positions on entering a state.
enum EntryAction {
  case keep
  /// The fix becomes the last known position.
  case demote
  /// The fix and the last known position are deleted: the permission was revoked.
  case clear
}

/// How a fix is handled that arrives during a state.
enum FixHandling {
  /// It replaces the fix.
  case accepted
  /// It replaces the fix, and proves that the former permission applies again.
  case resumes
  /// It is dropped: it was measured before the permission or service went away.
  case dropped
}

struct StateRule {
  let fix: FixPermission
  let entering: EntryAction
  let arrival: FixHandling
  let next: LocationStep
  /// A clause, completed by `… so the default place is used` or similar.
  var cause: LocalizedText
  var advice: LocalizedText?
}

/// Why a fix is not used as a current one although the state allows it.
enum FixFault {
  case inaccurate
  case outdated
  /// It was measured in the future, by the server's clock.
  case clockAhead

  /// As that of a `StateRule`.
  var cause: LocalizedText {
    switch self {
    case .inaccurate: LocalizedText(ko: "현재 위치가 너무 부정확해", en: "Your location is too inaccurate")
    case .outdated: LocalizedText(ko: "현재 위치를 받은 지 오래되어", en: "Your location is out of date")
    case .clockAhead: LocalizedText(ko: "기기의 시계가 앞서 있어", en: "The device's clock is ahead")
    }
  }

  var advice: LocalizedText? {
    switch self {
    case .inaccurate: LocationState.unavailable.rule.advice
    case .outdated: LocationState.noFix.rule.advice
    case .clockAhead:
      LocalizedText(ko: "기기의 시계를 맞추거나 지역을 선택해 주세요.", en: "Set the device's clock, or choose an area.")
    }
  }
}

extension LocationState {
  /// The table of all states. The effect of a transition depends only on its target state, so these rows are all
  /// transitions as well. It is one long function, so that it reads as a table that the compiler checks for
  /// completeness.
  var rule: StateRule {
    switch self {
    case .servicesOff:
      StateRule(
        fix: .lastKnownOnly, entering: .demote, arrival: .dropped, next: .watch,
        cause: LocalizedText(ko: "기기의 위치 서비스가 꺼져 있어", en: "Location services are off on this device"),
        advice: LocalizedText(
          ko: "기기 설정에서 위치 서비스를 켜거나 지역을 선택해 주세요.",
          en: "Turn on location services in the device's settings, or choose an area."))
    case .notDetermined:
      StateRule(
        fix: .denied, entering: .demote, arrival: .resumes, next: .prompt,
        cause: LocalizedText(ko: "처음이라", en: "Your location has not been requested yet"),
        advice: LocalizedText(
          ko: "내 위치로 찾거나 지역을 골라 보세요.", en: "Use your location, or choose an area."))
    case .restricted:
      StateRule(
        fix: .denied, entering: .clear, arrival: .dropped, next: .watch,
        cause: LocalizedText(ko: "이 기기에서 위치 사용이 제한되어 있어", en: "Location use is restricted on this device"),
        advice: LocalizedText(
          ko: "자녀 보호나 기기 관리 설정을 확인하거나 지역을 선택해 주세요.",
          en: "Check parental controls or device management, or choose an area."))
    case .denied:
      StateRule(
        fix: .denied, entering: .clear, arrival: .dropped, next: .watch,
        cause: LocalizedText(ko: "위치 권한이 꺼져 있어", en: "Location access is off"),
        advice: LocalizedText(
          ko: "기기나 브라우저 설정에서 위치 권한을 켜거나 지역을 선택해 주세요.",
          en: "Allow location in the settings of the device or browser, or choose an area."))
    case .whenInUse, .always:
      StateRule(
        fix: .exact, entering: .keep, arrival: .accepted, next: .watch,
        cause: LocalizedText(ko: "위치 신호가 약해", en: "The location signal is weak"),
        advice: LocalizedText(
          ko: "Wi-Fi를 켜거나 밖으로 나가 보세요.", en: "Turn on Wi-Fi or move outdoors."))
    case .reducedAccuracy:
      StateRule(
        fix: .coarse, entering: .clear, arrival: .accepted, next: .watch,
        cause: LocalizedText(ko: "정확한 위치가 꺼져 있어", en: "Precise location is off"),
        advice: LocalizedText(
          ko: "설정에서 정확한 위치를 켜면 더 가까운 곳부터 볼 수 있어요.",
          en: "Turn on precise location in the settings to see the nearest ones first."))
    case .noFix:
      StateRule(
        fix: .lastKnownOnly, entering: .demote, arrival: .resumes, next: .retry,
        cause: LocalizedText(ko: "현재 위치를 아직 찾지 못해", en: "Your location has not been found yet"),
        advice: LocalizedText(
          ko: "잠시 기다리거나 지역을 선택해 주세요.", en: "Wait a moment, or choose an area."))
    case .timedOut:
      StateRule(
        fix: .lastKnownOnly, entering: .demote, arrival: .resumes, next: .retry,
        cause: LocalizedText(ko: "제시간에 현재 위치를 찾지 못해", en: "Your location was not found in time"),
        advice: LocalizedText(
          ko: "다시 시도하거나 지역을 선택해 주세요.", en: "Try again, or choose an area."))
    case .unavailable:
      StateRule(
        fix: .lastKnownOnly, entering: .demote, arrival: .resumes, next: .retry,
        cause: LocalizedText(ko: "기기가 현재 위치를 알 수 없어", en: "This device cannot find its location"),
        advice: LocalizedText(
          ko: "Wi-Fi를 켜거나 밖에서 다시 시도해 주세요. 지역을 선택해도 돼요.",
          en: "Turn on Wi-Fi or move outdoors, then try again, or choose an area."))
    case .insecureContext:
      StateRule(
        fix: .denied, entering: .demote, arrival: .dropped, next: .nothing,
        cause: LocalizedText(
          ko: "보안 연결(HTTPS)이 아니어서 브라우저가 위치를 알려 주지 않아",
          en: "Browsers share the location only over a secure connection (HTTPS)"),
        advice: LocalizedText(
          ko: "https:// 주소로 다시 열거나 지역을 선택해 주세요.", en: "Open the https:// address, or choose an area."))
    }
  }
}

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

/// The rules of a state.
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
    case .inaccurate: LocalizedText(ko: "현재 위치가 너무 부정확해", en: "The current position is too inaccurate")
    case .outdated: LocalizedText(ko: "현재 위치를 받은 지 오래되어", en: "The current position is too old")
    case .clockAhead: LocalizedText(ko: "기기의 시계가 앞서 있어", en: "The device's clock is ahead")
    }
  }

  var advice: LocalizedText? {
    switch self {
    case .inaccurate: LocationState.unavailable.rule.advice
    case .outdated: LocationState.noFix.rule.advice
    case .clockAhead:
      LocalizedText(ko: "기기의 시계를 맞추거나 지역을 선택해 주세요.", en: "Set the device's clock, or choose a region.")
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
        cause: LocalizedText(ko: "기기의 위치 서비스가 꺼져 있어", en: "The device's location service is switched off"),
        advice: LocalizedText(
          ko: "기기 설정에서 위치 서비스를 켜거나 지역을 선택해 주세요.",
          en: "Switch the location service on in the device's settings, or choose a region."))
    case .notDetermined:
      StateRule(
        fix: .denied, entering: .demote, arrival: .resumes, next: .prompt,
        cause: LocalizedText(ko: "아직 위치 권한을 묻지 않아", en: "Nobody has been asked for location permission yet"),
        advice: LocalizedText(
          ko: "위치 권한을 물으면 허용하거나 지역을 선택해 주세요.", en: "Allow the location when asked, or choose a region."))
    case .restricted:
      StateRule(
        fix: .denied, entering: .clear, arrival: .dropped, next: .watch,
        cause: LocalizedText(ko: "이 기기에서 위치 사용이 제한되어 있어", en: "Use of the location is restricted on this device"),
        advice: LocalizedText(
          ko: "자녀 보호나 기기 관리 설정을 확인하거나 지역을 선택해 주세요.",
          en: "Look into parental controls or device management, or choose a region."))
    case .denied:
      StateRule(
        fix: .denied, entering: .clear, arrival: .dropped, next: .watch,
        cause: LocalizedText(ko: "위치 권한이 거부되어", en: "Location permission is denied"),
        advice: LocalizedText(
          ko: "기기나 브라우저 설정에서 위치 권한을 켜거나 지역을 선택해 주세요.",
          en: "Allow the location in the settings of the device or browser, or choose a region."))
    case .whenInUse, .always:
      StateRule(
        fix: .exact, entering: .keep, arrival: .accepted, next: .watch,
        cause: LocalizedText(ko: "위치 신호가 약해", en: "The position is only roughly known"),
        advice: LocalizedText(
          ko: "Wi-Fi를 켜거나 하늘이 보이는 곳으로 옮겨 보세요.", en: "Switch Wi-Fi on or move to where the sky is in view."))
    case .reducedAccuracy:
      StateRule(
        fix: .coarse, entering: .clear, arrival: .accepted, next: .watch,
        cause: LocalizedText(ko: "정확한 위치가 꺼져 있어", en: "Precise location is switched off"),
        advice: LocalizedText(
          ko: "설정에서 정확한 위치를 켜면 더 가까운 곳부터 볼 수 있어요.",
          en: "Switch precise location on in the settings for a more exact order."))
    case .noFix:
      StateRule(
        fix: .lastKnownOnly, entering: .demote, arrival: .resumes, next: .retry,
        cause: LocalizedText(ko: "현재 위치를 아직 찾지 못해", en: "No current position has been found yet"),
        advice: LocalizedText(
          ko: "잠시 기다리거나 지역을 선택해 주세요.", en: "Wait a moment, or choose a region."))
    case .timedOut:
      StateRule(
        fix: .lastKnownOnly, entering: .demote, arrival: .resumes, next: .retry,
        cause: LocalizedText(ko: "제시간에 현재 위치를 찾지 못해", en: "No position was found in time"),
        advice: LocalizedText(
          ko: "다시 시도하거나 지역을 선택해 주세요.", en: "Try again, or choose a region."))
    case .unavailable:
      StateRule(
        fix: .lastKnownOnly, entering: .demote, arrival: .resumes, next: .retry,
        cause: LocalizedText(ko: "기기가 현재 위치를 알 수 없어", en: "The device can't tell where it is"),
        advice: LocalizedText(
          ko: "Wi-Fi를 켜거나 하늘이 보이는 곳에서 다시 시도하거나 지역을 선택해 주세요.",
          en: "Switch Wi-Fi on or try again where the sky is in view, or choose a region."))
    case .insecureContext:
      StateRule(
        fix: .denied, entering: .demote, arrival: .dropped, next: .nothing,
        cause: LocalizedText(
          ko: "보안 연결(HTTPS)이 아니어서 브라우저가 위치를 알려 주지 않아",
          en: "The page is not on a secure connection (HTTPS), where browsers give no location"),
        advice: LocalizedText(
          ko: "https:// 주소로 다시 열거나 지역을 선택해 주세요.", en: "Open the page by its https:// address, or choose a region."))
    }
  }
}

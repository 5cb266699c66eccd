/// The origin of the value of an option: the first of them that has one.
package enum SettingOrigin: Sendable, Hashable, CustomStringConvertible {
  case commandLine
  case environment(variable: String)
  /// A credential of systemd.
  case credential(String)
  case file(path: String, line: Int)
  case standard

  package var description: String {
    switch self {
    case .commandLine: "command line"
    case .environment(let variable): "environment, \(variable)"
    case .credential(let name): "credential, \(name)"
    case .file(let path, let line): "\(path):\(line)"
    case .standard: "default"
    }
  }
}

struct GivenValues: Sendable {
  /// One empty text for a switch that is on; none for one that is off.
  var texts: [String]
  let origin: SettingOrigin
}

package struct EffectiveSetting: Sendable {
  package let option: OptionSpecification
  /// More than one for a repeatable option only. One empty text for a switch that is on; none for one that is off.
  package let texts: [String]
  package let origin: SettingOrigin

  /// The value for people who may not know the secrets.
  package var maskedText: String {
    if option.value == nil { return texts.isEmpty ? "off" : "on" }
    return texts.map { option.isSecret && !$0.isEmpty ? "***" : withoutPassword($0) }.joined(separator: ", ")
  }
}

func withoutPassword(_ address: String) -> String {
  address.replacing(/(:\/\/[^\/@:?]*:)[^\/?]*@/) { "\($0.1)***@" }
    .replacing(/(?i)(\bpassword *= *)('(?:[^'\\]|\\.)*'|[^&\s]+)/) { "\($0.1)***" }
}

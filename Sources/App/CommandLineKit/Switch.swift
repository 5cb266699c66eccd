/// The words that turn a switch on and off in variables and the settings file.
enum Switch {
  static let form = "1 or 0, true or false, yes or no, on or off"

  /// Nil if a word is none of them.
  static func isOn(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "1", "true", "yes", "on": true
    case "0", "false", "no", "off": false
    default: nil
    }
  }
}

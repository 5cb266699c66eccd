package import Basics
import Glibc

/// How texts are written: for a person on a terminal, or for a program that reads a pipe or a file.
package struct TextStyle: Sendable {
  /// The columns that tables are cut to. Nil: they are written whole.
  package var width: Int?
  package var hasColors = false
  /// Whether instants are in the time zone of the person. Otherwise they are RFC 3339, in UTC.
  package var hasLocalTime = false

  package init(width: Int? = nil, hasColors: Bool = false, hasLocalTime: Bool = false) {
    (self.width, self.hasColors, self.hasLocalTime) = (width, hasColors, hasLocalTime)
  }

  package static let plain = TextStyle()

  package func text(_ instant: Timestamp) -> String {
    guard hasLocalTime else { return instant.rfc3339 }
    var seconds = time_t(instant.milliseconds >= 0 ? instant.milliseconds / 1000 : (instant.milliseconds - 999) / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return instant.rfc3339 }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package func text(_ text: String, in color: TextColor?) -> String {
    guard hasColors, let color, !text.isEmpty else { return text }
    return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }
}

/// The numbers of SGR (ECMA-48), for text that is no background.
package enum TextColor: Int, Sendable {
  case bold = 1
  case red = 31
  case green = 32
  case yellow = 33
}

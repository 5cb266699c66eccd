import Basics

/// A position in the log of a replicated database. A server that has come as far has all that was committed before.
package struct LogPosition: Hashable, Comparable, Sendable {
  /// Before everything.
  package static let start = LogPosition(0)

  private let bytes: UInt64

  /// - Parameter bytes: Counted from the beginning of the log.
  package init(_ bytes: UInt64) { self.bytes = bytes }

  /// Reads `text`; nil if it is malformed.
  package init?(text: String) {
    guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else { return nil }
    guard let bytes = UInt64(text, radix: 16) else { return nil }
    self.bytes = bytes
  }

  /// 16 hexadecimal digits.
  package var text: String { hexadecimal(bytes) }

  package static func < (left: LogPosition, right: LogPosition) -> Bool { left.bytes < right.bytes }
}

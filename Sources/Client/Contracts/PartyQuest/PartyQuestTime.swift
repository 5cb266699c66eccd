package import Basics

/// Times in the contract's format: `2026-11-20 19:00:30`, without a zone, in the server's local time.
///
/// Korean time: UTC+9, whatever the machine's zone. Korea has had no daylight saving since 1988, so a fixed offset is
/// right for every relevant instant.
package enum PartyQuestTime {
  private static let offset: Int64 = 9 * 3600
  private static let length = 19

  private static let last = Timestamp(seconds: 253_402_300_799)

  /// An instant from the year 0 on; milliseconds are truncated. The last hours of 9999 in UTC, which are of the year 10000
  /// in Korea, are written as the last second.
  package static func text(_ instant: Timestamp) -> String {
    String(min(instant.advanced(seconds: offset), last).rfc3339.prefix(length)).replacing("T", with: " ")
  }

  /// Parses `yyyy-MM-dd HH:mm:ss`, or with `T` in the middle; nil for anything else and before 1970.
  package static func instant(of text: String) -> Timestamp? {
    guard text.utf8.count == length, let instant = Timestamp(rfc3339: text + "+09:00") else { return nil }
    return instant.milliseconds >= 0 ? instant : nil
  }
}
